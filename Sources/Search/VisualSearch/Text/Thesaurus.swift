import CSearchData

/// Terms of one or two words and their senses, from broad to narrow, searched where they lie in the program.
///
/// A term is written as ``Words`` cuts texts, with a blank between two words. `Benchmarks/Learning/thesaurus.py`
/// describes the format, which holds terms of any language.
struct Thesaurus: Sendable {
    /// The English thesaurus that comes with the package.
    // Safe: the function gives constant bytes, with their count.
    static let builtIn = unsafe LinkedBytes(csd_thesaurus).read(Thesaurus.init)

    /// A term of a sense.
    struct Member: Hashable {
        var term: Int
        /// 0…1: the usualness of the sense among those of the term.
        var quality: Double
    }

    private let bytes: LinkedBytes
    /// The number of terms.
    let count: Int
    private let senseCount: Int
    private let blockCount: Int
    private let blocks: Int
    private let senses: Int
    private let members: Int

    private static let version = 1
    private static let blockLength = 16

    private init?(_ bytes: LinkedBytes) {
        guard bytes.count > 32, (0..<4).map({ bytes[$0] }) == Array("MTHS".utf8), bytes.short(4) == Thesaurus.version
        else { return nil }
        self.bytes = bytes
        (count, senseCount, blockCount) = (bytes.short(6), bytes.short(8), bytes.short(10))
        (blocks, senses, members) = (bytes.long(16), bytes.long(20), bytes.long(24))
    }

    /// Returns the senses of a term, the likeliest first; none for an unknown term.
    func senses(of term: String) -> [Int] {
        let wanted = Array(term.utf8)
        // The last block whose first term does not come after.
        var (low, high) = (0, blockCount)
        while high - low > 1 {
            let middle = (low + high) / 2
            let first = Entry(bytes, at: bytes.long(blocks + 4 * middle)).text
            if wanted.lexicographicallyPrecedes(first) { high = middle } else { low = middle }
        }
        var entry = Entry(bytes, at: bytes.long(blocks + 4 * low))
        for index in 0..<min(Thesaurus.blockLength, count - low * Thesaurus.blockLength) {
            if index > 0 { entry.advance(bytes) }
            if entry.text == wanted { return entry.senses(bytes) }
        }
        return []
    }

    /// The terms of one word, for those that a misspelled one may stand for.
    var vocabulary: Vocabulary {
        var vocabulary = Vocabulary()
        for block in 0..<blockCount {
            var entry = Entry(bytes, at: bytes.long(blocks + 4 * block))
            for index in 0..<min(Thesaurus.blockLength, count - block * Thesaurus.blockLength) {
                if index > 0 { entry.advance(bytes) }
                if !entry.text.contains(UInt8(ascii: " ")) {
                    vocabulary.add(String(decoding: entry.text, as: UTF8.self), items: 1)
                }
            }
        }
        return vocabulary
    }

    /// Returns the text of a term.
    func text(of term: Int) -> String {
        var entry = Entry(bytes, at: bytes.long(blocks + 4 * (term / Thesaurus.blockLength)))
        for _ in 0..<term % Thesaurus.blockLength { entry.advance(bytes) }
        return String(decoding: entry.text, as: UTF8.self)
    }

    /// Returns the terms that share a sense.
    func members(of sense: Int) -> [Member] {
        let (start, end) = (bytes.short(senses + 4 * sense + 2), bytes.short(senses + 4 * sense + 6))
        return (start..<end).map { index in
            Member(term: bytes.short(members + 3 * index), quality: Double(bytes[members + 3 * index + 2]) / 255)
        }
    }

    /// Returns the next narrower senses.
    func narrower(_ sense: Int) -> Range<Int> { firstNarrower(sense)..<firstNarrower(sense + 1) }

    /// Returns the next broader sense; nil where it is too wide to tell anything.
    func broader(_ sense: Int) -> Int? {
        // The first narrower senses ascend: the broader one is the last whose first is not after.
        var (low, high) = (0, senseCount)
        while high - low > 1 {
            let middle = (low + high) / 2
            if firstNarrower(middle) <= sense { low = middle } else { high = middle }
        }
        return bytes.short(senses + 4 * low) & 0x8000 == 0 ? low : nil
    }

    private func firstNarrower(_ sense: Int) -> Int { bytes.short(senses + 4 * sense) & 0x7FFF }
}

/// A term of a block with what follows it.
private struct Entry {
    private(set) var text: [UInt8] = []
    /// Behind the text.
    private var position: Int

    init(_ bytes: LinkedBytes, at start: Int) {
        position = start
        read(bytes)
    }

    mutating func advance(_ bytes: LinkedBytes) {
        while bytes.short(position) & 0x8000 == 0 { position += 2 }
        position += 2
        read(bytes)
    }

    func senses(_ bytes: LinkedBytes) -> [Int] {
        var senses: [Int] = []
        for place in stride(from: position, to: bytes.count, by: 2) {
            senses.append(bytes.short(place) & 0x7FFF)
            if bytes.short(place) & 0x8000 != 0 { break }
        }
        return senses
    }

    private mutating func read(_ bytes: LinkedBytes) {
        let (shared, length) = (Int(bytes[position] >> 5), Int(bytes[position] & 0x1F))
        text.removeSubrange(shared...)
        for offset in 0..<length { text.append(bytes[position + 1 + offset]) }
        position += 1 + length
    }
}
