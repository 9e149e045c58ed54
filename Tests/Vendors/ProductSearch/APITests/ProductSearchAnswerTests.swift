import Foundation
import ProductSearchAPI
import TestSupport
import Testing
import TransportTestSupport

@Suite(
    "Recorded answers of ProductSearch",
    .enabled(
        if: SharedData.folder("visearch/product-search") != nil, "skipped: there is no ../shared/data/visearch"),
    .timeLimit(.minutes(5)))
struct ProductSearchRecordedTests {
    private static func body(_ name: String) throws -> ProductSearch.Results {
        let folder = try #require(SharedData.folder("visearch/product-search"))
        return try ProductSearch.Results(parsing: Data(contentsOf: folder.appending(path: name + ".json")))
    }

    @Test("every recorded answer is read, and what is written again has lost nothing")
    func all() throws {
        let folder = try #require(SharedData.folder("visearch/product-search"))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        #expect(files.count >= 10)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            let answer = try ProductSearch.Results(parsing: bytes)
            let losses = try JSONValue(parsing: bytes).losses(in: JSONValue(parsing: answer.encoded))
            #expect(losses == [], "\(file.lastPathComponent)")
            #expect(try ProductSearch.Results(parsing: answer.encoded) == answer, "\(file.lastPathComponent)")
        }
    }

    @Test("products, objects, strategies, experiments, sets and errors are where the answers have them")
    func fields() throws {
        let objects = try #require(try Self.body("android__testObjectResponse").objects)
        let object = try #require(objects.first)
        #expect(object.type == "top" && object.score == 0.91 && object.total == 1000)
        #expect(object.box == Box(x1: 14, y1: 143, x2: 807, y2: 870))
        let price = object.products?.first?.data["price"]
        #expect(price == ["currency": "USD", "value": "44.0"])

        let similar = try Self.body("android__testSimilarProductResponse")
        #expect(similar.productTypes.first?.type == "top" && similar.imageID?.hasSuffix(".jpg") == true)
        #expect(similar.products.first?["title"] == "MAJESTIC FILATURES T-shirts")

        let failed = try Self.body("android__testErrorResponse")
        #expect(failed.status == .fail && failed.error?.code == 203 && failed.products.isEmpty)

        let experiment = try Self.body("swift__testExperimentResponse")
        #expect(experiment.experiment?.showsNothing == true && experiment.experiment?.variant == "a")
        #expect(experiment.strategy?.id == 215 && experiment.strategy?.algorithm == "VSR")

        let pinned = try Self.body("swift__testProductSearchRecPinExcludeResponse")
        #expect(pinned.products.first?.isPinned == false && pinned.excluded == ["p1", "p2"])
        #expect(pinned.products.first?.alternatives?.map(\.id) == ["top-name-2", "top-name-3"])
        #expect(pinned.alternativeLimit == 5 && pinned.products.first?.tags?["category"] == "top")

        let sets = try Self.body("swift__testProductSearchRecCtlSetBasedResponse").sets
        #expect(sets?.map(\.id) == ["set1", "set2"] && sets?.first?.score == 1000 && sets?.first?.count == 2)
        let images = try Self.body("swift__testProductSearchRecBestImagesResponse").products.first?.bestImages
        #expect(images?.map(\.type) == ["product", "outfit"] && images?.last?.index == "3")
    }
}

@Suite("Answers of ProductSearch", .timeLimit(.minutes(5)))
struct ProductSearchAnswerTests {
    @Test("an answer is written as the strictest client reads it")
    func strict() throws {
        var results = ProductSearch.Results(.searchByImage, requestID: "7")
        var product = ProductSearch.Product("p", imageURL: "https://a/b.jpg", score: 1, data: ["price": 3])
        product.isPinned = true
        results.products = [product]
        let attributes = ["color": ["red", "blue"]]
        results.productTypes = [
            .init(type: "bag", score: 0.5, box: Box(x1: 1, y1: 2, x2: 3, y2: 4), attributes: attributes)
        ]
        results.objects = [.init(attributes: attributes)]
        results.facets = [.init("price", range: 1...9), .init("brand", values: [.init("acme", count: nil)])]
        let json = try JSONValue(parsing: results.encoded)
        #expect(json["status"] == "OK" && json["method"] == "product/search_by_image" && json["reqid"] == "7")
        #expect(json["error"] == nil && json["warnings"] == nil)
        // One client reads a pin as text alone; a score always has a fraction.
        #expect(
            json["result"]?[0]?["pinned"] == "true" && String(decoding: results.encoded, as: UTF8.self).contains("1.0"))
        // Lists where objects stand alone, and texts where they have products: each is what one client reads.
        #expect(json["product_types"]?[0]?["attributes"] == ["color": ["red", "blue"]])
        #expect(json["objects"]?[0]?["attributes"] == ["color": "red,blue"] && json["objects"]?[0]?["type"] == "other")
        #expect(json["product_types"]?[0]?["box"] == [1, 2, 3, 4])
        #expect(json["facets"]?[0] == ["key": "price", "range": ["min": "1", "max": "9"]])
        #expect(json["facets"]?[1] == ["key": "brand", "items": [["value": "acme"]]])
    }

    @Test("a failure has its number and its text in an object, and nothing that could be taken for a result")
    func failure() throws {
        let failed = ProductSearch.Results(.multisearch, failure: .missingImage, requestID: "1")
        #expect(
            try JSONValue(parsing: failed.encoded) == [
                "status": "fail", "method": "product/multisearch", "reqid": "1",
                "error": ["code": 203, "message": "Please provide 'image', 'im_url' or 'im_id' parameter."],
            ])
    }

    @Test("what services write otherwise is read: numbers as text, flags as text, an error as text, unknown members")
    func lenient() throws {
        let text = #"""
            {"status":"ok","error":"broken","page":"2","result":[{"product_id":7,"score":"0.5","pinned":"true","new":[1]}],
             "objects":[{"attributes":{"a":"b","c":["d"]},"box":[]}],"future":{"a":1}}
            """#
        let answer = try ProductSearch.Results(parsing: Array(text.utf8))
        #expect(answer.page == 2 && answer.products[0].id == "7" && answer.products[0].score == 0.5)
        #expect(answer.products[0].isPinned == true && answer.products[0].other == ["new": [1]])
        #expect(answer.objects?[0].attributes == ["a": ["b"], "c": ["d"]] && answer.objects?[0].box == nil)
        #expect(answer.error?.message == "broken" && answer.other == ["future": ["a": 1]])
    }

    @Test("an answer of another shape is an error that names the place")
    func malformed() {
        for (text, path) in [
            (#"{"result":[]}"#, "status"), (#"{"status":"OK","result":[{"score":1}]}"#, "result[0].product_id"),
            (#"{"status":"OK","objects":[{"box":[1,2]}]}"#, "objects[0].box"), (#"{"status":"maybe"}"#, "status"),
        ] {
            do throws(MalformedJSON) {
                _ = try ProductSearch.Results(parsing: Array(text.utf8))
                Issue.record("it was read: \(text)")
            } catch {
                #expect(error.path == path, "\(error)")
            }
        }
    }

    @Test("completions are read as they are written")
    func completions() throws {
        let written = ProductSearch.Completions([.init("red dress", score: 88), .init("red")], requestID: "3")
        let read = try ProductSearch.Completions(parsing: written.encoded)
        #expect(read.completions == written.completions && read.requestID == "3" && read.status == .ok)
    }
}

extension JSONValue {
    fileprivate subscript(index: Int) -> JSONValue? {
        if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil }
    }
}
