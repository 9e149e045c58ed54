internal import Foundation
internal import HaloAPI

/// The credentials of a client of HALO's content search.
public enum HaloCredentials: Hashable, Sendable {
    /// No credentials, for a server of your own without keys.
    case none
    /// The id and the secret of an app. On a server of your own, an access and a secret key.
    case client(id: String, secret: String)
    /// The name and the password of a person. On a server of your own, an access and a secret key.
    case password(user: String, password: String)
    /// A token that the caller has, which is not renewed. On a server of your own, also an app key.
    case token(String)

    /// The request for a token; nil where there is nothing to ask for.
    fileprivate var request: Halo.TokenRequest? {
        switch self {
        case .none, .token: nil
        case .client(let id, let secret): .client(id: id, secret: secret)
        case .password(let user, let password): .password(user: user, password: password)
        }
    }

    /// The query of the token's URL, which tells the vendor's service whose token it is.
    fileprivate var query: String { if case .password = self { "_user" } else { "_app" } }
}

/// The token of a client: fetched when it is needed, once for all calls that wait for it.
final class HaloTokenSource: Sendable {
    private typealias Waiter = CheckedContinuation<Result<Halo.Token, ClientError>, Never>

    private struct State {
        var token: Halo.Token?
        var isFetching = false
        var waiters: [UUID: Waiter] = [:]
    }

    private let credentials: HaloCredentials
    private let client: SearchClient
    private let state = Locked(State())

    init(_ credentials: HaloCredentials, _ client: SearchClient) {
        self.credentials = credentials
        self.client = client
    }

    /// The value of the header `Authorization`; nil for none.
    ///
    /// - Parameter refused: The value that was refused. Then another one is fetched, if there is a way to.
    func header(afterRefusalOf refused: String? = nil) async throws(ClientError) -> String? {
        if case .token(let token) = credentials { return "Bearer \(token)" }
        guard credentials.request != nil else { return nil }
        return try await token(refused).header
    }

    /// True where a refused token can be replaced.
    var canRenew: Bool { credentials.request != nil }

    private func token(_ refused: String?) async throws(ClientError) -> Halo.Token {
        let id = UUID()
        // A call that is cancelled does not wait for the token; the others do.
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiter) in
                enum Next {
                    case known(Halo.Token)
                    case fetch(old: Halo.Token?)
                    case wait
                }
                let next: Next = state.withLock { state in
                    if let token = state.token, token.header != refused { return .known(token) }
                    state.waiters[id] = continuation
                    if state.isFetching { return .wait }
                    state.isFetching = true
                    defer { state.token = nil }
                    return .fetch(old: state.token)
                }
                switch next {
                case .known(let token): continuation.resume(returning: .success(token))
                case .fetch(let old): Task { finish(await fetch(after: old)) }
                case .wait: break
                }
                if Task.isCancelled { leave(id) }
            }
        } onCancel: {
            leave(id)
        }
        return try result.get()
    }

    private func leave(_ id: UUID) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: .failure(.cancelled))
    }

    private func finish(_ result: Result<Halo.Token, ClientError>) {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            state.isFetching = false
            if case .success(let token) = result { state.token = token }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: result) }
    }

    /// Renews the old token, where that is possible, and asks with the credentials where not.
    private func fetch(after old: Halo.Token?) async -> Result<Halo.Token, ClientError> {
        if let refresh = old?.refresh, case .success(let token) = await ask(.refresh(refresh)) {
            return .success(token)
        }
        guard let request = credentials.request else { return .failure(.invalidArgument("there are no credentials")) }
        return await ask(request)
    }

    private func ask(_ wanted: Halo.TokenRequest) async -> Result<Halo.Token, ClientError> {
        do throws(ClientError) {
            let url = try client.url(Halo.Operation.token.path, query: credentials.query)
            let headers = [
                "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded; charset=utf-8",
            ]
            let request = HTTPRequest("POST", url, headers: headers, body: Array(wanted.parameters.urlEncoded.utf8))
            // A token to renew with is good for one time.
            let isRepeatable = if case .refresh = wanted { false } else { true }
            let reply = try await client.send(request, isRepeatable: isRepeatable)
            guard reply.isSuccess else {
                let reason = Halo.reason(in: reply.body)
                throw reason.map { .service(code: reply.status, texts: [$0], status: reply.status) }
                    ?? .httpStatus(reply.status, body: reply.excerpt)
            }
            do throws(MalformedJSON) { return .success(try Halo.Token(parsing: reply.body)) } catch {
                throw ClientError(error)
            }
        } catch {
            return .failure(error)
        }
    }
}
