internal import BloomreachAPI
internal import DynamicYieldAPI
internal import HaloAPI
internal import Recommendations
internal import ViSearchAPI

/// Routes requests to the operations of ViSearch, of Dynamic Yield, of Bloomreach and of HALO, to those of our own, and
/// to the events of trackers.
///
/// A further vendor is added here and nowhere else: its requests, answers and faults are a module beside `ViSearchAPI`,
/// its operations a folder beside `Routes/ViSearch`, with the adapters to the engine's values in `Routes/Translation`;
/// its paths are cases of ``Route``, and `respond(to:)` and `refusal(_:of:on:)` hand its requests to that folder.
package final class SearchRoutes: RequestHandler {
    private let context: RouteContext
    private let viSearch: ViSearchRoutes
    private let verbs: EngineRoutes
    private let trackers: EventRoutes
    private let dynamicYield: DynamicYieldRoutes
    private let steps: StepRoutes
    private let bloomreach: BloomreachRoutes
    private let halo: HaloRoutes
    private let isReadOnly: Bool
    private let takesEvents: Bool
    private let takesOpenEvents: Bool
    private let showsPage: Bool
    private let pictures: SmallPictureRoute

    /// - Parameters:
    ///   - isReadOnly: Nothing is inserted or removed.
    ///   - takesEvents: Trackers may report.
    ///   - takesOpenEvents: Trackers may report without a key where there are keys.
    ///   - showsPage: There is a page for browsers.
    init(
        _ context: RouteContext, trackers: EventRoutes, dynamicYield: DynamicYieldRoutes, steps: StepRoutes,
        halo: HaloRoutes,
        isReadOnly: Bool, takesEvents: Bool, takesOpenEvents: Bool, showsPage: Bool
    ) {
        self.context = context
        viSearch = ViSearchRoutes(context)
        verbs = EngineRoutes(
            context: context, suggester: dynamicYield.suggester,
            desk: OperatorDesk(context: context, isReadOnly: isReadOnly, takesEvents: takesEvents))
        self.trackers = trackers
        self.dynamicYield = dynamicYield
        self.steps = steps
        bloomreach = BloomreachRoutes(context: context)
        self.halo = halo
        self.isReadOnly = isReadOnly
        self.takesEvents = takesEvents
        self.takesOpenEvents = takesOpenEvents
        self.showsPage = showsPage
        pictures = SmallPictureRoute(context)
    }

    package func route(method: String, path: String) -> HTTPRoute {
        guard let route = Route(path: path), takesEvents || !route.isForTrackers,
            showsPage || !route.isPage
        else {
            var nowhere = HTTPRoute("other", .immediate)
            nowhere.exists = false
            return nowhere
        }
        var http = route.http
        http.destination = route
        if route == .steps { http.weight = steps.weight }
        if route.isForTrackers && takesOpenEvents { http.needs = nil }
        return http
    }

    package func recall(_ request: HTTPRequest) -> HTTPResponse? {
        guard case .operation(let operation)? = request.route else { return nil }
        return viSearch.recall(request, operation)
    }

    package func respond(to request: HTTPRequest) -> HTTPResponse {
        guard let route = request.route else {
            if BloomreachRoutes.owns(request.path) { return BloomreachRoutes.nothing(at: request) }
            return .failure(ViSearch.Fault("There is nothing here."), request, status: 404)
        }
        let isClosed = isReadOnly && route.changesItems
        let refusal = (route.needs == nil ? nil : request.authentication.fault) ?? (isClosed ? .readOnly : nil)
        if refusal == nil, route.changesItems || route.isForTrackers, let lost = context.lostFile {
            let reason = HTTPRefusal(
                status: 503, text: "Nothing was changed: \(lost) while the server ran. Start the server again.")
            if case .dynamicYield = route { return self.refusal(reason, of: request, on: route.http) }
            if route.isForTrackers { return trackers.refuse(TrackedEvent.Fault(lost: reason.text), request) }
            return .refusal(reason, request)
        }
        switch route {
        case .operation(let operation):
            return viSearch.respond(to: request, operation, refusal)
        case .insertStatus(let transaction):
            return viSearch.respond(to: request, status: transaction, refusal)
        case .event, .events, .oldEvent:
            return trackers.respond(to: request, route, isRefused: refusal != nil)
        case .engine(let verb):
            if let refusal { return .failure(refusal, request, status: refusal == .badCredentials ? 401 : 403) }
            return verbs.respond(to: request, verb)
        case .steps:
            if let refusal { return .failure(refusal, request, status: refusal == .badCredentials ? 401 : 403) }
            return steps.respond(to: request)
        case .dynamicYield(let operation):
            return dynamicYield.respond(to: request, operation, refusal)
        case .bloomreach(let operation):
            return bloomreach.respond(to: request, operation, refusal)
        case .halo(let operation):
            return halo.respond(to: request, operation, refusal)
        case .description:
            return HTTPResponse(body: OpenAPI.document)
        case .picture:
            if let refusal { return .failure(refusal, request, status: refusal == .badCredentials ? 401 : 403) }
            return pictures.respond(to: request, context)
        case .page(let file):
            return file.response(to: request)
        }
    }

    /// Without another vendor's route, a refusal before routing has the form of ViSearch as well.
    package func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest, on route: HTTPRoute) -> HTTPResponse {
        switch request.route {
        case .dynamicYield:
            DynamicYieldRoutes.failure([DynamicYield.Fault("", refusal.text)], request, status: refusal.status)
        case .bloomreach:
            BloomreachRoutes.failure([Bloomreach.Fault("", refusal.text)], request, status: refusal.status)
        case .halo: HaloRoutes.failure(refusal.text, status: refusal.status)
        default: .refusal(refusal, request)
        }
    }

    package func rights(of request: HTTPRequest) -> Rights? {
        guard case .halo(let operation)? = request.route else { return nil }
        return halo.rights(of: request, operation)
    }

    /// Uploads are there; a picture that is named by its URL has to be fetched first.
    package func waitsForOthers(_ request: HTTPRequest) -> Bool {
        switch request.route {
        case .operation?: return request.namesPictureByURL
        case .engine(.upload)?: return UploadRoute.namesURL(request)
        case .picture?: return pictures.waitsForOthers(request)
        default: return false
        }
    }

    package var health: Health { context.health }
}

extension HTTPRequest {
    /// The route of its path; nil for an unknown path.
    var route: Route? { destination as? Route }
}

extension ViSearch.Fault {
    fileprivate static let readOnly = Self(
        code: unauthorized.code, "Unauthorized: this server is read-only.")
}

extension Authentication {
    /// The fault of a request that the keys do not allow; nil where they do.
    fileprivate var fault: ViSearch.Fault? {
        switch self {
        case .notRequired, .accepted: nil
        case .refused: .badCredentials
        case .insufficient:
            ViSearch.Fault(
                code: ViSearch.Fault.unauthorized.code,
                "Unauthorized: an app key may search only; this operation needs an access key and a secret key.")
        }
    }
}
