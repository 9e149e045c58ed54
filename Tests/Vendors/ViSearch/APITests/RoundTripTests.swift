import Testing
import ViSearchAPI

/// A request that is written as parameters and read again is the same request, with every member set.
@Suite("Requests come back from their parameters") struct RoundTripTests {
    private static let options: ViSearch.Options = {
        var options = ViSearch.Options(
            page: 3, limit: 20, score: false, scores: 0.25...0.75, fields: ["a", "b"], allFields: true,
            filters: [.equal("brand", "A:B, C"), .range("price", 0...199), .equal("size", 38)], queryInfo: true,
            facets: ["brand", "price"])
        options.facetLimit = 5
        options.facetCounts = true
        options.dedup = true
        options.dedupThreshold = 0.5
        options.sort = .init("price", ascending: false)
        options.groupField = "mpid"
        options.groupLimit = 2
        options.groupSort = "price:asc"
        options.groupSortStrategy = "max"
        options.diversity = ["brand:a,b:0.5"]
        options.tagFilters = ["vs:x"]
        options.tagConfiguration = ["k:v"]
        options.tagFields = ["t"]
        options.locale = "en"
        options.strategy = "7"
        options.custom = [.init("va_uid", "u"), .init("mine", "1")]
        return options
    }()

    private static let picture: ViSearch.Picture = {
        var picture = ViSearch.Picture(
            .url("http://x/?a=1,2"), box: Box(left: 1, top: 2, width: 3, height: 4),
            points: [.init(left: 5, top: 6), .init(left: 7, top: 8)], detection: .type("top"), detectionLimit: 30,
            sensitivity: .high)
        picture.detectionAttributes = ["gender": ["men", "women"]]
        return picture
    }()

    @Test("a search by name, with all options")
    func similar() throws {
        let request = ViSearch.SimilarSearch("a b&c", options: Self.options)
        #expect(try ViSearch.SimilarSearch(request.parameters()) == request)
    }

    @Test("a search by colors")
    func color() throws {
        let request = ViSearch.ColorSearch([.init("00ff00", weight: 3), .init("ff0000")], options: Self.options)
        #expect(try ViSearch.ColorSearch(request.parameters()) == request)
    }

    @Test("an upload with words")
    func upload() throws {
        let request = ViSearch.UploadSearch(Self.picture, text: "red, or blue", options: Self.options)
        #expect(try ViSearch.UploadSearch(request.parameters()) == request)
    }

    @Test("a search by words alone")
    func multi() throws {
        let request = ViSearch.MultiSearch(text: "red", options: Self.options)
        #expect(try ViSearch.MultiSearch(request.parameters()) == request)
    }

    @Test("a discovery")
    func discover() throws {
        let request = ViSearch.DiscoverSearch(Self.picture, resultLimit: 100, options: Self.options)
        #expect(try ViSearch.DiscoverSearch(request.parameters()) == request)
    }

    @Test("a match")
    func match() throws {
        let request = ViSearch.Match("a", objectLimit: 3, resultLimit: 4, options: Self.options)
        #expect(try ViSearch.Match(request.parameters()) == request)
    }

    @Test("a recommendation")
    func recommendation() throws {
        var request = ViSearch.Recommendation("a", options: Self.options)
        request.algorithm = "STL"
        request.alternativeLimit = 2
        request.dedupField = "mpid"
        request.userContext = #"{"age":3,"x":"a,b"}"#
        request.showsPinned = true
        request.showsExcluded = false
        request.usesSetControl = true
        request.setLimit = 4
        request.showsBestImages = true
        request.isNotProductBased = false
        request.boxes = [Box(left: 1, top: 1, width: 2, height: 2), Box(left: 3, top: 3, width: 4, height: 4)]
        request.categories = ["top", "shoe"]
        #expect(try ViSearch.Recommendation(request.parameters()) == request)
    }

    @Test("an insert")
    func insert() throws {
        let request = ViSearch.Insert(
            [.init("a", url: "http://x", values: ["price": "1", "im_brand": "b"]), .init("c")],
            custom: [.init("k", "v")])
        #expect(try ViSearch.Insert(request.parameters()) == request)
    }

    @Test("a removal")
    func remove() throws {
        let request = ViSearch.Remove(["a", "b c"])
        #expect(try ViSearch.Remove(request.parameters()) == request)
    }

    @Test("a question for the state of an insert")
    func status() throws {
        let request = ViSearch.InsertStatus("12", errorPage: 2, errorLimit: 3)
        #expect(try ViSearch.InsertStatus("12", request.parameters()) == request)
    }
}
