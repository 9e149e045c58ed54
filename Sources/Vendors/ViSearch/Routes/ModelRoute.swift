internal import SearchServer
internal import ViSearchAPI

/// The items that a model of the store recommends, in the form of `recommendations` or of `match`.
///
/// A model answers where `algorithm` names one, and where the store defines one by the name of the operation; in all other
/// cases the answer is what looks like the item. At most 100 items can be reached. A model has its own order, so that
/// facets, sorting, grouping and removal of duplicates are refused.
struct ModelRoute: ViSearchRoute {
    let operation: ViSearch.Operation
    let model: String
    private let context: RouteContext

    /// Nil where no model answers the request.
    init?(_ operation: ViSearch.Operation, _ request: HTTPRequest, _ context: RouteContext) {
        let algorithm = operation == .recommendations ? request.parameters["algorithm"] : nil
        // An error of the store comes up again in the search.
        guard let known = try? context.recommendations.modelNames() else { return nil }
        if let algorithm, known.all.contains(algorithm) {
            model = algorithm
        } else if known.defined.contains(operation.rawValue) {
            model = operation.rawValue
        } else {
            return nil
        }
        self.operation = operation
        self.context = context
    }

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let name: String
        var options: ViSearch.Options
        var categories: [String] = []
        if operation == .match {
            let call = try ViSearch.Match(request.parameters)
            (name, options) = (call.name, call.options)
            (options.page, options.limit, options.queryInfo) = (1, call.resultLimit ?? 10, true)
        } else {
            let call = try ViSearch.Recommendation(request.parameters)
            (name, options, categories) = (call.name, call.options, call.categories)
            if call.dedupField != nil { throw Self.refusal("dedup_by") }
        }
        for (isAsked, parameter) in [
            (!options.facets.isEmpty, "facets"), (options.sort != nil, "sort_by"),
            (options.groupField != nil, "group_by"), (options.dedup, "dedup"),
        ] where isAsked { throw Self.refusal(parameter) }
        let (item, found) = try context.query { () throws(SearchError) in
            guard let item = try context.engine.itemBlocking(name) else { throw .itemNotFound(id: name) }
            return (item, try recommend(name, options, categories, for: request))
        }
        guard let answer = found else {
            throw ViSearch.Fault(
                code: ViSearch.Fault.unauthorized.code, "Unauthorized: \(RouteContext.historyRefusal(model)).")
        }
        let hits = answer.items.map { item in
            ViSearch.Hit(
                Hit(id: item.id, score: item.score, source: item.source, attributes: item.attributes), options)
        }
        let page = SearchAnswer(total: hits.count, page: options.page, limit: options.limit, queryItem: item)
        var results = ViSearch.Results(operation, page, options, requestID: request.id)
        if operation == .match {
            results.limit = nil
            results.total = nil
            results.resultLimit = options.limit
            results.objects = [ViSearch.FoundObject(total: hits.count, hits: hits, facets: [])]
        } else {
            results.hits = Array(hits.dropFirst(options.limit * (options.page - 1)).prefix(options.limit))
            results.algorithm = model
        }
        return results
    }

    private func recommend(
        _ name: String, _ options: ViSearch.Options, _ categories: [String], for sent: HTTPRequest
    ) throws(SearchError) -> RecommendationAnswer? {
        let search = try SearchRequest(
            SearchRequest.Query(), options, scope: context.scope, fields: context.engine.fields)
        var request = RecommendationRequest(
            model: model, customer: sent.parameters["va_uid"].map { [$0] } ?? [], seeds: [name: 1],
            filter: search.filter,
            attributes: options.allFields ? nil : Set(search.fields ?? []), recordsImpressions: false)
        if !categories.isEmpty {
            request.filter = .and([search.filter, .oneOf("category", categories.map(AttributeValue.string))])
        }
        let (reach, overflow) = options.page.multipliedReportingOverflow(by: options.limit)
        request.limit = overflow ? 100 : min(max(reach, 1), 100)
        return try context.recommendBlocking(request, for: sent)
    }

    private static func refusal(_ parameter: String) -> ViSearch.Fault {
        .invalid("\(parameter) cannot be combined with a recommendation model.")
    }
}
