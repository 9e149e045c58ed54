import CVipsShim

/// Runs the same work on many elements, one element per worker thread at a time.
///
/// Elements are pulled from their sequence only as workers become free, and only so many ahead of what the caller
/// has taken, so a million elements need no more memory than a hundred. A sequence that has to wait for its next
/// element, such as lines typed by hand, does not hold up the results of those before it.
public struct Batch: Sendable {
    /// The number of elements worked on at the same time, 1…1024. Default: the cores that this process may use.
    package let workers: Int
    /// True, the default, for results in the order of the elements; false for results as they finish.
    package let ordered: Bool

    /// The numbers of workers that a batch may have.
    public static let workerCounts = 1...1024

    /// Creates a batch with as many workers as this process may use cores.
    public init(ordered: Bool = true) {
        self.init(checked: Batch.usableCores, ordered: ordered)
    }

    /// Creates a batch with `workers` workers.
    ///
    /// - Throws: `invalidRecipe` for a number outside of ``workerCounts``.
    public init(workers: Int, ordered: Bool = true) throws(ImageError) {
        guard Batch.workerCounts.contains(workers) else {
            throw .invalidRecipe(property: "workers", value: "\(workers)", allowed: "1…1024")
        }
        self.init(checked: workers, ordered: ordered)
    }

    /// A batch of a number of workers that was checked before.
    package init(checked workers: Int, ordered: Bool = true) {
        precondition(Batch.workerCounts.contains(workers))
        self.workers = workers
        self.ordered = ordered
    }

    /// Trimming takes about a millisecond: nothing after this many elements, too much after each of a few.
    private static let worthTrimming = 32

    /// Works on all elements and hands each result, with the index of its element, to `deliver`.
    ///
    /// `deliver` and `progress` are called on the calling thread; `elements` is used by the workers, one at a time.
    /// `progress` receives the number of finished elements, including those whose result is not yet delivered. When the
    /// cancellation is raised, running elements finish and are delivered, and no other begins. When `deliver` throws,
    /// the batch stops in the same way and the error is rethrown. A sequence that blocks for its next element has to
    /// return it, or end, before the batch can stop.
    package func run<Element: Sendable, Value: Sendable>(
        _ elements: sending some Sequence<Element>, cancellation: Cancellation = Cancellation(),
        progress: (Int) -> Void = { _ in }, work: @escaping @Sendable (Element) -> Value,
        deliver: (Int, Value) throws -> Void
    ) rethrows {
        var iterator = elements.makeIterator()
        // Enough ahead to bridge one slow image, few enough to bound the memory.
        let queue = BatchQueue<Element, Value>(
            workers: workers, window: workers * 8, isCancelled: { cancellation.isCancelled },
            pull: { iterator.next() })
        let threads = Workers(threads: workers)
        for _ in 0..<workers {
            _ = threads.add {
                while let (index, element) = queue.next() { queue.finish(index, work(element)) }
                queue.leave()
            }
        }
        var finished = 0
        defer {
            queue.finish()
            // The allocator keeps memory that threads freed; a long-lived process should not keep that of its largest
            // batch. Nothing happens in a host that did not ask for it.
            if finished >= Batch.worthTrimming { cvs_trim_memory() }
        }

        var delivered = 0
        var waiting: [Int: Value] = [:]
        while let results = queue.takeFinished() {
            for (index, value) in results {
                finished += 1
                progress(finished)
                if ordered {
                    waiting[index] = value
                } else {
                    try deliver(index, value)
                    delivered += 1
                }
            }
            while let value = waiting.removeValue(forKey: delivered) {
                try deliver(delivered, value)
                delivered += 1
            }
            queue.deliver(delivered)
        }
    }
}
