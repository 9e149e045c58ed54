import ClientTestSupport
import Testing

@testable import ViSearchClient

@Suite(.timeLimit(.minutes(30))) struct RefusalTests {
    @Test("what the service would refuse is refused before the network, with the reason")
    func refusals() async throws {
        let server = try ScriptedServer { _, _ in .json(found([])) }
        let client = server.client()
        func options(_ change: (inout ViSearch.Options) -> Void) -> ViSearch.Options { ViSearch.Options().with(change) }
        let bad: [(String, ViSearch.Options)] = [
            ("page", options { $0.page = 0 }), ("limit", options { $0.limit = 0 }),
            ("limit", options { $0.limit = 101 }),
            (
                "page",
                options {
                    $0.page = 11
                    $0.limit = 100
                }
            ), ("score_max", options { $0.scores = 0...1.1 }),
            ("score_min", options { $0.scores = -0.1...1 }), ("facets_limit", options { $0.facetLimit = -1 }),
            ("dedup_score_threshold", options { $0.dedupThreshold = 2 }),
            ("dedup_score_threshold", options { $0.dedupThreshold = .nan }),
            ("group_limit", options { $0.groupLimit = 0 }), ("group_limit", options { $0.groupLimit = 101 }),
            ("fq", options { $0.filters = [.equal("", "x")] }), ("fq", options { $0.filters = [.equal("a:b", "x")] }),
            ("sort_by", options { $0.sort = .init(" ") }), ("comma", options { $0.fields = ["a,b"] }),
            ("comma", options { $0.facets = ["a", "b,c"] }),
        ]
        for (name, options) in bad {
            let error = await error { () async throws(ClientError) in try await client.search("x", options: options) }
            guard case .invalidArgument(let text) = error, text.contains(name) else {
                Issue.record("\(name): \(error.map { "\($0)" } ?? "no error")")
                continue
            }
        }
        let colors = await error { () async throws(ClientError) in try await client.colorSearch("12|456") }
        #expect(colors == .invalidArgument("color is invalid."))
        let name = await error { () async throws(ClientError) in try await client.search("") }
        #expect(name == .invalidArgument("im_name is invalid."))
        let many = (0...100).map { ViSearch.Insert.Image("item-\($0)") }
        let batch = await error { () async throws(ClientError) in try await client.insert(many) }
        #expect(batch == .invalidArgument("Exceeded maximum insert batch size of 100."))
        let named = await error { () async throws(ClientError) in try await client.insert([.init("a"), .init("")]) }
        #expect(named == .invalidArgument("Invalid im_name. (im_name[1]: )"))
        let attribute = await error { () async throws(ClientError) in
            try await client.insert([.init("a", values: ["im_url": "x"])])
        }
        #expect(attribute == .invalidArgument("an attribute cannot be named `im_url`."))
        let pictures: [(ViSearch.Picture, String)] = [
            (.init(), "Missing im_url or im_id."), (.init(.url("photo.jpg")), "Invalid image or im_url."),
            (.init(.id("")), "Missing im_id."), (.init(.feature("")), "im_feature is missing."),
            (.init(.id("i"), box: Box(left: -1, top: 0, width: 1, height: 1)), "box is invalid."),
            (.init(.id("i"), box: Box(left: 0, top: 0, width: -1, height: 1)), "box is invalid."),
            (.init(.id("i"), points: [.init(left: 0, top: -1)]), "point is invalid."),
            (.init(.id("i"), detectionLimit: 0), "detection_limit must be from 1 to 30"),
            (.init(.id("i"), detectionLimit: 31), "detection_limit must be from 1 to 30"),
        ]
        for (picture, text) in pictures {
            let upload = await error { () async throws(ClientError) in
                try await client.answer(to: ViSearch.UploadSearch(picture))
            }
            #expect(upload == .invalidArgument(text))
            let discover = await error { () async throws(ClientError) in
                try await client.answer(to: ViSearch.DiscoverSearch(picture))
            }
            #expect(discover == .invalidArgument(text))
        }
        for limit in [0, 101] {
            let things = await error { () async throws(ClientError) in
                try await client.match("x", resultLimit: limit)
            }
            #expect(things == .invalidArgument("result_limit must be from 1 to 100"))
        }
        let objects = await error { () async throws(ClientError) in try await client.match("x", objectLimit: 0) }
        #expect(objects == .invalidArgument("object_limit must be -1 or no less than 1"))
        let words = await error { () async throws(ClientError) in try await client.multiSearch(text: " ") }
        #expect(words == .invalidArgument("q is missing."))
        let recommendations: [(String, (inout ViSearch.Recommendation) -> Void)] = [
            ("alt_limit", { $0.alternativeLimit = -1 }), ("set_limit", { $0.setLimit = 0 }),
            ("user_context", { $0.userContext = "{age:3}" }),
            ("box", { $0.boxes = [Box(left: -1, top: 0, width: 1, height: 1)] }),
        ]
        for (name, change) in recommendations {
            var request = ViSearch.Recommendation("x")
            change(&request)
            let refused = request
            let error = await error { () async throws(ClientError) in try await client.answer(to: refused) }
            guard case .invalidArgument(let text) = error, text.contains(name) else {
                Issue.record("\(name): \(error.map { "\($0)" } ?? "no error")")
                continue
            }
        }
        #expect(server.requests.isEmpty)
    }
}
