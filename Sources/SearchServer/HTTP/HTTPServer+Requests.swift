internal import CMicroHTTPDShim
internal import SearchAPI
internal import Synchronization
internal import VisualSearch

// The life of a request: head, body, answer, end.
extension HTTPServer {
    private typealias Refusal = RequestBody.Refusal

    func readHead(
        of exchange: Exchange, on handle: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
    ) -> cmh_step {
        var headers = HTTPHeaders()
        // Safe: the texts live through this call, and the headers are only used by `headerCame` meanwhile.
        let head = unsafe withUnsafeMutablePointer(to: &headers) { headers in
            unsafe cmh_read_head(handle, method, version, exchange.targetLength, headers, headerCame)
        }
        exchange.request.method = unsafe String(cString: method)
        let target = exchange.splitTarget()
        exchange.request.path = target?.path ?? ""
        exchange.request.headers = headers
        exchange.phase = .reading
        if let refusal = refusal(framing: head) {
            return unsafe refuse(exchange, refusal, on: handle, closes: true)
        }
        exchange.refusal = prepare(exchange, head, target?.query)
        let hasBody = head.is_chunked || head.length > 0
        exchange.connection.mustProceed(within: configuration.timeouts.body)
        // A client that waits for leave, or has very much to send, is told at once; others would not listen yet.
        if let refusal = exchange.refusal, hasBody,
            head.expects_continue || head.length > 4 * Int64(configuration.limits.bodyBytes)
        {
            return unsafe refuse(exchange, refusal, on: handle, closes: true)
        }
        return .proceed
    }

    /// What makes the end of a request uncertain, or is forbidden by RFC 9112 so that no two servers see different
    /// requests in the same bytes.
    private func refusal(framing head: cmh_head) -> Refusal? {
        if head.is_malformed { return Refusal(status: 400, text: "The request is malformed.") }
        if head.hosts > 1 || (head.hosts == 0 && !head.is_http_1_0) {
            return Refusal(status: 400, text: "The request needs one Host header.")
        }
        if head.lengths > 1 || head.encodings > 1 || (head.lengths > 0 && head.encodings > 0)
            || (head.encodings > 0 && head.is_http_1_0)
        {
            return Refusal(status: 400, text: "The length of the body is given in more than one way.")
        }
        if head.encodings > 0 && !head.is_chunked {
            return Refusal(status: 501, text: "The transfer encoding is not supported.")
        }
        return nil
    }

    private func prepare(_ exchange: Exchange, _ head: cmh_head, _ query: Substring.UTF8View?) -> Refusal? {
        let limits = configuration.limits
        exchange.route = route(method: exchange.request.method, path: exchange.request.path)
        guard exchange.targetLength <= limits.targetBytes else {
            return Refusal(status: 414, text: "The path and query are too long.")
        }
        guard ["GET", "POST", "HEAD", "OPTIONS"].contains(exchange.request.method) else {
            return Refusal(status: 405, text: "The method is not supported.")
        }
        guard let query else { return Refusal(status: 400, text: "The target of the request is malformed.") }
        guard head.length <= limits.bodyBytes else { return .tooLarge }
        guard exchange.route.weight == .quick || !jobs.isFull, hasRoom(for: Int(max(0, head.length))) else {
            return .overloaded
        }
        guard exchange.request.parameters.append(form: query, limit: limits.parameters) else {
            return Refusal(status: 400, text: "Too many parameters.")
        }
        do throws(Refusal) {
            exchange.body = try RequestBody(contentType: exchange.request.headers["Content-Type"], limits: limits)
        } catch {
            return error
        }
        return nil
    }

    private func hasRoom(for bytes: Int) -> Bool {
        held.load(ordering: .relaxed) + bytes <= configuration.limits.bodyBytesInAll
    }

    func take(_ bytes: UnsafeRawBufferPointer, into exchange: Exchange) -> cmh_step {
        exchange.received += bytes.count
        // What is refused is read on for a while, because most clients listen only when they have sent everything.
        if exchange.received > 4 * configuration.limits.bodyBytes { return .close }
        guard exchange.refusal == nil else { return .proceed }
        if exchange.received > configuration.limits.bodyBytes {
            exchange.refusal = .tooLarge
        } else if !hasRoom(for: bytes.count) {
            exchange.refusal = .overloaded
        } else {
            exchange.held += bytes.count
            held.add(bytes.count, ordering: .relaxed)
            do throws(Refusal) {
                // Safe: read within this call.
                unsafe try exchange.body?.append(bytes)
            } catch {
                exchange.refusal = error
            }
        }
        if exchange.refusal != nil { dropBody(of: exchange) }
        return .proceed
    }

    private func dropBody(of exchange: Exchange) {
        exchange.body = nil
        held.subtract(exchange.held, ordering: .relaxed)
        exchange.held = 0
    }

    /// The request is whole: answers it, or puts it in line.
    func dispatch(_ exchange: Exchange, on handle: OpaquePointer) -> cmh_step {
        exchange.connection.mayWait()
        if exchange.refusal == nil {
            do throws(Refusal) { try exchange.body?.finish(into: &exchange.request) } catch { exchange.refusal = error }
            exchange.body = nil
        }
        if let refusal = exchange.refusal { return unsafe refuse(exchange, refusal, on: handle, closes: false) }
        let request = exchange.request
        exchange.request.authentication = configuration.credentials.check(
            authorization: request.headers["Authorization"], accessKey: request.parameters["access_key"])
        guard exchange.route.weight == .heavy, exchange.request.authentication != .refused, request.method != "OPTIONS"
        else { return unsafe answer(exchange, with: respond(to: exchange), on: handle) }

        exchange.phase = .admitted
        return .proceed
    }

    /// Suspends the connection of a heavy request and puts the request in line.
    ///
    /// That is left to a call of its own: a connection that is suspended while the library still takes it for one to
    /// read from is read from first when it is resumed, and closed without its answer where the client has half closed.
    func suspend(_ exchange: Exchange, on handle: OpaquePointer) -> cmh_step {
        exchange.phase = .suspended
        unsafe suspended.withLock { unsafe $0[ObjectIdentifier(exchange)] = (exchange, handle) }
        unsafe cmh_suspend(handle)
        let line = handler.waitsForOthers(exchange.request) ? fetches : jobs
        if !line.add({ self.finish(exchange, with: self.respond(to: exchange)) }) {
            finish(exchange, with: response(to: exchange, refusing: .overloaded))
        }
        return .proceed
    }

    /// Hands the answer of a suspended request over and wakes its connection. Only the first answer counts.
    func finish(_ exchange: Exchange, with response: @autoclosure () -> HTTPResponse) {
        let response = response()
        // Safe: under the lock, so that the connection is resumed once and before the server stops.
        unsafe suspended.withLock { suspended in
            guard let taken = unsafe suspended.removeValue(forKey: ObjectIdentifier(exchange)) else { return }
            exchange.response = response
            unsafe cmh_resume(taken.handle)
        }
    }

    func end(_ exchange: Exchange, isWhole: Bool) {
        dropBody(of: exchange)
        // The library forgets to close some connections that it has given up, and misses the end of what a client sends
        // when it comes along with the last bytes. What it has read by then may still hold a request.
        let idle = cmh_has_ended(exchange.connection.descriptor) ? 1 : configuration.timeouts.idle
        exchange.connection.mustProceed(within: isWhole ? min(idle, configuration.timeouts.idle) : 0)
        let now = Clock.now
        let seconds = Double(now &- exchange.began) * 1e-9
        // 499, as other servers have it: the client left, or sent what the library refused before we saw it.
        let status = isWhole && exchange.status != 0 ? exchange.status : 499
        metrics.count(route: exchange.route.name, status: status, seconds: seconds)
        configuration.accessLog?.append(
            AccessLog.Entry(
                id: exchange.id, method: exchange.request.method, path: exchange.request.path, status: status,
                bytes: exchange.sent, seconds: seconds, remoteAddress: exchange.connection.address,
                authentication: exchange.request.authentication == .refused ? "refused" : nil,
                reason: exchange.reason))
        if status == 500 {
            let reason = exchange.reason ?? "no reason is known"
            configuration.note("request \(exchange.id) (\(exchange.route.name)) failed: \(reason)")
        }
        underWay.subtract(1, ordering: .relaxed)
    }
}

extension RequestBody.Refusal {
    static let tooLarge = Self(status: 413, text: "The body is too large.")
    static let overloaded = Self(status: 503, text: "System busy, please try again later.")
}
