public import SearchAPI

/// The rules that every home of ``SearchAPI/CatalogService`` must meet: the engine in this process, one behind HTTP,
/// one on another store. Each rule gets a service of its own with nothing in it.
///
///     @Test(arguments: SearchContract.rules)
///     func keeps(_ rule: SearchContract.Rule) async throws { try await rule.check { try newEmptyService() } }
public enum SearchContract {
    /// A promise, as a sentence, and how it is tried.
    public struct Rule: Sendable, CustomStringConvertible {
        public let description: String
        private let body: @Sendable (any CatalogService) async throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (any CatalogService) async throws -> Void) {
            self.description = description
            self.body = body
        }

        /// Throws ``Broken`` when the service does not keep the rule.
        public func check(_ make: () async throws -> any CatalogService) async throws {
            try await body(make())
        }
    }

    /// The expected value and the one that came.
    public struct Broken: Error, CustomStringConvertible {
        public let description: String
    }

    public static let rules: [Rule] =
        itemRules + lookRules + relevanceRules + thingRules + filterRules + pageRules + orderRules + wordRules
        + argumentRules + variantRules + diversityRules + facetRules + exampleRules
        + excludedRules + pictureTextRules

    static func expect(_ holds: Bool, _ text: @autoclosure () -> String) throws {
        if !holds { throw Broken(description: text()) }
    }

    static func expectEqual<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
        try expect(found == wanted, "\(what): \(found), not \(wanted)")
    }

    /// The error that `body` throws; broken when it throws none.
    static func error(
        _ what: String, _ body: () async throws(SearchError) -> some Any
    ) async throws -> SearchError {
        do throws(SearchError) { _ = try await body() } catch { return error }
        throw Broken(description: "\(what) is no error")
    }
}
