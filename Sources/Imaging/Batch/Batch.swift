import CVipsShim
import Dispatch

/// Runs the same work on many elements, one element per Dispatch worker at a time.
///
/// Elements are pulled from their sequence only as workers become free, and results wait for the caller in a
/// bounded queue, so a million elements need no more memory than a hundred.
public struct Batch: Sendable {
    /// Elements worked on at the same time; at least 1. Default: the cores this process may use.
    public let workers: Int
    /// Results come in the order of the elements (default), or as they finish.
    public let ordered: Bool

    public init(workers: Int = Batch.usableCores, ordered: Bool = true) {
        self.workers = max(1, workers)
        self.ordered = ordered
    }

    /// Trimming takes about a millisecond: nothing after this many elements, too much after each of a few.
    private static let worthTrimming = 32

    /// Works on all elements and hands each result, with the index of its element, to `deliver`.
    ///
    /// `elements`, `deliver` and `progress` are used on the calling thread only. `progress` hears the number of
    /// finished elements, also of those whose result still waits for its turn. When the cancellation is raised,
    /// running elements finish and are delivered, and no other begins. When `deliver` throws, the batch stops in the
    /// same way and the error is passed on.
    public func run<Element: Sendable, Value: Sendable>(
        _ elements: some Sequence<Element>, cancellation: Cancellation = Cancellation(),
        progress: (Int) -> Void = { _ in }, work: @escaping @Sendable (Element) -> Value,
        deliver: (Int, Value) throws -> Void
    ) rethrows {
        let line = WorkLine<Element, Value>()
        let group = DispatchGroup()
        for worker in 0..<workers {
            // A serial queue each: Dispatch then gives every worker its thread, also beyond the number of cores.
            DispatchQueue(label: "magpie.worker.\(worker)").async(group: group) {
                while let (index, element) = line.next() {
                    if cancellation.isCancelled { line.drop() } else { line.finish(index, work(element)) }
                }
            }
        }
        var finished = 0
        defer {
            line.close()
            group.wait()
            // The allocator keeps what threads freed; a process that lives on should not pay for its largest batch.
            if finished >= Batch.worthTrimming { cvs_trim_memory() }
        }

        var iterator = elements.makeIterator()
        var upcoming = 0
        var waiting: [Int: Value] = [:]
        var turn = 0
        var isExhausted = false
        // Enough ahead to bridge one slow image, few enough to bound the memory.
        let window = workers * 8

        func give(_ index: Int, _ value: Value) throws {
            finished += 1
            progress(finished)
            guard ordered else { return try deliver(index, value) }
            waiting[index] = value
            while let value = waiting.removeValue(forKey: turn) {
                turn += 1
                try deliver(turn - 1, value)
            }
        }

        while true {
            while !isExhausted, !cancellation.isCancelled, line.open < workers * 2, !ordered || upcoming - turn < window
            {
                guard let element = iterator.next() else {
                    isExhausted = true
                    break
                }
                line.add(upcoming, element)
                upcoming += 1
            }
            guard let done = line.takeFinished() else { break }
            for (index, value) in done { try give(index, value) }
        }
        // After a cancellation there may be gaps; what was finished is still delivered.
        for index in waiting.keys.sorted() { try deliver(index, waiting[index]!) }
    }
}
