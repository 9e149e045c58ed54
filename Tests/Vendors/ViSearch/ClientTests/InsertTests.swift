import ClientTestSupport
import Foundation
import PictureTestSupport
import SearchClientImaging
import TestSupport
import Testing

@testable import ViSearchClient

@Suite(.timeLimit(.minutes(5))) struct InsertTests {
    private static let accepted = #"{"status":"OK","method":"insert","trans_id":5,"total":2}"#

    @Test("pictures of this machine travel with their items, a bad one leaves the others alone")
    func pictures() async throws {
        let server = try ScriptedServer { _, _ in .json(Self.accepted) }
        let answer = try await server.client().insert(pictures: [
            .init("a", .pixels(Pictures.scene(64, 48)), values: ["price": "9.5"]), .init("b", .bytes([1, 2, 3])),
            .init("c", .url("http://x/c.jpg")), .init("d", .file(URL(filePath: "/nowhere/d.jpg"))),
        ])
        #expect(answer.status == .warning)
        #expect(answer.transaction == "5")
        #expect(answer.faults.map(\.index) == [1, 3])
        #expect(answer.faults.map(\.name) == ["b", "d"])
        #expect(answer.faults[1].text.contains("/nowhere/d.jpg"))
        let parts = server.requests[0].parts
        #expect(
            parts.mapValues(\.count).keys.sorted() == [
                "access_key", "im_name[0]", "im_name[2]", "im_url[2]", "image[0]", "price[0]",
            ])
        #expect(parts["im_name[2]"] == Array("c".utf8))
        #expect(parts["image[0]"]?.prefix(2) == [0xFF, 0xD8])
    }

    @Test("many pictures are prepared at a time, and each travels with its own item")
    func many() async throws {
        let server = try ScriptedServer { _, _ in .json(Self.accepted) }
        let pictures = (1...30).map { ItemPicture("item-\($0)", .pixels(Pictures.scene(10 * $0, 8))) }
        let answer = try await server.client().insert(pictures: pictures + [ItemPicture("bad", .bytes([1]))])
        #expect(answer.faults.map(\.index) == [30])
        let parts = server.requests[0].parts
        for number in 1...30 {
            #expect(parts["im_name[\(number - 1)]"] == Array("item-\(number)".utf8))
            #expect(try inspect(try #require(parts["image[\(number - 1)]"])).uprightSize.width == 10 * number)
        }
    }

    @Test("nothing is sent when no picture can be, nor sent twice when it may have arrived")
    func never() async throws {
        let server = try ScriptedServer { _, _ in .status(503) }
        let client = server.client()
        let answer = try await client.insert(pictures: [.init("a", .bytes([1]))])
        #expect(answer.status == .fail)
        #expect(answer.faults.map(\.name) == ["a"])
        #expect(server.requests.isEmpty)
        let failure = await error { () async throws(ClientError) in
            try await client.insert(pictures: [.init("a", .pixels(Pictures.scene(9, 9)))])
        }
        #expect(failure == .httpStatus(503, body: ""))
        #expect(server.requests.count == 1)
    }

    @Test("ViSenze's service, an earlier upload and a bad name are refused with the reason, before any decoding")
    func refusals() async throws {
        let server = try ScriptedServer { _, _ in .json(Self.accepted) }
        func refusal(_ client: SearchClient, _ picture: ItemPicture) async -> String? {
            let failure = await error { () async throws(ClientError) in try await client.insert(pictures: [picture]) }
            guard case .invalidArgument(let text) = failure else { return nil }
            return text
        }
        let picture = ItemPicture("a", .bytes([1]))
        for url in [ClientConfiguration.viSenze, ClientConfiguration.viSenzeChina] {
            let client = SearchClient(ClientConfiguration(.none, at: url))
            #expect(await refusal(client, picture)?.contains("by their URL only") == true)
        }
        #expect(await refusal(server.client(), ItemPicture("a", .id("i")))?.contains("earlier upload") == true)
        #expect(await refusal(server.client(), ItemPicture("", .bytes([1])))?.contains("im_name") == true)
        let none = await error { () async throws(ClientError) in try await server.client().insert(pictures: []) }
        #expect(none == .invalidArgument("No image inserted."))
        #expect(server.requests.isEmpty)
    }

    @Test("a request whose picture is its upload is not sent without one")
    func missingUpload() async throws {
        let server = try ScriptedServer { _, _ in .json(found([])) }
        let failures = [
            await error { () async throws(ClientError) in
                try await server.client().answer(to: ViSearch.UploadSearch(.init(.upload)))
            },
            await error { () async throws(ClientError) in
                try await server.client().answer(to: ViSearch.DiscoverSearch(.init(.upload)))
            },
        ]
        for failure in failures {
            guard case .invalidArgument(let text) = failure, text.contains("uploadSearch") else {
                Issue.record("\(failure.map { "\($0)" } ?? "no error")")
                continue
            }
        }
        #expect(server.requests.isEmpty)
    }
}
