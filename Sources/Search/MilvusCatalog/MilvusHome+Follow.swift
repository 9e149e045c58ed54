internal import Essentials
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
            let last = state.withLock { state in
                state.unsettled = [:]
                return state.last
            }
            do throws(SearchError) {
                let result = try body()
                // Only now the copy has them for good.
                state.withLock { state in state.seen.merge(state.unsettled) { _, new in new } }
                return result
            } catch {
                // Their rows in Milvus are requested again.
                state.withLock { $0.last = last }
                throw error
            }
        }
    }

    private func alone<Result>(_ body: () throws(SearchError) -> Result) throws(SearchError) -> Result {
        try following.withLock { () throws(SearchError) in
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
        let (last, seen) = state.withLock { ($0.last, $0.seen) }
        let oldest = last - Int(Self.overlap * 1_000_000)
        let settled = Int(Date.now.timeIntervalSince1970 * 1_000_000) - Int(Self.delay * 1_000_000)
        var found = Found()
        try client.eachPage(
            of: address.metaCollection, passing: "rev > \(oldest)", ["id", "rev", "record"], size: 4096
        ) { rows throws(SearchError) in
            for row in rows {
                let row = try MetaRow(row)
                guard seen["meta/" + row.id] ?? .min < row.revision else { continue }
                if row.learnedParts != nil {
                    // Without all of its parts it is not taken in; the next look asks again.
                    guard let learned = try learning(named: row) else { continue }
                    found.changes.learned = learned
                }
                found.meta["meta/" + row.id] = row.revision
                row.add(to: &found.changes)
                if let id = row.removedID { found.uncertain.insert(id) }
            }
        }
        try client.eachPage(
            of: address.collection, passing: "rev > \(oldest)", ["id", "rev"]
        ) { rows throws(SearchError) in
            for row in rows {
                guard let id = row["id"]?.text, let revision = row["rev"]?.whole else {
                    throw client.unexpected("a row")
                }
                guard let known = seen[id], known >= revision else {
                    found.items[id] = revision
                    continue
                }
                // An earlier state of the row, as late reads show it, or a later one by a writer whose clock is behind.
                if known > revision, known < settled { found.uncertain.insert(id) }
            }
        }
        try takeIn(found, into: store)
    }

    /// Changes to be taken in.
    private struct Found {
        /// Fields and models.
        var changes = SharedChanges()
        /// The revisions of new rows of the second collection.
        var meta: [String: Int] = [:]
        /// The revisions of new items.
        var items: [String: Int] = [:]
        /// Items of which only a read that waits for all changes tells whether they are gone, or changed.
        var uncertain: Set<String> = []
    }

    private func takeIn(_ found: Found, into store: CatalogStore) throws(SearchError) {
        var changes = found.changes
        var (items, done) = (found.items, found.meta)
        let seen = state.withLock { $0.seen }
        for portion in Array(found.uncertain).portions {
            let revisions = try client.revisions(of: portion, in: address.collection)
            for id in portion {
                if let revision = revisions[id] {
                    if revision != seen[id] { items[id] = revision }
                } else {
                    changes.removed.append(id)
                    items[id] = nil
                }
            }
        }
        for portion in Array(items.keys).portions {
            let rows = try client.query(address.collection, FilterText.oneOf(portion), ["id", "rev", "record"])
            for row in rows {
                let (item, revision) = try MilvusRow.decode(row)
                // A read may be later than the one before; then the next look finds the row.
                guard let wanted = items[item.item.id], revision >= wanted else { continue }
                changes.items.append(item)
                done[item.item.id] = revision
            }
            try store.takeIn(changes, progress(mark: "\(state.withLock { $0.last })"))
            changes = SharedChanges()
        }
        let mark = max(state.withLock { $0.last }, done.values.max() ?? 0)
        if !done.isEmpty || !changes.isEmpty { try store.takeIn(changes, progress(mark: "\(mark)")) }
        let oldest = mark - 2 * Int(Self.overlap * 1_000_000)
        state.withLock { state in
            state.last = max(state.last, mark)
            state.seen.merge(done) { _, new in new }
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
        // Data that follows a waiting read is not older: nothing of this machine is seen as it was before.
        _ = try client.count(address.metaCollection)
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
        var naming: MetaRow?
        // Without the parts of what was learned: they have no revision.
        try client.eachPage(
            of: address.metaCollection, passing: "rev > 0", ["id", "rev", "record"], size: 4096
        ) { rows throws(SearchError) in
            for row in rows {
                let row = try MetaRow(row)
                row.add(to: &changes)
                if row.learnedParts != nil { naming = row }
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
        changes = SharedChanges()
        // After the items, for none of them is newer.
        if let naming { changes.learned = try learning(named: naming) }
        try store.takeIn(changes, progress(mark: "\(start)"))
    }

    /// Compares the ids of the copy with those of the rows: for changes that came later than the overlap allows.
    private func reconcile(_ store: CatalogStore) throws(SearchError) {
        var found = Found(uncertain: try store.allIDs())
        try client.eachPage(of: address.collection, ["id"]) { rows in
            for id in rows.compactMap({ $0["id"]?.text }) where found.uncertain.remove(id) == nil {
                found.items[id] = 0
            }
        }
        try takeIn(found, into: store)
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
