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

    /// Turns int8 values into the words of a code, `step` words apart. `spare` holds `count` values.
    func code(
        of row: UnsafePointer<Int8>, into code: UnsafeMutablePointer<UInt64>, step: Int, spare: AlignedBuffer<Int32>
    ) {
        precondition(spare.count >= count)
        // Safe: `spare` and the row hold `count` values, and the caller's buffer holds count / 64 words.
        unsafe ck_widen(row, count, spare.base)
        unsafe ck_rotate(CK_BEST)!(spare.base, count, signs.base)
        unsafe ck_write_code(spare.base, count / 64, code, step)
    }
}
