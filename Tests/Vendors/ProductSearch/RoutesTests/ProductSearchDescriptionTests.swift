import Foundation
import ProductSearchAPI
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("The description of ProductSearch", .timeLimit(.minutes(5)))
struct ProductSearchDescriptionTests {
    private static let common = [
        "app_key", "placement_id", "page", "limit", "filters", "text_filters", "attrs_to_get", "vs_attrs_to_get",
        "sys_attrs_to_get", "global_filter", "facets", "facets_limit", "facets_show_count", "sort_by", "group_by",
        "group_limit", "sort_group_by", "sort_group_strategy", "score", "score_min", "score_max", "similar_score_min",
        "color_rel_weight", "return_fields_mapping", "return_query_sys_meta", "return_image_s3_url", "dedup",
        "dedup_score_threshold", "vs_config", "boosts", "sayt", "spell_correction", "qinfo", "debug", "locale",
        "va_uid",
        "va_sid",
    ]
    private static let picture = [
        "im_url", "im_id", "box", "point", "detection", "detection_limit", "detection_sensitivity",
        "search_all_objects",
    ]
    private static let recommendation = [
        "strategy_id", "alt_limit", "show_pinned_pids", "show_excluded_pids", "use_set_based_ctl", "set_limit",
        "show_best_product_images", "non_product_based_recs", "return_product_info", "category",
    ]

    private static func names(_ operation: ProductSearch.Operation) -> [String] {
        switch operation {
        case .searchByImage: common + picture
        case .multisearch: common + picture + ["q", "pid"]
        case .complementary, .outfits: common + picture + recommendation + ["q", "pid"]
        case .autocomplete: common + ["q"]
        case .searchByID: common + ["return_product_info"]
        case .recommendations: common + recommendation
        }
    }

    @Test("names every parameter of every operation, in queries and in forms, under both of its paths")
    func parameters() throws {
        let document = try Shop.shared.get().get("/openapi.json")
        for operation in ProductSearch.Operation.allCases {
            for paths in ProductSearch.Paths.allCases {
                let path = operation.path(paths) + (operation.namesProduct ? "/{product_id}" : "")
                let route = try #require(document["paths"]?[path], "\(path)")
                let query = Set(route["get"]?["parameters"]?.values.compactMap { $0["name"]?.text } ?? [])
                #expect(Set(Self.names(operation)).subtracting(query) == [], "\(path)")
                let content = route["post"]?["requestBody"]?["content"]
                for type in ["application/x-www-form-urlencoded", "multipart/form-data"] {
                    guard case .object(let properties)? = content?[type]?["schema"]?["properties"] else {
                        throw Failed("\(path) has no \(type)")
                    }
                    #expect(Set(Self.names(operation)).subtracting(properties.keys) == [], "\(path)")
                }
            }
        }
    }
}
