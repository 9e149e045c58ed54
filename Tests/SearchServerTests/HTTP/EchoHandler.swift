import SearchAPI

@testable import SearchServer

/// Says what it was asked: a line for each thing, in order.
struct EchoHandler: RequestHandler {
    /// What to do while a heavy request is worked on.
    var work: @Sendable () -> Void = {}

    func route(method: String, path: String) -> HTTPRoute {
        path.hasPrefix("/heavy") ? HTTPRoute("heavy", .heavy) : HTTPRoute("quick")
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        if request.path.hasPrefix("/heavy") && request.authentication != .refused { work() }
        var lines = ["\(request.method) \(request.path) \(request.authentication)"]
        lines += request.parameters.all.map { "\($0.name)=\($0.value)" }
        for file in request.files {
            lines.append("file \(file.name) \(file.filename ?? "-") \(file.contentType ?? "-") \(file.bytes.count)")
        }
        if !request.body.isEmpty { lines.append("body \(String(decoding: request.body, as: UTF8.self))") }
        return HTTPResponse(contentType: "text/plain", body: Array(lines.joined(separator: "\n").utf8))
    }
}
