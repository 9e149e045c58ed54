internal import BloomreachAPI
internal import Essentials
internal import SearchServer

extension BloomreachRoutes {
    /// Recommendations and consents of a customer. What fails in one attribute leaves the others as they are.
    func attributes(_ request: HTTPRequest) throws(CallFailure) -> [UInt8] {
        let (call, unknown) = try CallFailure.read(Bloomreach.AttributesCall.read(request.body))
        var warnings = Self.warnings(unknown)
        var answers: [Consent]?
        var results: [Bloomreach.AttributeResult] = []
        var remaining = Bloomreach.Limits.itemsInAll
        for (index, attribute) in call.attributes.enumerated() {
            let path = "attributes[\(index)]"
            do throws(SearchError) {
                switch attribute {
                case .recommendation(let wanted):
                    guard remaining > 0 else {
                        let most = Bloomreach.Limits.itemsInAll
                        results.append(.failure("one call recommends at most \(most) items in all; ask in several"))
                        continue
                    }
                    guard let found = try rows(wanted, at: path, for: request) else {
                        results.append(.failure("No permission"))
                        continue
                    }
                    warnings += found.warnings
                    remaining -= found.rows.count
                    results.append(.value(.array(found.rows)))
                case .consent(let category, let part):
                    guard request.rights.contains(.data) else {
                        results.append(.failure("No permission"))
                        continue
                    }
                    if answers == nil {
                        answers = try context.recommendations.consentsBlocking(of: call.customer.names)
                    }
                    results.append(try value(of: category, part, answers ?? []))
                case .other(let type):
                    results.append(.failure("attributes of the type `\(type)` are not kept here"))
                }
            } catch {
                if error.isOfThisMachine { throw .search(error) }
                results.append(.failure(error.description))
            }
        }
        return Bloomreach.body(of: results, warnings: warnings)
    }

    /// Recommendations in the form of streams.
    func recommend(_ request: HTTPRequest) throws(CallFailure) -> [UInt8] {
        let (call, unknown) = try CallFailure.read(Bloomreach.StreamCall.read(request.body))
        let wanted = call.recommendation
        let found = try CallFailure.attempt(rows(wanted, at: "", for: request))
        guard let found else { throw .refused(RouteContext.historyRefusal(wanted.model), status: 403) }
        return Bloomreach.body(ofRows: found.rows, warnings: Self.warnings(unknown) + found.warnings)
    }

    /// Nil where the keys of the request may not have them.
    private func rows(
        _ wanted: RecommendationRequest, at path: String, for request: HTTPRequest
    ) throws(SearchError) -> (rows: [JSONValue], warnings: [Fault])? {
        guard let answer = try context.recommendBlocking(wanted, for: request) else { return nil }
        let rows = answer.items.map { item in
            var data = item.publicAttributes.mapValues(\.plainJSON)
            if wanted.attributes?.contains("image_url") ?? true, data["image_url"] == nil, let url = item.publicSource {
                data["image_url"] = .string(url)
            }
            return item.bloomreachRow(of: answer, attributes: data)
        }
        return (rows, answer.notices.map { Fault(path, $0.text) })
    }

    /// A part of the customer's latest answer to a category; null without an answer.
    private func value(
        of category: String, _ part: Bloomreach.ConsentPart, _ answers: [Consent]
    ) throws(SearchError) -> Bloomreach.AttributeResult {
        if let answer = answers.first(where: { $0.category == category }) {
            return .value(answer.bloomreachValue(part, at: Date.now.timeIntervalSince1970))
        }
        guard try context.recommendations.consentCategoriesBlocking().contains(where: { $0.id == category }) else {
            return .failure("there is no consent category `\(category.prefix(64))`")
        }
        return .value(part == .valid ? false : .null)
    }

    private static func warnings(_ unknown: [String]) -> [Fault] {
        unknown.map { Fault($0, "is no parameter of this call and was ignored") }
    }
}
