internal import ViSearchAPI

/// The operations of ViSearch: which type answers which, and the HTTP form of their answers and faults.
struct ViSearchRoutes {
    let context: RouteContext
    private let cache = AnswerCache(bytes: 64 << 20, largest: 1 << 20)

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
        case .search, .outOfStock, .recommendations, .colorSearch, .match: return recalled(request, operation)
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

    /// Keeps the answer for equal requests, where it is made from all that the store has.
    private func recalling(
        _ route: some ViSearchRoute, _ request: HTTPRequest, _ refusal: ViSearch.Fault?
    ) -> HTTPResponse {
        guard refusal == nil else { return answer(route, request, refusal) }
        let key = AnswerKey(route.operation, request.parameters)
        let end = ViSearchRoutes.end(of: request)
        let revision = try? context.engine.completeRevision()
        let response = cache.value(
            for: key, at: revision, cost: { $0.status == 200 ? $0.body.count + key.bytes : nil },
            make: {
                var response = answer(route, request, refusal)
                if response.status == 200, response.body.suffix(end.count).elementsEqual(end) {
                    response.body.removeLast(end.count)
                }
                return response
            })
        return completed(response, end)
    }

    /// Returns the cached answer under the name of this request, if the store has not changed since.
    private func recalled(_ request: HTTPRequest, _ operation: ViSearch.Operation) -> HTTPResponse? {
        guard let revision = try? context.engine.store.revision(),
            let known = cache.value(for: AnswerKey(operation, request.parameters), at: revision)
        else { return nil }
        return completed(known, ViSearchRoutes.end(of: request))
    }

    private func completed(_ response: HTTPResponse, _ end: [UInt8]) -> HTTPResponse {
        var response = response
        if response.status == 200 { response.body += end }
        return response
    }

    /// Names of requests are decimal: nothing to escape. They are the last member of an answer.
    private static func end(of request: HTTPRequest) -> [UInt8] { Array(",\"reqid\":\"\(request.id)\"}".utf8) }
}
