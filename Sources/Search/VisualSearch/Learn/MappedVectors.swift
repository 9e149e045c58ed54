internal import Dispatch
internal import Imaging

/// The vectors of an index under a learned map, each computed when it is first asked for: mapping a vector takes longer
/// than reading it.
///
/// The index must not change during a call, except before ``forget(_:)`` of what has changed.
final class MappedVectors: LearnedVectors {
    let areInMemory = true
    var bytes: Int { mapped.bytes }
    /// So many are mapped on all cores.
    private static let many = 4096

    private let map: LearnedMap
    private let described: VectorIndex
    private let mapped: VectorIndex

    init(_ map: LearnedMap, of described: VectorIndex) {
        self.map = map
        self.described = described
        // Only dot products are asked for, which need no lists.
        mapped = VectorIndex(dimensions: map.dimensions, scale: 127, tuning: Tuning(plainRows: .max))
    }

    func dots(_ vector: [Int8], at slots: [Int]) -> [Int32] {
        fill(slots)
        return mapped.dots(vector, at: slots)
    }

    func row(_ slot: Int) -> [Int8]? {
        fill([slot])
        return mapped.row(slot)
    }

    func dots(_ vector: [Int8], at slots: [Int], in _: borrowing Snapshot) -> [Int32] { dots(vector, at: slots) }

    func row(_ slot: Int, in _: borrowing Snapshot) -> [Int8]? { row(slot) }

    func forget(_ slot: Int) { mapped.remove(slot) }

    func fill() { fill(described.slots) }

    private func fill(_ slots: [Int]) {
        let missing = mapped.empty(among: slots)
        guard !missing.isEmpty else { return }
        let portions = missing.count < Self.many ? 1 : (missing.count + Self.many - 1) / Self.many
        DispatchQueue.concurrentPerform(iterations: portions) { portion in
            let part = missing[missing.count * portion / portions..<missing.count * (portion + 1) / portions]
            let rows = part.compactMap { slot in described.row(slot).map { (slot, map.apply($0)) } }
            mapped.update { changes in for (slot, row) in rows { changes.set(slot, row.span) } }
        }
    }
}
