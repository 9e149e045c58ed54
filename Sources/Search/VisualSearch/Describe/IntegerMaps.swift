import CKernels
import Imaging

/// The maps that the network in integers reads and writes for one picture.
///
/// Safe: maps are in the pool or with the one picture that they were lent for.
final class IntegerMaps: @unchecked Sendable {
    /// The picture with its frame.
    let framed = AlignedBuffer<UInt8>(zeros: (Int(CKI_SIDE) + 1) * (Int(CKI_SIDE) + 2) * 3)
    /// The input and the output of a block.
    let current: AlignedBuffer<UInt8>
    let next: AlignedBuffer<UInt8>
    /// Room for the maps between the layers of a block.
    let scratch: AlignedBuffer<UInt8>
    private let loaded: LoadedNumbers

    fileprivate init(map: Int, scratch: Int) {
        (current, next) = (AlignedBuffer(zeros: map), AlignedBuffer(zeros: map))
        self.scratch = AlignedBuffer(zeros: scratch)
        loaded = LoadedNumbers(bytes: framed.count + 2 * map + scratch)
    }

    /// Keeps maps for the next picture.
    final class Pool: Sendable {
        private let idle = Locked<[IntegerMaps]>([])
        private let (map, scratch): (Int, Int)

        init(map: Int, scratch: Int) { (self.map, self.scratch) = (map, scratch) }

        /// Lends maps to `body`. As many as pictures can be described at a time are kept afterwards.
        func with<Value>(_ body: (IntegerMaps) -> Value) -> Value {
            let maps = idle.withLock { $0.popLast() } ?? IntegerMaps(map: map, scratch: scratch)
            defer { idle.withLock { if $0.count < Batch.usableCores { $0.append(maps) } } }
            return body(maps)
        }
    }
}
