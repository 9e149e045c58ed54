import CVipsShim
import Dispatch

/// Runs the same work on many elements, one element per Dispatch worker at a time.
///
/// Elements are pulled from their sequence only as workers become free, and only so many ahead of what the caller
/// has taken, so a million elements need no more memory than a hundred. A sequence that has to wait for its next
/// element, such as lines typed by hand, does not hold up the results of those before it.
public struct Batch: Sendable {
    /// The number of elements worked on at the same time, 1…1024. Default: the cores that this process may use.
    package let workers: Int
    /// True, the default, for results in the order of the elements; false for results as they finish.
    package let ordered: Bool

    /// Creates a batch. `workers` is clamped to 1…1024; the defaults are all usable cores and results in order.
    public init(workers: Int = Batch.usableCores, ordered: Bool = true) {
        self.workers = min(max(1, workers), 1024)
        self.ordered = ordered
    }

    /// Trimming takes about a millisecond: nothing after this many elements, too much after each of a few.
    private static let worthTrimming = 32

    /// Works on all elements and hands each result, with the index of its element, to `deliver`.
    ///
    /// `deliver` and `progress` are called on the calling thread; `elements` is used by the workers, one at a time.
    /// `progress` hears the number of finished elements, also of those whose result still waits for its turn. When
    /// the cancellation is raised, running elements finish and are delivered, and no other begins. When `deliver`
    /// throws, the batch stops in the same way and the error is passed on. An element that is being waited for has
    /// to come, or end the sequence, before the batch can stop.
    package func run<Element: Sendable, Value: Sendable>(
        _ elements: sending some Sequence<Element>, cancellation: Cancellation = Cancellation(),
        progress: (Int) -> Void = { _ in }, work: @escaping @Sendable (Element) -> Value,
        deliver: (Int, Value) throws -> Void
    ) rethrows {
        var iterator = elements.makeIterator()
        // Enough ahead to bridge one slow image, few enough to bound the memory.
        let line = WorkLine<Element, Value>(
            workers: workers, window: workers * 8, isCancelled: { cancellation.isCancelled },
            pull: { iterator.next() })
        let group = DispatchGroup()
        for worker in 0..<workers {
            // A serial queue each: Dispatch then gives every worker its thread, also beyond the number of cores.
            DispatchQueue(label: "magpie.worker.\(worker)").async(group: group) {
                while let (index, element) = line.next() { line.finish(index, work(element)) }
                line.leave()
            }
        }
        var finished = 0
        defer {
            line.close()
            group.wait()
            // The allocator keeps what threads freed; a process that lives on should not pay for its largest batch.
            if finished >= Batch.worthTrimming { cvs_trim_memory() }
        }

        var delivered = 0
        var waiting: [Int: Value] = [:]
        while let results = line.takeFinished() {
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
            line.deliver(delivered)
        }
    }
}
