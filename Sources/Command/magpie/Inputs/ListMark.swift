import Imaging

/// The number and a hash of all inputs in their order, whatever shard they belong to, by which the parts of a run show
/// that they were made from the same list.
final class ListMark: Sendable {
    private let state = Locked((count: 0, hash: FNV1a()))

    func add(_ key: Path) {
        state.withLock { state in
            state.count += 1
            for byte in key.bytes { state.hash.add(byte) }
            // No path holds NUL.
            state.hash.add(0)
        }
    }

    /// "1234 inputs, 3f0c…"
    var text: String { state.withLock { "\(Numbers.plural($0.count, "input")), \(String($0.hash.value, radix: 16))" } }
}
