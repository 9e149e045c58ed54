/// SHA-256 (FIPS 180-4), and codes that only holders of a key can make with it (HMAC, RFC 2104).
package enum SHA256 {
    private static let blockBytes = 64

    /// The code of a message by a key, 32 bytes.
    package static func code(of message: [UInt8], by key: [UInt8]) -> [UInt8] {
        var padded = key.count > blockBytes ? hash(key) : key
        padded += [UInt8](repeating: 0, count: blockBytes - padded.count)
        return hash(padded.map { $0 ^ 0x5C } + hash(padded.map { $0 ^ 0x36 } + message))
    }

    /// The hash of bytes, 32 bytes.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        var stream = Stream()
        stream.add(message)
        return stream.end()
    }

    /// The hash of bytes that come in portions.
    package struct Stream {
        private var state = SHA256.start
        private var words = [UInt32](repeating: 0, count: 64)
        /// Less than a block.
        private var rest: [UInt8] = []
        private var count = 0

        package init() {}

        package mutating func add(_ bytes: [UInt8]) {
            count += bytes.count
            var place = 0
            if !rest.isEmpty {
                place = min(SHA256.blockBytes - rest.count, bytes.count)
                rest += bytes[..<place]
                if rest.count < SHA256.blockBytes { return }
                SHA256.mix(&state, &words, rest, from: 0)
            }
            while bytes.count - place >= SHA256.blockBytes {
                SHA256.mix(&state, &words, bytes, from: place)
                place += SHA256.blockBytes
            }
            rest = Array(bytes[place...])
        }

        /// The hash of all that came, 32 bytes.
        package consuming func end() -> [UInt8] {
            let bits = UInt64(count) * 8
            var tail = [0x80] + [UInt8](repeating: 0, count: (119 - count % 64) % 64)
            for shift in stride(from: 56, through: 0, by: -8) {
                tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
            }
            add(tail)
            return state.flatMap { word in
                stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
            }
        }
    }

    /// - Parameter words: Room for 64 numbers.
    private static func mix(_ state: inout [UInt32], _ words: inout [UInt32], _ bytes: [UInt8], from start: Int) {
        // Safe: a block has 64 bytes from `start` on, and both lists of words have 64 numbers.
        unsafe words.withUnsafeMutableBufferPointer { words in
            for index in 0..<16 {
                unsafe words[index] = bytes[start + 4 * index..<start + 4 * index + 4].reduce(0) {
                    $0 << 8 | UInt32($1)
                }
            }
            for index in 16..<64 {
                let (near, far) = unsafe (words[index - 2], words[index - 15])
                let first = far.turned(7) ^ far.turned(18) ^ far >> 3
                let second = near.turned(17) ^ near.turned(19) ^ near >> 10
                unsafe words[index] = unsafe words[index - 16] &+ first &+ words[index - 7] &+ second
            }
            unsafe constants.withUnsafeBufferPointer { constants in
                var (a, b, c, d) = (state[0], state[1], state[2], state[3])
                var (e, f, g, h) = (state[4], state[5], state[6], state[7])
                for index in 0..<64 {
                    let first = h &+ (e.turned(6) ^ e.turned(11) ^ e.turned(25)) &+ (e & f ^ ~e & g)
                    let added = unsafe first &+ constants[index] &+ words[index]
                    let second = (a.turned(2) ^ a.turned(13) ^ a.turned(22)) &+ (a & b ^ a & c ^ b & c)
                    (h, g, f, e) = (g, f, e, d &+ added)
                    (d, c, b, a) = (c, b, a, added &+ second)
                }
                for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
            }
        }
    }

    private static let start: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// The first bits of the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = {
        var primes: [Int] = []
        for number in 2... where !primes.contains(where: { number.isMultiple(of: $0) }) {
            primes.append(number)
            if primes.count == 64 { break }
        }
        return primes.map(bits(of:))
    }()

    /// The largest number whose cube is at most the prime times 2^96, without its whole part.
    private static func bits(of prime: Int) -> UInt32 {
        let cube = UInt128(prime) << 96
        var root: UInt128 = 0
        for bit in (0..<35).reversed() {
            let next = root | 1 << UInt128(bit)
            if next * next * next <= cube { root = next }
        }
        return UInt32(truncatingIfNeeded: root)
    }
}

extension UInt32 {
    fileprivate func turned(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
