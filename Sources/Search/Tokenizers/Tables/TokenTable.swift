/// The ids of the tokens of a vocabulary in a flat hash table, with open addressing and linear probing.
///
/// The texts are not kept: those of at most eight bytes are keys themselves, and longer ones are distinguished by
/// length and a secret hash of 64 bits. That two of 262,144 tokens agree in it has a probability of 1 in 500 million.
struct TokenTable: Sendable {
    /// A token; `count` is that of its bytes, and negative in an empty slot.
    private struct Slot {
        var key = Key(word: 0, count: -1)
        var id: Int32 = 0
    }

    /// A token's key: its bytes if they are few, else their hash; and their number.
    struct Key: Equatable {
        let word: UInt64
        let count: Int32
    }

    private var slots: [Slot]
    private var mask: Int
    private let mixer = Mixer()
    /// The tokens, each counted once.
    private(set) var count = 0
    /// The longest token in bytes.
    private(set) var longest = 0

    /// `size` is about that of the vocabulary as JSON text.
    init(size: Int = 0) {
        let capacity = 1 << (Int.bitWidth - max(size / 24, 15).leadingZeroBitCount)
        (slots, mask) = (Array(repeating: Slot(), count: capacity), capacity - 1)
    }

    /// Adds a token; false where it is there with another id, which then stays, unless `replacing` is true.
    mutating func add(_ token: [UInt8], id: Int32, replacing: Bool = false) throws(TokenizerError) -> Bool {
        let key = key(token, 0..<token.count)
        let place = find(key)
        guard slots[place].key.count < 0 else {
            if replacing { slots[place].id = id }
            return slots[place].id == id
        }
        guard count < Limits.tokens else { throw .invalid("the vocabulary has more than \(Limits.tokens) tokens") }
        slots[place] = Slot(key: key, id: id)
        longest = max(longest, token.count)
        count += 1
        if count * 4 > slots.count * 3 { grow() }
        return true
    }

    /// The id of the token that part of `text` is.
    func id(_ text: [UInt8], _ range: Range<Int>) -> Int32? {
        range.count <= longest ? id(key(text, range)) : nil
    }

    func id(_ key: Key) -> Int32? {
        let slot = slots[find(key)]
        return slot.key.count < 0 ? nil : slot.id
    }

    func id(_ text: String) -> Int32? {
        let bytes = Array(text.utf8)
        return id(bytes, 0..<bytes.count)
    }

    private mutating func grow() {
        let former = slots
        (slots, mask) = (Array(repeating: Slot(), count: former.count * 2), former.count * 2 - 1)
        for slot in former where slot.key.count >= 0 { slots[find(slot.key)] = slot }
    }

    /// The slot of a token, or the empty one that it would take.
    private func find(_ key: Key) -> Int {
        let hash = mixer.mix(key.word ^ UInt64(truncatingIfNeeded: key.count) << 56)
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place].key.count >= 0, slots[place].key != key {
            place = (place + 1) & mask
        }
        return place
    }

    func key(_ text: [UInt8], _ range: Range<Int>) -> Key {
        precondition(0 <= range.lowerBound && range.upperBound <= text.count)
        // Safe: eight bytes are read where more are left, else one after the other.
        return unsafe text.withUnsafeBytes { bytes in
            var place = range.lowerBound
            var hash: UInt64 = 0
            while place + 8 < range.upperBound {
                hash = mixer.mix(hash ^ (unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
                place += 8
            }
            var rest: UInt64 = 0
            while place < range.upperBound {
                rest = rest << 8 | UInt64(unsafe bytes[place])
                place += 1
            }
            return Key(word: range.count <= 8 ? rest : mixer.mix(hash ^ rest), count: Int32(range.count))
        }
    }
}
