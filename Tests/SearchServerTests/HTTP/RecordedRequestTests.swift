import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import SearchServer

/// Requests of official SDKs as they were on the wire, or as their sources make them.
struct RecordedRequest: Decodable {
    struct Part: Decodable {
        var headers: [String]
        var text: String?
        var pictureBytes: Int?

        private enum CodingKeys: String, CodingKey {
            case headers
            case text
            case pictureBytes = "jpeg_bytes"
        }
    }

    var method: String
    var target: String
    var headers: [String]
    var body: String?
    var parts: [Part]?

    /// The bytes of the request; nil where they cannot be made, because the boundary is not recorded.
    func bytes() -> [UInt8] {
        var body = Array((self.body ?? "").replacingOccurrences(of: "<JPEG>", with: "JPEG").utf8)
        var headers = headers.map { $0.replacingOccurrences(of: "HOST:PORT", with: "h") }
        if let parts, let type = headers.first(where: { $0.hasPrefix("Content-Type:") }) {
            let boundary = type.split(separator: "boundary=")[1]
            for part in parts {
                body += Array(
                    "--\(boundary)\r\n\(part.headers.joined(separator: "\r\n"))\r\n\r\n\(part.text ?? "")".utf8)
                body += [UInt8](repeating: 0xD8, count: part.pictureBytes ?? 0) + Array("\r\n".utf8)
            }
            body += Array("--\(boundary)--\r\n".utf8)
        }
        headers.removeAll { $0.hasPrefix("Content-Length") }
        if method == "POST" { headers.append("Content-Length: \(body.count)") }
        if !headers.contains(where: { $0.hasPrefix("Host") }) { headers.append("Host: h") }
        return Array("\(method) \(target) HTTP/1.1\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n".utf8) + body
    }
}

@Suite(
    "Requests of the official SDKs",
    .enabled(if: SharedData.folder("visearch/wire") != nil, "skipped: there is no ../shared/data/visearch/wire"))
struct RecordedRequestTests {
    private func requests(_ name: String) throws -> [RecordedRequest] {
        let folder = try #require(SharedData.folder("visearch/wire"))
        let data = try Data(contentsOf: folder.appending(path: name))
        struct Composed: Decodable { var requests: [RecordedRequest] }
        if let composed = try? JSONDecoder().decode(Composed.self, from: data) { return composed.requests }
        return try JSONDecoder().decode([RecordedRequest].self, from: data)
    }

    @Test(
        "arrive on one connection, each with its parameters and files",
        arguments: ["composed-from-source.json", "python-0.5.2.json"])
    func arrive(_ name: String) throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        for request in try requests(name) {
            client.send(request.bytes())
            let answer = client.readAnswer()
            #expect(answer.status == 200, "\(request.target)")
            let lines = answer.body.split(separator: "\n")
            #expect(lines.first?.hasPrefix("\(request.method) \(request.target.prefix { $0 != "?" })") == true)
            let files =
                (request.parts ?? []).count { $0.pictureBytes != nil }
                + (request.body?.contains("<JPEG>") == true ? 1 : 0)
            #expect(lines.count { $0.hasPrefix("file image ") } == files)
            for part in request.parts ?? [] {
                if let text = part.text { #expect(lines.contains { $0.hasSuffix("=\(text)") }) }
                if let count = part.pictureBytes { #expect(lines.contains { $0.hasSuffix(" \(count)") }) }
            }
        }
    }

    @Test("have values with blanks, signs and letters of all kinds as they were meant")
    func values() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        func lines(_ request: RecordedRequest) -> [String] {
            client.send(request.bytes())
            return client.readAnswer().body.split(separator: "\n").map(String.init)
        }
        let python = try requests("python-0.5.2.json")
        let insert = lines(python[0])
        #expect(insert.contains("im_name[0]=red dress"))
        #expect(insert.contains("im_url[0]=http://x/a.jpg"))
        #expect(insert.contains("title[0]=Ünï & co"))
        let search = lines(try #require(python.first { $0.target.contains("red%20dress%20&") }))
        #expect(search.contains("im_name=red dress ") && search.contains("fq=brand:A") && search.contains("B="))
        let swift = try requests("composed-from-source.json").first { $0.target.contains("%C3%BC?x") }
        #expect(lines(try #require(swift)).contains("im_name=red dress & co/ü?x"))
    }
}
