internal import Synchronization

/// Stands for numbers of a network in memory, parameters or maps, as long as it lives, so that they can be counted.
final class LoadedNumbers: Sendable {
    private static let counter = Atomic<Int>(0)
    /// The bytes of all that are in memory.
    static var bytes: Int { counter.load(ordering: .relaxed) }

    private let bytes: Int

    init(bytes: Int) {
        self.bytes = bytes
        LoadedNumbers.counter.add(bytes, ordering: .relaxed)
    }

    /// - Parameter values: The number of Float values.
    convenience init(values: Int) { self.init(bytes: values * MemoryLayout<Float>.size) }

    deinit { LoadedNumbers.counter.subtract(bytes, ordering: .relaxed) }
}
