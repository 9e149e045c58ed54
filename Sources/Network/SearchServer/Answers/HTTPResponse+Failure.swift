// The refusals in the server's own form, which the decoders of all ViSearch SDKs accept.
extension HTTPResponse {
    /// Returns a refusal with one sentence.
    package static func failure(_ text: String, _ request: HTTPRequest, status: Int) -> HTTPResponse {
        failure(request, status: status) { writer in writer.member("error", array: [text]) { $0.value($1) } }
    }

    /// Returns the answer to a request that the transport refuses.
    ///
    /// - Parameter asObject: The sentence is the member `error_message` of an object.
    package static func refusal(
        _ refusal: HTTPRefusal, _ request: HTTPRequest, asObject: Bool = false
    ) -> HTTPResponse {
        failure(request, status: refusal.status) { writer in
            writer.member("error", array: [refusal.text]) { writer, text in
                guard asObject else { return writer.value(text) }
                writer.object { $0.member("error_message", text) }
            }
            writer.member("total", 0)
        }
    }

    /// Returns the answer to a request that must not be answered otherwise; nil where it may be.
    package static func refusal(_ verdict: Verdict, _ request: HTTPRequest) -> HTTPResponse? {
        switch verdict {
        case .allowed: nil
        case .unknownKey:
            failure("Invalid access key or secret key.\(request.keyAdvice())", request, status: 401)
        case .lacksRights:
            failure(request, status: 403) { writer in
                writer.member("error", array: ["Unauthorized: \(request.lackingRight)."]) { $0.value($1) }
                writer.member("needs", request.needs?.words.joined(separator: " ") ?? "")
            }
        case .readOnly: failure("Unauthorized: this server is read-only.", request, status: 403)
        case .unavailable(let text): refusal(HTTPRefusal(status: 503, text: text), request)
        }
    }

    /// Refuses a request whose operation requires POST.
    package static func postOnly(_ request: HTTPRequest) -> HTTPResponse { only("POST, OPTIONS", request) }

    /// Refuses a request whose operation requires other methods.
    static func only(_ methods: String, _ request: HTTPRequest) -> HTTPResponse {
        var response = failure("The method is not supported.", request, status: 405)
        response.headers.append(("Allow", methods))
        return response
    }

    private static func failure(
        _ request: HTTPRequest, status: Int, _ members: (inout JSONWriter) -> Void
    ) -> HTTPResponse {
        var writer = JSONWriter(capacity: 128)
        writer.object { writer in
            writer.member("status", "fail")
            writer.member("method", String(request.path.drop { $0 == "/" }))
            members(&writer)
            writer.member("reqid", request.id)
        }
        return HTTPResponse(status: status, body: writer.bytes)
    }
}

extension HTTPRequest {
    /// The words for a key that is known and lacks a right: its rights, and the one that it needs here.
    package var lackingRight: String {
        func named(_ rights: Rights) -> String { rights.words.map { "`\($0)`" }.joined(separator: " and ") }
        let has = rights == .search ? "this key may search" : "this key has the right \(named(rights))"
        return "\(has), and this needs the right \(named(needs ?? []))"
    }
}
