/// The entries of the index for a text, in its order: each word, and for text without blanks each letter, so that a
/// word inside of it is found as a sequence.
///
/// At the place of a word are also its other spellings: with letters in place of umlauts, and joined to the word before
/// it where only a hyphen, an apostrophe or a point is between their letters.
package enum WordTokens {
    /// Gets the bytes of an entry, its bytes in the text, and whether it is at the place of the one before. Returns 0
    /// to go on.
    package typealias Take = (_ token: Span<UInt8>, _ place: Range<Int>, _ isOther: Bool) -> Int32

    /// The most bytes of a word that was joined.
    private static let longest = 64

    /// Returns the first result of `take` that is not 0.
    package static func each(in text: Span<UInt8>, _ take: Take) -> Int32 {
        var isPlain = true
        for index in text.indices where text[index] >= 0x80 { isPlain = false }
        if isPlain { return eachPlain(in: text, take) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for index in text.indices { bytes.append(text[index]) }
        return each(in: String(decoding: bytes, as: UTF8.self), limit: text.count, take)
    }

    /// - Parameter limit: The bytes of the text that places are in: fewer than its own where it was repaired.
    static func each(in text: String, limit: Int, _ take: Take) -> Int32 {
        var (before, chain): ([UInt8], [UInt8]) = ([], [])
        for part in WordParts(text).parts {
            for piece in part.pieces {
                let place = min(piece.bytes.lowerBound, limit)..<min(piece.bytes.upperBound, limit)
                let word = Array(piece.text.utf8)
                var code = take(word.span, place, false)
                if code == 0, let other = part.spelledOut { code = take(Array(other.utf8).span, place, true) }
                if code == 0 { code = joined(&before, &chain, word, part.link, place, take) }
                if code != 0 { return code }
            }
        }
        return 0
    }

    /// Text of ASCII, which is most of it.
    private static func eachPlain(in text: Span<UInt8>, _ take: Take) -> Int32 {
        var word: [UInt8] = []
        var (before, chain): ([UInt8], [UInt8]) = ([], [])
        var (start, end, hasDigit, hadDigit) = (0, -2, false, true)
        for index in 0...text.count {
            let byte = index < text.count ? text[index] : 0
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                word.append(byte)
                hasDigit = true
            default:
                if word.isEmpty { continue }
                start = index - word.count
                let isJoined = start == end + 1 && !hasDigit && !hadDigit && isJoiner(text[end])
                var code = take(word.span, start..<index, false)
                if code == 0 { code = joined(&before, &chain, word, isJoined ? .letters : .apart, start..<index, take) }
                if code != 0 { return code }
                (end, hadDigit, hasDigit) = (index, hasDigit, false)
                word.removeAll(keepingCapacity: true)
            }
        }
        return 0
    }

    private static func isJoiner(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "&")
    }

    /// Takes a word joined to the one before it, and to all before it that are joined.
    private static func joined(
        _ before: inout [UInt8], _ chain: inout [UInt8], _ word: [UInt8], _ link: WordParts.Link, _ place: Range<Int>,
        _ take: Take
    ) -> Int32 {
        guard link == .letters else {
            (before, chain) = (word, word)
            return 0
        }
        let isLonger = chain.count > before.count
        before += word
        chain += word
        var code: Int32 = before.count <= longest ? take(before.span, place, true) : 0
        if code == 0, isLonger, chain.count <= longest { code = take(chain.span, place, true) }
        before = word
        return code
    }
}
