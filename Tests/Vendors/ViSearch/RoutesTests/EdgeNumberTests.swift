import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

/// A trap would end the process of the tests.
@Suite("Numbers at the edge", .timeLimit(.minutes(5)))
struct EdgeNumberTests {
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809",
        "4294967296", "2147483647", "-2147483648", "1e308", "-1e308", "1e999", "nan", "inf", "-inf", "-0", "0", "-1",
        "0.0000000000000000001", "1.5", "99999999999999999999999999999999999999", "",
    ]
    private static let parameters = [
        "page", "limit", "score_min", "score_max", "facets_limit", "detection_limit", "result_limit", "group_limit",
        "alt_limit", "set_limit", "object_limit", "dedup_score_threshold",
    ]
    private static let operations = [
        "/search", "/recommendations", "/colorsearch", "/match", "/out_of_stock", "/uploadsearch", "/discoversearch",
        "/similarproducts", "/multisearch", "/multisearch/autocomplete", "/extractfeature",
    ]

    private func expectAnswer(_ answer: Answer, _ what: String) {
        #expect((200..<500).contains(answer.status), "\(what): \(answer.status)")
    }

    @Test("every parameter that is a number, with every operation", arguments: operations)
    func viSearch(_ operation: String) throws {
        let shop = try Shop.shared.get()
        let picture = "file://\(Shop.file("bag-001").path)"
        let common = "im_name=shoe-001&color=b8482a&q=fine&facets=price,brand&group_by=brand&dedup=true&score=true"
        // One picture is looked at for each number: all parameters have it at once.
        let isHeavy = !["/search", "/recommendations", "/colorsearch", "/match", "/out_of_stock"].contains(operation)
        for number in EdgeNumberTests.numbers {
            let encoded = number.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for parameter in EdgeNumberTests.parameters {
                let target = "\(operation)?\(common)&\(parameter)=\(encoded)"
                let more = isHeavy && parameter == "detection_limit" ? "&im_url=\(picture)" : ""
                expectAnswer(try shop.ask("GET", target + more).answer, target)
            }
        }
    }

    @Test("boxes, points, weights, ranges and pages of errors")
    func shapes() throws {
        let shop = try Shop.shared.get()
        let picture = "file://\(Shop.file("bag-001").path)"
        for number in EdgeNumberTests.numbers {
            let encoded = number.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for target in [
                "/uploadsearch?im_url=\(picture)&box=\(encoded),0,10,10",
                "/uploadsearch?im_url=\(picture)&box=0,\(encoded),\(encoded),10",
                "/uploadsearch?im_url=\(picture)&box=1,1,\(encoded),\(encoded)",
                "/discoversearch?im_url=\(picture)&point=\(encoded),\(encoded)&result_limit=1",
                "/colorsearch?color=000000:\(encoded)&color=ffffff", "/search?im_name=shoe-001&fq=price:\(encoded),1",
                "/search?im_name=shoe-001&fq=price:\(encoded),\(encoded)&fq=stock:\(encoded)",
                "/insert/status/\(encoded)?error_page=\(encoded)&error_limit=\(encoded)",
                "/insert/status/1?error_page=\(encoded)&error_limit=\(encoded)",
                "/recommendations?im_name=shoe-001&box=\(encoded),0,1,1",
                "/v3/__va.gif?action=view&ts=\(encoded)&pos=\(encoded)&value=\(encoded)&n1=\(encoded)",
            ] { expectAnswer(try shop.ask("GET", target).answer, target) }
        }
    }

    @Test("every number of the engine's calls")
    func engine() throws {
        let shop = try Shop.shared.get()
        let picture = Data(try Shop.picture("mug-001")).base64EncodedString()
        let image = #""image":{"bytes":"\#(picture)"}"#
        let item = #""query":{"look":{"item":"shoe-001"}}"#
        for number in EdgeNumberTests.numbers where !["", "nan", "inf", "-inf"].contains(number) {
            let box = #"{"left":\#(number),"top":\#(number),"width":\#(number),"height":\#(number)}"#
            for (verb, body) in [
                ("search", #"{\#(item),"page":\#(number)}"#), ("search", #"{\#(item),"limit":\#(number)}"#),
                ("search", #"{\#(item),"page":\#(number),"limit":\#(number)}"#),
                ("search", #"{\#(item),"scores":[\#(number),\#(number)]}"#),
                ("search", #"{\#(item),"scores":[0,\#(number)],"dedup":\#(number)}"#),
                ("search", #"{\#(item),"facets":{"fields":["*"],"limit":\#(number)}}"#),
                ("search", #"{\#(item),"grouping":{"field":"brand","limit":\#(number)}}"#),
                ("search", #"{"query":{"text":"fine","colorWeight":\#(number)}}"#),
                (
                    "search",
                    #"{"query":{"colors":[{"color":{"red":\#(number),"green":0,"blue":0},"weight":\#(number)}]}}"#
                ),
                ("search", #"{"query":{"look":{\#(image),"box":\#(box)}}}"#),
                ("search", #"{"query":{"look":{\#(image)}},"detection":{"limit":\#(number)}}"#),
                ("search", #"{\#(item),"filter":{"between":["price",{"float":\#(number)},{"int":\#(number)}]}}"#),
                ("search", #"{\#(item),"filter":{"equal":["price",{"date":\#(number)}]}}"#),
                ("discover", #"{\#(image),"boxes":[\#(box)]}"#),
                ("discover", #"{\#(image),"detection":{"limit":\#(number)},"each":{"limit":\#(number)}}"#),
                (
                    "search",
                    #"{"query":{"look":{"image":{"pixels":"AAAA","width":\#(number),"height":\#(number),"channels":\#(number)}}}}"#
                ),
            ] {
                let (answer, _) = try shop.ask(
                    "POST", "/engine/\(verb)", headers: ["Content-Type: application/json"], body: Array(body.utf8))
                expectAnswer(answer, "\(verb) \(body.prefix(300))")
            }
        }
    }
}
