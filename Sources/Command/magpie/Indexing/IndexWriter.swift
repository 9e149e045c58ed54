import Essentials
import VisualSearch

/// Writes results in groups, each in one transaction, and reports an image only when it is on disk.
final class IndexWriter {
    /// Large enough that waiting for the disk costs little for each image, small enough that a kill loses seconds.
    static let groupSize = 128
    static let longestWait = 2.0

    private let engine: SearchEngine
    private let place: StorePlace
    private let contents: StoreContents
    /// The fields of the store.
    private var types: [String: AttributeType]
    /// Notes the places of items; nil in a run without shards.
    private let part: PartNotes?
    /// Reports the changes without writing them.
    private let isDryRun: Bool
    private let report: (Indexed) throws -> Void
    private var pending: [Indexed] = []
    private var lastCommit = ContinuousClock.now
    /// The file that made each item in this run.
    private var claims: [String: Path] = [:]
    private(set) var counts: [Indexed.Action: Int] = [:]
    /// The rows of the catalog that were used; nil without one.
    private(set) var use: CatalogUse?
    /// The pictures of items beside their first ones.
    private(set) var further = FurtherUse()
    /// The items of images that make others now, beside the one that left with its write, with those images.
    private var leaving: [(id: String, path: Path)] = []
    /// The pictures whose text could not be read.
    private(set) var unread = UnreadTexts()
    /// The inputs that were met, good or bad.
    private(set) var survey = Pruning.Survey()

    init(
        engine: SearchEngine, place: StorePlace, contents: StoreContents, types: [String: AttributeType],
        use: CatalogUse? = nil, part: PartNotes? = nil,
        isDryRun: Bool = false, report: @escaping (Indexed) throws -> Void
    ) {
        self.engine = engine
        self.place = place
        self.contents = contents
        self.types = types
        self.use = use
        self.part = part
        self.isDryRun = isDryRun
        self.report = report
    }

    /// Adds one result. Throws when the run has to end; earlier results are written then.
    func add(_ indexed: inout Indexed) throws {
        if let error = indexed.stop {
            try commit()
            throw error
        }
        if indexed.isBlindSpot {
            survey.blindSpots.append(indexed.outcome.path)
        } else {
            // If the file was deleted since it was read, the next run finds it missing.
            survey.sources.insert(place.source(of: indexed.outcome.path))
        }
        survey.unpublished.formUnion(indexed.unpublished.filter { contents.ids[$0] != nil })
        try take(&indexed)
        for index in indexed.others.indices { try take(&indexed.others[index]) }
    }

    /// Adds one item of an image, or the fault of the image.
    private func take(_ indexed: inout Indexed) throws {
        if let item = indexed.item, let other = owner(of: item, indexed) {
            indexed.fail(
                .writeFailed(
                    path: item.id, reason: "its item is made of \(other); rename one, or give ids in a catalog"))
        }
        use?.add(indexed)
        if let fault = indexed.textFault { unread.add(fault, of: indexed.outcome.path) }
        if let item = indexed.item {
            claims[item.id] = indexed.outcome.path
            survey.ids.insert(item.id)
        }
        // A result that changes nothing waits as well, so that lines keep the order of the inputs.
        var one = indexed
        one.others = []
        pending.append(one)
        let waited = lastCommit.duration(to: .now) / .seconds(1)
        if pending.count >= Self.groupSize || waited > Self.longestWait { try commit() }
    }

    /// Writes the pending results. When it returns, all of them are on disk and reported.
    func commit() throws {
        defer { lastCommit = .now }
        if pending.isEmpty { return }
        var group = pending
        pending = []
        if isDryRun {
            for indexed in group { leaving += indexed.formerIDs.dropFirst().map { ($0, indexed.outcome.path) } }
        } else {
            try write(&group)
        }
        try part?.note(group)
        for indexed in group { try acknowledge(indexed) }
    }

    private func write(_ group: inout [Indexed]) throws {
        let writes = group.indices.filter { group[$0].changesStore }
        if writes.isEmpty { return }
        let missing = Album.missing(in: writes.compactMap { group[$0].item }, from: types)
        if !missing.isEmpty {
            try engine.store.define(missing)
            types.merge(missing) { known, _ in known }
        }
        // A file whose item is called otherwise now: the old one goes, unless another file has just made it.
        let former = writes.map { index in group[index].formerIDs.first { claims[$0] == nil } }
        let results = try engine.insertDescribed(writes.map { group[$0].entry! }, replacing: former)
        for ((index, former), result) in zip(zip(writes, former), results) {
            if case .failure(let error) = result {
                group[index].fail(.writeFailed(path: group[index].item?.id ?? "", reason: error.sentence))
            }
            let path = group[index].outcome.path
            leaving += group[index].formerIDs.filter { $0 != former }.map { ($0, path) }
        }
    }

    /// Removes the items whose files are gone.
    func remove(_ gone: [Pruning.Gone]) throws {
        try remove(gone.map { ($0.id, place.file(of: $0.source) ?? Path($0.source), $0.source) })
    }

    /// Removes the items of images that make others now or are further pictures of them, unless another file has made them.
    func removeFormer() throws {
        try commit()
        let former = (leaving + further.former).filter { claims[$0.id] == nil }
        try remove(former.map { ($0.id, $0.path, place.source(of: $0.path)) })
    }

    private func remove(_ gone: [(id: String, path: Path, source: String)]) throws {
        try commit()
        for start in stride(from: 0, to: gone.count, by: Self.groupSize) {
            let group = gone[start..<min(start + Self.groupSize, gone.count)]
            let ids = group.map(\.id)
            let removed = Set(isDryRun ? ids : try engine.removeBlocking(ids))
            for gone in group where removed.contains(gone.id) {
                var indexed = Indexed(Outcome(path: gone.path, result: .success(Product())))
                indexed.action = .removed
                indexed.item = Item(id: gone.id, source: gone.source)
                try acknowledge(indexed)
            }
        }
    }

    /// Images whose item does not exist, in a sentence; nil where all of them have one, and in a part of a run.
    var orphans: String? { part == nil ? further.orphans { contents.ids[$0] != nil } : nil }

    /// The items of the store whose products the shop does not show any more.
    var withdrawn: [String] { survey.unpublished.subtracting(survey.ids).sorted() }

    private func acknowledge(_ indexed: Indexed) throws {
        if indexed.item != nil { counts[indexed.action, default: 0] += 1 }
        further.add(indexed)
        try report(indexed)
    }

    /// The other file that an id belongs to: one of this run, or one that made it earlier and is still there, unless it is
    /// one of the further pictures of the item, or its RAW, now, or a row says that the item has another picture.
    private func owner(of item: Item, _ indexed: Indexed) -> Path? {
        if let other = claims[item.id] { return other }
        let own = indexed.further.sources.union(indexed.raws.map { place.source(of: $0) })
        guard !indexed.isNamed, let source = contents.ids[item.id], source != item.source, !own.contains(source),
            let file = place.file(of: source), (try? FileStatus.of(file)) != nil
        else { return nil }
        return file
    }
}
