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
        var bytes = message + [0x80]
        bytes += [UInt8](repeating: 0, count: (120 - bytes.count % blockBytes) % blockBytes)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: (UInt64(message.count) * 8) >> UInt64(shift)))
        }
        var state = start
        for block in stride(from: 0, to: bytes.count, by: blockBytes) {
            mix(&state, bytes[block..<block + blockBytes])
        }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    private static func mix(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
        var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
            block[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (near, far) = (words[index - 2], words[index - 15])
            let first = far.turned(7) ^ far.turned(18) ^ far >> 3
            let second = near.turned(17) ^ near.turned(19) ^ near >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var now = state
        for index in 0..<64 {
            let choice = now[4] & now[5] ^ ~now[4] & now[6]
            let majority = now[0] & now[1] ^ now[0] & now[2] ^ now[1] & now[2]
            let first = now[4].turned(6) ^ now[4].turned(11) ^ now[4].turned(25)
            let second = now[0].turned(2) ^ now[0].turned(13) ^ now[0].turned(22)
            let added = now[7] &+ first &+ choice &+ constants[index] &+ words[index]
            now = [added &+ second &+ majority] + now[0..<7]
            now[4] &+= added
        }
        for index in 0..<8 { state[index] &+= now[index] }
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
