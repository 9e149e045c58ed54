internal import BloomreachAPI
public import SearchServer

extension VendorProtocol {
    /// The fetch calls of Bloomreach Engagement: recommendations and consents, in the forms of projects and of streams.
    public static let bloomreach = VendorProtocol("Bloomreach") { context in BloomreachRoutes(context: context) }
}

/// The fetch calls of Bloomreach Engagement, in the forms of projects and of streams.
///
/// One server has one store, so that the token of a project and the id of a stream select nothing.
struct BloomreachRoutes: CallGroup {
    let context: RouteContext

    static let keyRule = (
        text:
            "a valid key is required: Authorization: Token KEY, Bearer KEY, or an access and a secret key by HTTP Basic",
        challenge: "Bearer"
    )

    /// All paths have a name in them.
    let routes: [String: HTTPRoute] = [:]

    var description: RouteDescription {
        RouteDescription(
            PackageResources.description_json,
            [
                "items": Bloomreach.Limits.items.upperBound, "categories": Bloomreach.Limits.categories,
                "seeds": Bloomreach.Limits.seeds, "whitelist": Bloomreach.Limits.whitelist,
                "operands": Bloomreach.Limits.operands, "attributes": Bloomreach.Limits.attributes,
            ])
    }

    func route(at path: String) -> HTTPRoute? {
        guard let operation = Bloomreach.Operation(path: path) else {
            let isOurs = ["/data/v2/projects/", "/data/v2/streams/", "/optimization/streams/"]
                .contains { path.hasPrefix($0) }
            return isOurs ? .nowhere : nil
        }
        var route = HTTPRoute.call(operation.template, .heavy, needs: .search)
        if case .categories = operation {
            route.weight = .quick
            route.methods = "GET, HEAD, OPTIONS"
            route.content = .anything
        }
        route.takesTokens = true
        route.bodyBytes = HTTPRoute.searchBytes
        route.destination = operation
        return route
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        guard let operation = request.route(as: Bloomreach.Operation.self) else {
            return failure("there is nothing here", request, status: 404)
        }
        let isList = if case .categories = operation { true } else { false }
        return answer(request, verdict, methods: isList ? ["GET", "HEAD"] : ["POST"]) { () throws(CallFailure) in
            switch operation {
            case .attributes: try attributes(request)
            case .recommend: try recommend(request)
            case .categories:
                Bloomreach.body(
                    of: try CallFailure.attempt(context.recommendations.consentCategoriesBlocking()))
            }
        }
    }

    func failure(_ faults: [Fault], _ request: HTTPRequest, status: Int) -> HTTPResponse {
        HTTPResponse(status: status, body: Bloomreach.body(ofFaults: faults, status: status, requestID: request.id))
    }
}
