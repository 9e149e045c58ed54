import CKernels

/// A fixed random rotation of vectors: after it every value carries about the same share, so that signs alone keep much
/// of the information. Randomized Hadamard transform (Ailon and Chazelle, 2006); the same on every machine.
@safe struct Rotation: Sendable {
    let count: Int
    // Safe: written in `init` only.
    private nonisolated(unsafe) let signs: AlignedBuffer<Int32>

    /// `count` is a multiple of ``CK_ROW_BYTES``.
    init(count: Int, seed: UInt64) {
        precondition(count.isMultiple(of: Int(CK_ROW_BYTES)) && count <= Int(CK_ROW_LIMIT))
        self.count = count
        let signs = AlignedBuffer<Int32>(4 * count, of: 0)
        var random = SplitMix(seed: seed)
        for index in 0..<signs.count { signs[index] = random.next() & 1 == 0 ? 0 : -1 }
        unsafe self.signs = signs
    }

    /// For kernels.
    var addresses: UnsafePointer<Int32> { unsafe UnsafePointer(signs.base) }

    /// Writes the rotated values of a row, times 256.
    func turn(_ row: UnsafePointer<Int8>, into values: UnsafeMutablePointer<Int32>) {
        // Safe: both hold `count` values.
        unsafe ck_widen(row, count, values)
        unsafe ck_rotate(CK_BEST)!(values, count, signs.base)
    }
}
