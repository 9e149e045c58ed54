import BloomreachAPI
import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("The description of the server", .timeLimit(.minutes(5)))
struct DescriptionTests {
    private static let common = [
        "page", "limit", "score", "score_min", "score_max", "fl", "get_all_fl", "fq", "qinfo", "facets",
        "facets_limit", "facets_show_count", "dedup", "dedup_score_threshold", "sort_by", "group_by", "group_limit",
        "sort_group_by", "sort_group_strategy", "diversity", "vs_fq", "vs_config", "vs_fl", "locale", "strategy_id",
        "va_uid", "va_sid", "va_source", "va_platform", "va_os", "va_osv", "va_app_bundle_id", "va_app_name",
        "va_app_version", "va_device_brand", "va_device_model", "va_language",
    ]
    private static let picture = [
        "im_url", "im_id", "im_feature", "box", "detection", "detection_attribute[field]", "detection_limit",
        "detection_sensitivity", "point",
    ]

    /// The names that clients may send, by path.
    static let sent: [(path: String, names: [String])] = [
        ("/search", common + ["im_name"]), ("/out_of_stock", common + ["im_name"]),
        (
            "/recommendations",
            common + [
                "im_name", "algorithm", "alt_limit", "dedup_by", "user_context", "show_pinned_im_names",
                "show_excluded_im_names", "use_set_based_ctl", "set_limit", "show_best_product_images",
                "non_product_based_recs", "box", "category",
            ]
        ),
        ("/colorsearch", common + ["color"]), ("/uploadsearch", common + picture),
        ("/discoversearch", common + picture + ["result_limit"]),
        ("/similarproducts", common + picture + ["result_limit"]), ("/multisearch", common + picture + ["q"]),
        ("/multisearch/autocomplete", common + ["q"]), ("/extractfeature", picture),
        ("/match", common + ["im_name", "object_limit", "result_limit"]), ("/linked/gallery/browse", ["strategy_id"]),
        ("/insert", ["im_name[0]", "im_url[0]"]), ("/insert/status/{trans_id}", ["error_page", "error_limit"]),
        ("/remove", ["im_name[0]"]),
        (
            "/v3/__va.gif",
            [
                "action", "code", "uid", "sid", "ts", "queryId", "pid", "imUrl", "pos", "brand", "price", "currency",
                "productUrl", "transId", "value", "name", "cat", "label",
            ]
        ),
    ]

    @Test("names every parameter that clients send, in queries and in forms", arguments: DescriptionTests.sent.indices)
    func parameters(_ index: Int) throws {
        let (path, names) = Self.sent[index]
        let document = try Shop.shared.get().get("/openapi.json")
        let route = try #require(document["paths"]?[path])
        let query = Set(route["get"]?["parameters"]?.values.compactMap { $0["name"]?.text } ?? [])
        #expect(query.isSuperset(of: names))
        guard let content = route["post"]?["requestBody"]?["content"] else { return }
        for type in ["application/x-www-form-urlencoded", "multipart/form-data"] {
            guard case .object(let properties)? = content[type]?["schema"]?["properties"] else {
                throw Failed("\(path) has no \(type)")
            }
            #expect(Set(properties.keys).isSuperset(of: names))
        }
    }

    @Test("names every member of the engine's requests, and every condition of a filter")
    func engineMembers() throws {
        let box = Box(left: 0, top: 0, width: 9, height: 9)
        var search = SearchRequest(
            .init(
                example: .image(.bytes([1])), colors: [.init(RGB(red: 255, green: 0, blue: 0), weight: 2)], text: "a",
                colorWeight: 0.2, unlike: ["b"], examples: [.image(.bytes([1]), box: box, weight: -0.5)],
                avoidedColors: [.black]),
            filter: .exists("a"), fields: ["a"], scores: 0.1...0.9, facets: .init(["a"]), sort: .init("a"),
            grouping: .init("a"), dedup: 0.9, explains: true, scope: .all, variants: .init("a"),
            diversity: .init(0.5, by: .field("a")))
        search.detection = Detection(type: "a", minimumScore: 0.1, attributes: ["a": ["b"]])
        let document = try Shop.shared.get().get("/openapi.json")
        let schemas = try #require(document["components"]?["schemas"])
        /// Members of what is sent that the description of it lacks.
        func missing(_ sent: JSONValue, _ schema: JSONValue?, at place: String) -> [String] {
            var schema = schema
            while let inner = schema?["allOf"]?[0] ?? schema?["anyOf"]?.values.last { schema = inner }
            if let name = schema?["$ref"]?.text?.split(separator: "/").last {
                return missing(sent, schemas[String(name)], at: String(name))
            }
            switch sent {
            case .object(let members):
                // Values by the names that a client gives them.
                if schema?["additionalProperties"] != nil { return [] }
                guard schema?["properties"] != nil else { return [place] }
                return members.sorted { $0.key < $1.key }.flatMap { name, value in
                    guard let known = schema?["properties"]?[name] else { return ["\(place).\(name)"] }
                    return ["example", "look", "image"].contains(name)
                        ? [] : missing(value, known, at: "\(place).\(name)")
                }
            case .array(let values): return values.first.map { missing($0, schema?["items"], at: place) } ?? []
            default: return []
            }
        }
        let sent = try JSONValue(parsing: Array(JSONEncoder().encode(search)))
        #expect(missing(sent, schemas["SearchRequest"], at: "SearchRequest") == [])
        let filters: [Filter] = [
            .equal("a", .int(1)), .differs("a", .int(1)), .less("a", .int(1)), .lessOrEqual("a", .int(1)),
            .greater("a", .int(1)), .greaterOrEqual("a", .int(1)), .between("a", .int(1), .int(2)),
            .oneOf("a", [.int(1)]), .differsFromAll("a", [.int(1)]), .like("a", "b*"), .exists("a"), .and([.all]),
            .or([.all]), .not(.all), .all,
        ]
        for filter in filters {
            let json = try JSONValue(parsing: Array(JSONEncoder().encode(filter)))
            #expect(missing(json, schemas["Filter"], at: "Filter") == [])
        }
    }

    @Test("names every route")
    func routes() throws {
        let document = try Shop.shared.get().get("/openapi.json")
        guard case .object(let paths)? = document["paths"] else { throw Failed("there are no paths") }
        let known = try Shop.shared.get().server.router.routes.keys
        for path in known where path != "/insert/status" && !path.hasPrefix("/page/") {
            #expect(paths[path] != nil, "\(path)")
        }
        for path in ["/healthz", "/metrics", "/insert/status/{trans_id}"] { #expect(paths[path] != nil) }
        for operation in Bloomreach.Operation.templates { #expect(paths[operation.template] != nil) }
    }
}
