internal import Essentials
internal import Recommendations

// Calls and answers of the routes for the people who run a server.

/// The contents, the learning and the limits of a server.
struct ServerOverview: Hashable, Sendable, Codable {
    var store: StoreOverview
    /// The names of the recommendation models that the store defines; those of every store have no definition.
    var models: [String]
    /// True for a server that takes no items.
    var isReadOnly: Bool
    /// True for a server that takes events.
    var takesEvents: Bool
    /// True where an item that came without a file or a URL keeps a small picture.
    var keepsPictures: Bool
    /// The number of accepted insertions that are not finished.
    var waiting: Int
    /// The memory of the server by what it is used for.
    var memory: MemoryUse
    /// The store, for the command that fills it: of those only who may hear paths, unless it is one of the package for Debian.
    var storePath: String?

    /// The folder of the package's stores, which its documents name to everybody.
    private static let packageFolder = "/var/lib/magpie/"

    var withoutPath: ServerOverview {
        var overview = self
        if storePath?.hasPrefix(Self.packageFolder) != true { overview.storePath = nil }
        return overview
    }
}

/// A request for the counts of events.
struct EventsRequest: Hashable, Sendable, Codable {
    /// The property by which events are counted: `item`, the default, `action`, `day` or `search`.
    var by: String?
    /// The one action to count; nil, the default, counts all.
    var action: String?
    /// The days from today back that count, 1…3,650. Default 30.
    var days: Int?
    /// The most counts, 1…100. Default 10.
    var limit: Int?

    /// The choice of what to count; throws for the first value that is out of its range.
    func choice() throws(SearchError) -> (by: EventStore.Grouping, of: EventStore.Choice, limit: Int) {
        guard let grouping = EventStore.Grouping(rawValue: by ?? "item") else {
            let known = EventStore.Grouping.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArgument("events are counted by one of \(known), not by `\(by ?? "")`")
        }
        let (days, limit) = (days ?? 30, limit ?? 10)
        guard (1...3650).contains(days) else { throw .invalidArgument("days must be from 1 to 3650, not \(days)") }
        guard (1...100).contains(limit) else { throw .invalidArgument("the limit must be from 1 to 100, not \(limit)") }
        var choice = EventStore.Choice()
        choice.action = action
        choice.since = Date.now.addingTimeInterval(-86_400 * Double(days))
        return (grouping, choice, limit)
    }
}

/// The events of one item, action, day or search.
struct EventCount: Hashable, Sendable, Codable {
    var name: String
    var events: Int
    /// The number of different people.
    var users: Int
}

extension EngineRoute where Call == EmptyCall, Answer == ServerOverview {
    static var overview: Self { Self(path: "/engine/overview", isRepeatable: true) }
}

extension EngineRoute where Call == EmptyCall, Answer == [String] {
    /// The names of the recommendation models that the store defines.
    static var models: Self { Self(path: "/engine/models", isRepeatable: true) }
}

extension EngineRoute where Call == EmptyCall, Answer == [LatestSearches.Entry] {
    static var searches: Self { Self(path: "/engine/searches", isRepeatable: true) }
}

extension EngineRoute where Call == EventsRequest, Answer == [EventCount] {
    static var events: Self { Self(path: "/engine/events", isRepeatable: true) }
}

/// The overview and the counts of events for the operator of a server.
struct ServerOverviews: Sendable {
    let context: RouteContext
    private let isCounting = Locked(false)

    func make() throws(SearchError) -> ServerOverview {
        ServerOverview(
            store: try context.engine.overviewBlocking(),
            models: try context.recommendations.modelNames().defined.sorted(), isReadOnly: context.isReadOnly,
            takesEvents: context.takesEvents, keepsPictures: context.engine.keepsThumbnails,
            waiting: try context.insertions?.count() ?? 0, memory: MemoryUse(context.memoryCounts),
            storePath: URL(filePath: context.engine.store.path).absoluteURL.path(percentEncoded: false))
    }

    /// Counts events on a connection of its own, so that trackers do not wait. One count at a time: it may read all events.
    func events(_ call: EventsRequest) throws(SearchError) -> [EventCount] {
        let (grouping, choice, limit) = try call.choice()
        let path = SearchServer.events(of: context.engine.store.path)
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let isFree = isCounting.withLock { isCounting in
            defer { isCounting = true }
            return !isCounting
        }
        guard isFree else { throw .service("events are being counted for somebody else; ask again in a moment") }
        defer { isCounting.withLock { $0 = false } }
        return try EventStore(reading: path).counts(by: grouping, of: choice, limit: limit).map {
            EventCount(name: $0.name, events: $0.events, users: $0.users)
        }
    }
}
