import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// Ranks galleries by queries, each gallery in full and by exact scores.
final class Evaluation {
    private typealias Picture = LabelledPictures.Picture

    /// At most this many copies are tried, spread evenly over the gallery.
    private static let mostCopies = 1000

    private let pictures: LabelledPictures
    private let jobs: Int
    let limits: Limits
    let engine: SearchEngine
    /// The folder of the temporary store; nil for a store of the user.
    private let scratch: URL?
    /// The vectors of the gallery in the store.
    private var vectors: [Path: [Int8]] = [:]
    /// The slots of the gallery in the store.
    private(set) var slots: [Path: Int] = [:]
    private let isTyped: Bool
    /// The vectors of queries, each computed once although two tests may use it.
    private var queries: [Path: [Int8]] = [:]
    private(set) var unusable = 0

    /// - Parameter isTyped: The store learns from the types of the gallery.
    init(_ pictures: LabelledPictures, store: Path?, isTyped: Bool = false, jobs: Int, limits: Limits) throws {
        self.pictures = pictures
        self.isTyped = isTyped
        self.jobs = jobs
        self.limits = limits
        if let store {
            scratch = nil
            engine = try store.engine(.readOnly)
        } else {
            let folder = FileManager.default.temporaryDirectory.appending(path: "magpie-eval-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            scratch = folder
            engine = try SearchEngine(path: folder.appending(path: "catalog.magpie").path, mode: .create)
            try index()
            if isTyped { _ = try engine.learnBlocking() }
        }
        try read(from: StorePlace(store ?? StorePlace.standardName), isGiven: store != nil)
    }

    deinit {
        if let scratch { try? FileManager.default.removeItem(at: scratch) }
    }

    /// One test: each query ranks the whole gallery; ties stay in the order of the gallery.
    func result(of test: LabelledPictures.Test) throws -> TestResult {
        let gallery = test.gallery.compactMap { picture in slots[picture.file].map { (picture, slot: $0) } }
        let places = gallery.map(\.slot)
        try describeQueries()
        var scores = RankingScores()
        var typed = RankingScores()
        var shown = ShownScores()
        for query in test.queries {
            guard let vector = queries[query.file] else { continue }
            let keys = try engine.scores(of: vector, at: places)
            let order = keys.indices.sorted { (keys[$1], $0) < (keys[$0], $1) }
            scores.add(order.map { gallery[$0].0.label == query.label })
            if isTyped { typed.add(order.map { gallery[$0].0.type == query.type }) }
            shown.add(keys, relevant: gallery.map { $0.0.label == query.label })
        }
        let own = Set(test.queries.map(\.file))
        for stranger in pictures.queries where !own.contains(stranger.file) {
            guard let vector = queries[stranger.file] else { continue }
            shown.addStranger(try engine.scores(of: vector, at: places))
        }
        return TestResult(
            test.name, scores, shown: shown.shares, gallery: gallery.count, typeP10: isTyped ? typed.p10 : nil)
    }

    private func describeQueries() throws {
        try describe(pictures.queries.map(\.file).filter { queries[$0] == nil }) { [limits] file in
            try FileContents(file, limit: limits.inputBytes).bytes
        } take: {
            queries[$0] = $1.descriptor.vector
        }
    }

    /// Returns how well changed copies of gallery pictures find their originals, each among all pictures.
    func copies() throws -> TestResult {
        let all = pictures.gallery.filter { vectors[$0.file] != nil }
        let stride = max((all.count + Self.mostCopies - 1) / Self.mostCopies, 1)
        let chosen = all.indices.filter { $0 % stride == 0 }
        let seeds = Dictionary(uniqueKeysWithValues: chosen.map { (all[$0].file, UInt64($0)) })
        let gallery = all.map { vectors[$0.file] ?? [] }
        let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.file, $0) })
        let limits = limits
        var scores = RankingScores()
        try describe(chosen.map { all[$0].file }) { file in
            let bytes = try FileContents(file, limit: limits.inputBytes).bytes
            let recipe = Recipe(.pixels(fitting: 1024), effort: .high)
            let pixels = try prepare(.bytes(bytes), as: recipe, limits: limits).outputs[0].pixels
            var copy = NearCopy(seed: seeds[file] ?? 0)
            return try pixels.map { try copy.make(of: $0) } ?? bytes
        } take: { file, described in
            let order = Self.ranking(of: described.descriptor.vector, among: gallery)
            scores.add(order.map { $0 == places[file] })
        }
        return TestResult("copies", scores, gallery: all.count)
    }

    /// Indexes of the gallery, the most alike first.
    private static func ranking(of query: [Int8], among gallery: [[Int8]]) -> [Int] {
        let scores = gallery.map { $0.dot(query) }
        return scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
    }

    private func index() throws {
        let types = Dictionary(
            pictures.gallery.compactMap { picture in picture.type.map { (picture.file, $0) } }
        ) { first, _ in first }
        var group: [(Item, DescribedImage?, Fingerprint?)] = []
        try describe(pictures.gallery.map(\.file)) { [limits] file in
            try FileContents(file, limit: limits.inputBytes).bytes
        } take: { file, described in
            var item = Item(id: file.text, source: file.absolute(from: .current).text)
            if let type = types[file] { item.attributes = ["product_type": .string(type)] }
            group.append((item, described, nil))
            if group.count == IndexWriter.groupSize { try flush() }
        }
        try flush()

        func flush() throws {
            for result in try engine.insertDescribed(group) { try result.get() }
            group = []
        }
    }

    /// The descriptions that the store has of the gallery.
    private func read(from place: StorePlace, isGiven: Bool) throws {
        let wanted = Dictionary(
            pictures.gallery.map { (isGiven ? place.source(of: $0.file) : $0.file.text, $0.file) }
        ) { first, _ in first }
        (vectors, slots) = try engine.store.read { snapshot throws(SearchError) in
            var found: [Path: [Int8]] = [:]
            var slots: [Path: Int] = [:]
            try snapshot.eachItem { id, source, _ throws(SearchError) in
                guard let file = wanted[isGiven ? source ?? "" : id], let slot = try snapshot.slot(of: id) else {
                    return
                }
                found[file] = try snapshot.vector(at: slot)
                slots[file] = slot
            }
            return (found, slots)
        }
        if isGiven, let missing = pictures.gallery.first(where: { vectors[$0.file] == nil }) {
            throw SetupError("\(place.path) does not hold \(missing.file); index the gallery first")
        }
    }

    /// The pictures of the gallery that have a vector, and these.
    var vectorsOfGallery: [(file: Path, vector: [Int8])] {
        pictures.gallery.compactMap { picture in vectors[picture.file].map { (picture.file, $0) } }
    }

    /// Describes pictures on several threads. Those that cannot be used are counted and left out.
    func describe(
        _ files: [Path], reading: @escaping @Sendable (Path) throws -> [UInt8],
        take: (Path, DescribedImage) throws -> Void
    ) throws {
        let engine = engine
        let limits = limits
        let progress = Progress(showing: true)
        defer { progress.end() }
        try Batch(checked: jobs).run(
            files,
            work: { file in Result { try engine.describe(.bytes(try reading(file)), limits: limits) } },
            deliver: { index, result in
                switch result {
                case .success(let described): try take(files[index], described)
                case .failure(let error):
                    guard error is ImageError || error is SearchError else { throw error }
                    unusable += 1
                }
                progress.update { $0.add(Outcome(path: files[index], result: .success(Product()))) }
            })
    }
}
