internal import CSearchData

/// The meanings of usual words as vectors: the nearer those of two words, the nearer their meanings.
///
/// A word is written as ``Words`` cuts texts. `Benchmarks/Learning/wordvectors.py` describes the format, which holds
/// words of any language.
struct WordVectors: Sendable {
    /// The English words that come with the package.
    // Safe: the function gives constant bytes, with their count.
    static let builtIn = unsafe LinkedBytes(csd_wordvectors).read(WordVectors.init)

    /// The values of a vector.
    static let dimensions = 64
    /// The model that the vectors were made with.
    static let model = "all-MiniLM-L6-v2"

    private let bytes: LinkedBytes
    /// The number of words.
    let count: Int
    /// The language of the words, as two letters.
    let language: String
    private let blockCount: Int
    private let blocks: Int
    private let vectors: Int
    /// The width of the steps of each value.
    private let steps: [Float]

    private static let version = 1
    private static let blockLength = 16
    private static let headLength = 32

    private init?(_ bytes: LinkedBytes) {
        let (head, values) = (WordVectors.headLength, WordVectors.dimensions)
        guard bytes.count > head + 4 * values, (0..<4).map({ bytes[$0] }) == Array("MWVT".utf8),
            bytes.short(4) == WordVectors.version, bytes.short(6) == values,
            bytes.long(8) <= Int(UInt16.max)
        else { return nil }
        self.bytes = bytes
        count = bytes.long(8)
        language = String(decoding: [bytes[12], bytes[13]], as: UTF8.self)
        (blocks, vectors) = (bytes.long(16), bytes.long(20))
        blockCount = (vectors - blocks) / 4
        guard bytes.count == vectors + count * values / 2 else { return nil }
        steps = (0..<values).map { Float(bitPattern: UInt32(bytes.long(head + 4 * $0))) }
    }

    /// Returns the number of a word, or of the word that it is the plural of; nil for an unknown one.
    func number(ofForms word: String) -> Int? {
        guard word.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 >= 0x80 }) else {
            return nil
        }
        return WordForms(word).all.lazy.compactMap { number(of: $0) }.first
    }

    /// Returns the number of a word; nil for an unknown one.
    func number(of word: String) -> Int? {
        let wanted = Array(word.utf8)
        // The last block whose first word does not come after.
        var (low, high) = (0, blockCount)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isAfter(wanted, block: middle) { high = middle } else { low = middle }
        }
        var position = bytes.long(blocks + 4 * low)
        // The letters that the current word shares with the wanted one.
        var matching = 0
        let first = low * WordVectors.blockLength
        for number in first..<min(first + WordVectors.blockLength, count) {
            let (shared, length) = (Int(bytes[position] >> 5), Int(bytes[position] & 0x1F))
            // More shared letters than match repeat a letter that differs.
            if shared <= matching {
                matching = shared
                while matching < shared + length, matching < wanted.count,
                    bytes[position + 1 + matching - shared] == wanted[matching]
                { matching += 1 }
                if matching == shared + length, matching == wanted.count { return number }
            }
            position += 1 + length
        }
        return nil
    }

    /// True if a word comes before the first one of a block.
    private func isAfter(_ word: [UInt8], block: Int) -> Bool {
        let position = bytes.long(blocks + 4 * block)
        let length = Int(bytes[position] & 0x1F)
        for index in 0..<min(length, word.count) where bytes[position + 1 + index] != word[index] {
            return word[index] < bytes[position + 1 + index]
        }
        return word.count < length
    }

    /// Returns the vector of a word, of length 1.
    func vector(_ number: Int) -> SIMD64<Float> {
        var vector = SIMD64<Float>()
        let start = vectors + number * WordVectors.dimensions / 2
        for pair in 0..<WordVectors.dimensions / 2 {
            let codes = bytes[start + pair]
            vector[2 * pair] = (Float(codes & 0xF) - 7.5) * steps[2 * pair]
            vector[2 * pair + 1] = (Float(codes >> 4) - 7.5) * steps[2 * pair + 1]
        }
        return vector / (vector * vector).sum().squareRoot()
    }
}
