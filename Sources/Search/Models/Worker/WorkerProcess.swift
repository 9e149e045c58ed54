import Essentials

/// A program in a process of its own that answers requests: bytes for bytes.
///
/// The program calls ``serveCalls(greeting:answer:)``. It starts with the first call. A crash, a call that takes too
/// long, and a limit of memory are errors of one call; the next call starts the process again. After three failures in
/// a row calls fail at once for ten seconds. The process ends when nobody has called it for a while, and its memory is
/// given back; it also ends with this process.
///
/// A process has no rights but to read files, to use memory and processors, and to answer: see ``WorkerState/isConfined``.
/// Any thread may call; one call runs at a time, in the order in which they came.
package final class WorkerProcess: Sendable {
    private let core: WorkerCore

    /// Starts nothing yet.
    ///
    /// Times are in seconds, 0...1,000,000. `idle`: the time without a call after which the process ends; nil for never.
    /// `timeout`: of one call. `startTimeout`: until the greeting. `memory`: the largest address space of the process in
    /// bytes, which the code of libraries and the stacks of threads count to; nil for any. `pause`: the time without a
    /// start after three failures.
    package init(
        executable: String, arguments: [String], idle: Double? = 300, timeout: Double = 30, startTimeout: Double = 60,
        memory: Int? = nil, pause: Double = 10
    ) {
        func bounded(_ seconds: Double) -> Double { min(max(seconds, 0), 1e6) }
        core = WorkerCore(
            words: [executable] + arguments, idle: idle.map(bounded), timeout: bounded(timeout),
            startTimeout: bounded(startTimeout), memory: max(memory ?? 0, 0), pause: bounded(pause))
    }

    deinit { core.end() }

    /// Returns the answer to a request, of `limit` bytes at most.
    package func call(_ request: [UInt8], limit: Int = 64 << 20) throws(WorkerError) -> [UInt8] {
        try core.call(request, limit: limit)
    }

    /// Returns the greeting of the process, which is started if none runs.
    @discardableResult package func start() throws(WorkerError) -> [UInt8] { try core.start() }

    /// The last greeting; nil before the first.
    package var greeting: [UInt8]? { core.greeting }

    package var state: WorkerState { core.state }

    /// The calls that are on or wait for their turn.
    package var waiting: Int { core.withRecord { $0.next - $0.serving } }

    /// Ends the process for ever, also in the middle of a call. Returns when it has ended; later calls are errors.
    package func end() { core.end() }
}
