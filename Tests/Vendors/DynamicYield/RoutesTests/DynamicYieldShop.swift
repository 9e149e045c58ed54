import DynamicYieldAPI
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import DynamicYieldRoutes
@testable import SearchServer

// Calls of Dynamic Yield to a served store.
extension Shop {
    static let page = DynamicYield.Page(.home, at: "test", locale: "en_GB")

    func dynamicYield(
        _ operation: DynamicYield.Operation, _ body: JSONValue, headers: [String] = []
    ) throws -> (answer: Answer, json: JSONValue) {
        try ask("POST", operation.path, headers: [Shop.json] + headers, body: body.encoded)
    }

    func search(_ search: DynamicYield.Search) throws -> DynamicYield.Answer<JSONValue> {
        let (answer, _) = try dynamicYield(.search, search.json())
        #expect(answer.status == 200, "\(answer.body)")
        let read = try DynamicYield.Answer<JSONValue>(parsing: answer.body.utf8)
        #expect(read.notices == [])
        return read
    }

    /// A search by a text, 100 results.
    func search(
        _ text: String, _ change: (inout DynamicYield.Search) -> Void = { _ in }
    ) throws -> DynamicYield.Answer<JSONValue> {
        var request = DynamicYield.Search(.text(text), on: Shop.page, window: .init(numItems: 100))
        change(&request)
        return try search(request)
    }

    /// The faults of a search that is refused.
    func faults(_ change: (inout DynamicYield.Search) -> Void) throws -> [String] {
        var request = DynamicYield.Search(.text(""), on: Shop.page, window: .init())
        change(&request)
        let (answer, json) = try dynamicYield(.search, request.json())
        #expect(answer.status == 400)
        return try #require(json["errors"]).values.map { "\($0["path"]?.text ?? "") | \($0["message"]?.text ?? "")" }
    }
}

extension DynamicYield.Answer {
    var skus: [String] { slots.map(\.sku) }

    func facet(_ column: String) -> DynamicYield.Facet.Content? { facets.first { $0.column == column }?.content }
}
