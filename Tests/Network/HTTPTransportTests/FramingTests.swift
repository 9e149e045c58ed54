import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

/// The bytes of a client, and the outcome that they must have.
struct Framing: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: String
    /// 0: the connection is closed without an answer.
    var status: Int
    var isClosed = true

    init(_ name: String, _ bytes: String, _ status: Int, isClosed: Bool = true) {
        testDescription = name
        self.bytes = bytes
        self.status = status
        self.isClosed = isClosed
    }

    private static func get(_ headers: String, line: String = "GET /a HTTP/1.1") -> String {
        "\(line)\r\n\(headers)\r\n\r\n"
    }
    private static func post(_ headers: String, _ body: String = "") -> String {
        "POST /a HTTP/1.1\r\nHost: h\r\n\(headers)\r\n\r\n\(body)"
    }
    private static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body) }

    static let good = [
        Framing("plain", get("Host: h"), 200, isClosed: false),
        Framing("no blank after the colon", get("Host:h\r\nX:\r\nY:  z  "), 200, isClosed: false),
        Framing("an empty line before the request", "\r\n\r\n" + get("Host: h"), 200, isClosed: false),
        Framing("HTTP/1.0 without Host", "GET /a HTTP/1.0\r\n\r\n", 200),
        Framing("absolute form", get("Host: h", line: "GET http://h/a?b HTTP/1.1"), 200, isClosed: false),
        Framing("absolute form in capitals", get("Host: h", line: "GET HTTP://h/a HTTP/1.1"), 200, isClosed: false),
        Framing("a body with GET", get("Host: h\r\nContent-Length: 2") + "ab", 200, isClosed: false),
        Framing("chunks", chunked("3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n"), 200),
        Framing("asked to close", get("Host: h\r\nConnection: close"), 200),
    ]

    static let head = [
        Framing("lines that end in a bare LF", "GET /a HTTP/1.1\nHost: h\nX: y\n\n", 400),
        Framing("one bare LF", "GET /a HTTP/1.1\r\nHost: h\nX: y\r\n\r\n", 400),
        Framing("a bare LF at the end", "GET /a HTTP/1.1\r\nHost: h\r\n\n", 400),
        Framing("a bare CR in a value", get("Host: h\r\nX: y\rZ: w"), 400),
        Framing("a folded header", get("Host: h\r\nX: y\r\n more\r\nZ: 1"), 400),
        Framing("a folded last header", get("Host: h\r\nX: y\r\n\tmore"), 400),
        Framing("a folded first header", get(" X: y\r\nHost: h"), 400),
        Framing("NUL in a value", get("Host: h\r\nX: y\0z\r\nY: 2"), 400),
        Framing("NUL in a name", get("Host: h\r\nX\0Q: y"), 400),
        Framing("a blank before the colon", get("Host: h\r\nX : y"), 400),
        Framing("no colon", get("Host: h\r\nXy"), 400),
        Framing("no name", get("Host: h\r\n: y"), 400),
        Framing("a name that is no token", get("Host: h\r\nX(y): z"), 400),
        Framing("no Host", get("X: y"), 400),
        Framing("two Hosts", get("Host: h\r\nHost: i"), 400),
        Framing("two blanks in the request line", get("Host: h", line: "GET  /a HTTP/1.1"), 400),
        Framing("no version", get("Host: h", line: "GET /a"), 400),
        Framing("version 2.0", get("Host: h", line: "GET /a HTTP/2.0"), 505),
        Framing("a version in lower case", get("Host: h", line: "GET /a http/1.1"), 400),
        Framing("a method that is no token", get("Host: h", line: "GE(T /a HTTP/1.1"), 400),
        Framing("an unknown method", get("Host: h", line: "BREW /a HTTP/1.1"), 405, isClosed: false),
        Framing("CONNECT", get("Host: h", line: "CONNECT h:1 HTTP/1.1"), 405, isClosed: false),
        Framing("a TLS greeting", "\u{16}\u{3}\u{1}\0\0\r\n\r\n", 0),
    ]

    static let length = [
        Framing("Content-Length and chunks", post("Content-Length: 3\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400),
        Framing("chunks and Content-Length", post("Transfer-Encoding: chunked\r\nContent-Length: 3", "0\r\n\r\n"), 400),
        Framing("two lengths", post("Content-Length: 3\r\nContent-Length: 5", "abcde"), 400),
        Framing("the same length twice", post("Content-Length: 3\r\nContent-Length: 3", "abc"), 400),
        Framing("a list of lengths", post("Content-Length: 3, 3", "abc"), 400),
        Framing("a negative length", post("Content-Length: -3", "abc"), 400),
        Framing("a length with a sign", post("Content-Length: +3", "abc"), 400),
        Framing("a hexadecimal length", post("Content-Length: 0x3", "abc"), 400),
        Framing("an endless length", post("Content-Length: 99999999999999999999999", "abc"), 413),
        Framing("two encodings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400),
        Framing("an unknown encoding", post("Transfer-Encoding: gzip, chunked", "3\r\nabc\r\n0\r\n\r\n"), 501),
        Framing("an encoding like chunked", post("Transfer-Encoding: xchunked", "0\r\n\r\n"), 501),
        Framing("chunks in HTTP/1.0", "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        Framing("a chunk size that is no number", chunked("zz\r\nabc\r\n0\r\n\r\n"), 400),
        Framing("a chunk size with 0x", chunked("0x3\r\nabc\r\n0\r\n\r\n"), 400),
        Framing("a negative chunk size", chunked("-3\r\nabc\r\n0\r\n\r\n"), 400),
        Framing("an endless chunk size", chunked("fffffffffffffffff\r\nabc\r\n0\r\n\r\n"), 413),
        Framing("a chunk that is longer than it says", chunked("3\r\nabcdef\r\n0\r\n\r\n"), 400),
        Framing("no chunk size", chunked("\r\nabc\r\n0\r\n\r\n"), 400),
    ]
    /// The outcome.
    struct Outcome: Equatable {
        var status: Int
        var end: RawClient.End
        /// The status of a plain request of somebody else afterwards.
        var next: Int
    }

    /// The outcome that the standard and the limits ask for. Whatever came, others are served.
    var expected: Outcome { Outcome(status: status, end: isClosed ? .closed : .waiting, next: 200) }

    /// Sends it to a server of its own.
    func outcome() throws -> Outcome {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        client.send(bytes)
        let answer = isClosed ? Answer(client.read()) : client.readAnswer()
        let other = RawClient(port: server.port)
        other.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return Outcome(status: answer.status, end: answer.end, next: other.readAnswer().status)
    }
}

@Suite("How a request is framed", .timeLimit(.minutes(5)))
struct FramingTests {
    @Test("the forms that the standard allows are answered", arguments: Framing.good)
    func good(_ framing: Framing) throws { #expect(try framing.outcome() == framing.expected) }

    @Test("heads that two servers could read in two ways are refused", arguments: Framing.head)
    func head(_ framing: Framing) throws { #expect(try framing.outcome() == framing.expected) }

    @Test("lengths that are uncertain are refused", arguments: Framing.length)
    func length(_ framing: Framing) throws { #expect(try framing.outcome() == framing.expected) }

    @Test("requests that come all at once are answered in order")
    func pipelining() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        client.send((0..<50).map { "GET /\($0 % 2 == 0 ? "heavy" : "a")?n=\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
        let text = client.read { $0.contains("n=49") }.text
        let numbers = text.split(separator: "n=").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
        #expect(numbers == Array(0..<50))
    }

    @Test("a request whose second half never comes does not leak into the next one")
    func noLeftovers() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\n")
        client.send("GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(!client.read().text.contains("smuggled"))
    }
}
