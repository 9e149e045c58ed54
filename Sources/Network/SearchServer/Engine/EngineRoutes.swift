internal import Essentials

/// The engine's own verbs, value for value.
struct EngineRoutes: RouteGroup {
    /// A verb, by the last part of its path.
    enum Verb: String, CaseIterable {
        case search, discover, insert, remove, item, count, types, suggest, recommend, categories, consents
        case items, fields, describer, models, upload
        case overview, searches, events
        case rules

        var path: String { "/engine/" + rawValue }

        /// A page for visitors needs no more than to search. All that changes items or rules, or tells what people did,
        /// searched for and agreed to, is `data`.
        private var needs: Rights {
            switch self {
            case .search, .discover, .item, .items, .count, .types, .fields, .describer, .models, .suggest, .recommend,
                .upload:
                .search
            case .insert, .remove, .categories, .consents, .overview, .searches, .events, .rules: .data
            }
        }

        fileprivate var route: HTTPRoute {
            if self == .rules {
                var route = RuleRoute.route
                route.destination = self
                return route
            }
            // A short call is answered from memory or with a few reads.
            let isShort = [
                .item, .count, .types, .suggest, .categories, .consents, .items, .fields, .describer, .models,
                .searches,
            ].contains(self)
            var route = HTTPRoute.call(path, isShort ? .quick : .heavy, needs: needs)
            route.opensTo = .data
            route.destination = self
            if isShort || [.recommend, .overview, .events].contains(self) { route.bodyBytes = HTTPRoute.searchBytes }
            route.changes = [.insert, .remove].contains(self)
            route.writes = route.changes
            if [.search, .discover].contains(self) { route.jsonBytes = HTTPRoute.listBytes }
            if self == .upload { route.jsonBytes = HTTPRoute.searchBytes }
            route.carriesBase64 = self == .upload
            return route
        }
    }

    static let description = RouteDescription(PackageResources.engine_json)

    private let context: RouteContext
    private let overview: ServerOverviews

    init(_ context: RouteContext) {
        self.context = context
        overview = ServerOverviews(context: context)
    }

    var routes: [String: HTTPRoute] { Dictionary(uniqueKeysWithValues: Verb.allCases.map { ($0.path, $0.route) }) }

    var description: RouteDescription { EngineRoutes.description }

    func waitsForOthers(_ request: HTTPRequest) -> Bool {
        request.route(as: Verb.self) == .upload && UploadRoute.namesURL(request)
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        if let refusal = HTTPResponse.refusal(verdict, request) { return refusal }
        guard let verb = request.route(as: Verb.self) else {
            return .failure("There is nothing here.", request, status: 404)
        }
        return respond(to: request, verb)
    }

    private func respond(to request: HTTPRequest, _ verb: Verb) -> HTTPResponse {
        switch verb {
        case .search: call(.search, request, hiding: { $0.withoutPaths }, searching(for: request))
        case .insert: call(.insert, request, insertBlocking)
        case .remove: call(.remove, request) { ids throws(SearchError) in try context.remove(ids) }
        case .item:
            call(.item, request, hiding: { $0?.withoutPath }, itemBlocking)
        case .count: call(.count, request) { _ throws(SearchError) in try context.engine.countBlocking() }
        case .types: call(.types, request) { _ throws(SearchError) in try context.engine.productTypesBlocking() }
        case .suggest: call(.suggest, request) { request throws(SearchError) in try context.suggester.suggest(request) }
        case .items: call(.items, request, hiding: { $0.withoutPaths }, itemsBlocking)
        case .fields: call(.fields, request) { _ throws(SearchError) in try context.engine.fields() }
        case .describer: call(.describer, request) { _ throws(SearchError) in context.engine.describerSummary }
        case .models:
            call(.models, request) { _ throws(SearchError) in
                try context.recommendations.modelNames().defined.sorted()
            }
        case .overview:
            call(.overview, request, hiding: \.withoutPath) { _ throws(SearchError) in try overview.make() }
        case .searches: call(.searches, request) { _ throws(SearchError) in context.latest.all }
        case .events: call(.events, request) { call throws(SearchError) in try overview.events(call) }
        case .upload:
            call(.upload, request) { call throws(SearchError) in
                try UploadRoute(context: context)(
                    call, of: IPAddress.sender(request.remoteAddress),
                    isFromServer: request.headers[Fetcher.mark] != nil)
            }
        case .discover:
            call(.discover, request, hiding: { $0.withoutPaths }, discoverBlocking)
        case .recommend:
            call(.recommend, request, hiding: { $0.withoutPaths }, recommending(for: request))
        case .rules: ruleAnswer(to: request)
        case .categories:
            call(.categories, request) { _ throws(SearchError) in
                try context.recommendations.consentCategoriesBlocking()
            }
        case .consents:
            call(.consents, request) { names throws(SearchError) in
                try context.recommendations.consentsBlocking(of: names)
            }
        }
    }

    /// Rules are read by GET and replaced by PUT.
    private func ruleAnswer(to request: HTTPRequest) -> HTTPResponse {
        let rules = RuleRoute(context: context)
        if request.method == "GET" {
            return answer(request) { () throws(SearchError) in try rules.read() }
        }
        guard request.method == "PUT" else { return .only(rules.methods, request) }
        if let verdict = rules.refusal { return .refusal(verdict, request) ?? .only(rules.methods, request) }
        return answer(request) { () throws(SearchError) in try rules.replace(with: Array(request.body)) }
    }

    private func recommending(
        for request: HTTPRequest
    ) -> (RecommendationRequest) throws(SearchError) -> RecommendationAnswer {
        { call throws(SearchError) in
            guard let answer = try context.recommendBlocking(call, for: request) else {
                throw .invalidArgument(RouteContext.historyRefusal(call.model))
            }
            return answer
        }
    }

    private func itemBlocking(_ id: String) throws(SearchError) -> Item? { try context.engine.itemBlocking(id) }

    private func itemsBlocking(_ call: ItemsRequest) throws(SearchError) -> ItemsAnswer {
        guard ItemsRequest.limits.contains(call.limit) else {
            throw .invalidArgument(
                "the limit must be from \(ItemsRequest.limits.lowerBound) to \(ItemsRequest.limits.upperBound), not \(call.limit)"
            )
        }
        guard call.offset >= 0 else { throw .invalidArgument("the offset must be at least 0, not \(call.offset)") }
        return try context.engine.store.read { snapshot throws(SearchError) in
            ItemsAnswer(
                total: snapshot.count,
                items: try snapshot.items(from: call.offset, limit: call.limit, fields: call.fields.map(Set.init)))
        }
    }

    private func discoverBlocking(_ call: DiscoverRequest) throws(SearchError) -> DiscoverAnswer {
        try call.each.checkPrivateText()
        return try context.onCore("discover", upTo: context.workers) { workers throws(SearchError) in
            let answer = try context.engine.discoverBlocking(call, limits: context.limits, workers: workers)
            SearchNote.current?.note(answer)
            return try context.engine.withoutPrivateWords(answer, of: call)
        }
    }

    private func searching(for request: HTTPRequest) -> (SearchRequest) throws(SearchError) -> SearchAnswer {
        { call throws(SearchError) in try searchBlocking(call, mayReadText: request.mayHearPaths) }
    }

    private func searchBlocking(_ call: SearchRequest, mayReadText: Bool) throws(SearchError) -> SearchAnswer {
        try call.checkPrivateText(mayRead: mayReadText)
        let answer = try context.latest.noting(call) { () throws(SearchError) in try answerBlocking(call) }
        return mayReadText ? answer : try context.engine.withoutPrivateWords(answer, of: call)
    }

    private func answerBlocking(_ call: SearchRequest) throws(SearchError) -> SearchAnswer {
        guard call.query.hasPicture else { return try context.engine.searchBlocking(call, limits: context.limits) }
        return try context.onCore("search", upTo: call.detection == nil ? 1 : context.workers) {
            workers throws(SearchError) in
            try context.engine.searchBlocking(call, limits: context.limits, workers: workers)
        }
    }

    /// Each picture waits for its turn by itself, so that a large insert does not hold up searches.
    private func insertBlocking(_ entries: [Entry]) throws(SearchError) -> [SearchError?] {
        try context.engine.insertBlocking(entries, workers: context.workers) { image throws(SearchError) in
            try context.describing(image)
        }.map { result in
            if case .failure(let error) = result { error } else { nil }
        }
    }

    private func call<Call: Codable & Sendable, Answer: Codable & Sendable>(
        _ route: EngineRoute<Call, Answer>, _ request: HTTPRequest, hiding hidden: (Answer) -> Answer = { $0 },
        _ work: (Call) throws(SearchError) -> Answer
    ) -> HTTPResponse {
        guard request.method == "POST" else { return .postOnly(request) }
        if let json = try? JSONValue(parsing: request.body), let fault = UnknownMember.fault(in: json, of: route.path) {
            return respond(EngineReply<Answer>.failure(.invalidArgument(fault)), status: 400)
        }
        let call: Call
        let decoder = JSONDecoder()
        decoder.userInfo[.uploads] = KeptUploads { [uploads = context.uploads] name in uploads.bytes(of: name) }
        do { call = try decoder.decode(Call.self, from: Data(request.body)) } catch {
            let text = CallFault.sentence(error, in: request.body)
            return respond(EngineReply<Answer>.failure(.invalidArgument(text)), status: 400)
        }
        return answer(request, hiding: hidden) { () throws(SearchError) in try work(call) }
    }

    private func answer<Answer: Codable & Sendable>(
        _ request: HTTPRequest, hiding hidden: (Answer) -> Answer = { $0 },
        _ work: () throws(SearchError) -> Answer
    ) -> HTTPResponse {
        do throws(SearchError) {
            let answer = try work()
            return respond(EngineReply.answer(request.mayHearPaths ? answer : hidden(answer)), status: 200)
        } catch {
            context.storeFaults.note(error)
            var response = respond(
                EngineReply<Answer>.failure(request.mayHearPaths ? error : error.withoutPath),
                status: error.isOfCall ? 400 : 200)
            response.reason = error.isOfThisMachine ? error.description : nil
            return response
        }
    }

    private func respond<Answer>(_ reply: EngineReply<Answer>, status: Int) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        do {
            return HTTPResponse(status: status, body: Array(try encoder.encode(reply)))
        } catch {
            let reason = "the answer contains a number that JSON cannot represent"
            return HTTPResponse(status: 500, body: Array("{}".utf8), reason: reason)
        }
    }
}

extension HTTPRequest {
    /// True if the caller is on this machine, where the paths are valid, may do everything, and requests them. A proxy on
    /// this machine forwards for others, not always with a header that tells so.
    fileprivate var mayHearPaths: Bool {
        rights == .all && headers[EngineHeader.paths] == EngineHeader.wanted
            && IPAddress(remoteAddress)?.isLoopback == true
            && ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].allSatisfy { headers[$0] == nil }
    }
}

extension SearchError {
    /// The call is wrong by itself, whatever the store holds: as wrong as one with an unknown member.
    fileprivate var isOfCall: Bool {
        switch self {
        case .invalidArgument, .wrongType: true
        default: false
        }
    }

    /// Nothing that another request could have done better.
    package var isOfThisMachine: Bool {
        switch self {
        case .store, .damaged, .diskFull, .describerMismatch, .service, .cancelled, .image(.internal),
            .image(.missingLibrary), .image(.timedOut):
            true
        case .invalidArgument, .itemNotFound, .image, .wrongType: false
        }
    }
}
