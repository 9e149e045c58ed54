/// The random choices of drawings: the same on every machine, for one seed.
///
/// The numbers are those of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A generator of its own for each text, so that adding one item never changes the others. The seed is the hash
    /// FNV-1a of 64 bits.
    init(_ name: String) {
        self.init(seed: name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 up to, not including, 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

    mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    mutating func chance(_ share: Double) -> Bool { unit() < share }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }
}
