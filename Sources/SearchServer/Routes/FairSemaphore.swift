internal import Dispatch
internal import VisualSearch

/// A semaphore that lets in who came first. That of Dispatch lets in anyone, and under load somebody may wait for very
/// long.
final class FairSemaphore: Sendable {
    private struct State {
        var free: Int
        /// Each thread waits at a semaphore of its own, in the order in which they came.
        var line: [DispatchSemaphore] = []
    }

    private let state: Locked<State>

    init(value: Int) { state = Locked(State(free: value)) }

    /// Threads that wait.
    var waiting: Int { state.withLock { $0.line.count } }

    func wait() {
        let turn = state.withLock { state -> DispatchSemaphore? in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.line.append(turn)
            return turn
        }
        turn?.wait()
    }

    func signal() {
        let next = state.withLock { state -> DispatchSemaphore? in
            guard state.line.isEmpty else { return state.line.removeFirst() }
            state.free += 1
            return nil
        }
        next?.signal()
    }
}
