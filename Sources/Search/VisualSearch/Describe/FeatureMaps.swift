import Imaging

/// The maps that the layers of a network read and write for one picture.
///
/// Safe: maps are in the pool or with the one picture that they were lent for.
final class FeatureMaps: @unchecked Sendable {
    /// The input and the output of a block.
    let current: AlignedBuffer<Float>
    let next: AlignedBuffer<Float>
    /// Between its layers.
    let wide: AlignedBuffer<Float>
    let filtered: AlignedBuffer<Float>
    private let loaded: LoadedNumbers

    fileprivate init(values: Int) {
        (current, next) = (AlignedBuffer(zeros: values), AlignedBuffer(zeros: values))
        (wide, filtered) = (AlignedBuffer(zeros: values), AlignedBuffer(zeros: values))
        loaded = LoadedNumbers(values: 4 * values)
    }

    /// Keeps maps for the next picture: the system clears new memory page by page, which takes a sixth of the time of the
    /// network where each layer has its own.
    final class Pool: Sendable {
        private let idle = Locked<[FeatureMaps]>([])
        private let values: Int

        /// - Parameter values: The values of the largest map.
        init(values: Int) { self.values = values }

        /// Lends maps to `body`. As many as pictures can be described at a time are kept afterwards.
        func with<Value>(_ body: (FeatureMaps) -> Value) -> Value {
            let maps = idle.withLock { $0.popLast() } ?? FeatureMaps(values: values)
            defer { idle.withLock { if $0.count < Batch.usableCores { $0.append(maps) } } }
            return body(maps)
        }
    }
}
