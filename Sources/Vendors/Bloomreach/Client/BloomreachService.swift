public import BloomreachAPI
public import Foundation

/// Bloomreach Engagement, or a server of your own: where it is, and which form it speaks.
public struct BloomreachService: Hashable, Sendable {
    /// The URL that paths are added to, such as `https://api.exponea.com`.
    public var baseURL: URL
    /// The project or the stream.
    public var mode: Bloomreach.Mode

    /// Creates a service from its base URL and its project or stream. A server of your own answers for any name.
    public init(_ baseURL: URL, _ mode: Bloomreach.Mode) {
        self.baseURL = baseURL
        self.mode = mode
    }

    /// The vendor's own, on `exponea.com` or `bloomreach.com`, and not a server of your own.
    package var isBloomreach: Bool {
        let host = baseURL.host()?.lowercased() ?? ""
        return ["exponea.com", "bloomreach.com", "bloomreach.co"].contains { host == $0 || host.hasSuffix("." + $0) }
    }
}

/// The credentials of a client of Bloomreach, in the header `Authorization`.
public enum BloomreachAuthorization: Sendable {
    /// No credentials, for a server of your own without keys.
    case none
    /// The public token of a project, as `Token …`. On a server of your own, an app key.
    case token(String)
    /// An access token, as `Bearer …`. On a server of your own, an app key.
    case bearer(String)
    /// The id and the secret of a private key, as basic authentication, which the consents of a customer need.
    case keys(id: String, secret: String)
    /// Tokens that expire, such as the JWT of a customer, as `Bearer …`.
    ///
    /// Called before each request with nil, for the token to use, and once more with the token that was refused: when
    /// the answer is 401, or 403 where no token was sent. After one second the request is sent once more with what it
    /// returns then. Nil sends no token.
    case provider(@Sendable (_ refused: String?) async -> String?)

    /// The value of the header for the first try.
    fileprivate func header() async -> String? {
        switch self {
        case .none: nil
        case .token(let token): "Token \(token)"
        case .bearer(let token): "Bearer \(token)"
        case .keys(let id, let secret): "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()
        case .provider(let token): await token(nil).map { "Bearer \($0)" }
        }
    }

    /// Sends a request, and once more with another token where the first one was refused.
    func send(
        _ request: HTTPRequest, _ client: SearchClient
    ) async throws(ClientError) -> HTTPReply {
        var request = request
        let header = await header()
        request.headers["Authorization"] = header
        let reply = try await client.send(request, isRepeatable: true)
        guard case .provider(let token) = self, reply.status == 401 || reply.status == 403 && header == nil else {
            return reply
        }
        let other = await token(header.map { String($0.dropFirst("Bearer ".count)) })
        await client.pacing.wait(1)
        request.headers["Authorization"] = other.map { "Bearer \($0)" }
        return try await client.send(request, isRepeatable: true)
    }
}
