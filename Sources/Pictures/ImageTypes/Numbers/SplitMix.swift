/// Random numbers that are the same on every machine and in every run, for one seed: SplitMix64 (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014).
package struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// - Parameter seed: Any number; one of more than 64 bits is cut off.
    package init(seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 up to, not including, 1.
    package mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// From `low` up to, not including, `high`.
    package mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }
}
