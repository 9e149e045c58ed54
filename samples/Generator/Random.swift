import Imaging

/// The random choices of drawings: the same on every machine, for one seed.
struct Random {
    private var numbers: SplitMix

    init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    /// A generator of its own for each text, so that adding one item never changes the others.
    init(_ name: String) {
        self.init(seed: FNV1a(name.utf8).value)
    }

    /// From 0 up to, not including, 1.
    mutating func unit() -> Double { numbers.unit() }

    mutating func between(_ low: Double, _ high: Double) -> Double { numbers.between(low, high) }

    mutating func chance(_ share: Double) -> Bool { unit() < share }

    mutating func below(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }

    mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }
}
