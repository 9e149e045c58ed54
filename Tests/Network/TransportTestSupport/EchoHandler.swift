package import HTTPTransport

/// Answers with the request as it was received: a line for each of its parts, in order.
package struct EchoHandler: RequestHandler {
    /// The work on a heavy request.
    package var work: @Sendable () -> Void

    package init(work: @escaping @Sendable () -> Void = {}) { self.work = work }

    package func route(method: String, path: String) -> HTTPRoute {
        var route = path.hasPrefix("/heavy") ? HTTPRoute("heavy", .heavy) : HTTPRoute("quick")
        route.needs = .search
        switch path {
        case "/data":
            route.needs = .data
            route.changes = true
        case "/form":
            route.content = .form
            (route.fieldBytes, route.fileName) = (1000, "image")
        case "/record": route.weight = .record
        case "/small": route.bodyBytes = 1000
        case "/json": route.content = .json
        case "/pictured": (route.content, route.jsonBytes) = (.json, 1000)
        case "/free": route.needs = nil
        case "/nowhere": route.exists = false
        default: break
        }
        return route
    }

    package func respond(to request: HTTPRequest) -> HTTPResponse {
        if request.path == "/nowhere" { return HTTPResponse(status: 404) }
        if request.path == "/broken" { return HTTPResponse(status: 500, reason: "the disk is \"full\"") }
        let takesLong = request.path.hasPrefix("/heavy") || ["/slow", "/record"].contains(request.path)
        if takesLong, !request.authentication.isRefusal { work() }
        var lines = ["\(request.method) \(request.path) \(request.authentication)"]
        lines += request.parameters.all.map { "\($0.name)=\($0.value)" }
        for file in request.files {
            lines.append("file \(file.name) \(file.filename ?? "-") \(file.contentType ?? "-") \(file.bytes.count)")
        }
        if !request.body.isEmpty { lines.append("body \(String(decoding: request.body, as: UTF8.self))") }
        return HTTPResponse(contentType: "text/plain", body: Array(lines.joined(separator: "\n").utf8))
    }
}
