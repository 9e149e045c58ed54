internal import Dispatch

extension SearchEngine {
    /// Learns from the types and words of the items, off the threads of tasks. See ``learnBlocking(cancellation:)``.
    public func learn() async throws(SearchError) -> LearningReport {
        try await threads.offload { cancellation throws(SearchError) in
            try self.learnBlocking(cancellation: cancellation)
        }
    }

    /// Learns from the types of the items which pictures show the same kind, and from their texts which words pictures
    /// show, and keeps that in the store.
    ///
    /// Trials on the items themselves decide what searches use: nothing, the types of similar items, or these and a map
    /// of the descriptors; and which words. Searches use the former state until the new one is complete. Takes seconds for 100,000
    /// items, and 65 MB of memory beside what searches have.
    ///
    /// - Parameter cancellation: Ends the call; the store keeps what it had learned before. Default: never.
    /// - Returns: the figures, also where nothing was adopted.
    /// - Throws: `store` where the file cannot be read or written, or `cancelled`.
    public func learnBlocking(cancellation: Cancellation = Cancellation()) throws(SearchError) -> LearningReport {
        try learnBlocking(cancellation: cancellation, progress: { _ in })
    }

    /// ``learnBlocking(cancellation:)``, with the share of the work that is done now and then.
    package func learnBlocking(
        cancellation: Cancellation = Cancellation(), progress: (Double) -> Void
    ) throws(SearchError) -> LearningReport {
        try steadily { () throws(SearchError) in
            let start = ContinuousClock.now
            let report = try store.learn(fromTypesIn: typeFields, cancellation: cancellation, progress: progress)
            try catalog.followLearning()
            learner.completed(in: start.duration(to: .now) / .seconds(1))
            return report
        }
    }

    /// Learns in the background where it is due, after changes: at most one check a second.
    func learnFromChanges() {
        guard learnsFromChanges, let begins = learner.begins() else { return }
        learner.queue.asyncAfter(deadline: begins) { [weak self] in
            guard let self else { return }
            learner.ends()
            do throws(SearchError) {
                let isDue = try steadily { () throws(SearchError) in
                    if try store.isLearningDue() { return true }
                    try store.renewTypes()
                    return false
                }
                if isDue { _ = try learnBlocking() }
                keepDensitiesInBackground()
            } catch {
                if !store.isClosed { learner.failed(error) }
            }
        }
    }

    /// Computes the densities that are unknown in the background, and keeps them: ever so many, with a pause after each.
    func keepDensitiesInBackground(after pause: DispatchTimeInterval = .seconds(0)) {
        guard learnsFromChanges else { return }
        learner.queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self else { return }
            do throws(SearchError) {
                let isComplete = try steadily { () throws(SearchError) in try catalog.keepDensities(limit: 8192) }
                if !isComplete { keepDensitiesInBackground(after: .seconds(1)) }
            } catch {
                if !store.isClosed { learner.failed(error) }
            }
        }
    }

    /// The runs of learning in the background that failed so far.
    package var learningFailures: Int { learner.failures }

    /// The runs of learning by this engine that were completed so far, and their seconds.
    package var learnings: (runs: Int, seconds: Double) { learner.completed }

    /// Calls `report` with the error of each run of learning in the background that fails.
    package func whenLearningFails(_ report: @escaping @Sendable (SearchError) -> Void) {
        learner.report(to: report)
    }

    /// The fields that may hold the type of an item, the likeliest first.
    package var typeFields: [String] { typeField.map { [$0] } ?? CatalogStore.typeFields }

    /// Returns the votes for the types of a picture; nil where nothing was learned, or nothing similar has a type. Only in
    /// a read of the catalog.
    ///
    /// - Parameters:
    ///   - querySlots: The slots of the items that were searched with.
    ///   - weight: The share of the types in a score; nil for the usual one.
    func typeVotes(
        of similarity: SimilarityScale, querySlots: [Int], neighbors: [VectorIndex.Row], weight: Double?,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) -> TypeVotes? {
        guard let (rows, types) = try learnedTypes(in: snapshot), rows.space.report.adoption != .nothing else {
            return nil
        }
        return try TypeVotes(
            similarity, querySlots: querySlots, neighbors: neighbors, weight: weight, types: types, rows: rows,
            guesses: rows.guesses(by: types, in: snapshot), in: snapshot)
    }

    /// Returns the guessed types of items and pictures; nil where none are guessed. Only in a read of the catalog.
    ///
    /// - Parameter onlyAdopted: Nil as well where searches use nothing of what was learned: types can be guessed well by
    ///   visual similarity alone.
    func typeGuesses(onlyAdopted: Bool = false, in snapshot: borrowing Snapshot) throws(SearchError) -> TypeGuesses? {
        guard let (rows, types) = try learnedTypes(in: snapshot),
            !onlyAdopted || rows.space.report.adoption != .nothing
        else { return nil }
        return try rows.guesses(by: types, in: snapshot)
    }

    /// Returns the guess for an item without a type; nil where the field of types was not asked for, or no type is
    /// probable. Only in a read of the catalog.
    ///
    /// - Parameters:
    ///   - item: With all its attributes.
    ///   - fields: The fields that the answer is to have.
    func guessedType(
        of item: Item, at slot: Int, fields: [String], in snapshot: borrowing Snapshot
    ) throws(SearchError) -> GuessedType? {
        guard let space = catalog.learned?.space, space.curve != nil, item.attributes[space.field] == nil,
            fields.contains("*") || fields.contains(space.field), let guesses = try typeGuesses(in: snapshot),
            let guess = try guesses.at(slot, in: snapshot), let name = guess.types.last
        else { return nil }
        return GuessedType(name, probability: guess.probability)
    }

    private func learnedTypes(in snapshot: borrowing Snapshot) throws(SearchError) -> (LearnedRows, TypeTable)? {
        guard let rows = catalog.learned, let types = try types(in: snapshot), types.field.name == rows.space.field
        else { return nil }
        return (rows, types)
    }
}

/// The thread on which an engine learns from changes, and whether it will check for them.
final class Learner: Sendable {
    let queue = DispatchQueue(label: "magpie.learn", qos: .utility)
    private let isWaiting = Locked(false)
    private let failed = Locked<(count: Int, report: @Sendable (SearchError) -> Void)>((0, { _ in }))

    private let runs = Locked<(runs: Int, seconds: Double)>((0, 0))

    var completed: (runs: Int, seconds: Double) { runs.withLock { $0 } }
    var failures: Int { failed.withLock { $0.count } }

    func report(to report: @escaping @Sendable (SearchError) -> Void) { failed.withLock { $0.report = report } }

    func failed(_ error: SearchError) {
        // Counted after the report: who waits for the count may then rely on the report.
        failed.withLock { $0.report }(error)
        failed.withLock { $0.count += 1 }
    }

    func completed(in seconds: Double) { runs.withLock { $0 = ($0.runs + 1, $0.seconds + seconds) } }

    /// The time of the next check, or nil where there will be one already.
    func begins() -> DispatchTime? {
        isWaiting.withLock { isWaiting in
            defer { isWaiting = true }
            return isWaiting ? nil : .now() + 1
        }
    }

    func ends() { isWaiting.withLock { $0 = false } }
}
