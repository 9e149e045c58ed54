/// Random numbers that a seed determines: SplitMix64, from G. Steele et al., "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `limit`.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// True once in so many times.
    mutating func isOnce(in times: Int) -> Bool { below(times) == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
