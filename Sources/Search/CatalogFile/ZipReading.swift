/// Reads a ZIP archive from its beginning, entry by entry, without its directory at the end.
struct ZipReading {
    enum Step {
        /// So many bytes of the table are in the room.
        case made(Int)
        /// So many bytes were unpacked that are not of the table.
        case skipped(Int)
        case goesOn
        case needsMore
        /// The table was read; nothing that follows matters.
        case done
    }

    private struct Entry {
        /// The checksum and the length are behind the data.
        var isOpen: Bool
        var checksum: UInt32
        /// The stored bytes that are left.
        var left: Int
        var skips: Bool
    }

    private enum Place {
        case head
        case data(Entry, InflateStream)
        case stored(Entry, InflateStream)
        case checksum(Entry, UInt32)
        /// Behind the last entry.
        case end
    }

    private let path: String
    private var place = Place.head
    private var table: String?

    init(path: String) { self.path = path }

    private func fault(_ reason: String) -> SearchError { .invalidArgument("\(path) is a ZIP archive \(reason)") }

    /// Reads the next part of an archive, and takes it away from the bytes.
    mutating func read(
        _ bytes: inout ArraySlice<UInt8>, isLast: Bool, into room: inout [UInt8]
    ) throws(SearchError) -> Step {
        switch place {
        case .head: return try head(&bytes)
        case .end:
            bytes = []
            return .done
        case .stored(var entry, let stream):
            let step = min(entry.left, bytes.count, room.count)
            if step == 0, entry.left > 0 { return .needsMore }
            room.replaceSubrange(..<step, with: bytes.prefix(step))
            stream.count(bytes.prefix(step))
            bytes = bytes.dropFirst(step)
            entry.left -= step
            place = entry.left > 0 ? .stored(entry, stream) : .checksum(entry, stream.checksum)
            return entry.skips ? .skipped(step) : .made(step)
        case .data(let entry, let stream):
            let step = try stream.unpack(bytes, into: &room)
            bytes = bytes.dropFirst(step.used)
            if step.isAtEnd {
                place = .checksum(entry, stream.checksum)
            } else if step.used == 0, step.made == 0 {
                return .needsMore
            }
            return entry.skips ? .skipped(step.made) : .made(step.made)
        case .checksum(let entry, let found):
            var expected = entry.checksum
            if entry.isOpen {
                // An entry or the directory follows, so that there are more bytes.
                guard bytes.count >= 28 else { return .needsMore }
                if bytes.starts(with: [0x50, 0x4B, 7, 8]) { bytes = bytes.dropFirst(4) }
                expected = UInt32(truncatingIfNeeded: number(bytes, 0, 4))
                // Two lengths of four bytes, or of eight.
                let width = [12, 20].first { bytes.dropFirst($0).starts(with: [0x50, 0x4B]) }
                guard let width else { throw fault("that cannot be followed; unpack it first") }
                bytes = bytes.dropFirst(width)
            }
            guard expected == found else { throw fault("whose data are damaged; copy the file again") }
            place = .head
            return .goesOn
        }
    }

    private func number(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ width: Int) -> Int {
        (0..<width).reduce(0) { $0 | Int(bytes[bytes.startIndex + offset + $1]) << (8 * $1) }
    }

    private mutating func head(_ bytes: inout ArraySlice<UInt8>) throws(SearchError) -> Step {
        guard bytes.count >= 4 else { return .needsMore }
        guard bytes.starts(with: [0x50, 0x4B, 3, 4]) else {
            // The directory of all entries, or its end.
            let isDirectory = [[1, 2], [5, 6], [6, 6]].contains { bytes.starts(with: [0x50, 0x4B] + $0) }
            guard isDirectory else { throw fault("that cannot be followed; unpack it first") }
            guard table != nil else { throw fault("without a table") }
            place = .end
            return .goesOn
        }
        guard bytes.count >= 30 else { return .needsMore }
        let (flags, method) = (number(bytes, 6, 2), number(bytes, 8, 2))
        let (nameLength, extraLength) = (number(bytes, 26, 2), number(bytes, 28, 2))
        guard bytes.count >= 30 + nameLength + extraLength else { return .needsMore }
        let name = String(decoding: bytes.dropFirst(30).prefix(nameLength), as: UTF8.self)
        let size = number(bytes, 18, 4)
        let checksum = UInt32(truncatingIfNeeded: number(bytes, 14, 4))
        bytes = bytes.dropFirst(30 + nameLength + extraLength)
        if ["[Content_Types].xml", "mimetype", "_rels/", "xl/", "docProps/"].contains(where: name.hasPrefix) {
            throw .invalidArgument("\(path) is a workbook (XLSX, ODS); save the sheet as CSV in UTF-8")
        }
        let isFolder = name.hasSuffix("/")
        let skips = isFolder || name.hasPrefix("__MACOSX/")
        if !skips {
            if let table { throw fault("of several files, \(table) and \(name); unpack it and name the table") }
            table = name
        }
        guard flags & 1 == 0 else { throw fault("that needs a password; unpack it first") }
        let isOpen = flags & 8 != 0
        let entry = Entry(isOpen: isOpen, checksum: checksum, left: size, skips: skips)
        switch method {
        case 0 where isOpen && !isFolder, 0 where size == 0xFFFF_FFFF:
            throw fault("that does not tell the length of \(name); unpack it first")
        case 0: place = .stored(entry, try InflateStream(isGzip: false, path: path))
        case 8: place = .data(entry, try InflateStream(isGzip: false, path: path))
        default: throw fault("whose method (\(method)) is not read; unpack it first")
        }
        return .goesOn
    }
}
