internal import Essentials
internal import SQLite
internal import WireFormat

/// Calls its argument with each line of a file, and its number from 1, until that returns false.
package typealias NumberedLines = (
    (_ line: Int, _ bytes: ArraySlice<UInt8>) throws(SearchError) -> Bool
) throws(SearchError) -> Void

extension CatalogStore {
    /// Makes a store of the lines of ``exportWhole(_:)``, equal to the one that was written. It appears under its name when
    /// all lines are in and compared.
    ///
    /// - Parameters:
    ///   - target: A path where there is nothing.
    ///   - file: The name of the lines in messages.
    /// - Returns: The number of items.
    /// - Throws: `store` where there is a file at the path; `invalidArgument` with the number of the line for one that
    ///   no such export has, and where lines are missing or were changed.
    package static func makeStore(
        at target: String, from file: String, lines: NumberedLines
    ) throws(SearchError) -> Int {
        var items = 0
        try NewFile.write(target) { partial throws(SearchError) in
            var reading = WholeImport(file: file, target: partial)
            try lines { line, bytes throws(SearchError) in
                try reading.take(bytes, line)
                return true
            }
            items = try reading.end()
        }
        return items
    }
}

/// The lines of an export on their way into a new store.
private struct WholeImport {
    /// The items of one write.
    private static let portion = 500

    let file: String
    let target: String
    private var store: CatalogStore?
    private var waiting: [StoredItem] = []
    private var ending: WholeExport.End?

    init(file: String, target: String) {
        self.file = file
        self.target = target
    }

    mutating func take(_ bytes: ArraySlice<UInt8>, _ line: Int) throws(SearchError) {
        guard let store else {
            store = try begin(bytes, line)
            return
        }
        if ending != nil { throw fault(line, "nothing follows the line with the number of items") }
        // Nearly every item is longer.
        if bytes.count < 128, let end = try? WholeExport.value(WholeExport.End.self, of: bytes) {
            try write(to: store)
            ending = end
            return
        }
        do {
            let item = try WholeExport.value(WholeExport.Line.self, of: bytes)
            waiting.append(item.record.stored(id: item.id))
        } catch {
            throw fault(line, (error as? DecodingError)?.sentence(of: "an item") ?? "it is no item")
        }
        if waiting.count >= Self.portion { try write(to: store) }
    }

    /// Makes the store for which the head asks.
    private func begin(_ bytes: ArraySlice<UInt8>, _ line: Int) throws(SearchError) -> CatalogStore {
        let head: WholeExport.Head
        do { head = try WholeExport.value(WholeExport.Head.self, of: bytes) } catch {
            throw fault(
                line,
                "it is not the head of a whole export; 'magpie store export --whole' writes one, and 'magpie index "
                    + "--catalog' reads lines without descriptions")
        }
        guard head.store == WholeExport.form else {
            throw fault(line, "the lines have the form \(head.store), and this version reads \(WholeExport.form)")
        }
        guard DescriberIdentity.vectorLengths.contains(head.dimensions),
            DescriberIdentity.paletteLengths.contains(head.colors)
        else { throw fault(line, "a describer of \(head.dimensions) values and \(head.colors) bytes cannot be") }
        let store = try CatalogStore(path: target, describer: head.identity, mode: .create)
        if let record = head.describerRecord { try store.keepDescriberRecord(record, of: head.describer) }
        if let builtIn = head.builtIn {
            guard DescriberIdentity.vectorLengths.contains(builtIn.dimensions) else {
                throw fault(line, "built-in vectors of \(builtIn.dimensions) values cannot be")
            }
            try store.write { database throws(SearchError) in
                _ = try BuiltInVectors.begin(builtIn.describer, dimensions: builtIn.dimensions, in: database)
            }
        }
        try store.define(head.fields.filter { !$0.value.isGuessed }.mapValues(\.type), droppingMisfits: true)
        try store.guess(head.fields.filter(\.value.isGuessed).mapValues(\.type))
        if !head.rules.isEmpty {
            _ = try store.keep(
                rules: head.rules.map { ($0.name, $0.record) }, replacingAll: true, limit: .max)
            let damaged = try store.read { snapshot throws(SearchError) in try snapshot.rules().damaged }
            if let name = damaged.first { throw fault(line, "the rule '\(name)' cannot be read") }
        }
        if let code = head.language {
            guard let language = CatalogLanguage(rawValue: code) else {
                throw fault(line, "the language '\(code)' is unknown to this version")
            }
            try store.keep(language: language)
        }
        if !head.models.isEmpty { try store.define(models: head.models) }
        return store
    }

    private mutating func write(to store: CatalogStore) throws(SearchError) {
        for (item, problem) in zip(waiting, try store.upsert(waiting)) {
            if let problem { throw .invalidArgument("\(file): the item '\(item.item.id)' cannot be kept: \(problem)") }
        }
        waiting = []
    }

    /// Returns the number of items, once they are those that were written.
    func end() throws(SearchError) -> Int {
        guard let store, let ending else {
            throw .invalidArgument("\(file): it ends before the line with the number of items; export the store again")
        }
        let sum = try store.contentsSum()
        let found = WholeExport.End(sum.items, sum.checksum)
        guard found.end == ending.end, found.checksum == ending.checksum else {
            throw .invalidArgument(
                "\(file): its lines have \(found.end) items with the checksum \(found.checksum), and should have "
                    + "\(ending.end) with \(ending.checksum); a line is missing or changed")
        }
        return sum.items
    }

    private func fault(_ line: Int, _ reason: String) -> SearchError {
        .invalidArgument("\(file), line \(line): \(reason)")
    }
}
