import Essentials
package import VisualSearch

/// Ranks galleries by queries, each gallery in full and by exact scores.
package final class GalleryRanking {
    /// Runs one phase of the work, which calls back after each picture.
    package typealias Phase = (_ work: (_ done: (String) -> Void) throws -> Void) throws -> Void

    private let pictures: LabelledPictures
    private let jobs: Int
    package let limits: Limits
    package let engine: SearchEngine
    private let phase: Phase
    /// The folder of the temporary store; nil for a store of the user.
    private let scratch: URL?
    /// The vectors of the gallery in the store.
    private var vectors: [String: [Int8]] = [:]
    /// The slots of the gallery in the store.
    package private(set) var slots: [String: Int] = [:]
    private let isTyped: Bool
    /// The vectors of queries, each computed once although two tests may use it.
    private var queries: [String: [Int8]] = [:]
    /// The number of pictures that could not be used.
    package private(set) var unusable = 0

    /// Makes a temporary store of the gallery, which goes with this value.
    ///
    /// - Parameters:
    ///   - isTyped: The store learns from the types of the gallery.
    ///   - describer: What describes the pictures; nil for the built-in describer.
    package init(
        _ pictures: LabelledPictures, isTyped: Bool = false, describer: (any Describer)? = nil, jobs: Int,
        limits: Limits, phase: @escaping Phase = { try $0 { _ in } }
    ) throws {
        (self.pictures, self.isTyped, self.jobs, self.limits, self.phase) = (pictures, isTyped, jobs, limits, phase)
        let folder = FileManager.default.temporaryDirectory.appending(path: "magpie-eval-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        scratch = folder
        engine = try SearchEngine(
            path: folder.appending(path: "catalog.magpie").path, mode: .create, describer: describer)
        try index()
        if isTyped { _ = try engine.learnBlocking() }
        try read { id, _ in id }
    }

    /// Ranks the gallery in a store of the user.
    ///
    /// - Parameter source: The source that a file has in the store.
    /// - Throws: ``LabelError`` where the store does not hold the whole gallery.
    package init(
        _ pictures: LabelledPictures, in engine: SearchEngine, named store: String, jobs: Int, limits: Limits,
        source: (String) -> String, phase: @escaping Phase = { try $0 { _ in } }
    ) throws {
        (self.pictures, self.engine, self.jobs, self.limits, self.phase) = (pictures, engine, jobs, limits, phase)
        (isTyped, scratch) = (false, nil)
        let files = Dictionary(pictures.gallery.map { (source($0.file), $0.file) }) { first, _ in first }
        try read { _, source in source.flatMap { files[$0] } }
        if let missing = pictures.gallery.first(where: { vectors[$0.file] == nil }) {
            throw LabelError("\(store) does not hold \(missing.file); index the gallery first")
        }
    }

    deinit {
        if let scratch { try? FileManager.default.removeItem(at: scratch) }
    }

    /// One test: each query ranks the whole gallery. Equal scores count as in ``RankingScores``.
    package func result(of test: LabelledPictures.Test) throws -> TestResult {
        let gallery = test.gallery.compactMap { picture in slots[picture.file].map { (picture, slot: $0) } }
        let places = gallery.map(\.slot)
        try describeQueries()
        var scores = RankingScores()
        var typed = RankingScores()
        var hits = HitScores(densities: try densities(of: gallery.map(\.0), at: places))
        for query in test.queries {
            guard let vector = queries[query.file] else { continue }
            let keys = try engine.scores(of: vector, at: places)
            let order = keys.indices.sorted { (keys[$1], $0) < (keys[$0], $1) }
            let ranked = order.map { keys[$0] }
            scores.add(order.map { gallery[$0].0.label == query.label }, scores: ranked)
            if isTyped { typed.add(order.map { gallery[$0].0.type == query.type }, scores: ranked) }
            hits.add(
                try hitQuery(keys, of: vector, at: places), relevant: gallery.map { $0.0.label == query.label },
                kind: gallery.map { $0.0.kind == query.kind })
        }
        let inTest = Set(test.queries.map(\.file))
        for foreign in pictures.queries where !inTest.contains(foreign.file) {
            guard let vector = queries[foreign.file] else { continue }
            hits.addForeign(try hitQuery(engine.scores(of: vector, at: places), of: vector, at: places))
        }
        return TestResult(
            test.name, scores, hits: hits.shares, gallery: gallery.count, typeP10: isTyped ? typed.p10 : nil)
    }

    private func hitQuery(_ keys: [Double], of vector: [Int8], at places: [Int]) throws -> HitScores.Query {
        let similarities = isTyped ? try engine.scores(of: vector, at: places, kindWeight: 0) : keys
        return HitScores.Query(scores: keys, similarities: similarities)
    }

    /// The mean similarity of each picture of a gallery to its ten nearest.
    private func densities(of pictures: [LabelledPictures.Picture], at places: [Int]) throws -> [Double] {
        try pictures.indices.map { index in
            guard let vector = vectors[pictures[index].file] else { return 0 }
            var keys = try engine.scores(of: vector, at: places, kindWeight: 0)
            keys.remove(at: index)
            let nearest = keys.sorted(by: >).prefix(10)
            return nearest.reduce(0, +) / Double(max(nearest.count, 1))
        }
    }

    private func describeQueries() throws {
        try describe(pictures.queries.map(\.file).filter { queries[$0] == nil }) {
            queries[$0] = $1.descriptor.vector
        }
    }

    private func index() throws {
        let types = Dictionary(
            pictures.gallery.compactMap { picture in picture.type.map { (picture.file, $0) } }
        ) { first, _ in first }
        var group: [(Item, DescribedImage?, Fingerprint?)] = []
        func flush() throws {
            for result in try engine.insertDescribed(group) { try result.get() }
            group = []
        }
        try describe(pictures.gallery.map(\.file)) { file, described in
            var item = Item(id: file)
            if let type = types[file] { item.attributes = ["product_type": .string(type)] }
            group.append((item, described, nil))
            if group.count == 128 { try flush() }
        }
        try flush()
    }

    /// Reads the descriptions that the store has of the gallery.
    ///
    /// - Parameter file: The file of the item with an id and a source.
    private func read(_ file: (_ id: String, _ source: String?) -> String?) throws {
        let gallery = Set(pictures.gallery.map(\.file))
        (vectors, slots) = try engine.store.read { snapshot throws(SearchError) in
            var vectors: [String: [Int8]] = [:]
            var slots: [String: Int] = [:]
            try snapshot.eachItem { id, source, _ throws(SearchError) in
                guard let file = file(id, source), gallery.contains(file), let slot = try snapshot.slot(of: id) else {
                    return
                }
                vectors[file] = try snapshot.vector(at: slot)
                slots[file] = slot
            }
            return (vectors, slots)
        }
    }

    /// The pictures of the gallery that have a vector, and these.
    package var vectorsOfGallery: [(file: String, vector: [Int8])] {
        pictures.gallery.compactMap { picture in vectors[picture.file].map { (picture.file, $0) } }
    }

    /// Describes pictures on several threads. Those that cannot be used are counted and left out.
    ///
    /// - Parameter reading: The picture that is described for a file; by default that file.
    package func describe(
        _ files: [String], reading: @escaping @Sendable (String) throws -> ImageInput = { Labels.picture($0) },
        take: (String, DescribedImage) throws -> Void
    ) throws {
        let (engine, limits) = (engine, limits)
        try phase { done in
            try Batch(checked: jobs).run(
                files,
                work: { file in Result { try engine.describe(try reading(file), limits: limits) } },
                deliver: { index, result in
                    switch result {
                    case .success(let described): try take(files[index], described)
                    case .failure(let error):
                        guard error is ImageError || error is SearchError else { throw error }
                        unusable += 1
                    }
                    done(files[index])
                })
        }
    }
}
