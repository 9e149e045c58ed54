internal import Essentials
internal import SQLite

/// The result of ``CatalogStore/copyItems(to:progress:)``.
package struct CopyReport: Hashable, Sendable {
    /// The items of the store, all of which the other one has.
    package var items: Int
    /// The hash of all items with their attributes, pictures, fingerprints and content, of the modules and of the models,
    /// which both stores have.
    package var checksum: Int
    /// Removed items of the store, which could be restored and stay behind.
    package var removed = 0
}

extension CatalogStore {
    /// The items of one write of a copy.
    private static let portion = 1000

    /// Copies all items with their attributes, descriptions and thumbnails to another store, and compares both. What was
    /// learned from them goes along.
    ///
    /// Models, rules, modules of content and the progress of imports go along. It can be repeated where it was interrupted: items
    /// that are there already are replaced. Until it is complete, only a copy opens the target. What was removed stays
    /// behind.
    ///
    /// - Parameters:
    ///   - target: A store of the same describer, with no items that this one lacks.
    ///   - progress: Called with the number of items that were copied.
    /// - Throws: `describerMismatch`, `invalidArgument` for other items in the target or one that it refuses, or
    ///   `service` where both differ in the end, because one of them was written to meanwhile.
    package func copyItems(
        to target: CatalogStore, progress: (Int) -> Void = { _ in }
    ) throws(SearchError) -> CopyReport {
        guard describer == target.describer else {
            throw .describerMismatch(store: target.describer.summary, describer: describer.summary)
        }
        let (all, fields, guessed) = try read { snapshot throws(SearchError) in
            var ids: [String] = []
            try snapshot.eachItem { id, _, _ in ids.append(id) }
            return (ids, try snapshot.fields(), try snapshot.guessedFields())
        }
        if kind == .content, target.home != nil { throw .invalidArgument("content needs a store file") }
        if try part() != nil {
            throw .invalidArgument(
                "\(path) holds a part of a run in shards, which a copy would lose; 'magpie store backup' copies it")
        }
        let records = try soundRecords()
        let known = try target.soundRecords()
        let names = Set(records.rules.map(\.name))
        if let other = known.rules.first(where: { !names.contains($0.name) }) {
            throw .invalidArgument(
                "\(target.path) has the rule '\(other.name)', which \(path) lacks; copy to a new store")
        }
        if let language = known.language, records.language == nil {
            throw .invalidArgument(
                "\(target.path) has the language \(language.code), which \(path) lacks; copy to a new store")
        }
        for (name, _) in known.models where records.models[name] == nil {
            throw .invalidArgument("\(target.path) has the model '\(name)', which \(path) lacks; copy to a new store")
        }
        var others = try target.read { snapshot throws(SearchError) in
            var ids: Set<String> = []
            try snapshot.eachItem { id, _, _ in ids.insert(id) }
            return ids
        }
        others.subtract(all)
        if let other = others.sorted().first {
            throw .invalidArgument(
                "\(target.path) has \(others.count) items that \(path) lacks, such as '\(other)'; copy to a new store")
        }
        if target.home == nil {
            try target.note(unfinished: "a copy")
            try target.keepDescriberRecord(ofStores: [path])
        }
        try prepareBuiltInVectors(of: target)
        try copy(records, to: target)
        try target.define(fields.filter { !guessed.contains($0.key) }, droppingMisfits: true)
        try target.guess(fields.filter { guessed.contains($0.key) })
        var done = 0
        while done < all.count {
            let ids = all[done...].prefix(Self.portion)
            let items = try read { snapshot throws(SearchError) in
                var items: [StoredItem] = []
                for id in ids { if let item = try snapshot.stored(id) { items.append(item) } }
                return items
            }
            for (item, problem) in zip(items, try target.upsert(items)) {
                if let problem { throw .invalidArgument("'\(item.item.id)' cannot be copied: \(problem)") }
            }
            done += ids.count
            progress(done)
        }
        let (original, copy) = (try contentsSum(), try target.contentsSum())
        guard original == copy else {
            throw .service("\(target.path) differs from \(path): one of them was written to meanwhile; copy again")
        }
        try target.takeOver(learnedIn: self)
        if target.home == nil { try target.note(unfinished: nil) }
        return CopyReport(items: original.items, checksum: original.checksum, removed: try removedCount())
    }

    /// Copies all of the store to the file at `target`, which appears under its name when it is whole; one that is there is
    /// brought up to date in its place.
    package func copyItems(
        toFile target: String, progress: (Int) -> Void = { _ in }
    ) throws(SearchError) -> CopyReport {
        if FileManager.default.fileExists(atPath: target) {
            let known = try CatalogStore(
                path: target, describer: describer, mode: .create, kind: kind, isBeingMade: true)
            return try copyItems(to: known, progress: progress)
        }
        var report: CopyReport?
        try NewFile.write(target) { partial throws(SearchError) in
            let fresh = try CatalogStore(path: partial, describer: describer, mode: .create, kind: kind)
            report = try copyItems(to: fresh, progress: progress)
        }
        guard let report else { preconditionFailure("the copy was made") }
        return report
    }

    /// Models and modules by name.
    private struct Records {
        var models: [String: String]
        var modules: [String: String]
        var rules: [(name: String, record: String)]
        var language: CatalogLanguage?
    }

    /// - Throws: `damaged` for one that is not what was stored.
    private func soundRecords() throws(SearchError) -> Records {
        let (models, modules) = try read { snapshot throws(SearchError) in
            (try snapshot.models(), try snapshot.modules())
        }
        for (name, record) in models.merging(modules, uniquingKeysWith: { $1 }) where record == nil {
            throw .damaged(path: path, detail: "the record of `\(name)` cannot be read")
        }
        let rules = try read { snapshot throws(SearchError) in try snapshot.ruleRecords() }
        if let lost = rules.first(where: { $0.record == nil }) {
            throw .damaged(path: path, detail: "the rule `\(lost.name)` cannot be read")
        }
        return Records(
            models: models.compactMapValues(\.self), modules: modules.compactMapValues(\.self),
            rules: rules.map { ($0.name, $0.record ?? "") },
            language: try read { snapshot throws(SearchError) in try snapshot.database.language() })
    }

    private func copy(_ records: Records, to target: CatalogStore) throws(SearchError) {
        if !records.rules.isEmpty { try target.keep(rules: records.rules, replacingAll: true, limit: .max) }
        if let language = records.language { try target.keep(language: language) }
        if !records.models.isEmpty { try target.define(models: records.models) }
        if !records.modules.isEmpty { try target.define(modules: records.modules) }
        // A copy of a catalog in Milvus notes there how far it follows.
        guard kind == .content else { return }
        try target.note(
            imports: try read { snapshot throws(SearchError) in try snapshot.database.imports() })
    }

    /// The number of items, and a hash of all that is stored of them that does not depend on their order.
    package func contentsSum() throws(SearchError) -> (items: Int, checksum: Int) {
        try read { snapshot throws(SearchError) in
            var sum = ContentsSum()
            var ids: [String] = []
            try snapshot.eachItem { id, _, _ in ids.append(id) }
            for id in ids { if let item = try snapshot.stored(id) { sum.add(item) } }
            for (name, record) in try snapshot.models().merging(snapshot.modules(), uniquingKeysWith: { $1 }) {
                sum.add(record: record, name)
            }
            for (name, record) in try snapshot.ruleRecords() { sum.add(rule: record, name) }
            if let language = try snapshot.database.language() { sum.add(language: language.code) }
            return (ids.count, sum.value)
        }
    }
}

/// A hash of all that is stored of items and of records, which does not depend on their order.
struct ContentsSum {
    private(set) var value = 0

    mutating func add(_ item: StoredItem) { value &+= item.checksum }

    /// Adds a model or a module.
    mutating func add(record: String?, _ name: String) { add([name, record]) }

    mutating func add(rule: String?, _ name: String) { add(["rule", name, rule]) }

    mutating func add(language code: String) { add(["language", code]) }

    private mutating func add(_ texts: [String?]) {
        var one = Checksum()
        for (index, text) in texts.enumerated() {
            if index < texts.count - 1, let text { one.add(text) } else { one.add(optional: text) }
        }
        value &+= one.value
    }
}

extension Snapshot {
    /// All that is stored of an item; nil for an unknown id.
    func stored(_ id: String) throws(SearchError) -> StoredItem? {
        guard let slot = try slot(of: id), let item = try item(at: slot) else { return nil }
        let reading = ItemReading(database: database)
        var stored = StoredItem(
            item, picture: try reading.wholePicture(at: slot), fingerprint: try reading.fingerprint(at: slot))
        stored.content = try database.content(at: slot)
        stored.pictures = try reading.furtherPictures(of: slot)
        return stored
    }
}

extension StoredItem {
    fileprivate var checksum: Int {
        var sum = Checksum()
        sum.add(item.id)
        sum.add(optional: item.source)
        for (name, value) in item.attributes.sorted(by: { $0.key < $1.key }) {
            sum.add(name)
            sum.add(value.type.rawValue)
            for text in value.texts { sum.add(text) }
        }
        sum.add(optional: picture?.checksum)
        sum.add(optional: picture?.thumbnail)
        // Added only where there is one, so that copies of older versions have the same hash.
        if let builtIn = picture?.builtIn { sum.add(BuiltInVectors.checksum(of: builtIn)) }
        sum.add(optional: fingerprint?.size)
        sum.add(optional: fingerprint?.modified)
        sum.add(optional: fingerprint?.hash)
        sum.add(optional: content?.checksum)
        for (index, further) in (pictures ?? []).enumerated() { sum.add(further.checksum(at: index)) }
        return sum.value
    }
}
