/// The limits and workers of a call of the engine, and the flag that ends it early.
struct CallOptions: Sendable {
    /// The limits on the picture of the call.
    let limits: Limits
    /// The number of pictures or objects processed at the same time.
    let workers: Int
    private let cancellation: Cancellation

    /// - Parameter cancellation: Ends the call; by default what ends the work on this thread.
    /// - Throws: `invalidArgument` for a number of workers that no batch can have.
    init(
        _ limits: Limits, workers: Int = 1,
        _ cancellation: Cancellation = Budget.current?.cancellation ?? Cancellation()
    ) throws(SearchError) {
        guard Batch.workerCounts.contains(workers) else {
            throw .invalidArgument("workers is \(workers); it must be 1…\(Batch.workerCounts.upperBound)")
        }
        self.limits = limits
        self.workers = workers
        self.cancellation = cancellation
    }

    /// Throws `cancelled` when the flag is raised.
    func checkCancellation() throws(SearchError) {
        if cancellation.isCancelled { throw .cancelled }
    }

    func prepare(_ input: ImageInput, as recipe: Recipe) throws(SearchError) -> Prepared {
        do throws(ImageError) {
            return try Imaging.prepare(input, as: recipe, limits: limits, cancellation: cancellation)
        } catch {
            if case .cancelled = error { throw .cancelled }
            throw .image(error)
        }
    }

    /// Returns the result of `work` for each element, in order; of several errors the first one is thrown.
    func map<Element: Sendable, Value: Sendable>(
        _ elements: [Element], _ work: @escaping @Sendable (Element) throws(SearchError) -> Value
    ) throws(SearchError) -> [Value] {
        var results: [Result<Value, SearchError>] = []
        let pinned = EngineCore.pinned
        results.reserveCapacity(elements.count)
        Batch(checked: min(workers, max(elements.count, 1))).run(
            elements, cancellation: cancellation,
            work: { element in
                EngineCore.$pinned.withValue(pinned) {
                    Result { () throws(SearchError) -> Value in try work(element) }
                }
            },
            deliver: { _, result in results.append(result) })
        try checkCancellation()
        return try results.map { result throws(SearchError) in try result.get() }
    }
}
