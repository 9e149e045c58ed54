internal import Essentials
internal import ImageTypes
internal import SearchAPI

/// The index of a dictionary: lines of a headword, the place of its entry and the length of it, with tabs between. Numbers have the digits of
/// base 64, the most significant first.
struct DictdIndex: Sendable {
    struct Row {
        var offset: Int
        var length: Int
    }

    private struct Entry: Sendable {
        var start: UInt32
        var count: UInt32
        var offset: UInt32
        var length: UInt32
    }

    private let bytes: [UInt8]
    private var entries: [Entry] = []

    init(path: String, limit: Int) throws(SearchError) {
        bytes = try DictdIndex.bytes(of: path, limit: limit)
        try parse(path)
        let bytes = bytes
        func precedes(_ left: Entry, _ right: Entry) -> Bool {
            DictdIndex.word(left, bytes).lexicographicallyPrecedes(DictdIndex.word(right, bytes))
        }
        // Some are in the order of letters alone.
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { !precedes($1, $0) }
        if !isSorted {
            entries = entries.enumerated().sorted {
                precedes($0.element, $1.element) || !precedes($1.element, $0.element) && $0.offset < $1.offset
            }.map(\.element)
        }
    }

    var count: Int { entries.count }

    /// The entries of a headword, in the order of the file.
    func rows(of headword: String) -> [Row] {
        let key = Array(headword.utf8)
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if DictdIndex.word(entries[middle], bytes).lexicographicallyPrecedes(key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var rows: [Row] = []
        while low < entries.count, DictdIndex.word(entries[low], bytes).elementsEqual(key) {
            let row = Row(offset: Int(entries[low].offset), length: Int(entries[low].length))
            // One text may have several rows.
            if !rows.contains(where: { $0.offset == row.offset }) { rows.append(row) }
            low += 1
        }
        return rows
    }

    private static func word(_ entry: Entry, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes[Int(entry.start)..<Int(entry.start + entry.count)]
    }

    private mutating func parse(_ path: String) throws(SearchError) {
        let (tab, end) = (UInt8(ascii: "\t"), UInt8(ascii: "\n"))
        var (start, line) = (0, 1)
        while start < bytes.count {
            let stop = bytes[start...].firstIndex(of: end) ?? bytes.count
            let cells = bytes[start..<stop].split(separator: tab, omittingEmptySubsequences: false)
            guard cells.count >= 3, let offset = DictdIndex.number(cells[1]), let length = DictdIndex.number(cells[2])
            else {
                throw .invalidArgument(
                    "\(path), line \(line): an index has a word, a place and a length with tabs between them")
            }
            let word = cells[0]
            let isMetadata = word.starts(with: "00database".utf8) || word.starts(with: "00-database".utf8)
            if let first = word.first, first != UInt8(ascii: " "), !isMetadata {
                entries.append(
                    Entry(start: UInt32(start), count: UInt32(word.count), offset: offset, length: length))
            }
            (start, line) = (stop + 1, line + 1)
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard (1...6).contains(digits.count) else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            let place: UInt8
            switch digit {
            case 0x41...0x5A: place = digit - 0x41
            case 0x61...0x7A: place = digit - 0x61 + 26
            case 0x30...0x39: place = digit - 0x30 + 52
            case 0x2B: place = 62
            case 0x2F: place = 63
            default: return nil
            }
            value = value * 64 + UInt64(place)
        }
        return UInt32(exactly: value)
    }

    private static func bytes(of path: String, limit: Int) throws(SearchError) -> [UInt8] {
        let file = try RandomAccessFile(path: path)
        guard file.size <= limit else {
            throw .invalidArgument("\(path) has \(file.size) bytes; an index of at most \(limit) is read")
        }
        return try file.read(at: 0, count: file.size)
    }
}
