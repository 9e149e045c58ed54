internal import ContentAPI
internal import HaloAPI
internal import ViSearchAPI

/// HALO's content search, and the tokens that its clients ask for first.
struct HaloRoutes {
    let content: (any LocalContentService)?
    let troubles: StoreFaults
    private let tokens: HaloTokens

    init(content: (any LocalContentService)?, troubles: StoreFaults, tokens: HaloTokens = HaloTokens()) {
        self.content = content
        self.troubles = troubles
        self.tokens = tokens
    }

    /// The rights of the token of a search, or of the keys in a request for a token.
    func rights(of request: HTTPRequest, _ operation: Halo.Operation) -> Rights? {
        let keys: HaloTokens.Pair?
        switch operation {
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

    /// - Parameter refusal: The reason why the keys of the request do not allow it.
    func respond(
        to request: HTTPRequest, _ operation: Halo.Operation, _ refusal: ViSearch.Fault?
    ) -> HTTPResponse {
        guard request.method == "POST" else {
            var response = Self.failure("the method must be POST", status: 405)
            response.headers.append(("Allow", "POST, OPTIONS"))
            return response
        }
        do throws(SearchError) {
            if operation == .token { return try token(request, refusal) }
            if let refusal { return Self.response(to: refusal) }
            guard let content else {
                return Self.failure(
                    "this server has no content; import some beside its store, and start it again", status: 404)
            }
            var query = try ContentQuery(halo: request.body)
            guard query.picture != nil || request.body.count <= Route.listBytes else {
                return Self.failure("a query without a picture has at most \(Route.listBytes) bytes", status: 413)
            }
            try query.read(haloCache: request.headers[Halo.cacheHeader])
            return HTTPResponse(body: try content.searchBlocking(query).halo(for: query.window))
        } catch {
            troubles.note(error)
            guard error.isOfThisMachine else { return Self.failure(error.description, status: 400) }
            var response = Self.failure("the search failed on this server; its log has the reason", status: 500)
            response.reason = error.description
            return response
        }
    }

    private func token(_ request: HTTPRequest, _ refusal: ViSearch.Fault?) throws(SearchError) -> HTTPResponse {
        let wanted = try Halo.TokenRequest { request.parameters[$0] }
        if let refusal { return Self.response(to: refusal, of: wanted) }
        // Where the server has no keys, anybody gets a token, which opens what is open anyway.
        if case .notRequired = request.authentication { return HTTPResponse(body: tokens.issue(for: nil).body) }
        let keys: HaloTokens.Pair
        switch wanted {
        case .client(let access, let secret), .password(let access, let secret):
            keys = HaloTokens.Pair(access: access, secret: secret)
        case .refresh(let token):
            guard let pair = tokens.end(refresh: token, request.credentials) else {
                return Self.response(to: .badCredentials, of: wanted)
            }
            keys = pair
        }
        return HTTPResponse(body: tokens.issue(for: keys).body)
    }

    private static func response(to refusal: ViSearch.Fault, of wanted: Halo.TokenRequest? = nil) -> HTTPResponse {
        guard refusal == .badCredentials else { return failure("the key lacks the right `search`", status: 403) }
        let text =
            switch wanted {
            case .client: "client_id and client_secret are no access and secret key of this server"
            case .password: "username and password are no access and secret key of this server"
            case .refresh: "the refresh token is unknown, or was used, or has ended; ask with the keys again"
            case nil: "a valid token is required, as Authorization: Bearer TOKEN; \(Halo.Operation.token.path) has one"
            }
        var response = failure(text, status: 401)
        response.headers.append(("WWW-Authenticate", "Bearer realm=\"magpie\""))
        return response
    }

    /// The answer to a request that is not answered otherwise.
    static func failure(_ text: String, status: Int) -> HTTPResponse {
        HTTPResponse(status: status, body: Halo.failure(text))
    }
}
