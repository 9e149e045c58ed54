internal import BloomreachAPI
internal import DynamicYieldAPI
internal import HaloAPI
internal import StepwiseAPI
internal import ViSearchAPI

/// A route of the server, by path.
enum Route: Hashable, Sendable {
    case operation(ViSearch.Operation)
    /// The progress of an insertion; the transaction is the last part of the path.
    case insertStatus(String)
    case event
    case events
    /// The path that trackers used before 2020.
    case oldEvent
    case engine(EngineVerb)
    case dynamicYield(DynamicYield.Operation)
    /// Stepwise search.
    case steps
    case bloomreach(Bloomreach.Operation)
    case halo(Halo.Operation)
    case description
    /// A small picture of an item or an upload.
    case picture
    case page(PageFile)

    /// The verbs of our own routes, see `EngineRoute`.
    enum EngineVerb: String, Hashable, Sendable, CaseIterable {
        case search, discover, insert, remove, item, count, types, suggest, recommend, categories, consents
        case items, fields, upload
        case overview, searches, events

        /// A short call that is answered from memory or with a few reads.
        var isSmall: Bool {
            [.item, .count, .types, .suggest, .categories, .consents, .items, .fields, .searches].contains(self)
        }
    }

    /// - Parameter path: As `RequestHandler.route` gets it.
    init?(path: String) {
        let status = "/insert/status/"
        if let known = Route.known[path] {
            self = known
        } else if let file = PageFile.all[path] {
            self = .page(file)
        } else if path.hasPrefix(status) {
            self = .insertStatus(String(path.dropFirst(status.count)))
        } else if let operation = Bloomreach.Operation(path: path) {
            self = .bloomreach(operation)
        } else {
            return nil
        }
    }

    /// Every path of the server but those of the transport, of the page and those with a name in them, in no order.
    static let known: [String: Route] = {
        var known: [String: Route] = [
            "/v3/__va.gif": .event, "/v3/events": .events, "/__aq.gif": .oldEvent, "/openapi.json": .description,
            "/insert/status": .insertStatus(""), StepReply.path: .steps, "/picture": .picture,
        ]
        for operation in ViSearch.Operation.allCases where operation != .insertStatus {
            for path in operation.paths { known[path] = .operation(operation) }
        }
        for verb in EngineVerb.allCases { known["/engine/\(verb.rawValue)"] = .engine(verb) }
        for operation in DynamicYield.Operation.allCases { known[operation.path] = .dynamicYield(operation) }
        for operation in Halo.Operation.allCases { known[operation.path] = .halo(operation) }
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
        case .dynamicYield(let operation): operation.path
        case .steps: StepReply.path
        case .bloomreach(let operation): operation.template
        case .halo(let operation): operation.path
        case .description: "/openapi.json"
        case .picture: "/picture"
        case .page: "/page"
        }
    }

    /// The threads for the route: work on pictures and on the disk waits in a queue.
    private var weight: HTTPRoute.Weight {
        switch self {
        case .operation(let operation):
            switch operation {
            case .uploadSearch, .discoverSearch, .similarProducts, .multiSearch, .extractFeature, .insert, .remove:
                .heavy
            case .search, .recommendations, .colorSearch, .match, .autocomplete, .gallery, .outOfStock: .quick
            case .insertStatus: .record
            }
        case .engine(let verb): verb.isSmall ? .quick : .heavy
        case .dynamicYield(.search): .heavy
        case .dynamicYield(.suggest), .steps, .bloomreach(.categories), .halo(.token): .quick
        case .bloomreach, .halo(.search): .heavy
        // Each of the two files has one lock.
        case .insertStatus, .event, .events, .oldEvent, .dynamicYield(.engagement): .record
        case .description, .page: .immediate
        case .picture: .heavy
        }
    }

    /// The rights that a key needs. The description of the server is public.
    var needs: Rights? {
        switch self {
        case .operation(.insert), .operation(.remove), .operation(.insertStatus), .insertStatus, .engine: .data
        case .operation, .event, .events, .oldEvent, .dynamicYield, .bloomreach, .halo, .steps, .picture: .search
        case .description, .page: nil
        }
    }

    /// True if the route adds or removes items.
    var changesItems: Bool {
        switch self {
        case .operation(.insert), .operation(.remove), .engine(.insert), .engine(.remove): true
        default: false
        }
    }

    var isPage: Bool { if case .page = self { true } else { false } }

    var isForTrackers: Bool { [.event, .events, .oldEvent, .dynamicYield(.engagement)].contains(self) }

    /// Of a search without its picture, in bytes.
    static let searchBytes = 64 * 1024
    /// Of a search that may list thousands of ids, without its picture, in bytes.
    static let listBytes = 512 * 1024

    /// The route for the transport: its threads, the rights that it needs, and its limits.
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
        case .page:
            route.methods = "GET, HEAD, OPTIONS"
            route.isDocument = true
            route.bodyBytes = 0
        case .insertStatus, .description, .picture:
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
            if verb.isSmall || [.recommend, .overview, .events].contains(verb) { route.bodyBytes = Route.searchBytes }
            route.changes = [.insert, .remove].contains(verb)
            if [.search, .discover].contains(verb) { route.jsonBytes = Route.listBytes }
            if verb == .upload { route.jsonBytes = Route.searchBytes }
            route.carriesBase64 = verb == .upload
        case .steps:
            route.methods = "POST, OPTIONS"
            route.content = .json
            route.bodyBytes = Route.searchBytes
        case .dynamicYield(let operation):
            route.methods = "POST, OPTIONS"
            route.content = .json
            route.keyHeader = DynamicYield.keyHeader
            switch operation {
            case .search:
                route.carriesBase64 = true
                route.jsonBytes = Route.searchBytes
            case .suggest: route.bodyBytes = Route.searchBytes
            case .engagement: break
            }
        case .bloomreach(let operation):
            route.takesTokens = true
            route.bodyBytes = Route.searchBytes
            if case .categories = operation {
                route.methods = "GET, HEAD, OPTIONS"
            } else {
                route.methods = "POST, OPTIONS"
                route.content = .json
            }
        case .halo(let operation):
            route.methods = "POST, OPTIONS"
            switch operation {
            case .search:
                route.content = .json
                route.takesTokens = true
                route.carriesBase64 = true
                route.jsonBytes = Route.listBytes
            case .token:
                route.content = .form
                route.findsKeys = true
                route.bodyBytes = Halo.Limits.tokenBytes
            }
        }
        return route
    }
}
