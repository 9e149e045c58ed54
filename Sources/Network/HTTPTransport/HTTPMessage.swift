package import ImageTypes

/// A request with all its parameters, wherever they came: query, form and text parts of a multipart body, in order.
package struct HTTPRequest: Sendable {
    package var method: String
    /// Decoded, with the leading slash, without the query, and without the path at which a proxy shows the server: empty
    /// where there is nothing behind that.
    package var path: String
    /// The path at which a proxy shows the server, such as `/magpie`; empty where that is `/`.
    package var basePath = ""
    /// The query as it came. For constant documents only, whose parameters nobody reads.
    package var query = ""
    /// ``HTTPRoute/destination`` of its route.
    package var destination: (any Sendable)?
    package var parameters = Parameters()
    /// The file parts of a multipart body.
    package var files: [FilePart] = []
    package var headers = HTTPHeaders()
    /// Numeric.
    package var remoteAddress = ""
    /// Bodies that are neither a form nor multipart, for example JSON.
    package var body: [UInt8] = []
    /// Decimal, never given twice by one machine; travels as `X-Log-ID`.
    package var id: String
    package var authentication = Authentication.notRequired
    /// The rights that the route needs; nil where no key is needed.
    package var needs: Rights?
    /// The rights that the keys of the request give; everything where the server has no keys.
    package var rights = Rights.all
    /// The keys of the server, as they were when the request came.
    package var credentials = Credentials()
    /// The names of the request beyond this process; nil where it came with none.
    package var trace: RequestTrace?
}

/// A file in a multipart body. Only the bytes are to be trusted.
package struct FilePart: Sendable {
    package var name: String
    package var filename: String?
    package var contentType: String?
    package var bytes: [UInt8]
}

/// Headers in order; names are compared without regard to case.
package struct HTTPHeaders: Sendable {
    package private(set) var all: [(name: String, value: String)] = []

    package init() {}

    package mutating func append(_ name: String, _ value: String) { all.append((name, value)) }

    /// The first value with this name.
    package subscript(name: String) -> String? {
        all.first { $0.name.utf8.count == name.utf8.count && $0.name.isSame(as: name) }?.value
    }
}

extension String {
    /// Returns true if the texts differ at most in the case of ASCII letters.
    package func isSame(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    package var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

/// An answer. The server adds `X-Log-ID`, the headers for browsers on other sites and, unless it has a `Cache-Control`,
/// `Cache-Control: no-store`.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var contentType: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// The error on this side: of the disk, or a download that failed. For the log; never sent.
    package var reason: String?

    package init(
        status: Int = 200, contentType: String = "application/json", headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], reason: String? = nil
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
        self.reason = reason
    }
}
