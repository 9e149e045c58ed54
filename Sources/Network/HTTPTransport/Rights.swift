/// The rights of a key, as a set.
public struct Rights: OptionSet, Hashable, Sendable {
    /// The bits of the rights: 1 for `search`, 2 for `data`, 4 for `metrics`.
    public let rawValue: UInt8

    /// Creates a set of rights from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Searches, the pictures of items and uploads, and the events of trackers: what a page for visitors asks.
    public static let search = Rights(rawValue: 1)
    /// Insertions, removals and their progress, rules, what single persons did and agreed to, and what operators see:
    /// everything below `/engine`.
    public static let data = Rights(rawValue: 2)
    /// `/metrics`.
    public static let metrics = Rights(rawValue: 4)
    /// All three rights: `search`, `data` and `metrics`.
    public static let all: Rights = [.search, .data, .metrics]

    /// The rights by the words of a key file.
    package var words: [String] {
        [("search", Rights.search), ("data", .data), ("metrics", .metrics)].filter { contains($0.1) }.map(\.0)
    }

    /// As a key file has it; nil for other words.
    init?(word: some StringProtocol) {
        switch word {
        case "search": self = .search
        case "data": self = .data
        case "metrics": self = .metrics
        case "all": self = .all
        default: return nil
        }
    }
}

/// The result of checking the keys of a request.
package enum Authentication: Sendable {
    /// The server has no keys, or the route needs none.
    case notRequired
    case accepted
    /// The key is valid and lacks the right that the route needs.
    case insufficient
    /// There is no valid key.
    case refused

    package var isRefusal: Bool { self == .refused || self == .insufficient }
}
