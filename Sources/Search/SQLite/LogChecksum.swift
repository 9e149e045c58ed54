/// The checksum of a write-ahead log, which goes on from page to page.
///
/// Source: "WAL-mode File Format", https://www.sqlite.org/walformat.html, section 4.3.
struct LogChecksum {
    private var first: UInt32 = 0
    private var second: UInt32 = 0
    private let isBigEndian: Bool

    /// Begins with the header of the log, whose first bytes tell the order of bytes in words.
    init(_ header: [UInt8]) {
        isBigEndian = header[3] & 1 == 1
        add(header[..<24])
    }

    /// Adds bytes, eight at a time.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var place = bytes.startIndex
        while place + 8 <= bytes.endIndex {
            first &+= word(bytes, place, isBigEndian) &+ second
            second &+= word(bytes, place + 4, isBigEndian) &+ first
            place += 8
        }
    }

    /// True for the eight bytes that a page with the right checksum has.
    func isEqual(to bytes: ArraySlice<UInt8>) -> Bool {
        first == word(bytes, bytes.startIndex, true) && second == word(bytes, bytes.startIndex + 4, true)
    }

    private func word(_ bytes: ArraySlice<UInt8>, _ place: Int, _ isBigEndian: Bool) -> UInt32 {
        let word = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[place + $1]) }
        return isBigEndian ? word : word.byteSwapped
    }
}
