import Foundation
import TestSupport
import Testing
import TransportTestSupport
import ViSearchAPI

@Suite(.enabled(if: !RecordedRequest.all.isEmpty, "skipped: there are no recorded requests"))
struct RecordedRequestTests {
    @Test("every recorded request of an official client is read")
    func reads() throws {
        for recorded in RecordedRequest.all {
            let (parameters, hasImage) = (recorded.parameters, recorded.pictureCount > 0)
            switch recorded.path {
            case "/search":
                let request = try ViSearch.SimilarSearch(parameters)
                #expect(!request.name.isEmpty)
                #expect([10, 30].contains(request.options.limit))
                #expect(request.options.scores == 0...1)
                #expect(try ViSearch.SimilarSearch(request.parameters()) == request)
            case "/recommendation":
                let request = try ViSearch.Recommendation(parameters)
                #expect(try ViSearch.Recommendation(request.parameters()) == request)
            case "/colorsearch":
                let request = try ViSearch.ColorSearch(parameters)
                #expect(request.colors == [.init("fa4d4d")])
                #expect(try ViSearch.ColorSearch(request.parameters()) == request)
            case "/uploadsearch":
                let request = try ViSearch.UploadSearch(parameters, hasImage: hasImage)
                #expect((request.picture.source == .upload) == hasImage)
                #expect(try ViSearch.UploadSearch(request.parameters(), hasImage: hasImage) == request)
            case "/discoversearch":
                let request = try ViSearch.DiscoverSearch(parameters, hasImage: hasImage)
                #expect((request.picture.source == .upload) == hasImage)
                #expect(try ViSearch.DiscoverSearch(request.parameters(), hasImage: hasImage) == request)
            case "/insert":
                let request = try ViSearch.Insert(parameters)
                #expect(try ViSearch.Insert(request.parameters()) == request)
            case "/remove": #expect(try ViSearch.Remove(parameters).names == ["a", "b"])
            case "/insert/status/317503499455827968":
                #expect(try ViSearch.InsertStatus("317503499455827968", parameters).errorPage == nil)
            default: Issue.record("nobody reads \(recorded.target)")
            }
        }
    }

    private func requests(_ path: String, having text: String) throws -> RecordedRequest {
        try #require(
            RecordedRequest.all.first {
                $0.path == path && ($0.target + ($0.body ?? "") + $0.headers.joined()).contains(text)
            })
    }

    @Test("lists come repeated or joined with commas, blanks in ranges go, empty pairs are no parameters")
    func lists() throws {
        let oc = try ViSearch.SimilarSearch(requests("/search", having: "visearch-oc-sdk").parameters)
        #expect(oc.options.fields == ["price", "brand", "im_url"])
        #expect(oc.options.facets == ["brand", "price"])
        #expect(oc.options.filters == [.init("price", text: "0, 199")])
        #expect(oc.options.facetCounts)
        #expect(oc.options.score == true)
        #expect(oc.options.custom.contains(.init("va_os", "iOS")))
        #expect(!oc.options.custom.contains { $0.name == "access_key" })
        let swift = try ViSearch.SimilarSearch(requests("/search", having: "visearch-swift-sdk").parameters)
        #expect(swift.name == "red dress & co/ü?x")
        #expect(swift.options.facets == ["brand", "price"])
        #expect(swift.options.filters.map(\.text) == ["brand:A&B", "price:0, 199"])
        #expect(swift.options.queryInfo)
    }

    @Test("True and False are flags, and a filter that lost its end at an & keeps its beginning")
    func python() throws {
        let request = try ViSearch.SimilarSearch(requests("/search", having: "score=True").parameters)
        #expect(request.options.score == true)
        #expect(request.options.filters.map(\.text) == ["price:0,199", "brand:A"])
        #expect(request.name == "red dress ")
        #expect(request.options.custom == [.init(" co", ""), .init("B", "")])
        #expect(request.options.limit == 30)
    }

    @Test("boxes and points are read from their corners")
    func places() throws {
        let upload = try requests("/uploadsearch", having: "visearch-oc-sdk")
        let request = try ViSearch.UploadSearch(upload.parameters, hasImage: upload.pictureCount > 0)
        #expect(request.picture.box == Box(left: 12, top: 7, width: 114, height: 91))
        #expect(request.picture.detection == .all)
        let discover = try requests("/discoversearch", having: "visearch-swift-sdk")
        let things = try ViSearch.DiscoverSearch(discover.parameters, hasImage: true)
        #expect(things.picture.points == [.init(left: 458, top: 309)])
        #expect(things.picture.detectionLimit == 5)
        #expect(things.resultLimit == 10)
        #expect(things.options.score == false)
    }

    @Test("an insert keeps its images, their attributes and what stands beside them")
    func insert() throws {
        let request = try ViSearch.Insert(requests("/insert", having: "custom=1").parameters)
        #expect(request.images.map(\.name) == ["red dress", "b"])
        #expect(request.images[0].url == "http://x/a.jpg")
        #expect(request.images[0].values == ["price": "1.5", "title": "Ünï & co"])
        #expect(request.custom == [.init("custom", "1")])
        let update = try ViSearch.Insert(requests("/insert", having: "im_name%5B0%5D=b&price").parameters)
        #expect(update.images == [.init("b", values: ["price": "2"])])
    }
}
