import Testing

@testable import HTTPTransport

@Suite("A multipart body", .timeLimit(.minutes(5)))
struct MultipartTests {
    private func parse(
        _ body: [UInt8], pieces: Int, boundary: String = "B", keyNames: [String] = []
    ) throws -> MultipartParser {
        var parser = MultipartParser(
            boundary: boundary, limits: ServerConfiguration.Limits(), keyNames: keyNames)
        var at = 0
        while at < body.count {
            let end = min(body.count, at + pieces)
            // Safe: the piece is read within the call.
            unsafe try body[at..<end].withUnsafeBytes { unsafe try parser.append($0) }
            at = end
        }
        try parser.finish()
        return parser
    }

    private func texts(_ parser: MultipartParser) -> [String] {
        parser.parameters.all.map { "\($0.name)=\($0.value)" }
            + parser.files.map { "\($0.name):\($0.filename ?? "-"):\($0.contentType ?? "-"):\($0.bytes.count)" }
    }

    @Test("the first part that is named as a key is the key, under the names that a route has for it")
    func keys() throws {
        let body = Array(
            "\(Self.part)a\r\n\r\n1\r\n\(Self.part)app_key\r\n\r\nK\r\n\(Self.part)access_key\r\n\r\nL\r\n--B--".utf8)
        #expect(try parse(body, pieces: 7).key == "L")
        #expect(try parse(body, pieces: 7, keyNames: ["app_key"]).key == "K")
        #expect(try parse(Array("\(Self.part)a\r\n\r\n1\r\n--B--".utf8), pieces: 3, keyNames: ["app_key"]).key == nil)
    }

    private static let part = "--B\r\nContent-Disposition: form-data; name="

    /// Bodies that are fine, and what is in them.
    private static let good: [(String, [String])] = [
        ("", []),
        ("--B--", []),
        ("--B--\r\n", []),
        ("\r\n--B--\r\n", []),
        ("preamble\r\n--B--\r\nepilogue --B", []),
        ("\(part)a\r\n\r\n1\r\n--B--\r\n", ["a=1"]),
        ("\(part)\"a\"\r\n\r\n\r\n--B--\r\n", ["a="]),
        ("\(part)\"a\"\r\n\r\n--B--\r\n", ["a="]),
        ("\(part)\"a\"\r\n\r\n1\r\n\(part)\"a\"\r\n\r\n2\r\n--B--\r\n", ["a=1", "a=2"]),
        ("\(part)\"a\"\r\n\r\n1+%20 \r\n--\r\n-B\r\n\r\n--B--\r\n", ["a=1+%20 \r\n--\r\n-B\r\n"]),
        ("\(part)\"a;\\\"b\"; filename=\"C:\\x;y.jpg\"\r\n\r\n12\r\n--B--\r\n", ["a;\"b:C:\\x;y.jpg:-:2"]),
        ("\(part)\"i\"; filename=\"/path/to/t.jpg\"\r\n\r\nJPEG\r\n--B--\r\n", ["i:/path/to/t.jpg:-:4"]),
        (
            "\(part)\"i\"; filename=\"\"\r\ncontent-type:image/*\r\n\r\nJPEG\r\n--B \t\r\n"
                + "Content-Disposition: form-data; name=b\r\n\r\n1\r\n--B--",
            ["b=1", "i::image/*:4"]
        ),
        ("\(part)\"i\"\r\nContent-Type: image/png\r\n\r\nPNG\r\n--B--", ["i:-:image/png:3"]),
        (
            "--B\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n"
                + "CONTENT-DISPOSITION: form-data; name=\"ü\"\r\n\r\nö\r\n--B--\r\n",
            ["ü=ö"]
        ),
    ]

    @Test("is read, in whatever pieces it comes", arguments: good.indices)
    func reads(_ index: Int) throws {
        let (body, expected) = Self.good[index]
        for pieces in [1, 2, 3, 5, 7, 16, 1000] {
            #expect(try texts(parse(Array(body.utf8), pieces: pieces)) == expected)
        }
    }

    @Test("keeps every byte of a file, also those that look like a boundary")
    func bytes() throws {
        var bytes: [UInt8] = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        for at in stride(from: 0, to: 69_000, by: 97) { bytes.replaceSubrange(at..<(at + 4), with: "\r\n--".utf8) }
        bytes += Array("\r\n--longer-boundar".utf8)
        let head = "--longer-boundary\r\nContent-Disposition: form-data; name=\"image\"; filename=\"x\"\r\n\r\n"
        let body = Array(head.utf8) + bytes + Array("\r\n--longer-boundary--\r\n".utf8)
        for pieces in [1, 13, 4096, 16384, body.count] {
            #expect(try parse(body, pieces: pieces, boundary: "longer-boundary").files.map(\.bytes) == [bytes])
        }
    }

    @Test(
        "that is broken is refused",
        arguments: [
            "garbage", "\r\n", "--", "--B", "--B\r\n", "--B-", "--BX\r\n", "--B\n\n", "--C--\r\n",
            "\(part)\"a\"\r\n\r\n1", "\(part)\"a\"\r\n\r\n1\r\n--B", "\(part)\"a\"\r\n\r\n1\r\n--BC\r\n--B--",
            "--B\r\n\r\n1\r\n--B--", "--B\r\nX: y\r\n\r\n1\r\n--B--", "--B\r\nno colon\r\n\r\n1\r\n--B--",
            "--B\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--B--",
            "--B\r\nContent-Disposition: form-data\r\n\r\n1\r\n--B--",
            "--B\nContent-Disposition: form-data; name=a\n\n1\n--B--\n",
            "--B\r\nContent-Disposition: form-data;\r\n name=a\r\n\r\n1\r\n--B--",
        ])
    func broken(_ body: String) throws {
        for pieces in [1, 4, 1000] {
            #expect(throws: MultipartParser.Failure.self) { try parse(Array(body.utf8), pieces: pieces) }
        }
    }

    @Test("has a limited number of parts, with limited headers")
    func limits() throws {
        let part = "--B\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n"
        let count = ServerConfiguration.Limits().parts
        let most = Array((String(repeating: part, count: count) + "--B--").utf8)
        #expect(try parse(most, pieces: 999).parameters.all.count == count)
        #expect(throws: MultipartParser.Failure.self) {
            try parse(Array((String(repeating: part, count: count + 1) + "--B--").utf8), pieces: 999)
        }
        let long = "--B\r\nX: \(String(repeating: "x", count: 9_000))"
        #expect(throws: MultipartParser.Failure.self) { try parse(Array(long.utf8), pieces: 100) }
        #expect(throws: MultipartParser.Failure.self) {
            try parse(Array("--B\(String(repeating: " ", count: 9_000))".utf8), pieces: 100)
        }
    }
}
