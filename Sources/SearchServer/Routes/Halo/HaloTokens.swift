internal import Foundation
internal import HaloAPI

/// The tokens that were given out for the keys of the server: random, kept in memory, and gone with it.
///
/// A token stands for its pair of keys, and is worth what that pair is worth when it is used. A token to renew with is
/// good for one time.
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

    private struct Grant {
        let pair: Pair
        let secrets: [Kind: [UInt8]]
        let ends: [Kind: Double]
    }

    private struct State {
        var grants: [String: Grant] = [:]
        /// The names of grants, the oldest first.
        var order: [String] = []
    }

    /// Seconds for which tokens are good.
    static let lifetimes: [Kind: Double] = [.access: 3600, .refresh: 14 * 86_400]

    private let state = Locked(State())
    /// The most grants that are kept; beyond it, the oldest end early.
    private let limit: Int
    /// Seconds from any moment on.
    private let now: @Sendable () -> Double

    init(limit: Int = 10_000, now: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }) {
        self.limit = limit
        self.now = now
    }

    /// Gives out a token for a pair of keys. Without a pair, where the server has no keys, nothing is kept.
    func issue(for pair: Pair?) -> Halo.Token {
        let name = Self.random(8)
        let secrets: [Kind: [UInt8]] = [.access: Array(Self.random(32).utf8), .refresh: Array(Self.random(32).utf8)]
        if let pair {
            let ends = Self.lifetimes.mapValues { $0 + now() }
            state.withLock { state in
                state.grants[name] = Grant(pair: pair, secrets: secrets, ends: ends)
                state.order.append(name)
                while state.order.count > limit || isOver(state.grants[state.order[0]]) {
                    state.grants[state.order.removeFirst()] = nil
                }
            }
        }
        func text(_ kind: Kind) -> String {
            "\(kind.rawValue).\(name).\(String(decoding: secrets[kind] ?? [], as: UTF8.self))"
        }
        return Halo.Token(access: text(.access), refresh: text(.refresh), lifetime: Self.lifetimes[.access] ?? 0)
    }

    /// Returns the keys that a token stands for; nil for one that is unknown, or has ended.
    func pair(of token: String, _ kind: Kind) -> Pair? { grant(of: token, kind)?.grant.pair }

    /// Returns the keys that a token to renew with stands for, and ends the token, and the one that came with it.
    func end(refresh token: String) -> Pair? {
        guard let (name, grant) = grant(of: token, .refresh) else { return nil }
        // Of two that come at once, one is first.
        return state.withLock { $0.grants.removeValue(forKey: name) } == nil ? nil : grant.pair
    }

    private func grant(of token: String, _ kind: Kind) -> (name: String, grant: Grant)? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == kind.rawValue else { return nil }
        let name = String(parts[1])
        guard let grant = state.withLock({ $0.grants[name] }), let secret = grant.secrets[kind],
            Self.areEqual(secret, Array(parts[2].utf8)), grant.ends[kind] ?? 0 > now()
        else { return nil }
        return (name, grant)
    }

    /// True for one that was used up, or can be used no more.
    private func isOver(_ grant: Grant?) -> Bool { grant?.ends[.refresh] ?? 0 <= now() }

    /// Takes as long wherever they differ.
    @inline(never)
    private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func random(_ count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in
            let digits = String(UInt8.random(in: 0...255, using: &generator), radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}
