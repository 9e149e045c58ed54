import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// Writes what was found in groups, each in one transaction, and reports an image only when it is on disk.
final class IndexWriter {
    /// Large enough that waiting for the disk costs little for each image, small enough that a kill loses seconds.
    static let groupSize = 128
    static let longestWait = 2.0

    private let engine: SearchEngine
    private let place: StorePlace
    private let contents: StoreContents
    private let report: (Indexed) throws -> Void
    private var pending: [Indexed] = []
    private var lastCommit = ContinuousClock.now
    /// The file that made each item in this run.
    private var claims: [String: Path] = [:]
    private(set) var counts: [Indexed.Action: Int] = [:]
    /// Sources of all inputs that were there, good or bad.
    private(set) var seen: Set<String> = []
    /// Folders could not be read, so what is missing is not known to be gone.
    private(set) var hasBlindSpots = false

    init(
        engine: SearchEngine, place: StorePlace, contents: StoreContents, report: @escaping (Indexed) throws -> Void
    ) {
        self.engine = engine
        self.place = place
        self.contents = contents
        self.report = report
    }

    func add(_ indexed: inout Indexed) throws {
        if indexed.isBlindSpot { hasBlindSpots = true }
        if case .failure(.notFound) = indexed.outcome.result {
        } else {
            seen.insert(place.source(of: indexed.outcome.path))
        }
        if let item = indexed.item, let other = owner(of: item, besides: indexed.outcome.path) {
            indexed.fail(
                .writeFailed(path: item.id, reason: "this id belongs to \(other); give one of the two another id"))
        }
        if let item = indexed.item { claims[item.id] = indexed.outcome.path }
        // What needs no writing waits as well, so that lines come in the order of the inputs.
        pending.append(indexed)
        let waited = lastCommit.duration(to: .now) / .seconds(1)
        if pending.count >= Self.groupSize || waited > Self.longestWait { try commit() }
    }

    /// Writes what waits. When it returns, all of it is on disk and reported.
    func commit() throws {
        defer { lastCommit = .now }
        if pending.isEmpty { return }
        var group = pending
        pending = []
        // A file whose item is called otherwise now: the old one goes first, unless another file has just made it.
        let former = group.compactMap(\.formerID).filter { claims[$0] == nil }
        if !former.isEmpty { _ = try engine.removeNow(former) }
        let writes = group.indices.filter { group[$0].changesStore }
        let results =
            writes.isEmpty
            ? []
            : try engine.insertDescribed(writes.map { (group[$0].item!, group[$0].picture, group[$0].fingerprint) })
        for (index, result) in zip(writes, results) {
            if case .failure(let error) = result {
                group[index].fail(.writeFailed(path: group[index].item?.id ?? "", reason: error.sentence))
            }
        }
        for indexed in group { try acknowledge(indexed) }
    }

    /// Removes the items of files below these folders that were not seen.
    func prune(below folders: [String]) throws {
        try commit()
        let gone = contents.files.filter { source, _ in
            !seen.contains(source) && folders.contains { $0.isEmpty || source.hasPrefix($0 + "/") || source == $0 }
        }
        .sorted { $0.key < $1.key }
        for start in stride(from: 0, to: gone.count, by: Self.groupSize) {
            let group = gone[start..<min(start + Self.groupSize, gone.count)].filter { claims[$0.value.id] == nil }
            let removed = Set(try engine.removeNow(group.map(\.value.id)))
            for (source, file) in group where removed.contains(file.id) {
                let path = place.file(of: source) ?? Path(source)
                var indexed = Indexed(Outcome(path: path, result: .success(Product())))
                indexed.action = .removed
                indexed.item = Item(id: file.id, source: source)
                try acknowledge(indexed)
            }
        }
    }

    private func acknowledge(_ indexed: Indexed) throws {
        if indexed.item != nil { counts[indexed.action, default: 0] += 1 }
        try report(indexed)
    }

    /// The other file that an id belongs to: one of this run, or one that made it earlier and is still there.
    private func owner(of item: Item, besides path: Path) -> Path? {
        if let other = claims[item.id] { return other }
        guard let source = contents.ids[item.id], source != item.source, let file = place.file(of: source),
            (try? FileStatus.of(file)) != nil
        else { return nil }
        return file
    }
}
