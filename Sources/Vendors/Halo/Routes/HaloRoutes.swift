internal import HaloAPI
public import SearchServer

extension VendorProtocol {
    /// HALO's content search, and the tokens that its clients ask for first; see ``SearchServer/Setup/content``.
    public static let halo = VendorProtocol("HALO") { context in HaloRoutes(context: context) }
}

/// HALO's content search, and the tokens that its clients ask for first.
struct HaloRoutes: CallGroup {
    let context: RouteContext
    var tokens = HaloTokens()

    static let keyRule = (
        text: "a valid token is required, as Authorization: Bearer TOKEN; \(Halo.Operation.token.path) has one",
        challenge: "Bearer"
    )

    var routes: [String: HTTPRoute] {
        var search = HTTPRoute.call(Halo.Operation.search.path, .heavy, needs: .search)
        search.destination = Halo.Operation.search
        search.takesTokens = true
        search.carriesBase64 = true
        search.jsonBytes = HTTPRoute.listBytes
        var token = HTTPRoute.call(Halo.Operation.token.path, .quick, needs: .search)
        token.destination = Halo.Operation.token
        token.content = .form
        token.findsKeys = true
        token.bodyBytes = Halo.Limits.tokenBytes
        return [Halo.Operation.search.path: search, Halo.Operation.token.path: token]
    }

    var description: RouteDescription {
        RouteDescription(
            PackageResources.description_json,
            [
                "names": Halo.Limits.names, "values": Halo.Limits.values, "relations": Halo.Limits.relations,
                "page": Halo.Limits.page.upperBound, "seconds": Halo.Limits.seconds.upperBound,
            ])
    }

    /// The rights of the token of a search, or of the keys in a request for a token.
    func rights(of request: HTTPRequest) -> Rights? {
        let keys: HaloTokens.Pair?
        switch request.route(as: Halo.Operation.self) {
        case nil: return nil
        case .search:
            let token = request.headers["Authorization"].map { Credentials.token(in: $0) }?.first
            keys = token.flatMap { tokens.pair(of: $0, .access, request.credentials) }
        case .token:
            switch try? Halo.TokenRequest({ request.parameters[$0] }) {
            case .client(let access, let secret)?, .password(let access, let secret)?:
                keys = HaloTokens.Pair(access: access, secret: secret)
            case .refresh(let token)?: keys = tokens.pair(of: token, .refresh, request.credentials)
            case nil: keys = nil
            }
        }
        return keys.flatMap { request.credentials.rights(access: $0.access, secret: $0.secret) }
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        if request.route(as: Halo.Operation.self) == .token { return token(request, verdict) }
        return answer(request, verdict) { () throws(CallFailure) in
            guard let content = context.content else {
                throw .refused(
                    "this server has no content; import some beside its store, and start it again", status: 404)
            }
            var query = try CallFailure.attempt(ContentQuery(halo: request.body))
            guard query.picture != nil || request.body.count <= HTTPRoute.listBytes else {
                throw .refused("a query without a picture has at most \(HTTPRoute.listBytes) bytes", status: 413)
            }
            try CallFailure.attempt(query.read(haloCache: request.headers[Halo.cacheHeader]))
            return try CallFailure.attempt(content.searchBlocking(query).halo(for: query.window))
        }
    }

    /// Issues a token for the keys in the request. Its keys are not those of the transport, so that a refusal says which
    /// of them is wrong.
    private func token(_ request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        answer(request, verdict == .unknownKey ? .allowed : verdict) { () throws(CallFailure) in
            let wanted = try CallFailure.attempt(Halo.TokenRequest { request.parameters[$0] })
            if verdict == .unknownKey { throw HaloRoutes.unknownKeys(in: wanted) }
            // Without keys of the server, anybody gets a token, which opens what is open anyway.
            if case .notRequired = request.authentication { return tokens.issue(for: nil).body }
            switch wanted {
            case .client(let access, let secret), .password(let access, let secret):
                return tokens.issue(for: HaloTokens.Pair(access: access, secret: secret)).body
            case .refresh(let token):
                guard let pair = tokens.end(refresh: token, request.credentials) else {
                    throw HaloRoutes.unknownKeys(in: wanted)
                }
                return tokens.issue(for: pair).body
            }
        }
    }

    private static func unknownKeys(in request: Halo.TokenRequest) -> CallFailure {
        let text =
            switch request {
            case .client: "client_id and client_secret are no access and secret key of this server"
            case .password: "username and password are no access and secret key of this server"
            case .refresh: "the refresh token is unknown, or was used, or has ended; ask with the keys again"
            }
        return .refused(text, status: 401)
    }

    func failure(_ faults: [Fault], _ request: HTTPRequest, status: Int) -> HTTPResponse {
        HTTPResponse(status: status, body: Halo.failure(faults.map(\.description).joined(separator: "; ")))
    }
}
