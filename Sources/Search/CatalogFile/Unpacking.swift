/// Unpacks a table that comes in portions: what gzip packed, and the one file of a ZIP archive. All else passes as it is.
///
/// Of an archive the files of macOS (`__MACOSX/`) do not count. Formats: RFC 1952 (gzip), APPNOTE 6.3 (ZIP).
struct Unpacking {
    private enum State {
        /// Before the first four bytes.
        case start
        case plain
        /// In front of a stream of gzip, of which several may follow each other.
        case gzipHead
        case gzip(InflateStream)
        case zip(ZipReading)
    }

    private let path: String
    private var state = State.start
    /// Bytes of which more are needed.
    private var begun: [UInt8] = []
    private var room: [UInt8] = []
    private var unpacked = 0
    private var hasData = false

    /// A few bytes may stand for any number of others.
    private let limit: Int

    /// - Parameter limit: The bytes that may be unpacked. Default 16 GiB: a table has less.
    init(path: String, limit: Int = 16 << 30) { (self.path, self.limit) = (path, limit) }

    /// True for the first bytes of a packed file.
    static func isPacked(_ start: some Collection<UInt8>) -> Bool {
        start.starts(with: [0x1F, 0x8B]) || start.starts(with: [0x50, 0x4B, 3, 4])
    }

    /// Calls `body` with what the next bytes stand for, in portions, until it returns false.
    ///
    /// - Returns: False once `body` has.
    /// - Throws: `invalidArgument` for a damaged or cut file, and for an archive that does not hold one table.
    mutating func feed(
        _ bytes: ArraySlice<UInt8>, isLast: Bool, _ body: (ArraySlice<UInt8>) throws(SearchError) -> Bool
    ) throws(SearchError) -> Bool {
        var rest = begun.isEmpty ? bytes : (begun + bytes)[...]
        begun = []
        while true {
            switch state {
            case .plain: return rest.isEmpty ? true : try body(rest)
            case .start:
                guard rest.count >= 4 || isLast else { return keep(rest) }
                guard Self.isPacked(rest) else {
                    state = .plain
                    continue
                }
                room = [UInt8](repeating: 0, count: TableText.portion)
                state = rest.first == 0x1F ? .gzipHead : .zip(ZipReading(path: path))
            case .gzipHead:
                // Zeros fill the last block of some media.
                if rest.allSatisfy({ $0 == 0 }) { return try rest.isEmpty && !hasData && isLast ? end() : true }
                guard rest.count >= 2 || isLast else { return keep(rest) }
                guard rest.starts(with: [0x1F, 0x8B]) else {
                    throw .invalidArgument("\(path): something follows its packed data; copy the file again")
                }
                state = .gzip(try InflateStream(isGzip: true, path: path))
            case .gzip(let stream):
                let step = try stream.unpack(rest, into: &room)
                rest = rest.dropFirst(step.used)
                if try !pass(step.made, body) { return false }
                hasData = true
                if step.isAtEnd {
                    state = .gzipHead
                } else if step.used == 0, step.made == 0 {
                    return try isLast ? end() : keep(rest)
                }
            case .zip(var reading):
                let step = try reading.read(&rest, isLast: isLast, into: &room)
                state = .zip(reading)
                switch step {
                case .made(let count): if try !pass(count, body) { return false }
                // They take time as well.
                case .skipped(let count): _ = try pass(count) { _ throws(SearchError) in true }
                case .goesOn: continue
                case .needsMore: return try isLast ? end() : keep(rest)
                case .done: return true
                }
            }
        }
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) -> Bool {
        begun = Array(bytes)
        return true
    }

    private func end() throws(SearchError) -> Bool {
        throw .invalidArgument("\(path): its packed data are cut off; copy the file again")
    }

    private mutating func pass(
        _ count: Int, _ body: (ArraySlice<UInt8>) throws(SearchError) -> Bool
    ) throws(SearchError) -> Bool {
        unpacked += count
        guard unpacked <= limit else {
            throw .invalidArgument("\(path) holds more than \(limit >> 20) MiB of text; unpack and divide it")
        }
        return count == 0 ? true : try body(room[..<count])
    }
}
