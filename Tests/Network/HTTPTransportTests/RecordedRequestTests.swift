import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

@Suite(
    "Requests of the official SDKs",
    .enabled(if: !RecordedRequest.all.isEmpty, "skipped: there is no ../shared/data/visearch/wire"))
struct RecordedRequestTests {
    private let picture = Array("JPEG".utf8)

    @Test("arrive on one connection, each with its parameters and files")
    func arrive() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        for request in RecordedRequest.all {
            client.send(request.bytes(picture: picture))
            let answer = client.readAnswer()
            #expect(answer.status == 200, "\(request)")
            let lines = answer.body.split(separator: "\n")
            #expect(lines.first?.hasPrefix("\(request.method) \(request.path)") == true)
            #expect(lines.count { $0.hasPrefix("file image ") } == request.pictureCount)
            for part in request.parts ?? [] {
                if let text = part.text { #expect(lines.contains { $0.hasSuffix("=\(text)") }) }
                if let count = part.jpegBytes { #expect(lines.contains { $0.hasSuffix(" \(count)") }) }
            }
        }
    }

    @Test("have values with blanks, signs and letters of all kinds as they were meant")
    func values() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        func lines(having text: String) throws -> [String] {
            let request = try #require(RecordedRequest.all.first { ($0.target + ($0.body ?? "")).contains(text) })
            client.send(request.bytes(picture: picture))
            return client.readAnswer().body.split(separator: "\n").map(String.init)
        }
        let insert = try lines(having: "title%5B0%5D")
        #expect(insert.contains("im_name[0]=red dress"))
        #expect(insert.contains("im_url[0]=http://x/a.jpg"))
        #expect(insert.contains("title[0]=Ünï & co"))
        let search = try lines(having: "red%20dress%20&")
        #expect(search.contains("im_name=red dress ") && search.contains("fq=brand:A") && search.contains("B="))
        #expect(try lines(having: "%C3%BC?x").contains("im_name=red dress & co/ü?x"))
    }
}
