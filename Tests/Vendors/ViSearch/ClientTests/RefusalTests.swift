import ClientTestSupport
import Testing

@testable import ViSearchClient

/// A request that the service would refuse never leaves the machine: each test looks at the reason and at the network.
@Suite(.timeLimit(.minutes(5))) struct RefusalTests {
    /// Options that the service refuses, and the parameter that the error names.
    struct Refused: Sendable, CustomTestStringConvertible {
        let parameter: String
        let options: ViSearch.Options
        var testDescription: String { parameter }

        init(_ parameter: String, _ change: (inout ViSearch.Options) -> Void) {
            (self.parameter, options) = (parameter, ViSearch.Options().with(change))
        }
    }

    /// Sends `body` to a server that would answer everything, and expects that it sends nothing.
    private func reason(
        _ body: (SearchClient) async throws(ClientError) -> some Any, location: SourceLocation = #_sourceLocation
    ) async throws -> String? {
        let server = try ScriptedServer { _, _ in .json(found([])) }
        let client = server.client()
        let error = await error { () async throws(ClientError) in try await body(client) }
        #expect(server.requests.isEmpty, sourceLocation: location)
        guard case .invalidArgument(let text) = error else { return nil }
        return text
    }

    @Test(
        "options outside their range are refused with the name of the parameter",
        arguments: [
            Refused("page") { $0.page = 0 }, Refused("page") { ($0.page, $0.limit) = (11, 100) },
            Refused("limit") { $0.limit = 0 }, Refused("limit") { $0.limit = 101 },
            Refused("score_max") { $0.scores = 0...1.1 }, Refused("score_min") { $0.scores = -0.1...1 },
            Refused("facets_limit") { $0.facetLimit = -1 }, Refused("dedup_score_threshold") { $0.dedupThreshold = 2 },
            Refused("dedup_score_threshold") { $0.dedupThreshold = .nan },
            Refused("group_limit") { $0.groupLimit = 0 }, Refused("group_limit") { $0.groupLimit = 101 },
        ])
    func ranges(_ refused: Refused) async throws {
        let text = try await reason { client async throws(ClientError) in
            try await client.search("x", options: refused.options)
        }
        #expect(text?.contains(refused.parameter) == true)
    }

    @Test(
        "names of fields that the wire form cannot carry are refused",
        arguments: [
            Refused("fq") { $0.filters = [.equal("", "x")] }, Refused("fq") { $0.filters = [.equal("a:b", "x")] },
            Refused("sort_by") { $0.sort = .init(" ") }, Refused("comma") { $0.fields = ["a,b"] },
            Refused("comma") { $0.facets = ["a", "b,c"] },
        ])
    func fields(_ refused: Refused) async throws {
        let text = try await reason { client async throws(ClientError) in
            try await client.search("x", options: refused.options)
        }
        #expect(text?.contains(refused.parameter) == true)
    }

    @Test("a color that is no six hexadecimal digits is refused")
    func color() async throws {
        let text = try await reason { client async throws(ClientError) in try await client.colorSearch("12|456") }
        #expect(text == "color is invalid.")
    }

    @Test("a search without a name is refused")
    func emptyName() async throws {
        let text = try await reason { client async throws(ClientError) in try await client.search("") }
        #expect(text == "im_name is invalid.")
    }

    @Test("a text of blanks is refused")
    func blankText() async throws {
        let text = try await reason { client async throws(ClientError) in try await client.multiSearch(text: " ") }
        #expect(text == "q is missing.")
    }

    @Test("an insert of 101 images is refused")
    func insertSize() async throws {
        let images = (0...100).map { ViSearch.Insert.Image("item-\($0)") }
        let text = try await reason { client async throws(ClientError) in try await client.insert(images) }
        #expect(text == "Exceeded maximum insert batch size of 100.")
    }

    @Test("an insert with an image without a name is refused with the place of the image")
    func insertName() async throws {
        let text = try await reason { client async throws(ClientError) in
            try await client.insert([.init("a"), .init("")])
        }
        #expect(text == "Invalid im_name. (im_name[1]: )")
    }

    @Test("an attribute with the name of a parameter is refused")
    func insertAttribute() async throws {
        let text = try await reason { client async throws(ClientError) in
            try await client.insert([.init("a", values: ["im_url": "x"])])
        }
        #expect(text == "an attribute cannot be named `im_url`.")
    }

    private static let pictures: [(ViSearch.Picture, String)] = [
        (.init(), "Missing im_url or im_id."), (.init(.url("photo.jpg")), "Invalid image or im_url."),
        (.init(.id("")), "Missing im_id."), (.init(.feature("")), "im_feature is missing."),
        (.init(.id("i"), box: Box(left: -1, top: 0, width: 1, height: 1)), "box is invalid."),
        (.init(.id("i"), box: Box(left: 0, top: 0, width: -1, height: 1)), "box is invalid."),
        (.init(.id("i"), points: [.init(left: 0, top: -1)]), "point is invalid."),
        (.init(.id("i"), detectionLimit: 0), "detection_limit must be from 1 to 30"),
        (.init(.id("i"), detectionLimit: 31), "detection_limit must be from 1 to 30"),
    ]

    @Test("an upload with a bad picture is refused", arguments: pictures)
    func upload(_ picture: ViSearch.Picture, _ wanted: String) async throws {
        let text = try await reason { client async throws(ClientError) in
            try await client.answer(to: ViSearch.UploadSearch(picture))
        }
        #expect(text == wanted)
    }

    @Test("a discovery with a bad picture is refused", arguments: pictures)
    func discovery(_ picture: ViSearch.Picture, _ wanted: String) async throws {
        let text = try await reason { client async throws(ClientError) in
            try await client.answer(to: ViSearch.DiscoverSearch(picture))
        }
        #expect(text == wanted)
    }

    @Test("a number of results for each object outside 1 to 100 is refused", arguments: [0, 101])
    func resultLimit(_ limit: Int) async throws {
        let text = try await reason { client async throws(ClientError) in
            try await client.match("x", resultLimit: limit)
        }
        #expect(text == "result_limit must be from 1 to 100")
    }

    @Test("zero objects are refused")
    func objectLimit() async throws {
        let text = try await reason { client async throws(ClientError) in try await client.match("x", objectLimit: 0) }
        #expect(text == "object_limit must be -1 or no less than 1")
    }

    /// A bad recommendation, and the parameter that the error names.
    struct RefusedRecommendation: Sendable, CustomTestStringConvertible {
        let parameter: String
        let request: ViSearch.Recommendation
        var testDescription: String { parameter }

        init(_ parameter: String, _ change: (inout ViSearch.Recommendation) -> Void) {
            var request = ViSearch.Recommendation("x")
            change(&request)
            (self.parameter, self.request) = (parameter, request)
        }
    }

    @Test(
        "a recommendation outside its range is refused with the name of the parameter",
        arguments: [
            RefusedRecommendation("alt_limit") { $0.alternativeLimit = -1 },
            RefusedRecommendation("set_limit") { $0.setLimit = 0 },
            RefusedRecommendation("user_context") { $0.userContext = "{age:3}" },
            RefusedRecommendation("box") { $0.boxes = [Box(left: -1, top: 0, width: 1, height: 1)] },
        ])
    func recommendation(_ refused: RefusedRecommendation) async throws {
        let text = try await reason { client async throws(ClientError) in
            try await client.answer(to: refused.request)
        }
        #expect(text?.contains(refused.parameter) == true)
    }
}
