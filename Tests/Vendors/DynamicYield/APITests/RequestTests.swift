import DynamicYieldAPI
import Foundation
import TestSupport
import Testing

/// Requests as apps send them, written by hand after the description of the service.
@Suite("Requests of Dynamic Yield", .timeLimit(.minutes(5)))
struct RequestTests {
    static let semantic = #"""
        {"user": {"active_consent_accepted": true, "dyid": "u-81", "sharedDevice": false},
         "session": {"dy": "s-44"}, "selector": {"name": "Semantic Search"},
         "context": {
            "page": {"type": "CATEGORY", "location": "jeans", "data": ["Men", "Jeans"], "locale": "en_GB",
                     "referrer": "home"},
            "device": {"type": "SMARTPHONE", "ip": "203.0.113.7", "id": "d-1", "dateTime": "2026-01-05T09:30:00+09:00"},
            "branch": {"id": "osaka-2"}, "channel": "APP", "pageAttributes": {"source": "camera", "depth": 2}},
         "query": {
            "text": "jeens", "enableSpellCheck": true,
            "filters": [{"field": "color", "values": ["navy", "blue", 7, true]}, {"field": "price", "min": 20, "max": 80.5},
                        {"field": "size", "min": 3}],
            "pagination": {"numItems": 24, "offset": 48},
            "sortBy": {"field": "type:date:arrival_date", "order": "desc"}},
         "options": {"returnAnalyticsMetadata": true, "productData": {"fieldFilter": ["name", "price"]},
                     "isImplicitClientData": false, "isImplicitKeywordSearchEvent": true}}
        """#

    static let visual = #"""
        {"user": {"sharedDevice": true, "cuid": "c-9", "cuidType": "external"}, "session": {},
         "selector": {"name": "Visual Search"},
         "context": {"page": {"type": "PRODUCT", "location": "p", "data": ["JE-1"]}, "channel": "KIOSK"},
         "query": {"imageBase64": "/9j/4AAQ", "filters": [{"field": "brand", "values": ["x"]}],
                   "sortBy": {"field": "popularity", "order": "asc"}},
         "options": {"productData": {"skusOnly": true}}}
        """#

    @Test("a semantic search is read with every parameter, and written again as it was")
    func readsSemantic() throws {
        let (search, unknown) = try DynamicYield.Search.read(Array(Self.semantic.utf8))
        #expect(unknown == [])
        #expect(search.query == .text("jeens", correctsSpelling: true))
        #expect(search.page == .init(.category(["Men", "Jeans"]), at: "jeans", referrer: "home", locale: "en_GB"))
        #expect(
            search.filters == [
                .anyOf("color", ["navy", "blue", "7", "true"]), .range("price", min: 20, max: 80.5),
                .range("size", min: 3),
            ])
        #expect(search.window == .init(numItems: 24, offset: 48))
        #expect(search.sort == .field("arrival_date", type: .date, .descending))
        #expect(search.productData == .fields(["name", "price"]))
        #expect(search.branch == "osaka-2")
        #expect(search.pageAttributes == ["source": "camera", "depth": 2])
        #expect(search.returnsAnalytics)
        #expect(search.readsClientData == false && search.countsSearch == true)
        let device = DynamicYield.Visitor.Device(
            type: "SMARTPHONE", address: "203.0.113.7", id: "d-1", time: "2026-01-05T09:30:00+09:00")
        #expect(
            search.visitor == .init(id: "u-81", session: "s-44", consents: true, device: device, channel: "APP"))
        #expect(try DynamicYield.Search.read(search.json().encoded).search == search)
    }

    @Test("a visual search is read with every parameter, and written again as it was")
    func readsVisual() throws {
        let (search, unknown) = try DynamicYield.Search.read(Array(Self.visual.utf8))
        #expect(unknown == [])
        #expect(search.query == .image(.bytes([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10])))
        #expect(search.page.kind == .product(sku: "JE-1"))
        #expect(search.filters == [.anyOf("brand", ["x"])])
        #expect(search.window == nil && search.sort == .popularity(.ascending) && search.productData == .skusOnly)
        #expect(search.visitor.sharedUser == .init(id: "c-9", type: "external") && search.visitor.channel == "KIOSK")
        #expect(try DynamicYield.Search.read(search.json().encoded).search == search)
        #expect(search.json().encodedText.contains("pagination") == false)
    }

    @Test("pages of every type are written and read")
    func pages() throws {
        for kind in [
            DynamicYield.Page.Kind.home, .category(["a", "b"]), .product(sku: "s"), .cart(skus: ["s", "t"]),
            .cart(skus: []),
            .other([]), .other(["x"]),
        ] {
            let search = DynamicYield.Search(.text(""), on: .init(kind, at: "here"), window: .init())
            #expect(try DynamicYield.Search.read(search.json().encoded).search == search)
        }
    }

    @Test(
        "orders are written and read",
        arguments: [
            DynamicYield.Sort.relevance, .popularity(), .popularity(.ascending), .field("price"),
            .field("a:b", .descending),
            .field("size", type: .number), .field("x:y", type: .string), .field("day", type: .date, .descending),
        ])
    func sorts(_ sort: DynamicYield.Sort) throws {
        let search = DynamicYield.Search(.text("x"), on: .init(.home, at: "h"), window: .init(), sort: sort)
        #expect(try DynamicYield.Search.read(search.json().encoded).search.sort == sort)
    }

    @Test("an explicit relevance, a picture of a browser, and members that mean nothing are read")
    func forms() throws {
        let text = Self.visual.replacing("\"/9j", with: "\"data:image/jpeg;base64,/9j")
            .replacing("\"popularity\"", with: "\"relevance\"").replacing(
                "\"skusOnly\"", with: "\"later\": 1, \"skusOnly\""
            )
            .replacing("\"query\": {", with: "\"query\": {\"boost\": 2, ")
        let (search, unknown) = try DynamicYield.Search.read(Array(text.utf8))
        #expect(search.sort == .relevance && search.query == .image(.bytes([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10])))
        #expect(unknown == ["query.boost", "options.productData.later"])
    }

    private func faults(_ body: String) -> [String] {
        do throws(Faults) {
            _ = try DynamicYield.Search.read(Array(body.utf8))
            return []
        } catch {
            return error.all.map(\.description)
        }
    }

    @Test("one error has every fault of a request")
    func allFaults() {
        let filter = #"{"field": "f", "values": ["v"]}"#
        let many = Array(repeating: filter, count: 16).joined(separator: ",")
        #expect(
            faults(#"{"selector": {"name": "Search"}, "context": {}, "query": {"text": 7, "filters": [\#(many)]}}"#)
                == [
                    "selector.name: must be `Semantic Search` or `Visual Search`, not `Search`",
                    "query.text: must be a string, not a number", "context.page: is missing",
                    "query.filters: at most 15 filters are possible, not 16", "query.pagination: is missing",
                ])
        let values = Array(repeating: "\"v\"", count: 101).joined(separator: ",")
        #expect(
            faults(
                #"""
                {"selector": {"name": "Semantic Search"}, "context": {"page": {"type": "HOME"}, "pageAttributes": {"a": 1.5}},
                 "query": {"text": "x", "imageBase64": "", "pagination": {"numItems": 101, "offset": -1},
                 "sortBy": {"order": "up"}, "enableSpellCheck": "yes",
                 "filters": [{"field": "a", "values": [\#(values)]}, {"field": "", "values": []}, {"field": "b"},
                             {"field": "c", "min": 3, "max": 2}, {"field": "d", "min": "3"}, 8,
                             {"field": "e", "values": [["x"]]}, {"field": "g", "values": ["x"], "min": 1}]}}
                """#) == [
                    "query.enableSpellCheck: must be true or false, not a string",
                    "query.imageBase64: a semantic search has no picture", "context.page.location: is missing",
                    "context.page.type: must be HOMEPAGE, CATEGORY, PRODUCT, CART or OTHER, not `HOME`",
                    "query.filters[0].values: must have at most 100 values, not 101",
                    "query.filters[2]: needs values, or min, or max",
                    "query.filters[4].min: must be a number, not a string",
                    "query.filters[5]: must be an object, not a number",
                    "query.filters[6].values[0]: must be a string, a number or a flag, not an array",
                    "query.filters[7]: has either values, or min and max", "query.sortBy.field: is missing",
                    "query.sortBy.order: must be asc or desc, not `up`",
                    "context.pageAttributes.a: must be a string or a whole number, not a number",
                    "query.filters[1].field: must not be empty",
                    "query.filters[1].values: must have at least one value",
                    "query.filters[3]: min 3.0 is greater than max 2.0",
                    "query.pagination.numItems: must be from 1 to 100, not 101",
                    "query.pagination.offset: must be 0 or more, not -1",
                ])
    }

    @Test(
        "a body that is no request is refused",
        arguments: [
            ("", "the request body is empty; it must be JSON"),
            ("[]", "the request body must be a JSON object, not an array"),
            ("{\"a\"", "the request body is not JSON: expected `:`, found the end at byte 4"),
        ])
    func noRequest(_ body: String, _ text: String) { #expect(faults(body) == [text]) }

    @Test("objects that are missing or empty are named")
    func missing() {
        #expect(faults("{}") == ["selector: is missing", "context: is missing", "query: is missing"])
        #expect(
            faults(#"{"selector": {}, "context": {"page": {}}, "query": {"pagination": {}, "sortBy": {}}}"#)
                == [
                    "selector.name: is missing", "query.text: is missing", "context.page.type: is missing",
                    "context.page.location: is missing", "query.pagination.numItems: is missing",
                    "query.sortBy.field: is missing",
                ])
    }

    @Test("limits are counted: a picture, a text, nothing at all")
    func limits() {
        let page = DynamicYield.Page(.home, at: "h")
        #expect(DynamicYield.Search(.image(.bytes([])), on: page).faults(imageBytes: 10_000_001).count == 1)
        #expect(DynamicYield.Search(.image(.bytes([])), on: page).faults(imageBytes: 0).count == 1)
        #expect(DynamicYield.Search(.text(String(repeating: "x", count: 1001)), on: page).faults().count == 1)
        #expect(DynamicYield.Search(.text(String(repeating: "x", count: 1000)), on: page).faults() == [])
        #expect(
            DynamicYield.Search(.text(""), on: page, filters: [.range("p"), .range("p", min: .nan)]).faults().map(
                \.path)
                == ["query.filters[0]", "query.filters[1].min"])
    }
}
