/// A hash whose key is drawn anew in each run of the program: that of the standard library, which is SipHash.
///
/// The hash of a block decides here whether a file is given up. With fixed constants somebody who knows a block of your
/// file could make another block of the same hash, and put it in a copy.
extension [UInt8] {
    var keyedHash: UInt64 {
        // Safe: the bytes are there during the call.
        unsafe withUnsafeBytes { unsafe $0.keyedHash }
    }
}

extension UnsafeRawBufferPointer {
    var keyedHash: UInt64 {
        var hasher = Hasher()
        hasher.combine(count)
        unsafe hasher.combine(bytes: self)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }
}
