internal import ImageTypes

/// The density of each item of a store: its mean similarity to its ten nearest items. A byte an item, by slot; values
/// below 0 are kept as 0.
///
/// A density that is unknown is no fault: a search estimates it from the neighbors of its query.
final class ItemDensities: Sendable {
    /// The nearest items that count.
    static let neighbors = 10

    private struct State {
        /// 0 is unknown, 1 the density 0 and 255 the density 1.
        var bytes: [UInt8] = []
        /// True while all are unknown.
        var isEmpty = true
        /// The values that are not as they were kept.
        var changed = 0
    }

    private let state = Locked(State())

    var bytes: Int { state.withLock { $0.bytes.capacity } }
    /// True while all are unknown.
    var isEmpty: Bool { state.withLock { $0.isEmpty } }
    /// The number of values that changed since they were kept.
    var changed: Int { state.withLock { $0.changed } }

    /// The densities of slots; nil for unknown ones.
    subscript(slots: [Int]) -> [Double?] {
        state.withLock { state in
            slots.map { slot in
                guard state.bytes.indices.contains(slot), state.bytes[slot] > 0 else { return nil }
                return Double(state.bytes[slot] - 1) / 254
            }
        }
    }

    /// Takes the values that a store keeps.
    func take(_ bytes: [UInt8]) {
        state.withLock { $0 = State(bytes: bytes, isEmpty: bytes.allSatisfy { $0 == 0 }) }
    }

    /// Sets the densities of slots.
    func set(_ densities: [(slot: Int, density: Double)]) {
        state.withLock { state in
            for (slot, density) in densities {
                let missing = slot + 1 - state.bytes.count
                if missing > 0 { state.bytes.append(contentsOf: repeatElement(0, count: missing)) }
                state.bytes[slot] = UInt8(1 + (min(max(density, 0), 1) * 254).rounded())
                state.isEmpty = false
            }
            state.changed += densities.count
        }
    }

    /// Makes the densities of slots unknown, where their neighbors have changed.
    func forget(_ slots: some Sequence<Int>) {
        state.withLock { state in
            for slot in slots where state.bytes.indices.contains(slot) {
                state.bytes[slot] = 0
                state.changed += 1
            }
        }
    }

    /// The first of the slots whose densities are unknown, at most `limit`.
    func unknown(among slots: [Int], limit: Int) -> [Int] {
        state.withLock { state in
            var unknown: [Int] = []
            for slot in slots where unknown.count < limit {
                if !state.bytes.indices.contains(slot) || state.bytes[slot] == 0 { unknown.append(slot) }
            }
            return unknown
        }
    }

    /// Returns all values, and counts changes from here on.
    func toKeep() -> [UInt8] {
        state.withLock { state in
            state.changed = 0
            return state.bytes
        }
    }
}
