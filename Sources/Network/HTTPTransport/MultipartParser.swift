/// Reads a `multipart/form-data` body (RFC 7578) piece by piece as it comes, so that its limits hold from the start.
///
/// A parser of our own beside MHD's, because that one reads garbage as a body without parts, refuses boundaries of one
/// character, cuts names at an escaped quote and has no limit on parts. Lines end in CRLF; part bodies are kept as they
/// are. Bytes before the first boundary and after the last are ignored, so that the bodies without a part that the iOS
/// and Swift SDKs send are fine.
struct MultipartParser {
    /// A reason for which a body is refused.
    enum Failure: Error {
        case malformed(String)
        case tooManyParts
        case headersTooLong
    }

    private enum State { case preamble, afterBoundary, headers, content, epilogue }

    private(set) var parameters = Parameters()
    private(set) var files: [FilePart] = []
    /// The first part that is named as a key is.
    private(set) var key: String?
    /// Bytes of the parts that are no files, as far as they came.
    private(set) var fieldBytes = 0

    private let delimiter: [UInt8]
    private let limits: ServerConfiguration.Limits
    private let fileName: String?
    private let keyNames: [String]
    private var state = State.preamble
    /// Received bytes that are not yet parsed. It starts as if a line had just ended, so that a boundary at the very
    /// beginning is found like any other.
    private var pending: [UInt8] = [0x0D, 0x0A]
    private var isEmpty = true
    private var parts = 0
    /// Pending bytes that are the end of the headers and not content.
    private var kept = 0
    private var part = FilePart(name: "", filename: nil, contentType: nil, bytes: [])

    /// - Parameters:
    ///   - fileName: The name of a part that is a file whatever its headers are.
    ///   - keyNames: Names of parts that may hold an app key, beside `access_key`.
    init(
        boundary: String, limits: ServerConfiguration.Limits, fileName: String? = nil, keyNames: [String] = []
    ) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.limits = limits
        self.fileName = fileName
        self.keyNames = ["access_key"] + keyNames
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        isEmpty = unsafe isEmpty && bytes.isEmpty
        if state == .epilogue { return }
        // Safe: read within this call, as its caller guarantees.
        unsafe pending.append(contentsOf: bytes)
        while try step() {}
    }

    /// To be called at the end of the body. A body without a byte has no parts.
    func finish() throws(Failure) {
        if state != .epilogue && !isEmpty { throw .malformed("The multipart body has no final boundary.") }
    }

    /// Parses as many of the pending bytes as possible; returns false if more are needed first.
    private mutating func step() throws(Failure) -> Bool {
        switch state {
        case .preamble:
            guard let found = pending.first(delimiter) else {
                pending.removeFirst(max(0, pending.count - delimiter.count + 1))
                return false
            }
            pending.removeFirst(found + delimiter.count)
            state = .afterBoundary
        case .afterBoundary:
            if pending.starts(with: [0x2D, 0x2D]) {
                pending = []
                state = .epilogue
                return false
            }
            let padding = pending.prefix { $0 == 0x20 || $0 == 0x09 }.count
            guard padding <= limits.partHeaderBytes else { throw .headersTooLong }
            guard pending.count >= padding + 2 else { return false }
            guard pending[padding] == 0x0D, pending[padding + 1] == 0x0A else {
                throw .malformed("A boundary of the multipart body is not followed by a line end.")
            }
            // The line end stays: a part without headers has its empty line right here.
            pending.removeFirst(padding)
            state = .headers
            parts += 1
            if parts > limits.parts { throw .tooManyParts }
        case .headers:
            guard let found = pending.first([0x0D, 0x0A, 0x0D, 0x0A]), found <= limits.partHeaderBytes else {
                if pending.count > limits.partHeaderBytes + 4 { throw .headersTooLong }
                return false
            }
            part = try Self.part(headers: pending[..<found])
            // The last line end stays: it may be that of a boundary that follows at once.
            pending.removeFirst(found + 2)
            kept = 2
            state = .content
        case .content:
            return takeContent()
        case .epilogue:
            return false
        }
        return true
    }

    private mutating func takeContent() -> Bool {
        let found = pending.first(delimiter)
        let end = found ?? pending.count - delimiter.count + 1
        if end > kept {
            part.bytes.append(contentsOf: pending[kept..<end])
            if !isFile { fieldBytes += end - kept }
        }
        guard let found else {
            if end > kept {
                pending.removeFirst(end)
                kept = 0
            }
            return false
        }
        pending.removeFirst(found + delimiter.count)
        if isFile {
            files.append(part)
        } else {
            let value = String(decoding: part.bytes, as: UTF8.self)
            if key == nil, keyNames.contains(part.name) { key = value }
            parameters.append(part.name, value)
        }
        part.bytes = []
        state = .afterBoundary
        return true
    }

    private var isFile: Bool { part.isFile || part.name == fileName }

    private static func part(headers: ArraySlice<UInt8>) throws(Failure) -> FilePart {
        var part = FilePart(name: "", filename: nil, contentType: nil, bytes: [])
        var isNamed = false
        for line in String(decoding: headers, as: UTF8.self).split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw .malformed("A part of the multipart body has a header without a colon.")
            }
            let value = HeaderValue(line[line.index(after: colon)...])
            switch line[..<colon].lowercased() {
            case "content-disposition":
                guard value.first == "form-data", let name = value["name"] else {
                    throw .malformed("A part of the multipart body has no name.")
                }
                isNamed = true
                part.name = name
                part.filename = value["filename"] ?? value["filename*"]
            case "content-type":
                part.contentType = value.first
            default: break
            }
        }
        guard isNamed else { throw .malformed("A part of the multipart body has no name.") }
        return part
    }
}

extension FilePart {
    /// True for parts with a file name, and for those whose type is no text.
    fileprivate var isFile: Bool {
        filename != nil || contentType.map { $0.hasPrefix("image/") || $0 == "application/octet-stream" } == true
    }
}
