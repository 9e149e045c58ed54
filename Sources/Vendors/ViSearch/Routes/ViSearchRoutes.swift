public import SearchServer
internal import ViSearchAPI

extension VendorProtocol {
    /// The ViSearch protocol: searches by picture, item, color and words, objects of a picture, and a catalog that grows
    /// by `/insert`. Accepted insertions are kept in `STORE.jobs` until they are done.
    public static let viSearch = VendorProtocol("ViSearch", formOfInsertions: JobStore.version) {
        context throws(SearchError) in
        try ViSearchRoutes(context)
    }
}

/// The operations of ViSearch: which type answers which, and the HTTP form of their answers and faults.
struct ViSearchRoutes: RouteGroup {
    /// The target of a path.
    private enum Target {
        case operation(ViSearch.Operation)
        /// The progress of an insertion; the transaction is the last part of the path.
        case insertStatus(String)
    }

    private let context: RouteContext
    private let insertions: JobRunner
    private let cache = AnswerCache(bytes: 64 << 20, largest: 1 << 20)

    init(_ context: RouteContext) throws(SearchError) {
        self.context = context
        let path = context.engine.store.path + ".jobs"
        insertions = JobRunner(try JobStore(path: context.isReadOnly ? ":memory:" : path), context)
        context.add(insertions)
        context.countMemory("answers") { [cache] in cache.bytes }
        if !context.isReadOnly { context.watch("file of accepted insertions", path) }
    }

    var routes: [String: HTTPRoute] {
        var routes: [String: HTTPRoute] = ["/insert/status": ViSearchRoutes.status(of: "")]
        for operation in ViSearch.Operation.allCases where operation != .insertStatus {
            var route = operation.route
            route.destination = Target.operation(operation)
            for path in operation.paths { routes[path] = route }
        }
        return routes
    }

    func route(at path: String) -> HTTPRoute? {
        let status = "/insert/status/"
        return path.hasPrefix(status) ? ViSearchRoutes.status(of: String(path.dropFirst(status.count))) : nil
    }

    private static func status(of transaction: String) -> HTTPRoute {
        // The file of insertions has one lock.
        var route = HTTPRoute("/insert/status", .record)
        route.needs = .data
        route.bodyBytes = HTTPRoute.searchBytes
        route.destination = Target.insertStatus(transaction)
        return route
    }

    var description: RouteDescription {
        RouteDescription(
            PackageResources.description_json,
            [
                "hits": ViSearch.Limits.hits.upperBound, "objects": ViSearch.Limits.objects.upperBound,
                "nameBytes": ViSearch.Limits.nameBytes.upperBound,
                "colorWeight": ViSearch.Limits.colorWeights.upperBound,
                "images": ViSearch.Limits.images, "errors": ViSearch.Limits.errors,
                "listValues": ViSearch.Limits.listValues,
            ])
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        if case .unavailable(let text) = verdict {
            return refusal(HTTPRefusal(status: 503, text: text), of: request)
        }
        let refusal = ViSearch.Fault(verdict, request)
        switch request.route(as: Target.self) {
        case .operation(let operation): return respond(to: request, operation, refusal)
        case .insertStatus(let transaction):
            return answer(
                InsertStatusRoute(transaction: transaction, context: context, insertions: insertions), request, refusal)
        case nil: return .failure("There is nothing here.", request, status: 404)
        }
    }

    /// The Java client reads the errors of an insert only as JSON objects, and no answer to a removal without a total.
    func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest) -> HTTPResponse {
        let isInsert = if case .operation(.insert)? = request.route(as: Target.self) { true } else { false }
        return .refusal(refusal, request, asObject: isInsert)
    }

    /// Uploads are there; a picture that is named by its URL has to be fetched first.
    func waitsForOthers(_ request: HTTPRequest) -> Bool {
        if case .operation? = request.route(as: Target.self) { request.namesPictureByURL } else { false }
    }

    /// - Parameter refusal: The reason why the request is not answered, reported in the form of its operation.
    private func respond(
        to request: HTTPRequest, _ operation: ViSearch.Operation, _ refusal: ViSearch.Fault?
    ) -> HTTPResponse {
        // A request for the headers alone must not change anything.
        if request.method == "HEAD", operation == .insert || operation == .remove {
            return .failure("The method is not supported.", request, status: 405)
        }
        // Not from the cache: what models answer changes with the events.
        if [.recommendations, .match].contains(operation), let route = ModelRoute(operation, request, context) {
            return answer(route, request, refusal)
        }
        return switch operation {
        case .search, .outOfStock:
            recalling(SimilarSearchRoute(operation: operation, context: context), request, refusal)
        case .recommendations: recalling(RecommendationRoute(context: context), request, refusal)
        case .colorSearch: recalling(ColorSearchRoute(context: context), request, refusal)
        case .match: recalling(MatchRoute(context: context), request, refusal)
        case .autocomplete: answer(AutocompleteRoute(context: context), request, refusal)
        case .gallery: answer(GalleryRoute(), request, refusal)
        case .uploadSearch: answer(UploadSearchRoute(context: context), request, refusal)
        case .multiSearch: answer(MultiSearchRoute(context: context), request, refusal)
        case .extractFeature: answer(ExtractFeatureRoute(context: context), request, refusal)
        case .discoverSearch: answer(DiscoverSearchRoute(context: context), request, refusal)
        case .similarProducts: answer(SimilarProductsRoute(context), request, refusal)
        case .insert: answer(InsertRoute(context: context, insertions: insertions), request, refusal)
        case .insertStatus:
            answer(InsertStatusRoute(transaction: "", context: context, insertions: insertions), request, refusal)
        case .remove: answer(RemoveRoute(context: context), request, refusal)
        }
    }

    /// Returns the cached answer to the same search; nil if none is cached, or it holds no longer.
    func recall(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method != "HEAD", case .operation(let operation)? = request.route(as: Target.self) else {
            return nil
        }
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
        let validity = try? context.engine.validity()
        var isKept = true
        let kept = cache.value(
            for: key, at: validity?.revision, holds: \.holds,
            // A rule may have begun or ended meanwhile.
            cost: { $0.response.status == 200 && $0.holds ? $0.bytes + key.bytes : nil },
            make: {
                isKept = false
                var (response, search) = context.noting(request) { answer(route, request, refusal) }
                if response.status == 200, response.body.suffix(end.count).elementsEqual(end) {
                    response.body.removeLast(end.count)
                }
                return KeptAnswer(response: response, search: search, validity: validity)
            })
        if isKept, let search = kept.search { context.note(again: search) }
        return completed(kept.response, end)
    }

    /// Returns the cached answer under the name of this request, if the store has not changed since.
    private func recalled(_ request: HTTPRequest, _ operation: ViSearch.Operation) -> HTTPResponse? {
        guard let revision = try? context.engine.store.revision(),
            let known = cache.value(for: AnswerKey(operation, request.parameters), at: revision), known.holds
        else { return nil }
        if let search = known.search { context.note(again: search) }
        return completed(known.response, ViSearchRoutes.end(of: request))
    }

    private func completed(_ response: HTTPResponse, _ end: [UInt8]) -> HTTPResponse {
        var response = response
        if response.status == 200 { response.body += end }
        return response
    }

    /// Names of requests are decimal: nothing to escape. They are the last member of an answer.
    private static func end(of request: HTTPRequest) -> [UInt8] { Array(",\"reqid\":\"\(request.id)\"}".utf8) }
}

extension ViSearch.Operation {
    /// The threads, the rights and the limits of the operation.
    fileprivate var route: HTTPRoute {
        var route = HTTPRoute("/" + rawValue)
        route.content = .form
        route.needs = .search
        switch self {
        case .insert, .remove:
            route.weight = .heavy
            route.needs = .data
            route.changes = true
            route.writes = true
        case .uploadSearch, .discoverSearch, .similarProducts, .multiSearch, .extractFeature, .autocomplete:
            // Work on pictures waits in a queue.
            if self != .autocomplete { route.weight = .heavy }
            route.fieldBytes = HTTPRoute.searchBytes
            route.fileName = "image"
        case .search, .recommendations, .colorSearch, .match, .insertStatus, .gallery, .outOfStock:
            route.bodyBytes = HTTPRoute.searchBytes
        }
        return route
    }
}

extension ViSearch.Fault {
    /// The fault of a request that must not be answered; nil where it may be.
    fileprivate init?(_ verdict: Verdict, _ request: HTTPRequest) {
        switch verdict {
        case .allowed, .unavailable: return nil
        case .unknownKey:
            self.init(code: Self.badCredentials.code, Self.badCredentials.text + request.keyAdvice())
        case .lacksRights:
            self.init(code: ViSearch.Fault.unauthorized.code, "Unauthorized: \(request.lackingRight).")
        case .readOnly:
            self.init(code: ViSearch.Fault.unauthorized.code, "Unauthorized: this server is read-only.")
        }
    }
}
