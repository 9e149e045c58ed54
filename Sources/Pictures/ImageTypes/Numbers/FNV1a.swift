/// FNV-1a of 64 bits (Fowler, Noll and Vo): notices every change of a single byte. No protection against forgery.
///
/// Its constants never change: stores, records of outputs and the identities of describers hold its values.
package struct FNV1a: Sendable {
    /// The hash of the bytes so far.
    package var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of no bytes.
    @inlinable
    package init() {}

    /// The hash of these bytes.
    @inlinable
    package init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
    }

    /// The hash of an array, where a generic loop would take a tenth of a second for a few million bytes.
    package init(_ bytes: [UInt8]) {
        // Safe: the loop stays within the buffer.
        value = unsafe bytes.withUnsafeBufferPointer { bytes in
            var hash = FNV1a().value
            for index in 0..<bytes.count { hash = unsafe (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
            return hash
        }
    }

    @inlinable
    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
