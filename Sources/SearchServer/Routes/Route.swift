internal import ViSearchAPI

/// What can be asked for, by path.
enum Route: Hashable, Sendable {
    case operation(ViSearch.Operation)
    /// How far an insertion has come; the transaction is the last part of the path.
    case insertStatus(String)
    case event
    case events
    /// Where trackers reported to before 2020.
    case oldEvent
    case engine(EngineVerb)
    case description

    /// The verbs of our own door, see `EngineRoute`.
    enum EngineVerb: String, Hashable, Sendable, CaseIterable {
        case search, discover, insert, remove, item, count, types
    }

    /// - Parameter path: As `RequestHandler.route` gets it.
    init?(path: String) {
        let status = "/insert/status/"
        if let known = Route.known[path] {
            self = known
        } else if path.hasPrefix(status) {
            self = .insertStatus(String(path.dropFirst(status.count)))
        } else {
            return nil
        }
    }

    /// Every path of the server but those of the transport, in no order.
    static let known: [String: Route] = {
        var known: [String: Route] = [
            "/v3/__va.gif": .event, "/v3/events": .events, "/__aq.gif": .oldEvent, "/openapi.json": .description,
            "/insert/status": .insertStatus(""),
        ]
        for operation in ViSearch.Operation.allCases where operation != .insertStatus {
            for path in operation.paths { known[path] = .operation(operation) }
        }
        for verb in EngineVerb.allCases { known["/engine/\(verb.rawValue)"] = .engine(verb) }
        return known
    }()

    /// One of a few words, for the metrics.
    var name: String {
        switch self {
        case .operation(let operation): "/" + operation.rawValue
        case .insertStatus: "/insert/status"
        case .event: "/v3/__va.gif"
        case .events: "/v3/events"
        case .oldEvent: "/__aq.gif"
        case .engine(let verb): "/engine/" + verb.rawValue
        case .description: "/openapi.json"
        }
    }

    /// What looks at pictures or waits for the disk waits in line.
    private var weight: HTTPRoute.Weight {
        switch self {
        case .operation(let operation):
            switch operation {
            case .uploadSearch, .discoverSearch, .similarProducts, .multiSearch, .extractFeature, .insert, .remove:
                .heavy
            case .search, .recommendations, .colorSearch, .match, .autocomplete, .gallery, .outOfStock: .quick
            case .insertStatus: .record
            }
        case .engine(let verb): [.item, .count, .types].contains(verb) ? .quick : .heavy
        // Each of the two files has one lock.
        case .insertStatus, .event, .events, .oldEvent: .record
        case .description: .immediate
        }
    }

    /// What a key must allow. The description of the server is no secret.
    var needs: Rights? {
        switch self {
        case .operation(.insert), .operation(.remove), .operation(.insertStatus), .insertStatus, .engine: .data
        case .operation, .event, .events, .oldEvent: .search
        case .description: nil
        }
    }

    /// Whether this adds or removes items.
    var changesItems: Bool {
        switch self {
        case .operation(.insert), .operation(.remove), .engine(.insert), .engine(.remove): true
        default: false
        }
    }

    var isForTrackers: Bool { [.event, .events, .oldEvent].contains(self) }

    /// Of a search without its picture, in bytes.
    static let searchBytes = 64 * 1024

    /// What the transport must know: where it is answered, who may ask, and how much may be sent.
    var http: HTTPRoute {
        var route = HTTPRoute(name, weight)
        route.needs = needs
        switch self {
        case .operation(let operation):
            route.content = .form
            switch operation {
            case .insert, .remove:
                route.changes = true
            case .uploadSearch, .discoverSearch, .similarProducts, .multiSearch, .extractFeature, .autocomplete:
                route.fieldBytes = Route.searchBytes
                route.fileName = "image"
            case .search, .recommendations, .colorSearch, .match, .insertStatus, .gallery, .outOfStock:
                route.bodyBytes = Route.searchBytes
            }
        case .insertStatus, .description:
            route.bodyBytes = Route.searchBytes
        case .event:
            route.bodyBytes = Route.searchBytes
            route.codeNames = ["code"]
        case .oldEvent:
            route.bodyBytes = Route.searchBytes
            route.codeNames = ["code", "cid"]
        case .events:
            route.methods = "POST, OPTIONS"
            route.codeNames = ["code"]
        case .engine(let verb):
            route.methods = "POST, OPTIONS"
            route.content = .json
            if [.item, .count, .types].contains(verb) { route.bodyBytes = Route.searchBytes }
        }
        return route
    }
}
