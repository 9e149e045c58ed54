/// Hands each request to the group of its path, with the verdict on its keys and on the state of the server.
final class Router: RequestHandler {
    private let context: RouteContext
    private let groups: [any RouteGroup]
    /// The routes without a name in their path.
    let routes: [String: HTTPRoute]

    /// - Parameter groups: A path that two have is that of the first.
    init(_ context: RouteContext, _ groups: [any RouteGroup]) {
        self.context = context
        let groups = groups + [DescriptionRoutes(of: groups)]
        self.groups = groups
        var routes: [String: HTTPRoute] = [:]
        for group in groups {
            routes.merge(group.routes.mapValues { Router.addressed($0, to: group) }) { first, _ in first }
        }
        self.routes = routes
    }

    private static func addressed(_ route: HTTPRoute, to group: any RouteGroup) -> HTTPRoute {
        var route = route
        route.destination = RouteTarget(group: group, name: route.destination ?? (), writes: route.writes)
        return route
    }

    package func route(method: String, path: String) -> HTTPRoute {
        if let route = routes[path] { return route }
        for group in groups {
            if let route = group.route(at: path) { return Router.addressed(route, to: group) }
        }
        return .nowhere
    }

    package func recall(_ request: HTTPRequest) -> HTTPResponse? {
        guard let group = request.target?.group else { return nil }
        return recording(request) { group.recall(request) }
    }

    package func respond(to request: HTTPRequest) -> HTTPResponse {
        recording(request) {
            request.target.map { $0.group.respond(to: request, verdict(on: request, $0)) }
        } ?? .failure("There is nothing here.", request, status: 404)
    }

    /// Records the search of an answer, made or kept from before.
    private func recording(_ request: HTTPRequest, _ answer: () -> HTTPResponse?) -> HTTPResponse? {
        guard let recorder = context.searchRecorder else { return answer() }
        return recorder.recording(request, answer)
    }

    private func verdict(on request: HTTPRequest, _ target: RouteTarget) -> Verdict {
        switch request.authentication {
        case .refused: return .unknownKey
        case .insufficient: return .lacksRights
        case .notRequired, .accepted: break
        }
        guard target.writes else { return .allowed }
        if context.isReadOnly { return .readOnly }
        guard let lost = context.lostFile else { return .allowed }
        return .unavailable("Nothing was changed: \(lost) while the server ran. Start the server again.")
    }

    package func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest, on route: HTTPRoute) -> HTTPResponse {
        request.target?.group.refusal(refusal, of: request) ?? .refusal(refusal, request)
    }

    package func rights(of request: HTTPRequest) -> Rights? { request.target?.group.rights(of: request) }

    package func waitsForOthers(_ request: HTTPRequest) -> Bool {
        request.target?.group.waitsForOthers(request) ?? false
    }

    package var health: Health { context.health }
}

extension HTTPRoute {
    /// The route of paths that no group has.
    package static var nowhere: HTTPRoute {
        var route = HTTPRoute("other", .immediate)
        route.exists = false
        return route
    }
}
