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
        guard let file = request.route(as: PageFile.self) else {
            return .failure("There is nothing here.", request, status: 404)
        }
        return redirect(request, to: file) ?? file.response(to: request)
    }

    /// The page names its files by their places beside it, so that it works at any path. There must be one slash behind
    /// that of `/`, and none behind others.
    private func redirect(_ request: HTTPRequest, to file: PageFile) -> HTTPResponse? {
        let slashes = request.path.reversed().prefix { $0 == "/" }.count
        let place: String
        switch (file.path, slashes) {
        case ("/", 0): place = request.basePath + "/"
        case ("/", _), (_, 0): return nil
        default: place = String(repeating: "../", count: slashes) + (file.path.split(separator: "/").last ?? "")
        }
        let query = request.query.isEmpty ? "" : "?" + request.query
        return HTTPResponse(status: 308, headers: [("Location", place + query)])
    }
}
