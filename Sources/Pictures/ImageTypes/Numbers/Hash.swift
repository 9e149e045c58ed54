internal import Essentials

/// Hashes of names and contents. Their constants never change: jobs that one version began are resumed by the next, and
/// stores hold the hashes of their files. No protection against forgery.
package enum Hash {
    /// FNV-1a, then ``mixed(_:)``, for names.
    package static func of(_ bytes: [UInt8]) -> UInt64 { mixed(FNV1a(bytes).value) }

    /// The finalizer of MurmurHash3 (in the public domain), whose low bits depend on all the others.
    package static func mixed(_ value: UInt64) -> UInt64 {
        var value = (value ^ value >> 33) &* 0xff51_afd7_ed55_8ccd
        value = (value ^ value >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return value ^ value >> 33
    }
}

extension [UInt8] {
    /// 128 bits that differ between files of different content: two mixes of eight bytes at a time.
    // Safe: the bytes are there during the call.
    package var contentHash: [UInt8] { unsafe withUnsafeBytes { unsafe $0.contentHash } }
}

extension UnsafeRawBufferPointer {
    /// As of an array of these bytes.
    package var contentHash: [UInt8] {
        var (left, right) = (UInt64(count), ~UInt64(count))
        let whole = count / 8 * 8
        for offset in stride(from: 0, to: whole, by: 8) {
            // Safe: every load ends at or before `whole`.
            let word = UInt64(littleEndian: unsafe loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            left = Hash.mixed(left ^ word)
            right = (right &+ word) &* 0x9e37_79b9_7f4a_7c15
            right ^= right >> 29
        }
        for offset in whole..<count {
            // Safe: below the number of bytes.
            let byte = unsafe UInt64(self[offset])
            left = Hash.mixed(left ^ byte)
            right = Hash.mixed(right &+ byte)
        }
        return Array(littleEndian: Hash.mixed(left)) + Array(littleEndian: Hash.mixed(right ^ left))
    }
}
