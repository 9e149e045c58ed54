internal import ImageTypes

/// Bytes that clients make the server hold: all together they have a limit, and each ``IPAddress/sender`` a share.
///
/// One of these counts the bodies of clients whose key is not known yet, and may never be; one all bodies; and one the
/// answers that clients have not read yet.
final class SenderBytes: Sendable {
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

    /// Returns false if a limit would be exceeded; then nothing is counted.
    func add(_ count: Int, from sender: [UInt8]) -> Bool {
        state.withLock { state in
            let held = state.bySender[sender, default: 0]
            guard count <= limit - state.all, count <= limitPerAddress - held else { return false }
            state.all += count
            state.bySender[sender] = held + count
            return true
        }
    }

    func remove(_ count: Int, from sender: [UInt8]) {
        guard count > 0 else { return }
        state.withLock { state in
            state.all -= count
            let rest = state.bySender[sender, default: 0] - count
            state.bySender[sender] = rest > 0 ? rest : nil
        }
    }
}

extension SenderBytes {
    /// - Parameter address: Numeric.
    func add(_ count: Int, from address: String) -> Bool { add(count, from: IPAddress.sender(address)) }

    func remove(_ count: Int, from address: String) { remove(count, from: IPAddress.sender(address)) }
}
