internal import Essentials

/// The tokens of a vocabulary: their bytes one behind the other, and a hash table from bytes to ids.
struct TokenTable: Sendable {
    /// The bytes of all tokens. Only what reads a file appends to it, between ``begin()`` and ``end(_:id:)``.
    var bytes: [UInt8] = []
    private var ends: [Int32] = []
    private var ids: [Int32] = []
    /// The upper half of a hash, and the number of a token from 1; 0 is empty.
    private var slots: [UInt64]
    private var mask: Int
    /// The tokens, each counted once.
    var count: Int { ids.count }
    /// The longest token in bytes.
    private(set) var longest = 0

    /// `size` is about that of the JSON text.
    init(size: Int = 0) {
        let capacity = 1 << (Int.bitWidth - max(size / 16, 15).leadingZeroBitCount)
        (slots, mask) = (Array(repeating: 0, count: capacity), capacity - 1)
        bytes.reserveCapacity(size / 3)
        ends.reserveCapacity(capacity / 2)
        ids.reserveCapacity(capacity / 2)
    }

    func begin() -> Int { bytes.count }

    /// Makes a token of the bytes from `start`; false where it is there with another id.
    mutating func end(_ start: Int, id: Int32) throws(TokenizerError) -> Bool {
        guard count < Limits.tokens else { throw .invalid("the vocabulary has more than \(Limits.tokens) tokens") }
        let (slot, hash) = find(bytes, start..<bytes.count)
        if slots[slot] != 0 {
            bytes.removeLast(bytes.count - start)
            return ids[Int(slots[slot] & 0xFFFF_FFFF) - 1] == id
        }
        longest = max(longest, bytes.count - start)
        ids.append(id)
        ends.append(Int32(bytes.count))
        slots[slot] = hash << 32 | UInt64(ids.count)
        if ids.count * 4 > slots.count * 3 { grow() }
        return true
    }

    /// Sets the id of a token, whether or not it was there.
    mutating func set(_ token: [UInt8], id: Int32) throws(TokenizerError) {
        let (slot, _) = find(token, 0..<token.count)
        if slots[slot] != 0 {
            ids[Int(slots[slot] & 0xFFFF_FFFF) - 1] = id
        } else {
            let start = begin()
            bytes += token
            _ = try end(start, id: id)
        }
    }

    /// The id of the token that part of `text` is.
    func id(_ text: [UInt8], _ range: Range<Int>) -> Int32? {
        guard range.count <= longest else { return nil }
        let slot = slots[find(text, range).slot]
        return slot == 0 ? nil : ids[Int(slot & 0xFFFF_FFFF) - 1]
    }

    func id(_ text: String) -> Int32? {
        let bytes = Array(text.utf8)
        return id(bytes, 0..<bytes.count)
    }

    private mutating func grow() {
        (slots, mask) = (Array(repeating: 0, count: slots.count * 2), slots.count * 2 - 1)
        var start = 0
        for (index, end) in ends.enumerated() {
            let hash = Self.hash(bytes, start..<Int(end))
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(index + 1)
            start = Int(end)
        }
    }

    /// The slot of a token, or the empty one that it would take; and the upper half of its hash.
    private func find(_ text: [UInt8], _ range: Range<Int>) -> (slot: Int, hash: UInt64) {
        let hash = Self.hash(text, range)
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if slots[slot] >> 32 == hash >> 32, isToken(Int(slots[slot] & 0xFFFF_FFFF) - 1, text, range) { break }
            slot = (slot + 1) & mask
        }
        return (slot, hash >> 32)
    }

    private func isToken(_ index: Int, _ text: [UInt8], _ range: Range<Int>) -> Bool {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        guard Int(ends[index]) - start == range.count else { return false }
        precondition(0 <= range.lowerBound && range.upperBound <= text.count)
        // Safe: as many bytes as the token has, from within both arrays.
        return unsafe bytes.withUnsafeBytes { own in
            unsafe text.withUnsafeBytes { other in
                guard let own = own.baseAddress, let other = other.baseAddress else { return true }
                return unsafe memcmp(own + start, other + range.lowerBound, range.count) == 0
            }
        }
    }

    private static func hash(_ text: [UInt8], _ range: Range<Int>) -> UInt64 {
        precondition(0 <= range.lowerBound && range.upperBound <= text.count)
        var hash = UInt64(range.count)
        // Safe: eight bytes are read where as many are left, else one after the other.
        unsafe text.withUnsafeBytes { bytes in
            var place = range.lowerBound
            while place + 8 <= range.upperBound {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                hash = KeyTable.mix(hash ^ word)
                place += 8
            }
            var rest: UInt64 = 0
            while place < range.upperBound {
                rest = unsafe rest << 8 | UInt64(bytes[place])
                place += 1
            }
            hash = KeyTable.mix(hash ^ rest)
        }
        return hash
    }
}
