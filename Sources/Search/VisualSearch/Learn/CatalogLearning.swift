internal import SQLite

/// Learning from the types of a catalog, and the trial that decides what of it searches use.
///
/// In each of five rounds a fifth of a sample is searched for among the rest, with what was learned from that rest
/// alone. The result is the same for the same content of a store.
struct CatalogLearning {
    /// The items that a map is learned from.
    private static let learningItems = 20_000
    /// The items of the trial.
    private static let trialItems = 2_500
    private static let rounds = 5
    /// The shrinkages to choose from, the most careful first. The largest one wins that is nearly as good as the best:
    /// types tell little about the differences between the items of a type, which a small shrinkage sacrifices.
    private static let shrinkages = [0.8, 0.5, 0.3]
    private static let nearlyAsGood = 0.015
    /// The gain in precision that adoption takes: of the types over visual similarity alone, and of a map over the types.
    private static let leastGain = (kinds: 0.01, map: 0.005)
    /// Larger descriptors are left as they are: learning takes memory and time with the square of their values.
    private static let mostDimensions = 1024

    let types: TypeTable
    let dimensions: Int
    let cancellation: Cancellation
    /// Called with the share of the trial that is done.
    var progress: (Double) -> Void = { _ in }

    /// Learns from one state of a store.
    func learn(in snapshot: borrowing Snapshot) throws(SearchError) -> LearnedSpace {
        let sample = try TypeSample(types, limit: CatalogLearning.learningItems, in: snapshot)
        var space = LearnedSpace(
            field: types.field.name, types: [], map: nil,
            report: LearningReport(
                adoption: .nothing, items: snapshot.visible(types.slots).count, types: sample.byType.count,
                revision: snapshot.revision + 1))
        guard sample.byType.count >= TypeScatter.leastTypes else {
            space.report.reason = "fewer than 3 types have \(TypeSample.leastItems) items"
            return space
        }
        let trial = sample.thinned(to: CatalogLearning.trialItems)
        let visual = try outcome(of: trial, .similarity, number: 0, in: snapshot).precision
        let byKinds = try outcome(of: trial, .kinds, number: 1, in: snapshot)
        let kinds = byKinds.precision
        var maps: [(shrinkage: Double, precision: Double, guesses: Guesses)] = []
        if dimensions <= CatalogLearning.mostDimensions {
            for (number, shrinkage) in zip(2..., CatalogLearning.shrinkages) {
                let outcome = try outcome(of: trial, .map(shrinkage), number: number, in: snapshot)
                maps.append((shrinkage, outcome.precision, outcome.guesses))
            }
        }
        space.report.precisionBefore = visual
        let best = maps.map(\.precision).max() ?? 0
        let careful = maps.first { $0.precision >= best - CatalogLearning.nearlyAsGood }
        if let careful, careful.precision >= kinds + CatalogLearning.leastGain.map,
            careful.precision >= visual + CatalogLearning.leastGain.kinds,
            let scatter = TypeScatter(sample, dimensions: dimensions),
            let map = scatter.map(shrinkage: careful.shrinkage)
        {
            space.map = map
            space.types = Set(scatter.types.map { types.names[$0] })
            space.report.adoption = .map
            space.report.shrinkage = careful.shrinkage
            space.report.precisionAfter = careful.precision
            space.guess(careful.guesses)
        } else if kinds >= visual + CatalogLearning.leastGain.kinds {
            space.report.adoption = .kinds
            space.report.precisionAfter = kinds
            space.guess(byKinds.guesses)
        } else {
            space.report.reason = "the types of similar items did not improve the hits"
            // They may tell types well, where visual similarity alone orders the hits as well.
            space.guess(byKinds.guesses)
        }
        return space
    }

    private enum Candidate {
        case similarity
        case kinds
        case map(Double)
    }

    /// The guesses of the types of the items that were tried.
    fileprivate struct Guesses {
        /// The likeliest type of each item.
        var best: [GuessCurve.Trial] = []
        /// All types that somebody voted for, and those for items whose own type nobody could vote for.
        var all: [GuessCurve.Trial] = []
        /// One item in so many is also tried as one of an unknown type.
        private static let unknownShare = 4
        private static let leastShare = 0.02

        /// Adds the guess for an item.
        mutating func add(
            _ member: TypeSample.Member, _ vector: [Int8], _ exemplars: TypeExemplars, in snapshot: borrowing Snapshot
        ) throws(SearchError) {
            let types = Set(exemplars.types.at(member.slot))
            let shares = try exemplars.shares(of: vector, in: snapshot)
            let ordered = shares.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
            all += ordered.filter { $0.value >= Self.leastShare }.map {
                .init(share: $0.value, isRight: types.contains($0.key))
            }
            if let first = ordered.first(where: { exemplars.isParticular($0.key) }) {
                best.append(.init(share: first.value, isRight: first.key == member.type))
            }
            guard best.count.isMultiple(of: Self.unknownShare) else { return }
            let others = try exemplars.shares(of: vector, except: member.type, in: snapshot)
                .filter { $0.value >= Self.leastShare }
            all += others.sorted { $0.key < $1.key }.map { .init(share: $0.value, isRight: types.contains($0.key)) }
        }
    }

    /// The share of the first ten hits with the type of the query, the mean over the types, and the guesses of its type.
    ///
    /// - Parameter number: The place of the candidate in the trial, from 0.
    private func outcome(
        of trial: TypeSample, _ candidate: Candidate, number: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (precision: Double, guesses: Guesses) {
        var guesses = Guesses()
        var shares: [Int: (sum: Double, count: Int)] = [:]
        for round in 0..<CatalogLearning.rounds {
            if cancellation.isCancelled { throw .cancelled }
            let parts = (CatalogLearning.shrinkages.count + 2) * CatalogLearning.rounds
            progress(Double(number * CatalogLearning.rounds + round) / Double(parts))
            let (learning, trying) = trial.fold(round, of: CatalogLearning.rounds)
            let index = VectorIndex(dimensions: dimensions)
            index.update { changes in for member in learning.members { changes.set(member.slot, member.vector.span) } }
            let rows = try rows(candidate, learning, index)
            let slots = learning.members.map(\.slot)
            let counts = learning.byType.mapValues(\.count)
            let exemplars = rows.map {
                TypeExemplars(slots, types: types, vectors: $0.vectors as (any ComparedVectors)? ?? index)
            }
            let typeOf = Dictionary(uniqueKeysWithValues: learning.members.map { ($0.slot, $0.type) })
            for member in trying {
                let similarity = try SimilarityScale(member.vector, parts: [])
                var keys = index.dots(similarity.query, at: slots).map { similarity.key(dot: Int($0)) }
                if let rows {
                    let near = index.search(similarity.query, count: TypeVotes.pool, mode: .exact).map(\.slot)
                    let dots = index.dots(similarity.query, at: near)
                    let neighbors = zip(near, dots).map { VectorIndex.Row(slot: $0, dot: Int($1)) }
                    let votes = try TypeVotes(similarity, neighbors: neighbors, types: types, rows: rows, in: snapshot)
                    if let votes { keys = try votes.keys(of: slots, visual: keys, in: snapshot) }
                    let mapped = rows.space.map?.apply(member.vector.span) ?? member.vector
                    if let exemplars { try guesses.add(member, mapped, exemplars, in: snapshot) }
                }
                let best = slots.indices.sorted { keys[$0] != keys[$1] ? keys[$0] > keys[$1] : $0 < $1 }.prefix(10)
                let possible = min(10, counts[member.type] ?? 0)
                guard possible > 0 else { continue }
                let right = best.count { typeOf[slots[$0]] == member.type }
                shares[member.type, default: (0, 0)].sum += Double(right) / Double(possible)
                shares[member.type, default: (0, 0)].count += 1
            }
        }
        // In one order, for a sum of fractions depends on it.
        let sum = shares.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value.sum / Double($1.value.count) }
        return (sum / Double(max(shares.count, 1)), guesses)
    }

    /// The rows of a candidate, learned from a part of the trial; nil for visual similarity alone.
    private func rows(
        _ candidate: Candidate, _ learning: TypeSample, _ described: VectorIndex
    ) throws(SearchError) -> LearnedRows? {
        let report = LearningReport(adoption: .kinds, items: 0, types: 0, revision: 0)
        var space = LearnedSpace(field: types.field.name, types: [], map: nil, report: report)
        switch candidate {
        case .similarity: return nil
        case .kinds: break
        case .map(let shrinkage):
            if let scatter = TypeScatter(learning, dimensions: dimensions) {
                space.map = scatter.map(shrinkage: shrinkage)
                space.types = Set(scatter.types.map { types.names[$0] })
            }
        }
        return LearnedRows(space, of: described)
    }
}

extension LearnedSpace {
    /// Learns from a trial which guesses of types to trust.
    fileprivate mutating func guess(_ guesses: CatalogLearning.Guesses) {
        guard guesses.best.count >= GuessCurve.leastTrials, let curve = GuessCurve(guesses.all) else { return }
        let told = guesses.best.filter { curve.probability(ofShare: $0.share) >= GuessCurve.least }
        guard !told.isEmpty else { return }
        self.curve = curve
        report.guessed = Double(told.count) / Double(guesses.best.count)
        report.guessedRight = Double(told.count { $0.isRight }) / Double(told.count)
    }
}
