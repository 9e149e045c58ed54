internal import ViSearchAPI

/// The operations of ViSearch: which type answers which, and the HTTP form of their answers and faults.
struct ViSearchRoutes {
    let context: RouteContext
    private let cache = AnswerCache()

    init(_ context: RouteContext) { self.context = context }

    /// - Parameter refusal: The reason why the request is not answered, reported in the form of its operation.
    func respond(
        to request: HTTPRequest, _ operation: ViSearch.Operation, _ refusal: ViSearch.Fault?
    ) -> HTTPResponse {
        // A request for the headers alone must not change anything.
        if request.method == "HEAD", operation == .insert || operation == .remove {
            return .failure(ViSearch.Fault("The method is not supported."), request, status: 405)
        }
        // Not from the cache: what models answer changes with the events.
        if [.recommendations, .match].contains(operation), let route = ModelRoute(operation, request, context) {
            return answer(route, request, refusal)
        }
        return switch operation {
        case .search, .outOfStock: recalling(SimilarSearchRoute(operation, context), request, refusal)
        case .recommendations: recalling(RecommendationRoute(context), request, refusal)
        case .colorSearch: recalling(ColorSearchRoute(context), request, refusal)
        case .match: recalling(MatchRoute(context), request, refusal)
        case .autocomplete: answer(AutocompleteRoute(context), request, refusal)
        case .gallery: answer(GalleryRoute(), request, refusal)
        case .uploadSearch: answer(UploadSearchRoute(context), request, refusal)
        case .multiSearch: answer(MultiSearchRoute(context), request, refusal)
        case .extractFeature: answer(ExtractFeatureRoute(context), request, refusal)
        case .discoverSearch: answer(DiscoverSearchRoute(context), request, refusal)
        case .similarProducts: answer(SimilarProductsRoute(context), request, refusal)
        case .insert: answer(InsertRoute(context), request, refusal)
        case .insertStatus: answer(InsertStatusRoute("", context), request, refusal)
        case .remove: answer(RemoveRoute(context), request, refusal)
        }
    }

    func respond(to request: HTTPRequest, status transaction: String, _ refusal: ViSearch.Fault?) -> HTTPResponse {
        answer(InsertStatusRoute(transaction, context), request, refusal)
    }

    /// Returns the cached answer to the same search; nil if none is cached, or the store has changed since.
    func recall(_ request: HTTPRequest, _ operation: ViSearch.Operation) -> HTTPResponse? {
        guard request.method != "HEAD" else { return nil }
        switch operation {
        case .search, .outOfStock, .recommendations, .colorSearch, .match: return recalled(request, operation)?.answer
        default: return nil
        }
    }

    private func answer(_ route: some ViSearchRoute, _ request: HTTPRequest, _ refusal: ViSearch.Fault?) -> HTTPResponse
    {
        do throws(ViSearch.Fault) {
            if let refusal { throw refusal }
            return HTTPResponse(body: try route(request).encoded)
        } catch {
            var response = HTTPResponse(
                status: route.status(of: error), body: route.failure(error, request).encoded, reason: error.reason)
            if response.status == 503 { response.headers.append(("Retry-After", "5")) }
            return response
        }
    }

    /// Stores the answer in the cache for equal requests.
    private func recalling(
        _ route: some ViSearchRoute, _ request: HTTPRequest, _ refusal: ViSearch.Fault?
    ) -> HTTPResponse {
        guard refusal == nil, let (revision, key, known) = recalled(request, route.operation) else {
            return answer(route, request, refusal)
        }
        if let known { return known }
        let response = answer(route, request, refusal)
        let end = ViSearchRoutes.end(of: request)
        if response.status == 200, response.body.suffix(end.count).elementsEqual(end) {
            cache.keep(Array(response.body.dropLast(end.count)), for: key, at: revision)
        }
        return response
    }

    /// Returns the cached answer under the name of this request, if the store has not changed since. Nil if the state
    /// of the store cannot be read, and an answer of nil if none is cached.
    private func recalled(
        _ request: HTTPRequest, _ operation: ViSearch.Operation
    ) -> (revision: Int, key: AnswerCache.Key, answer: HTTPResponse?)? {
        guard let revision = try? context.engine.store.revision() else { return nil }
        let key = AnswerCache.Key(operation, request.parameters)
        let known = cache.answer(to: key, at: revision)
        return (revision, key, known.map { HTTPResponse(body: $0 + ViSearchRoutes.end(of: request)) })
    }

    /// Names of requests are decimal: nothing to escape. They are the last member of an answer.
    private static func end(of request: HTTPRequest) -> [UInt8] { Array(",\"reqid\":\"\(request.id)\"}".utf8) }
}
