/// The page that the server shows in a browser, and the small pictures in it.
struct PageRoutes: RouteGroup {
    private static let methods = "GET, HEAD, OPTIONS"

    var description: RouteDescription { RouteDescription(PackageResources.page_json) }

    var routes: [String: HTTPRoute] {
        PageFile.all.mapValues { file in
            var route = HTTPRoute("/page", .immediate, methods: Self.methods)
            route.destination = file
            route.isDocument = true
            route.bodyBytes = 0
            return route
        }
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        guard request.method != "POST" else { return .only(Self.methods, request) }
        return request.route(as: PageFile.self)?.response(to: request)
            ?? .failure("There is nothing here.", request, status: 404)
    }
}
