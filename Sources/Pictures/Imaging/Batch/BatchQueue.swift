import Essentials
import Synchronization

/// The queue between the workers of a batch and its caller: elements to work on, and results that wait.
///
/// Safe: `pull` is called under `pulling` only; everything else mutable is read and written under the lock of
/// `changed` only.
final class BatchQueue<Element: Sendable, Value: Sendable>: @unchecked Sendable {
    private let pulling = Lock()
    private let changed = Lock()
    private let pull: () -> Element?
    private let isCancelled: @Sendable () -> Bool
    /// Elements that may be begun before the first of them is delivered.
    private let window: Int

    private var finished: [(Int, Value)] = []
    private var begun = 0
    private var delivered = 0
    private var workers: Int
    private var isClosed = false

    init(workers: Int, window: Int, isCancelled: @escaping @Sendable () -> Bool, pull: @escaping () -> Element?) {
        self.workers = workers
        self.window = window
        self.isCancelled = isCancelled
        self.pull = pull
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        changed.lock()
        defer { changed.unlock() }
        return body()
    }

    /// Returns the next element for a worker, with its index. Waits for capacity and for the element; nil is the end.
    func next() -> (Int, Element)? {
        pulling.lock()
        defer { pulling.unlock() }
        let isOpen = locked {
            while begun - delivered >= window, !isClosed { changed.wait() }
            return !isClosed
        }
        guard isOpen, !isCancelled(), let element = pull() else {
            close()
            return nil
        }
        return locked {
            begun += 1
            return (begun - 1, element)
        }
    }

    func finish(_ index: Int, _ value: Value) {
        locked {
            finished.append((index, value))
            changed.broadcast()
        }
    }

    /// Records that a worker has reached the end and ends.
    func leave() {
        locked {
            workers -= 1
            changed.broadcast()
        }
    }

    /// Returns the results since the last call; waits for at least one. Nil when all workers have ended.
    func takeFinished() -> [(Int, Value)]? {
        locked {
            while finished.isEmpty, workers > 0 { changed.wait() }
            defer { finished.removeAll(keepingCapacity: true) }
            return finished.isEmpty ? nil : finished
        }
    }

    /// Records that the caller has processed `count` results in all, which frees capacity for more.
    func deliver(_ count: Int) {
        locked {
            delivered = count
            changed.broadcast()
        }
    }

    /// No more elements are begun.
    func close() {
        locked {
            isClosed = true
            changed.broadcast()
        }
    }

    /// Closes the queue, and waits until all workers have left.
    func finish() {
        close()
        locked { while workers > 0 { changed.wait() } }
    }
}
