public import ContentAPI
internal import WireFormat

/// The rules that every home of ``ContentAPI/ContentService`` must meet with the ``instances`` of the ``modules``: a
/// store in this process, and one behind HTTP. Written by hand, beside the comparison with ``ContentReference``.
public enum ContentContract {
    /// A promise, as a sentence, and how it is tried.
    public struct Rule: Sendable, CustomStringConvertible {
        public let description: String
        private let body: @Sendable (any ContentService) async throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (any ContentService) async throws -> Void) {
            self.description = description
            self.body = body
        }

        /// Throws ``SearchContract/Broken`` when the service does not keep the rule.
        public func check(_ service: any ContentService) async throws { try await body(service) }
    }

    public static let rules = comparisonRules + languageRules + relationRules + pageRules + hostileRules

    /// Stores with the people who run them.
    public static let modules = [
        ContentModule(
            "stores", id: "570000000000000000000001",
            fields: [
                ContentField("title", .text, isTranslated: true), ContentField("about", .longText, isTranslated: true),
                ContentField("area", .number), ContentField("open", .boolean), ContentField("since", .date),
                ContentField("sells", .choices), ContentField("notes", .list), ContentField("plan", .object),
                ContentField("boss", .relation, module: "people", inverse: "leads"),
                ContentField("staff", .relations, module: "people", inverse: "worksAt"),
            ], defaultLocale: "en"),
        ContentModule("people", fields: [ContentField("name", .text), ContentField("age", .number)]),
    ]

    /// Written by hand; the stores are in the order of their creation, the last two of one moment.
    public static let instances: [ContentInstance] = {
        let lines = #"""
            {"id":"s1","module":"stores","name":"Harbor","createdAt":1000,"updatedAt":5000,"publishedAt":2000,"createdBy":"eva","tags":[{"name":"brand","value":"acme"},{"name":"new"}],"values":{"title":{"en":"Harbor store","de":"Hafenladen","en-GB":"Harbour store"},"area":120,"open":true,"since":"2020-05-01T00:00:00Z","sells":["shoes","hats"],"notes":["a_b",7,true],"boss":"p1","staff":["p1","p2"]},"revision":3}
            {"id":"s2","module":"stores","name":"Mill","createdAt":2000,"publishedAt":2000,"removedAt":3000,"createdBy":"Eva","tags":[{"name":"brand","value":"other"}],"values":{"title":{"de":"Mühle","fr-CA":"Moulin"},"area":80.5,"open":false,"since":1588291200001,"sells":["shoes"],"notes":[],"boss":"p2","staff":["p2","ghost"]}}
            {"id":"s3","module":"stores","name":"café","createdAt":3000,"deletedAt":4000,"tags":[{"name":"brand","value":"acme"},{"name":"brand","value":"other"}],"values":{"title":"Café 50%","area":80.5,"sells":["Hats"],"plan":{"x":1},"staff":[]}}
            {"id":"s5","module":"stores","name":"Zoo","createdAt":4000,"values":{"area":-3,"about":{"en":"All about \"quotes\"","de":null}}}
            {"id":"s4","module":"stores","name":"Yard","createdAt":4000,"values":{"title":{"de":"Hof"},"area":null,"notes":["Z","1.5"]}}
            {"id":"p1","module":"people","name":"Ada","createdAt":10,"values":{"name":"Ada","age":36}}
            {"id":"p2","module":"people","name":"Bob","createdAt":20,"values":{"name":"Bob"}}
            """#
        return lines.split(separator: "\n").map { line in
            do { return try ContentInstance(json: try JSONValue(parsing: Array(line.utf8))) } catch {
                preconditionFailure("\(error)")
            }
        }
    }()

    /// All stores.
    public static let stores = ContentQuery("stores")

    /// The ids of what a query finds.
    static func ids(_ service: any ContentService, _ query: ContentQuery) async throws -> String {
        try await service.search(query).items.map(\.id).joined(separator: " ")
    }

    static func expect(
        _ service: any ContentService, _ filter: Filter, _ wanted: String, locale: String? = nil
    ) async throws {
        var query = stores.where(filter)
        query.locale = locale
        let found = try await ids(service, query)
        try expectEqual(found, wanted, "\(filter)" + (locale.map { " in \($0)" } ?? ""))
    }

    static func expectEqual<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
        try SearchContract.expectEqual(found, wanted, what)
    }

    /// The text of the `invalidArgument` that a query ends with; broken when it ends otherwise.
    static func fault(_ service: any ContentService, _ query: ContentQuery) async throws -> String {
        do throws(SearchError) { _ = try await service.search(query) } catch {
            if case .invalidArgument(let text) = error { return text }
            throw SearchContract.Broken(description: "\(query): \(error)")
        }
        throw SearchContract.Broken(description: "\(query) is no error")
    }
}
