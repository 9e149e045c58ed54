internal import Foundation
internal import SearchAPI
internal import VisualSearch
internal import WireFormat

extension MilvusHome {
    func follow(_ store: CatalogStore) throws(SearchError) {
        if try isCurrent() { return }
        try alone { () throws(SearchError) in
            // Another thread may have done it meanwhile.
            if try isCurrent(orBusy: false) { return }
            try followNow(store)
        }
    }

    func changing<Result>(
        _ store: CatalogStore, _ body: () throws(SearchError) -> Result
    ) throws(SearchError) -> Result {
        try alone { () throws(SearchError) in
            try followNow(store)
            return try body()
        }
    }

    private func alone<Result>(_ body: () throws(SearchError) -> Result) throws(SearchError) -> Result {
        try following.withLock { _ throws(SearchError) in
            state.withLock { $0.isBusy = true }
            defer { state.withLock { $0.isBusy = false } }
            return try body()
        }
    }

    private func followNow(_ store: CatalogStore) throws(SearchError) {
        if let failed = state.withLock({ $0.failed }), failed.at.duration(to: .now) < .seconds(1) {
            throw failed.error
        }
        do throws(SearchError) { try takeIn(into: store) } catch {
            state.withLock { $0.failed = (.now, error) }
            throw error
        }
        state.withLock { state in
            state.followed = .now
            state.failed = nil
        }
    }

    /// Returns true where the last look at the changes was a moment ago, or a thread is at it.
    private func isCurrent(orBusy: Bool = true) throws(SearchError) -> Bool {
        let (followed, failed, isBusy) = state.withLock { ($0.followed, $0.failed, $0.isBusy) }
        if let failed, failed.at.duration(to: .now) < .seconds(1) { throw failed.error }
        guard let followed else { return false }
        return (orBusy && isBusy) || followed.duration(to: .now) < .seconds(Self.interval)
    }

    /// Takes in all changes since the last ones that are known.
    private func takeIn(into store: CatalogStore) throws(SearchError) {
        let last = state.withLock { $0.last }
        let oldest = last - Int(Self.overlap * 1_000_000)
        var changes = SharedChanges()
        var revisions: [String: Int] = [:]
        var asked: Set<String> = []
        func isNew(_ key: String, _ revision: Int) -> Bool {
            revisions[key] = revision
            return state.withLock { $0.seen[key] } != revision
        }
        try client.eachPage(
            of: address.metaCollection, passing: "rev > \(oldest)", ["id", "rev", "record"], size: 4096
        ) { rows throws(SearchError) in
            for row in rows {
                let row = try MetaRow(row)
                guard isNew("meta/" + row.id, row.revision) else { continue }
                if let (name, field) = row.namedField { changes.fields[name] = field }
                if let id = row.removedID { asked.insert(id) }
            }
        }
        var wanted: Set<String> = []
        try client.eachPage(
            of: address.collection, passing: "rev > \(oldest)", ["id", "rev"]
        ) { rows throws(SearchError) in
            for row in rows {
                guard let id = row["id"]?.text, let revision = row["rev"]?.whole else {
                    throw client.unexpected("a row")
                }
                if isNew(id, revision) { wanted.insert(id) }
            }
        }
        try takeIn(changes, wanted: wanted, maybeRemoved: asked, revisions, into: store)
    }

    private func takeIn(
        _ found: SharedChanges, wanted: Set<String>, maybeRemoved: Set<String>, _ revisions: [String: Int],
        into store: CatalogStore
    ) throws(SearchError) {
        var changes = found
        // Only a read that waits for all changes tells that a row is gone.
        var wanted = wanted
        for portion in Array(maybeRemoved).portions {
            let present = try client.present(portion, in: address.collection)
            changes.removed += portion.filter { !present.contains($0) }
            wanted.formUnion(present)
        }
        wanted.subtract(changes.removed)
        let newest = revisions.values.max() ?? 0
        let mark = max(state.withLock { $0.last }, newest)
        let isNothing = changes.isEmpty && wanted.isEmpty
        for portion in Array(wanted).portions {
            let rows = try client.query(address.collection, FilterText.oneOf(portion), ["id", "rev", "record"])
            for row in rows { changes.items.append(try MilvusRow.decode(row).item) }
            try store.takeIn(changes, progress(mark: "\(state.withLock { $0.last })"))
            changes = SharedChanges()
        }
        if !isNothing { try store.takeIn(changes, progress(mark: "\(mark)")) }
        let oldest = mark - 2 * Int(Self.overlap * 1_000_000)
        state.withLock { state in
            state.last = max(state.last, mark)
            for (key, revision) in revisions { state.seen[key] = revision }
            state.seen = state.seen.filter { $0.value >= oldest }
        }
    }

    private func progress(mark: String) -> ImportProgress {
        ImportProgress(file: MilvusHome.file, mark: mark, rows: 0)
    }

    private static let file = "milvus"
    /// The mark of a copy that is not complete yet, before the revision from which on it follows and the last key.
    private static let partial = "part:"

    /// Brings a copy up to date before its first use: completes a new one, and compares the counts of an old one.
    func begin(_ store: CatalogStore) throws(SearchError) {
        let mark = try store.progress(of: Self.file)
        if let mark, let revision = Int(mark) {
            state.withLock { $0.last = revision }
        } else {
            try copy(into: store, from: mark)
        }
        try alone { () throws(SearchError) in try followNow(store) }
        if try client.count(address.collection) != store.itemCount() { try reconcile(store) }
    }

    /// Copies all rows in the order of their keys. One that was interrupted goes on where it was.
    private func copy(into store: CatalogStore, from mark: String?) throws(SearchError) {
        var start = Int(Date.now.timeIntervalSince1970 * 1_000_000)
        var last = ""
        if let mark, mark.hasPrefix(Self.partial) {
            let parts = mark.dropFirst(Self.partial.count).split(separator: ":", maxSplits: 1)
            if parts.count == 2, let revision = Int(parts[0]) { (start, last) = (revision, String(parts[1])) }
        }
        var changes = SharedChanges()
        try client.eachPage(
            of: address.metaCollection, ["id", "rev", "record"], size: 4096
        ) { rows throws(SearchError) in
            for row in rows {
                if let (name, field) = try MetaRow(row).namedField { changes.fields[name] = field }
            }
        }
        try store.takeIn(changes, progress(mark: "\(Self.partial)\(start):\(last)"))
        try client.eachPage(
            of: address.collection, after: last, ["id", "rev", "record"], size: Self.portion
        ) { rows throws(SearchError) in
            var changes = SharedChanges()
            for row in rows { changes.items.append(try MilvusRow.decode(row).item) }
            let key = changes.items.last?.item.id ?? ""
            try store.takeIn(changes, progress(mark: "\(Self.partial)\(start):\(key)"))
        }
        state.withLock { $0.last = start }
        try store.takeIn(SharedChanges(), progress(mark: "\(start)"))
    }

    /// Compares the ids of the copy with those of the rows: for changes that came later than the overlap allows.
    private func reconcile(_ store: CatalogStore) throws(SearchError) {
        var extra = try store.allIDs()
        var missing: Set<String> = []
        try client.eachPage(of: address.collection, ["id"]) { rows in
            for id in rows.compactMap({ $0["id"]?.text }) where extra.remove(id) == nil { missing.insert(id) }
        }
        try takeIn(SharedChanges(), wanted: missing, maybeRemoved: extra, [:], into: store)
    }
}

extension [String] {
    fileprivate var portions: [[String]] {
        stride(from: 0, to: count, by: MilvusHome.portion).map { Array(self[$0...].prefix(MilvusHome.portion)) }
    }
}

extension CatalogStore {
    // Read past the home, which is about to be followed.
    fileprivate func progress(of file: String) throws(SearchError) -> String? {
        try readCopy { snapshot throws(SearchError) in try snapshot.importProgress(of: file)?.mark }
    }

    fileprivate func itemCount() throws(SearchError) -> Int { try readCopy { snapshot in snapshot.count } }

    fileprivate func allIDs() throws(SearchError) -> Set<String> {
        try readCopy { snapshot throws(SearchError) in
            var ids: Set<String> = []
            try snapshot.eachItem { id, _, _ in ids.insert(id) }
            return ids
        }
    }
}
