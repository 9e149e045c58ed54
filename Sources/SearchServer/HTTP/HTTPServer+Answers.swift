internal import CMicroHTTPDShim
internal import Synchronization

// What is sent, and what the transport answers itself.
extension HTTPServer {
    func route(method: String, path: String) -> HTTPRoute {
        switch path {
        case "/healthz", "/metrics": HTTPRoute(path)
        default: handler.route(method: method, path: path)
        }
    }

    func respond(to exchange: Exchange) -> HTTPResponse {
        let request = exchange.request
        if request.method == "OPTIONS" {
            return HTTPResponse(
                status: 204,
                headers: [
                    ("Allow", exchange.route.methods), ("Access-Control-Allow-Methods", exchange.route.methods),
                    ("Access-Control-Allow-Headers", "X-Requested-With, Authorization, Content-Type"),
                    ("Access-Control-Max-Age", "86400"),
                ])
        }
        switch request.path {
        case "/healthz":
            let health = handler.health
            let lines = [health.failure ?? "ok", health.warning].compactMap { $0 }
            return HTTPResponse(
                status: health.failure == nil ? 200 : 503, contentType: "text/plain; charset=utf-8",
                body: Array((lines.joined(separator: "\n") + "\n").utf8))
        case "/metrics":
            if request.authentication == .refused {
                let refusal = RequestBody.Refusal(status: 401, text: "Invalid access key or secret key.")
                return response(to: exchange, refusing: refusal)
            }
            return HTTPResponse(
                contentType: "text/plain; version=0.0.4; charset=utf-8", body: Array(metrics.text().utf8))
        default:
            return handler.respond(to: request)
        }
    }

    /// A refusal in the form that the decoders of all SDKs take. What the library cannot read far enough to call us, a
    /// head beyond `headBytes`, no HTTP at all, or a broken chunk line, it answers itself with a page of HTML and closes;
    /// it has no option for another text, and no client in order sends such a thing.
    ///
    /// The Java client takes the errors of an insert only as objects, and no answer to a removal without a total.
    func response(to exchange: Exchange, refusing refusal: RequestBody.Refusal) -> HTTPResponse {
        let method = JSONText.quoted(String(exchange.request.path.drop { $0 == "/" }))
        let text = JSONText.quoted(refusal.text)
        let error = exchange.route.name == "/insert" ? #"{"error_message":\#(text)}"# : text
        let body = #"{"status":"fail","method":\#(method),"error":[\#(error)],"total":0,"reqid":"\#(exchange.id)"}"#
        var response = HTTPResponse(status: refusal.status, body: Array(body.utf8))
        switch refusal.status {
        case 401: response.headers.append(("WWW-Authenticate", "Basic realm=\"magpie\""))
        case 405: response.headers.append(("Allow", exchange.route.methods))
        case 503: response.headers.append(("Retry-After", "1"))
        default: break
        }
        return response
    }

    func refuse(
        _ exchange: Exchange, _ refusal: RequestBody.Refusal, on handle: OpaquePointer, closes: Bool
    ) -> cmh_step {
        var response = response(to: exchange, refusing: refusal)
        if closes { response.headers.append(("Connection", "close")) }
        return unsafe answer(exchange, with: response, on: handle)
    }

    func answer(_ exchange: Exchange, with response: HTTPResponse, on handle: OpaquePointer) -> cmh_step {
        exchange.phase = .answered
        exchange.status = response.status
        exchange.sent = response.body.count
        exchange.reason = response.reason
        exchange.connection.mustProceed(within: configuration.timeouts.answer)
        // Safe: the body is copied; the texts are copied by each call.
        let created = unsafe response.body.withUnsafeBytes { unsafe cmh_response_create($0.baseAddress, $0.count) }
        guard let answer = unsafe created else { return .close }
        if !response.body.isEmpty { unsafe cmh_response_add(answer, "Content-Type", response.contentType) }
        unsafe cmh_response_add(answer, "X-Log-ID", exchange.id)
        unsafe cmh_response_add(answer, "Cache-Control", "no-store")
        unsafe cmh_response_add(answer, "Access-Control-Allow-Origin", "*")
        unsafe cmh_response_add(answer, "Access-Control-Expose-Headers", "X-Log-ID")
        for (name, value) in response.headers { unsafe cmh_response_add(answer, name, value) }
        if isStopping.load(ordering: .relaxed) { unsafe cmh_response_add(answer, "Connection", "close") }
        return unsafe cmh_response_queue(handle, UInt32(response.status), answer) ? .proceed : .close
    }
}
