internal import ImageTypes

/// Bytes of bodies that came from clients whose key is not known yet, and may never be.
///
/// A client may send its key as a part of the body; until it was read, the body has a small share of the memory, and
/// each ``IPAddress/sender`` a part of that.
final class UnauthenticatedBytes: Sendable {
    private struct State {
        var all = 0
        var bySender: [[UInt8]: Int] = [:]
    }

    private let state = Locked(State())
    private let limit: Int
    private let limitPerAddress: Int

    /// - Parameters:
    ///   - limit: bytes of all addresses together.
    ///   - limitPerAddress: bytes of one.
    init(limit: Int, limitPerAddress: Int) {
        self.limit = limit
        self.limitPerAddress = limitPerAddress
    }

    var count: Int { state.withLock { $0.all } }

    /// Returns false if the limit would be exceeded; then nothing is counted.
    func add(_ count: Int, from address: String) -> Bool {
        let sender = IPAddress.sender(address)
        return state.withLock { state in
            let held = state.bySender[sender, default: 0]
            guard count <= limit - state.all, count <= limitPerAddress - held else { return false }
            state.all += count
            state.bySender[sender] = held + count
            return true
        }
    }

    func remove(_ count: Int, from address: String) {
        guard count > 0 else { return }
        let sender = IPAddress.sender(address)
        state.withLock { state in
            state.all -= count
            let rest = state.bySender[sender, default: 0] - count
            state.bySender[sender] = rest > 0 ? rest : nil
        }
    }
}
