/// The OpenAPI 3.0 description of the server, at `/openapi.json`: what each group says about its routes.
///
/// Parameters of vendors' protocols are described as text, whatever they mean: an invalid value is answered in the form
/// of the protocol, often with status 200, and never refused by HTTP.
struct DescriptionRoutes: RouteGroup {
    private let groups: [any RouteGroup]
    private let made = Locked<[UInt8]?>(nil)

    /// - Parameter groups: The other groups of the server.
    init(of groups: [any RouteGroup]) { self.groups = groups }

    /// The document as JSON, made when it is asked for first.
    var document: [UInt8] {
        made.withLock { made in
            if let made { return made }
            var writer = JSONWriter(capacity: 512 << 10)
            writer.value(DescriptionRoutes.document(of: groups.map(\.description)))
            made = writer.bytes
            return writer.bytes
        }
    }

    let routes: [String: HTTPRoute] = {
        var route = HTTPRoute("/openapi.json", .immediate)
        route.bodyBytes = HTTPRoute.searchBytes
        return ["/openapi.json": route]
    }()

    /// Of the routes of the transport, and the schemas that all groups share.
    let description = DescriptionRoutes.shared

    private static let shared = RouteDescription(
        PackageResources.server_json, ["searchBytes": HTTPRoute.searchBytes])

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        var server = JSONWriter(capacity: 64)
        server.object { writer in
            writer.member("servers", array: [request.basePath.isEmpty ? "/" : request.basePath]) { writer, path in
                writer.object { $0.member("url", path) }
            }
        }
        return HTTPResponse(body: Array(server.bytes.dropLast()) + [UInt8(ascii: ",")] + document.dropFirst())
    }

    private static func document(of groups: [RouteDescription]) -> JSONValue {
        let all = [shared] + groups
        func merged(_ members: KeyPath<RouteDescription, [String: JSONValue]>) -> JSONValue {
            .object(all.reduce(into: [:]) { $0.merge($1[keyPath: members]) { first, _ in first } })
        }
        let introduction = all.map(\.introduction).filter { !$0.isEmpty }.joined(separator: "\n\n")
        return [
            "openapi": "3.0.3",
            "info": ["title": "Magpie", "version": "1", "description": .string(introduction)],
            "paths": merged(\.paths),
            "security": [[:], ["appKey": []], ["pair": []]],
            "components": ["securitySchemes": merged(\.securitySchemes), "schemas": merged(\.schemas)],
        ]
    }
}
