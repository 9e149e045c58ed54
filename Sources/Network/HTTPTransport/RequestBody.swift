/// The body of a request while it comes.
struct RequestBody {
    private enum Kind {
        case form
        case multipart(MultipartParser)
        case other
    }

    private var kind: Kind
    private var bytes: [UInt8] = []
    private let limits: ServerConfiguration.Limits
    private let fieldBytes: Int
    private let jsonBytes: Int

    init(contentType: String?, limits: ServerConfiguration.Limits, route: HTTPRoute) throws(HTTPRefusal) {
        self.limits = limits
        fieldBytes = route.fieldBytes ?? .max
        jsonBytes = route.jsonBytes ?? .max
        kind = .other
        guard let contentType else { return }
        let value = HeaderValue(contentType)
        if value.first == "application/x-www-form-urlencoded" {
            kind = .form
        } else if value.first == "multipart/form-data" {
            guard let boundary = value["boundary"], (1...70).contains(boundary.utf8.count) else {
                throw HTTPRefusal(status: 400, text: "The multipart boundary is missing or too long.")
            }
            kind = .multipart(
                MultipartParser(
                    boundary: boundary, limits: limits, fileName: route.fileName, keyNames: route.codeNames))
        }
    }

    /// True for an urlencoded form, which is parsed at its end, and for JSON whose longest text is looked for then.
    var isReadAtItsEnd: Bool {
        switch kind {
        case .form: true
        case .multipart: false
        case .other: bytes.count > jsonBytes
        }
    }

    /// True if a client may have put its key here.
    var mayHoldKey: Bool { if case .other = kind { false } else { true } }

    /// The key among the parts that came so far.
    var key: String? { if case .multipart(let parser) = kind { parser.key } else { nil } }

    mutating func append(_ more: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        guard case .multipart(var parser) = kind else {
            guard bytes.count + more.count <= fieldBytes else { throw tooManyFields }
            // Safe: read within this call, as its caller guarantees.
            unsafe bytes.append(contentsOf: more)
            return
        }
        // Only one holder at a time, so that the parser's arrays are not copied.
        kind = .other
        do throws(MultipartParser.Failure) {
            // Safe: as above.
            unsafe try parser.append(more)
        } catch {
            throw HTTPRefusal(error)
        }
        guard parser.fieldBytes <= fieldBytes else { throw tooManyFields }
        kind = .multipart(parser)
    }

    private var tooManyFields: HTTPRefusal {
        HTTPRefusal(
            status: 413, text: "The parameters are too long: the limit is \(fieldBytes) bytes, without the files.")
    }

    /// Moves the received data into the request.
    mutating func finish(into request: inout HTTPRequest) throws(HTTPRefusal) {
        switch kind {
        case .other:
            guard bytes.count <= jsonBytes || bytes.count - bytes.longestText <= jsonBytes else {
                throw HTTPRefusal(
                    status: 413, text: "The request is too long: the limit is \(jsonBytes) bytes, without a picture.")
            }
            request.body = bytes
        case .form:
            guard request.parameters.append(form: bytes, limit: limits.parameters) else {
                throw HTTPRefusal.tooManyParameters
            }
        case .multipart(let parser):
            do throws(MultipartParser.Failure) { try parser.finish() } catch { throw HTTPRefusal(error) }
            for each in parser.parameters.all { request.parameters.append(each.name, each.value) }
            request.files = parser.files
        }
    }
}

extension [UInt8] {
    /// The bytes of the longest text between quotation marks, as JSON has them.
    fileprivate var longestText: Int {
        var (longest, start): (Int, Int?) = (0, nil)
        var isEscaped = false
        for (place, byte) in enumerated() {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = start != nil
            } else if byte == UInt8(ascii: "\"") {
                if let begun = start { longest = Swift.max(longest, place - begun) }
                start = start == nil ? place + 1 : nil
            }
        }
        return longest
    }
}

extension HTTPRefusal {
    fileprivate init(_ failure: MultipartParser.Failure) {
        let text =
            switch failure {
            case .malformed(let text): text
            case .tooManyParts: "The multipart body has too many parts."
            case .headersTooLong: "A part of the multipart body has headers that are too long."
            }
        self.init(status: 400, text: text)
    }
}
