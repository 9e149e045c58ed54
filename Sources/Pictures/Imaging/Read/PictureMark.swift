/// The mark of a picture's content: 64 bits that differ between files of different content, however their sizes and
/// times agree. Of a RAW file, that of the preview and its orientation, or of all of it where the recipe has it developed.
/// No protection against forgery.
///
/// It costs some hundredths of a decode, so that ``Recipe/takesMark`` asks for it.
///
/// - Throws: what ``prepare(_:as:limits:)`` throws before it decodes.
package func mark(
    of input: ImageInput, limits: Limits = Limits(), for recipe: Recipe = Recipe(outputs: [])
) throws(ImageError) -> UInt64 {
    try Workspace.with { workspace throws(ImageError) in
        switch input {
        case .file(let url):
            // Safe: the bytes stay in the workspace until the mark is taken.
            let bytes = try unsafe ReadFile.run(url, into: workspace.input, limits: limits, for: recipe)
            var limits = limits
            limits.inputBytes = max(limits.inputBytes, bytes.count)
            return try unsafe PictureMark.of(bytes, limits: limits, for: recipe)
        case .bytes(let bytes):
            return try unsafe bytes.withUnsafeBufferPointer { buffer in
                Result { () throws(ImageError) -> UInt64 in
                    try unsafe PictureMark.of(buffer, limits: limits, for: recipe)
                }
            }.get()
        case .pixels(let pixels):
            return unsafe pixels.bytes.withUnsafeBufferPointer { unsafe PictureMark.of($0, orientation: 1) }
        }
    }
}

enum PictureMark {
    fileprivate static func of(
        _ file: UnsafeBufferPointer<UInt8>, limits: Limits, for recipe: Recipe
    ) throws(ImageError) -> UInt64 {
        let header = try unsafe inspect(Span(_unsafeElements: file), limits: limits, for: recipe)
        // Safe: inspection found the preview inside of the file.
        let bytes = unsafe header.preview.map { unsafe UnsafeBufferPointer(rebasing: file[$0.place]) } ?? file
        return unsafe of(bytes, orientation: header.orientation)
    }

    /// Four sums that do not wait for each other, of eight bytes at a time.
    static func of(_ bytes: UnsafeBufferPointer<UInt8>, orientation: Int) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        var sums = SIMD4<UInt64>(1, 2, 3, 4)
        let whole = bytes.count / 32 * 32
        for offset in stride(from: 0, to: whole, by: 32) {
            for lane in 0..<4 {
                // Safe: every load ends at or before `whole`.
                let word = unsafe raw.loadUnaligned(fromByteOffset: offset + 8 * lane, as: UInt64.self)
                let product = (sums[lane] ^ UInt64(littleEndian: word)) &* 0x9e37_79b9_7f4a_7c15
                sums[lane] = product << 29 | product >> 35
            }
        }
        var rest = FNV1a()
        // Safe: below the number of bytes.
        for offset in whole..<bytes.count { rest.add(unsafe bytes[offset]) }
        return [sums[0], sums[1], sums[2], sums[3], rest.value, UInt64(bytes.count), UInt64(orientation)]
            .reduce(0) { Hash.mixed($0 &+ $1) }
    }
}
