import ProductSearchAPI
import TestSupport
import Testing

@Suite("Calls of ProductSearch", .timeLimit(.minutes(5)))
struct ProductSearchCallTests {
    private static func read(
        _ operation: ProductSearch.Operation, _ query: KeyValuePairs<String, String>, hasImage: Bool = false,
        productID: String? = nil
    ) throws(ProductSearch.Fault) -> ProductSearch.Call {
        let parameters = Parameters(query.map { .init($0.key, $0.value) })
        return try ProductSearch.Call(operation, productID: productID, parameters, hasImage: hasImage)
    }

    private static func fault(
        _ operation: ProductSearch.Operation, _ query: KeyValuePairs<String, String>, productID: String? = nil
    ) -> ProductSearch.Fault? {
        do throws(ProductSearch.Fault) {
            _ = try read(operation, query, productID: productID)
            return nil
        } catch {
            return error
        }
    }

    @Test("each operation has a path on the hosts of both generations, told by the name of the host")
    func paths() {
        #expect(ProductSearch.Operation.multisearch.path(.legacy) == "/v1/product/multisearch")
        #expect(ProductSearch.Operation.multisearch.path(.cloud) == "/v1/search")
        #expect(ProductSearch.Operation.autocomplete.path(.legacy) == "/v1/product/multisearch/autocomplete")
        #expect(ProductSearch.Operation.outfits.path(.cloud) == "/v1/search/outfit-recommendations")
        let all = ProductSearch.Operation.allCases.flatMap { [$0.path(.legacy), $0.path(.cloud)] }
        #expect(Set(all).count == 14)
        for host in ["multisearch-aw.rezolve.com", "MULTISEARCH-AZ.rezolve.com"] {
            #expect(ProductSearch.Paths(host: host) == .cloud)
        }
        for host in ["search.visenze.com", "multimodal.search.rezolve.com", "localhost", nil] {
            #expect(ProductSearch.Paths(host: host) == .legacy)
        }
    }

    @Test("of several sources the earlier upload counts, then the file, the URL and the product")
    func sources() throws {
        let all: KeyValuePairs = ["pid": "p", "im_url": "https://a/b.jpg", "im_id": "x.jpg"]
        let first = try Self.read(.multisearch, all, hasImage: true)
        #expect(first.query.image == .id("x.jpg") && first.otherSources == ["image", "im_url", "pid"])
        let second = try Self.read(.multisearch, ["im_url": "https://a/b.jpg"], hasImage: true)
        #expect(second.query.image?.source == .upload && second.otherSources == ["im_url"])
        let third = try Self.read(.multisearch, ["pid": "p", "im_url": "https://a/b.jpg"])
        #expect(third.query.image == .url("https://a/b.jpg") && third.otherSources == ["pid"])
        let last = try Self.read(.multisearch, ["pid": "p", "im_id": "", "im_url": " "])
        #expect(last.query.image == nil && last.query.productID == "p" && last.otherSources == [])
    }

    @Test("what a request must have is told with the number of the service")
    func missing() {
        #expect(Self.fault(.searchByImage, ["q": "red"]) == .missingImage)
        #expect(Self.fault(.searchByImage, ["pid": "p"])?.code == 203)
        for operation in [ProductSearch.Operation.multisearch, .complementary, .outfits] {
            #expect(Self.fault(operation, ["limit": "3"])?.code == 203)
        }
        #expect(Self.fault(.autocomplete, [:])?.code == 104)
        for id in [nil, "", " ", String(repeating: "a", count: 513)] {
            #expect(Self.fault(.recommendations, [:], productID: id)?.code == 104)
        }
        #expect(
            Self.fault(.multisearch, ["q": "red", "box": "1,2,3,4"])?.text.hasPrefix("box needs a picture") == true)
        #expect(Self.fault(.multisearch, ["q": "red", "search_all_objects": "true"])?.code == 104)
    }

    @Test(
        "a value of the wrong kind or out of range is refused by its name",
        arguments: [
            ("page", "0"), ("page", "x"), ("limit", "0"), ("limit", "-3"), ("facets_limit", "-1"),
            ("group_limit", "0"), ("score", "maybe"), ("score_min", "2"), ("score_max", "0x1"), ("score_min", "nan"),
            ("similar_score_min", "1.5"), ("color_rel_weight", "-0.1"), ("dedup_score_threshold", "7"),
            ("filters", "nocolon"), ("text_filters", ":v"), ("sort_by", "price:up"), ("box", "1,2,3"),
            ("box", "1,2,3,4,5"), ("box", "a,b,c,d"), ("box", "9,9,3,3"), ("box", "-1,0,5,5"), ("box", "1,,2,3"),
            ("box", "1e99,0,2,3"), ("point", "1"), ("point", "-1,2"), ("detection_limit", "0"),
            ("detection_sensitivity", "middle"), ("search_all_objects", "2"), ("set_limit", "0"), ("set_limit", "21"),
            ("alt_limit", "-1"), ("qinfo", "yes"), ("pid", String(repeating: "a", count: 513)),
        ])
    func invalid(_ name: String, _ value: String) throws {
        let parameters = Parameters([.init("im_id", "x.jpg"), .init(name, value)])
        do throws(ProductSearch.Fault) {
            _ = try ProductSearch.Call(.outfits, productID: nil, parameters, hasImage: false)
            Issue.record("it was read")
        } catch {
            #expect(error.code == 104 && error.text.contains(name) && error.text.hasSuffix("."), "\(error)")
        }
    }

    @Test("lists have an end")
    func lists() {
        for name in ["filters", "attrs_to_get", "facets", "vs_config", "category"] {
            let many = Parameters([.init("im_id", "x")] + (0..<301).map { .init(name, "a\($0):b") })
            #expect(throws: ProductSearch.Fault.invalid("\(name) must have no more than 300 values.")) {
                _ = try ProductSearch.Call(.multisearch, productID: nil, many, hasImage: false)
            }
        }
    }

    @Test("a call with everything is read as it is written")
    func roundTrip() throws {
        var options = ProductSearch.Options(
            page: 2, limit: 20, filters: [.equal("brand", "A:B, c"), .range("price", 10...50.5)],
            attributes: ["title", "price"], facets: ["brand", "*"], score: true)
        options.textFilters = [.init("title", text: "red shoe")]
        (options.facetLimit, options.facetCounts) = (3, true)
        options.sort = .init("price", ascending: false)
        (options.groupField, options.groupLimit, options.groupSort) = ("model", 4, "price:asc")
        options.groupSortStrategy = "max"
        (options.scores, options.leastSimilarity, options.colorWeight) = (0.25...0.75, 0.5, 0)
        (options.returnsFieldNames, options.returnsQueryMetadata, options.returnsStoredURLs) = (true, true, true)
        (options.queryInfo, options.dedup, options.dedupThreshold, options.debug) = (true, true, 0.9, true)
        (options.spellCorrection, options.isTyping, options.boosts) = (false, true, "brand:acme:2")
        (options.tagFields, options.systemFields, options.configuration) = (["a"], ["b"], ["c:d"])
        (options.globalFilter, options.locale, options.strategy) = ("g", "zh-TW", "3")
        options.custom = [.init("future", "1")]
        var query = ProductSearch.Query(
            .url("https://a/b.jpg?c=d&e"), text: "red & blue", box: Box(x1: 1, y1: 2, x2: 30, y2: 40),
            points: [Point(left: 5, top: 6), Point(left: 7, top: 8)], detection: .type("bag"), allObjects: true)
        (query.detectionLimit, query.sensitivity) = (7, .high)
        var recommendation = ProductSearch.Recommendation()
        (recommendation.alternativeLimit, recommendation.usesSets, recommendation.setLimit) = (2, true, 3)
        (recommendation.showsPinned, recommendation.showsExcluded) = (true, false)
        (recommendation.showsBestImages, recommendation.isNotProductBased) = (true, false)
        (recommendation.categories, recommendation.returnsProduct) = (["bag", "shoe"], true)
        let call = ProductSearch.Call(.outfits, query, options, recommendation)
        let parameters = try call.parameters()
        #expect(parameters.values("filters") == ["brand:A:B, c", "price:10,50.5"])
        #expect(parameters["box"] == "1,2,30,40" && parameters.values("point") == ["5,6", "7,8"])
        let read = try ProductSearch.Call(.outfits, productID: nil, parameters, hasImage: false)
        #expect(read == call)
        // The defaults travel as little as they can.
        let short = try ProductSearch.Call(.searchByImage, .init(.id("x"))).parameters()
        #expect(short.all == [.init("im_id", "x"), .init("page", "1"), .init("limit", "10")])
    }

    @Test("a call that the service would refuse is not written")
    func refused() {
        var calls = [
            ProductSearch.Call(.searchByImage), ProductSearch.Call(.multisearch, .init(productID: " ")),
            ProductSearch.Call(.searchByImage, .init(.url("no url"))),
            ProductSearch.Call(.searchByImage, .init(.id(""))),
            ProductSearch.Call(.searchByImage, .init(.id("x"), box: Box(left: -1, top: 0, width: 5, height: 5))),
            ProductSearch.Call(.searchByImage, .init(.id("x"), points: [Point(left: -1, top: 0)])),
        ]
        for change in [
            { $0.limit = 101 }, { $0.page = 101 }, { $0.page = .max }, { $0.attributes = ["a,b"] },
            { $0.filters = [.equal("a:b", "c")] }, { $0.filters = [.equal("", "c")] }, { $0.groupLimit = 0 },
            { $0.colorWeight = .nan },
        ] as [(inout ProductSearch.Options) -> Void] {
            calls.append(ProductSearch.Call(.searchByImage, .init(.id("x")), ProductSearch.Options().with(change)))
        }
        for call in calls { #expect(throws: ProductSearch.Fault.self, "\(call)") { _ = try call.parameters() } }
    }

    @Test("flags come in any case, whole numbers as floats, lists repeated or with commas, and what is unknown is kept")
    func tolerant() throws {
        let call = try Self.read(
            .searchByID,
            [
                "score": "True", "limit": "20.000000", "attrs_to_get": "a, b", "attrs_to_get": "c", "va_uid": "u",
                "app_key": "k", "placement_id": "1", "limit": "9", "filters": " price : 0, 199 ",
            ], productID: "p")
        #expect(call.options.score && call.options.limit == 20 && call.options.attributes == ["a", "b", "c"])
        #expect(
            call.options.custom == [.init("va_uid", "u")] && call.options.filters == [.init("price", text: "0, 199")])
    }
}
