internal import Essentials

/// The text of a table, which can be read more than once and from any place, in portions.
///
/// A file in UTF-8 is read where it is. A pipe, which cannot be read twice, a packed file and one in another encoding are
/// copied once into a temporary file.
package final class TableText: Sendable {
    /// The name of the file, for messages.
    package let path: String
    /// The encoding that was recognized.
    package let encoding: TextEncoding
    private let home: Home

    private enum Home: Sendable {
        case bytes([UInt8])
        case file(descriptor: Int32)
    }

    static let portion = 1 << 20

    /// A text in memory, 256 MiB at most where it is packed.
    ///
    /// - Throws: `invalidArgument` for bytes that are no text.
    package init(_ bytes: [UInt8], path: String) throws(SearchError) {
        self.path = path
        var (unpacking, decoding) = (Unpacking(path: path, limit: 256 << 20), TextDecoding(path: path))
        var text: [UInt8] = []
        _ = try unpacking.feed(bytes[...], isLast: true) { bytes throws(SearchError) in
            text += try decoding.decode(bytes, isLast: false)
            return true
        }
        home = .bytes(text + (try decoding.decode([], isLast: true)))
        encoding = decoding.encoding
    }

    /// An open file or pipe, from its present place on; the descriptor stays the caller's.
    ///
    /// - Throws: `invalidArgument` for a file that cannot be read, for one that is no text, and for lack of space for a
    ///   copy.
    package init(descriptor: Int32, path: String) throws(SearchError) {
        self.path = path
        if lseek(descriptor, 0, SEEK_CUR) == 0, !Unpacking.isPacked(TableText.beginning(of: descriptor)) {
            let encoding = try TableText.decode(descriptor, path) { _ throws(SearchError) in }
            if encoding == .utf8 {
                self.encoding = encoding
                home = .file(descriptor: dup(descriptor))
                return
            }
            guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unreadable(path) }
        }
        let copy = try TableText.temporaryFile(for: path)
        do throws(SearchError) {
            encoding = try TableText.decode(descriptor, path) { bytes throws(SearchError) in
                try TableText.write(bytes, to: copy, path)
            }
        } catch {
            close(copy)
            throw error
        }
        home = .file(descriptor: copy)
    }

    /// A file by its path.
    ///
    /// - Throws: as ``init(descriptor:path:)``.
    package convenience init(path: String) throws(SearchError) {
        // Safe: the path ends with NUL, and the descriptor is ours until it is closed.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path) }
        defer { close(descriptor) }
        try self.init(descriptor: descriptor, path: path)
    }

    deinit {
        if case .file(let descriptor) = home { close(descriptor) }
    }

    /// Calls `body` for each portion from a place on until it returns false; the last one is empty.
    func eachPortion(
        from start: Int = 0, size: Int = TableText.portion,
        _ body: (_ bytes: ArraySlice<UInt8>, _ isLast: Bool) throws(SearchError) -> Bool
    ) throws(SearchError) {
        switch home {
        case .bytes(let bytes):
            let place = min(start, bytes.count)
            if place < bytes.count, try !body(bytes[place...], false) { return }
            _ = try body([], true)
        case .file(let descriptor):
            var place = start
            var buffer = [UInt8](repeating: 0, count: size)
            while true {
                // Safe: as many bytes as the buffer has.
                let count = unsafe buffer.withUnsafeMutableBytes {
                    unsafe pread(descriptor, $0.baseAddress, size, place)
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw .unreadable(path) }
                place += count
                guard try body(buffer[..<count], count == 0), count > 0 else { return }
            }
        }
    }

    /// Returns false where quotes are letters: see ``QuoteSurvey``.
    func hasQuotes(separator: UInt8?) throws(SearchError) -> Bool {
        var quotes = false
        try eachPortion { bytes, _ throws(SearchError) in
            quotes = bytes.contains(UInt8(ascii: "\""))
            return !quotes
        }
        guard quotes else { return true }
        var survey = QuoteSurvey(path: path, separator: separator)
        try eachPortion { bytes, isLast throws(SearchError) in
            survey.feed(bytes, isLast: isLast)
            return true
        }
        return try survey.hasQuotes()
    }

    /// Calls `body` for each row of CSV; returns the separator.
    @discardableResult
    func eachRow(
        separator: UInt8? = nil, hasQuotes: Bool, _ body: CSVParser.PlacedBody
    ) throws(SearchError) -> UInt8 {
        var parser = CSVParser(path: path, separator: separator, hasQuotes: hasQuotes)
        try eachPortion { bytes, isLast throws(SearchError) in
            try parser.feed(bytes, isLast: isLast, placed: body)
        }
        return parser.separator ?? separator ?? UInt8(ascii: ",")
    }

    /// Calls `body` for each row of CSV from one on.
    func eachRow(
        from start: Int, line: Int, _ separator: UInt8, hasQuotes: Bool, size: Int, _ body: CSVParser.PlacedBody
    ) throws(SearchError) {
        var parser = CSVParser(path: path, continuing: separator, hasQuotes: hasQuotes, line: line)
        try eachPortion(from: start, size: size) { bytes, isLast throws(SearchError) in
            try parser.feed(bytes, isLast: isLast, placed: body)
        }
    }

    /// Calls `body` for each object of JSON lines or of an array, or each product of a feed in XML, from one on.
    func eachObject(
        _ form: TableFile.CatalogForm, from start: Int = 0, line: Int = 1, size: Int = TableText.portion,
        _ body: (_ line: Int, _ start: Int, _ bytes: ArraySlice<UInt8>) throws(SearchError) -> Bool
    ) throws(SearchError) {
        if form == .xml {
            var rows = XMLRows(path: path, line: line, isInside: start > 0)
            try eachPortion(from: start, size: size) { bytes, isLast throws(SearchError) in
                try rows.feed(bytes, isLast: isLast, body)
            }
            return
        }
        if form == .jsonArray {
            var elements = ElementParser(path: path, line: line, isInside: start > 0)
            try eachPortion(from: start, size: size) { bytes, isLast throws(SearchError) in
                try elements.feed(bytes, isLast: isLast, body)
            }
            return
        }
        var lines = LineParser(path: path, line: line)
        try eachPortion(from: start, size: size) { bytes, isLast throws(SearchError) in
            try lines.feed(bytes, isLast: isLast, body)
        }
    }

    // MARK: copies

    private static func decode(
        _ descriptor: Int32, _ path: String, _ body: (ArraySlice<UInt8>) throws(SearchError) -> Void
    ) throws(SearchError) -> TextEncoding {
        var (unpacking, decoding) = (Unpacking(path: path), TextDecoding(path: path))
        var buffer = [UInt8](repeating: 0, count: portion)
        while true {
            // The other end of a pipe may need a while: `--catalog <(COMMAND)`.
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Safe: one structure, which outlives the call.
            if unsafe poll(&waiting, 1, 1000) <= 0 { continue }
            // Safe: as many bytes as the buffer has.
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, portion) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw .unreadable(path) }
            _ = try unpacking.feed(buffer[..<count], isLast: count == 0) { bytes throws(SearchError) in
                try body(try decoding.decode(bytes, isLast: false))
                return true
            }
            if count > 0 { continue }
            try body(try decoding.decode([], isLast: true))
            return decoding.encoding
        }
    }

    /// The first four bytes of a file, whose place stays as it is.
    private static func beginning(of descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4)
        // Safe: as many bytes as there are.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(count, 0)))
    }

    /// A file without a name, which is gone with its descriptor.
    private static func temporaryFile(for path: String) throws(SearchError) -> Int32 {
        let name = FileManager.default.temporaryDirectory.appending(path: "magpie-\(UUID().uuidString)").path
        // Safe: the name ends with NUL.
        let descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .invalidArgument("\(path): no temporary file can be made for it") }
        // Safe: the name ends with NUL.
        _ = unsafe unlink(name)
        return descriptor
    }

    private static func write(
        _ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ path: String
    ) throws(SearchError) {
        var rest = bytes
        while !rest.isEmpty {
            // Safe: as many bytes as the slice has.
            let count = unsafe rest.withUnsafeBytes { unsafe Essentials.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .invalidArgument("\(path): the disk of temporary files is full") }
            rest = rest.dropFirst(count)
        }
    }
}
