internal import DynamicYieldAPI
public import SearchServer

extension VendorProtocol {
    /// Dynamic Yield's Experience Search: semantic and visual search, suggestions and engagement.
    public static let dynamicYield = VendorProtocol("Dynamic Yield") { context in DynamicYieldRoutes(context) }
}

/// The calls of Dynamic Yield's Experience Search.
struct DynamicYieldRoutes: CallGroup {
    let context: RouteContext
    let facets: FacetColumns

    init(_ context: RouteContext) {
        self.context = context
        facets = FacetColumns(chosen: context.columns.facets)
    }

    static let keyRule = (
        text: "a valid key is required in the header \(DynamicYield.keyHeader)", challenge: "ApiKey"
    )

    var routes: [String: HTTPRoute] {
        var routes: [String: HTTPRoute] = [:]
        for operation in DynamicYield.Operation.allCases where context.takesEvents || operation != .engagement {
            var route = HTTPRoute.call(operation.path, .heavy, needs: .search)
            route.destination = operation
            route.keyHeader = DynamicYield.keyHeader
            switch operation {
            case .search:
                route.carriesBase64 = true
                route.jsonBytes = HTTPRoute.searchBytes
            case .suggest:
                route.weight = .quick
                route.bodyBytes = HTTPRoute.searchBytes
            case .engagement:
                // The file of events has one lock.
                route.weight = .record
                route.writes = true
                if context.takesOpenEvents { route.needs = nil }
            }
            routes[operation.path] = route
        }
        return routes
    }

    var description: RouteDescription {
        RouteDescription(
            PackageResources.description_json,
            [
                "completed": DynamicYield.Limits.completedLength, "values": DynamicYield.Limits.values,
                "text": DynamicYield.Limits.textLength, "filters": DynamicYield.Limits.filters,
                "slots": DynamicYield.Limits.slots.upperBound,
            ])
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        answer(request, verdict) { () throws(CallFailure) in
            switch request.route(as: DynamicYield.Operation.self) {
            case .search: try search(request).encoded
            case .suggest: try suggest(request)
            case .engagement: try takeEngagements(request)
            case nil: throw .refused("there is nothing here", status: 404)
            }
        }
    }

    func place(of error: SearchError) -> String {
        if case .image = error { "query.imageBase64" } else { "query" }
    }

    func failure(_ faults: [Fault], _ request: HTTPRequest, status: Int) -> HTTPResponse {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("status", DynamicYield.Status.error.rawValue)
            writer.member("errors", array: faults) { writer, fault in
                writer.object { writer in
                    writer.member("path", fault.path)
                    writer.member("message", fault.text)
                }
            }
            writer.member("requestId", request.id)
        }
        return HTTPResponse(status: status, body: writer.bytes)
    }

    /// The names of the visitor and of the visit; new ones where the request has none.
    static func cookies(_ visitor: DynamicYield.Visitor) -> [DynamicYield.Cookie] {
        func new() -> String { String(UInt64.random(in: .min ... .max)) }
        return [
            DynamicYield.Cookie(DynamicYield.Cookie.visitor, visitor.id ?? new(), maxAge: "31556951"),
            DynamicYield.Cookie(DynamicYield.Cookie.session, visitor.session ?? new(), maxAge: "1800"),
        ]
    }
}
