import Foundation
import Recommendations
import ServedShop
import TestSupport

@testable import SearchServer

extension Shop {
    /// Products of four types, with models that a store may define.
    static let withModels = Result { () throws -> Shop in
        let shop = try Shop(names: Shop.names)
        let recommender = Recommender(engine: shop.engine, behavior: EventCounts(path: shop.folder.url.path + "/none"))
        _ = try recommender.define(
            Array(
                #"""
                {"bags": {"kind": "similar", "filter": "category:bag", "pins": [{"filter": "brand:Nord", "most": 1}]},
                 "7": {"kind": "similar", "filter": "brand:acme"},
                 "halves": {"variants": {"a": {"model": "bags"}, "b": {"model": "bags"}}}}
                """#.utf8))
        return shop
    }

    func productSearch(_ path: String, _ query: String = "") throws -> JSONValue {
        try get("/v1/\(path)?\(query)")
    }

    /// A search with one of the sample pictures.
    func productSearch(image name: String, _ query: String = "", path: String = "product/search_by_image") throws
        -> JSONValue
    {
        try upload("/v1/\(path)", Shop.picture(name), query)
    }

    static var scene: [UInt8] {
        get throws { Array(try Data(contentsOf: samples.appending(path: "scenes/scene-01.jpg"))) }
    }
}

extension JSONValue {
    /// The names of the products of an answer.
    var products: [String] { self["result"]?.values.compactMap { $0["product_id"]?.text } ?? [] }
    var warnings: [String] { self["warnings"]?.texts ?? [] }
    var failure: String { self["error"]?["message"]?.text ?? "" }
    var written: String { String(decoding: encoded, as: UTF8.self) }
    var code: JSONValue? { self["error"]?["code"] }
}
