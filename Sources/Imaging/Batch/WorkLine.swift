import Foundation

/// The two queues between the caller of a batch and its workers.
///
/// Safe: everything mutable is read and written under the condition's lock only.
final class WorkLine<Element: Sendable, Value: Sendable>: @unchecked Sendable {
    private let changed = NSCondition()
    private var pending: [(Int, Element)] = []
    private var finished: [(Int, Value)] = []
    /// Added and not yet taken back or dropped.
    private var inside = 0
    private var isClosed = false

    private func locked<Result>(_ body: () -> Result) -> Result {
        changed.lock()
        defer { changed.unlock() }
        return body()
    }

    /// Elements that are waiting, being worked on, or finished and not yet taken.
    var open: Int { locked { inside } }

    func add(_ index: Int, _ element: Element) {
        locked {
            pending.append((index, element))
            inside += 1
            changed.broadcast()
        }
    }

    /// The next element for a worker; nil when the line is closed. Waits.
    func next() -> (Int, Element)? {
        locked {
            while pending.isEmpty, !isClosed { changed.wait() }
            return isClosed ? nil : pending.removeFirst()
        }
    }

    func finish(_ index: Int, _ value: Value) {
        locked {
            finished.append((index, value))
            changed.broadcast()
        }
    }

    /// An element that nobody will work on.
    func drop() {
        locked {
            inside -= 1
            changed.broadcast()
        }
    }

    /// What finished since the last call; waits for at least one. Nil when nothing is left to wait for.
    func takeFinished() -> [(Int, Value)]? {
        locked {
            while finished.isEmpty, inside > 0 { changed.wait() }
            inside -= finished.count
            defer { finished.removeAll(keepingCapacity: true) }
            return finished.isEmpty ? nil : finished
        }
    }

    /// Sends the workers home.
    func close() {
        locked {
            isClosed = true
            changed.broadcast()
        }
    }
}
