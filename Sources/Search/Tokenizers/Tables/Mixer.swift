/// A hash of words with secrets of the process, so that no file can make many of them collide.
///
/// It folds the product of 128 bits, as wyhash (Wang Yi) does.
struct Mixer: Sendable {
    private static let ofProcess = Mixer(added: .random(in: 0 ... .max), factor: .random(in: 0 ... .max) | 1)

    private let added: UInt64
    private let factor: UInt64

    private init(added: UInt64, factor: UInt64) { (self.added, self.factor) = (added, factor) }

    init() { self = Self.ofProcess }

    func mix(_ value: UInt64) -> UInt64 {
        let product = (value ^ added).multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
