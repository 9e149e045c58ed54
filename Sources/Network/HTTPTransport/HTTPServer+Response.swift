internal import CMicroHTTPDShim
internal import ImageTypes
internal import Synchronization

// 4. The answer: that of the handler, one of the transport, or a refusal.
extension HTTPServer {
    func route(method: String, path: String) -> HTTPRoute {
        // Other servers forgive slashes too: clients put one between a base URL, which may end with one, and the path.
        let place =
            path.isEmpty || path.hasSuffix("/") || path.contains("//")
            ? "/" + path.split(separator: "/").joined(separator: "/") : path
        switch place {
        case "/healthz", "/readyz": return HTTPRoute(place, .watch)
        case "/livez": return HTTPRoute(place, .immediate)
        case "/metrics":
            var route = HTTPRoute(place, .watch)
            route.needs = .metrics
            return route
        default: return handler.route(method: method, path: place)
        }
    }

    func response(to request: HTTPRequest, on route: HTTPRoute) -> HTTPResponse {
        if request.method == "OPTIONS", route.exists || request.path == "*" {
            return HTTPResponse(status: 204, headers: [("Allow", route.methods)])
        }
        switch route.name {
        case "/livez": return Self.text("ok", status: 200)
        case "/healthz": return state(handler.health)
        case "/readyz":
            let isLeaving = isStopping.load(ordering: .relaxed)
            var health = isLeaving ? Health(failure: "the server is stopping") : handler.health
            if health.failure == nil { (health.failure, health.lack) = (health.lack, nil) }
            return state(health)
        case "/metrics":
            switch request.authentication {
            case .refused:
                let text = "Missing or invalid access key.\(request.keyAdvice())"
                return response(refusing: request, on: route, HTTPRefusal(status: 401, text: text))
            case .insufficient:
                let text = "Unauthorized: the key lacks the right `metrics`."
                return response(refusing: request, on: route, HTTPRefusal(status: 403, text: text))
            case .accepted, .notRequired:
                return HTTPResponse(
                    contentType: "text/plain; version=0.0.4; charset=utf-8", body: Array(metrics.text().utf8))
            }
        default: return handler.respond(to: request)
        }
    }

    private func state(_ health: Health) -> HTTPResponse {
        let lines = [health.failure ?? "ok", health.lack, health.warning].compactMap { $0 } + health.notes
        return Self.text(lines.joined(separator: "\n"), status: health.failure == nil ? 200 : 503)
    }

    private static func text(_ text: String, status: Int) -> HTTPResponse {
        HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
    }

    /// Returns a refusal in the handler's form. Requests that the library cannot parse far enough to call us, with a
    /// head beyond `headBytes`, without HTTP at all, or with a broken chunk line, it answers itself with a page of HTML
    /// and closes; it has no option for another text, and no proper client sends such a request.
    func response(refusing request: HTTPRequest, on route: HTTPRoute, _ refusal: HTTPRefusal) -> HTTPResponse {
        var response = handler.refusal(refusal, of: request, on: route)
        response.status = refusal.status
        switch refusal.status {
        case 405: response.headers.append(("Allow", route.methods))
        case 429, 503: response.headers.append(("Retry-After", "1"))
        default: break
        }
        return response
    }

    func send(_ refusal: HTTPRefusal, to exchange: Exchange, on handle: OpaquePointer, closes: Bool) -> cmh_step {
        var response = response(refusing: exchange.request, on: exchange.route, refusal)
        if closes { response.headers.append(("Connection", "close")) }
        return unsafe send(response, to: exchange, on: handle)
    }

    func send(_ answer: HTTPResponse, to exchange: Exchange, on handle: OpaquePointer) -> cmh_step {
        exchange.phase = .answered
        var response = answer
        if !hold(response.body.count, for: exchange) {
            response = self.response(refusing: exchange.request, on: exchange.route, .unread)
        }
        exchange.status = response.status
        exchange.sent = response.body.count
        exchange.reason = response.reason
        exchange.connection.setDeadline(after: configuration.timeouts.answer)
        // Safe: the body is copied; the texts are copied by each call.
        let created = unsafe response.body.withUnsafeBytes { unsafe cmh_response_create($0.baseAddress, $0.count) }
        guard let answer = unsafe created else { return .close }
        if !response.body.isEmpty { unsafe cmh_response_add(answer, "Content-Type", response.contentType) }
        unsafe cmh_response_add(answer, "X-Log-ID", exchange.id)
        if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
            unsafe cmh_response_add(answer, "Cache-Control", "no-store")
        }
        for (name, value) in response.headers + siteHeaders(of: exchange) + (exchange.request.trace?.headers ?? []) {
            unsafe cmh_response_add(answer, name, value)
        }
        if response.status == 401, !response.headers.contains(where: { $0.name == "WWW-Authenticate" }) {
            unsafe cmh_response_add(answer, "WWW-Authenticate", "Basic realm=\"magpie\"")
        }
        let closes = exchange.isLast || isStopping.load(ordering: .relaxed)
        if closes && !response.headers.contains(where: { $0.name == "Connection" }) {
            unsafe cmh_response_add(answer, "Connection", "close")
        }
        return unsafe cmh_response_queue(handle, UInt32(response.status), answer) ? .proceed : .close
    }

    /// Counts a long answer until it is sent. False where too many wait for their clients to read them.
    private func hold(_ bytes: Int, for exchange: Exchange) -> Bool {
        guard bytes > HTTPServer.shortAnswer else { return true }
        guard unsent.add(bytes, from: exchange.sender) else { return false }
        exchange.unsent = bytes
        return true
    }

    /// Bytes of answers that are not counted: as many as connections allow are no burden.
    private static let shortAnswer = 16 * 1024

    /// Returns the headers that a browser needs before it shows the answer to a page of another site.
    private func siteHeaders(of exchange: Exchange) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = site.varies ? [("Vary", "Origin")] : []
        guard let origin = exchange.allowedOrigin else { return headers }
        headers.append(("Access-Control-Allow-Origin", origin))
        guard exchange.request.method == "OPTIONS" else {
            return headers + [("Access-Control-Expose-Headers", "X-Log-ID")]
        }
        headers += [
            ("Access-Control-Allow-Methods", exchange.route.methods),
            (
                "Access-Control-Allow-Headers",
                (["X-Requested-With", "Authorization", "Content-Type"] + [exchange.route.keyHeader].compactMap { $0 })
                    .joined(separator: ", ")
            ),
            ("Access-Control-Max-Age", "86400"),
        ]
        if exchange.request.headers["Access-Control-Request-Private-Network"] == "true" {
            headers.append(("Access-Control-Allow-Private-Network", "true"))
        }
        return headers
    }
}
