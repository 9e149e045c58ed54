/// A part of the server that is added as a whole: a vendor's protocol, the engine's own routes, those of trackers, the
/// page.
///
/// A server is made of a list of groups, and knows no more of any of them than this.
package protocol RouteGroup: Sendable {
    /// The routes by path, each with its threads, its rights and its limits. The `destination` of a route is the group's
    /// own name for it; see ``/HTTPTransport/HTTPRequest/route(as:)``.
    var routes: [String: HTTPRoute] { get }
    /// The route of a path with a name in it; nil for paths of others.
    func route(at path: String) -> HTTPRoute?
    /// The description of the routes in OpenAPI.
    var description: RouteDescription { get }
    /// Answers a request on a thread of the route's weight.
    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse
    /// Returns an answer that is at hand; nil where there is work to do. Must not block.
    func recall(_ request: HTTPRequest) -> HTTPResponse?
    /// Returns the answer to a request that the transport refuses, in the form that the clients of the group read.
    func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest) -> HTTPResponse
    /// Returns the rights of a request with a token that the group has issued; nil where it knows none.
    func rights(of request: HTTPRequest) -> Rights?
    /// Returns true if the answer begins with waiting for another machine.
    func waitsForOthers(_ request: HTTPRequest) -> Bool
}

extension RouteGroup {
    package func route(at path: String) -> HTTPRoute? { nil }
    package func recall(_ request: HTTPRequest) -> HTTPResponse? { nil }
    package func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest) -> HTTPResponse { .refusal(refusal, request) }
    package func rights(of request: HTTPRequest) -> Rights? { nil }
    package func waitsForOthers(_ request: HTTPRequest) -> Bool { false }
}

/// The result of checking whether a request may be answered, before any work.
package enum Verdict: Hashable, Sendable {
    case allowed
    /// No key of the request is known.
    case unknownKey
    /// The key is known and lacks the right that the route needs.
    case lacksRights
    /// The route changes items, and the server is read-only.
    case readOnly
    /// The route writes, and a file of the server is gone; the reason, as a sentence.
    case unavailable(String)
}

/// A vendor's protocol that a server speaks, such as `.bloomreach` of the module `BloomreachRoutes`; see
/// ``SearchServer/Setup/protocols``.
public struct VendorProtocol: Sendable {
    /// The vendor's name of the protocol.
    package let name: String
    package let group: @Sendable (RouteContext) throws(SearchError) -> any RouteGroup
    /// The newest form of accepted insertions, in `STORE.jobs`, that it reads; nil where it accepts none.
    package let formOfInsertions: Int?

    /// - Parameters:
    ///   - name: The vendor's name of the protocol.
    ///   - formOfInsertions: The newest form of `STORE.jobs` that it reads. Default nil: it accepts no insertions.
    ///   - group: Makes the routes of the protocol, once for each server.
    package init(
        _ name: String, formOfInsertions: Int? = nil,
        _ group: @escaping @Sendable (RouteContext) throws(SearchError) -> any RouteGroup
    ) {
        self.name = name
        self.formOfInsertions = formOfInsertions
        self.group = group
    }
}

/// A route within its group.
struct RouteTarget: Sendable {
    let group: any RouteGroup
    let name: any Sendable
    let writes: Bool
}

extension HTTPRequest {
    /// The route within its group; nil for an unknown path.
    var target: RouteTarget? { destination as? RouteTarget }

    /// The group's own name of the route; nil for a path without one.
    package func route<Name>(as _: Name.Type) -> Name? { target?.name as? Name }
}

extension HTTPRoute {
    /// Of a search without its picture, in bytes.
    package static let searchBytes = 64 * 1024
    /// Of a search that may list thousands of ids, without its picture, in bytes.
    package static let listBytes = 512 * 1024

    /// A route that answers to POST with JSON.
    package static func call(_ name: String, _ weight: Weight, needs rights: Rights) -> HTTPRoute {
        var route = HTTPRoute(name, weight, methods: "POST, OPTIONS")
        route.needs = rights
        route.content = .json
        return route
    }
}
