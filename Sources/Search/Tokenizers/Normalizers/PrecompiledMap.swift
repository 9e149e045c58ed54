internal import Essentials

/// The replacements of SentencePiece: a double array, in which texts are found, and the texts that replace them.
///
/// The bytes have the length of the array (4, little-endian), its units of 4 bytes, and texts that end with NUL. The
/// units are those of Darts-clone (S. Yata). A grapheme of less than 6 bytes is replaced as a whole by what is found
/// for its shortest start; others are replaced character by character.
struct PrecompiledMap: Sendable {
    private let units: [UInt32]
    private let texts: [UInt8]

    init(base64: String) throws(TokenizerError) {
        guard let data = Data(base64Encoded: base64) else { throw .invalid("precompiled_charsmap is no base64") }
        let bytes = [UInt8](data)
        guard bytes.count >= 4, case let size = Int(bytes.littleEndian(at: 0, as: UInt32.self)), size % 4 == 0,
            size > 0, size <= bytes.count - 4
        else {
            throw .invalid("precompiled_charsmap has no array")
        }
        units = (0..<size / 4).map { bytes.littleEndian(at: 4 + 4 * $0) }
        texts = Array(bytes[(4 + size)...])
        guard String(validating: texts, as: UTF8.self) != nil else {
            throw .invalid("precompiled_charsmap has texts that are no UTF-8")
        }
    }

    func apply(to text: [Unicode.Scalar]) throws(TokenizerError) -> [Unicode.Scalar] {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text)
        var (result, bytes): ([Unicode.Scalar], [UInt8]) = ([], [])
        result.reserveCapacity(text.count)
        for grapheme in String(view) {
            // A broken map could put all its texts in the place of each character.
            guard result.count <= Limits.textBytes else {
                throw .unencodable("it is too long after its normalization")
            }
            bytes.removeAll(keepingCapacity: true)
            for scalar in grapheme.unicodeScalars { bytes.append(scalar) }
            if bytes.count < 6, let replacement = replacement(of: bytes) {
                result += replacement
                continue
            }
            for scalar in grapheme.unicodeScalars {
                bytes.removeAll(keepingCapacity: true)
                bytes.append(scalar)
                if let replacement = replacement(of: bytes) { result += replacement } else { result.append(scalar) }
            }
        }
        return result
    }

    /// The replacement of the shortest text with which the bytes begin.
    private func replacement(of bytes: [UInt8]) -> String.UnicodeScalarView? {
        func offset(_ unit: UInt32) -> Int { Int((unit >> 10) << ((unit & 0x200) >> 6)) }
        var place = offset(units[0])
        for byte in bytes where byte != 0 {
            place ^= Int(byte)
            guard place < units.count else { return nil }
            let unit = units[place]
            guard unit & 0x8000_00FF == UInt32(byte) else { return nil }
            place ^= offset(unit)
            guard unit & 0x100 != 0 else { continue }
            guard place < units.count else { return nil }
            return text(at: Int(units[place] & 0x7FFF_FFFF))
        }
        return nil
    }

    private func text(at place: Int) -> String.UnicodeScalarView? {
        guard place <= texts.count else { return nil }
        // A place inside of a character of a broken array gives a replacement character.
        return String(decoding: texts[place...].prefix { $0 != 0 }, as: UTF8.self).unicodeScalars
    }
}
