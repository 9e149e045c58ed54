internal import Essentials
internal import HaloAPI
internal import SearchServer

/// The tokens for the keys of the server.
///
/// A token names an access key and its own end, and is sealed with the pair of keys. So every server with the same keys
/// knows it, none has to keep it, and no number of them ends another one. It is worth what its pair is worth when it is
/// used, and nothing once the server has other keys.
///
/// A token to renew with is good for one time, at the server that it is used at: this server remembers which it has
/// renewed, and others don't learn of it.
final class HaloTokens: Sendable {
    /// An access and a secret key.
    struct Pair: Hashable, Sendable {
        var access: String
        var secret: String
    }

    /// The kinds of token that come together.
    enum Kind: String {
        case access = "a"
        case refresh = "r"
    }

    /// The claim of a token.
    private struct Claim {
        var pair: Pair
        /// The name that the two tokens of a grant share.
        var grant: String
        var end: Double
    }

    /// The grants of an access key that were renewed, the oldest first.
    private struct Renewed {
        var order: [(grant: String, end: Double)] = []
        var all: Set<String> = []
    }

    /// Seconds for which tokens are good.
    static let lifetimes: [Kind: Double] = [.access: 3600, .refresh: 14 * 86_400]

    private let renewed = Locked<[String: Renewed]>([:])
    /// The most renewed grants that are remembered of one access key.
    private let limit: Int
    /// Seconds since 1970.
    private let now: @Sendable () -> Double

    init(limit: Int = 10_000, now: @escaping @Sendable () -> Double = { Date.now.timeIntervalSince1970 }) {
        self.limit = limit
        self.now = now
    }

    /// Gives out a token for a pair of keys; without a pair, where the server has no keys, one that says nothing.
    func issue(for pair: Pair?) -> Halo.Token {
        let grant = Self.random(8)
        func text(_ kind: Kind) -> String {
            guard let pair else { return "\(kind.rawValue).\(grant).\(Self.random(32))" }
            let end = Int(now() + (Self.lifetimes[kind] ?? 0))
            let name = Data(pair.access.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
            let claim = "\(kind.rawValue).\(name).\(end).\(grant)"
            return claim + "." + Credentials.seal(Self.message(claim), access: pair.access, secret: pair.secret)
        }
        return Halo.Token(
            access: text(.access), refresh: text(.refresh), lifetime: Self.lifetimes[.access] ?? 0)
    }

    /// Returns the keys that a token stands for; nil for one that is of no key of the server, or has ended.
    func pair(of token: String, _ kind: Kind, _ credentials: Credentials) -> Pair? {
        claim(of: token, kind, credentials)?.pair
    }

    /// Returns the keys that a token to renew with stands for, and ends the token, and the one that came with it.
    func end(refresh token: String, _ credentials: Credentials) -> Pair? {
        guard let claim = claim(of: token, .refresh, credentials) else { return nil }
        let now = now()
        // Of two that come at once, one is first.
        return renewed.withLock { renewed in
            var known = renewed[claim.pair.access] ?? Renewed()
            guard known.all.insert(claim.grant).inserted else { return nil }
            known.order.append((claim.grant, claim.end))
            let over = known.order.prefix { $0.end <= now }.count
            let dropped = known.order.prefix(max(over, known.order.count - limit))
            known.all.subtract(dropped.map(\.grant))
            known.order.removeFirst(dropped.count)
            renewed[claim.pair.access] = known
            return claim.pair
        }
    }

    private func claim(of token: String, _ kind: Kind, _ credentials: Credentials) -> Claim? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[0] == kind.rawValue, let end = Double(parts[2]), end > now() else { return nil }
        let base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let name = Data(base64Encoded: base64 + padding) else { return nil }
        let access = String(decoding: name, as: UTF8.self)
        let message = Self.message(parts.dropLast().joined(separator: "."))
        guard let pair = credentials.pair(thatSealed: message, parts[4], access: access) else { return nil }
        let isRenewed = renewed.withLock { $0[access]?.all.contains(parts[3]) == true }
        return isRenewed ? nil : Claim(pair: Pair(access: pair.access, secret: pair.secret), grant: parts[3], end: end)
    }

    /// The sealed text; no seal of another kind holds for it.
    private static func message(_ claim: String) -> String { "token\n" + claim }

    private static func random(_ count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }.hexadecimal
    }
}
