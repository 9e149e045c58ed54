internal import CPageFiles
internal import Essentials

/// A file of the page that the server shows in a browser, as it was when the server was built.
struct PageFile: Hashable, Sendable {
    let path: String
    private let name: String

    /// All of them by path: `/`, `/docs`, `/operator`, and what these load from `/page/`.
    static let all: [String: PageFile] = {
        var all: [String: PageFile] = [:]
        for name in contents.keys where !name.hasSuffix(".html") {
            all["/page/\(name)"] = PageFile(path: "/page/\(name)", name: name)
        }
        all["/"] = PageFile(path: "/", name: "index.html")
        all["/docs"] = PageFile(path: "/docs", name: "docs.html")
        all["/operator"] = PageFile(path: "/operator", name: "operator.html")
        return all
    }()

    private static let contents: [String: [UInt8]] = {
        var contents: [String: [UInt8]] = [:]
        var index = 0
        // Safe: paths and bytes are constants of the program, and each file knows the number of its own.
        while let file = unsafe cpf_file_at(index)?.pointee {
            index += 1
            let path = unsafe String(cString: file.path)
            guard path.hasPrefix("Server/") else { continue }
            contents[String(path.dropFirst(7))] = unsafe Array(
                UnsafeBufferPointer(start: file.bytes, count: file.count))
        }
        return contents
    }()

    /// By name, so that each is computed once.
    private static let tags: [String: String] = contents.mapValues(HTTPResponse.tag)

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]

    /// Everything comes from this server. No text is ever run or parsed as markup.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
        trusted-types 'none'
        """

    /// The file, or 304 where the browser has it.
    func response(to request: HTTPRequest) -> HTTPResponse {
        let bytes = PageFile.contents[name] ?? []
        let kind = name.split(separator: ".").last.map(String.init) ?? ""
        return HTTPResponse.tagged(
            PageFile.tags[name] ?? "", request, type: PageFile.types[kind] ?? "text/plain", bytes,
            headers: [
                ("Cache-Control", "no-cache"), ("Content-Security-Policy", PageFile.policy),
                ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
            ])
    }
}

extension HTTPResponse {
    /// The `ETag` of a content.
    static func tag(of bytes: [UInt8]) -> String { "\"" + bytes.contentHash.hexadecimal + "\"" }

    /// An answer with a tag, or 304 without content where the client has it.
    ///
    /// - Parameter modified: The time of the content. Nil, the default, where it is not known.
    static func tagged(
        _ tag: String, _ request: HTTPRequest, modified: HTTPDate? = nil, type: String, _ bytes: [UInt8],
        headers: [(name: String, value: String)]
    ) -> HTTPResponse {
        let headers = headers + [("ETag", tag)] + (modified.map { [("Last-Modified", $0.text)] } ?? [])
        if request.hasContent(tag, modified) { return HTTPResponse(status: 304, headers: headers) }
        return HTTPResponse(contentType: type, headers: headers, body: bytes)
    }
}

extension HTTPRequest {
    /// True where the client has the content: by its tags, or, where it names none, by its date (RFC 9110, section
    /// 13.2.2).
    fileprivate func hasContent(_ tag: String, _ modified: HTTPDate?) -> Bool {
        if let tags = headers["If-None-Match"] {
            let known = tags.split(separator: ",")
                .map { $0.drop { $0 == " " || $0 == "W" || $0 == "/" }.prefix { $0 != " " } }
            return known.contains { $0 == tag || $0 == "*" }
        }
        let dates = headers.all.filter { $0.name.isSame(as: "If-Modified-Since") }
        // The date counts for these methods only, and only where there is one (section 13.1.3).
        guard method == "GET" || method == "HEAD", dates.count == 1, let modified, let date = HTTPDate(dates[0].value)
        else { return false }
        return modified <= date
    }
}
