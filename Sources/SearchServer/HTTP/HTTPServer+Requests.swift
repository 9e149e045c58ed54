internal import CMicroHTTPDShim
internal import SearchAPI
internal import Synchronization
internal import VisualSearch

// A request that is whole: its answer, and its end.
extension HTTPServer {
    /// Longer forms are taken apart where the answer is made.
    private static let shortForm = 64 * 1024

    /// The request is whole: answers it, or puts it in line.
    func dispatch(_ exchange: Exchange, on handle: OpaquePointer) -> cmh_step {
        exchange.connection.mayWait()
        if exchange.refusal == nil, exchange.held <= Self.shortForm || exchange.body?.isForm != true {
            let body = exchange.body.take()
            do throws(RequestBody.Refusal) {
                try complete(&exchange.request, body, exchange.rights, exchange.route)
            } catch {
                exchange.refusal = error
            }
        }
        if let refusal = exchange.refusal { return unsafe refuse(exchange, refusal, on: handle, closes: false) }
        let request = exchange.request
        let isDone = exchange.body == nil
        if exchange.route.weight == .immediate || request.method == "OPTIONS"
            || (isDone && request.authentication.isRefusal)
        {
            return unsafe answer(exchange, with: respond(to: request, on: exchange.route), on: handle)
        }
        if exchange.route.weight == .quick, isDone, let known = handler.recall(request) {
            return unsafe answer(exchange, with: known, on: handle)
        }
        exchange.phase = .admitted
        return .proceed
    }

    /// Takes the body apart, and decides by all keys that came.
    private func complete(
        _ request: inout HTTPRequest, _ body: RequestBody?, _ rights: Rights?, _ route: HTTPRoute
    ) throws(RequestBody.Refusal) {
        if var body { try body.finish(into: &request) }
        var verdict = authentication(rights, route)
        if verdict.isRefusal { verdict = authentication(self.rights(of: request), route) }
        request.authentication = verdict
    }

    /// Suspends the connection of a request and puts the request in line.
    ///
    /// That is left to a call of its own: a connection that is suspended while the library still takes it for one to
    /// read from is read from first when it is resumed, and closed without its answer where the client has half closed.
    func suspend(_ exchange: Exchange, on handle: OpaquePointer) -> cmh_step {
        exchange.phase = .suspended
        let (request, route, rights) = (exchange.request, exchange.route, exchange.rights)
        let body = exchange.body.take()
        unsafe suspended.withLock { unsafe $0[ObjectIdentifier(exchange)] = (exchange, handle) }
        unsafe cmh_suspend(handle)
        let queue =
            switch route.weight {
            case .heavy, .immediate: jobs
            case .quick: searches
            case .watch: watches
            }
        let isTaken = queue.add { [self] in
            var request = request
            do throws(RequestBody.Refusal) {
                if let body { try complete(&request, body, rights, route) }
                work(on: request, route, for: exchange)
            } catch {
                finish(exchange, with: response(to: request, on: route, refusing: error), request.authentication)
            }
        }
        if !isTaken {
            finish(exchange, with: response(to: request, on: route, refusing: .overloaded), request.authentication)
        }
        return .proceed
    }

    /// Answers a request here, or in the line of those who wait for another machine.
    private func work(on request: HTTPRequest, _ route: HTTPRoute, for exchange: Exchange) {
        let answer: @Sendable () -> Void = { [self] in
            finish(exchange, with: respond(to: request, on: route), request.authentication)
        }
        guard route.weight == .heavy, !request.authentication.isRefusal, handler.waitsForOthers(request) else {
            return answer()
        }
        if !fetches.add(answer) {
            finish(exchange, with: response(to: request, on: route, refusing: .overloaded), request.authentication)
        }
    }

    /// Hands the answer of a suspended request over and wakes its connection. Only the first answer counts.
    func finish(_ exchange: Exchange, with response: HTTPResponse, _ authentication: Authentication? = nil) {
        // Safe: under the lock, so that the connection is resumed once and before the server stops.
        unsafe suspended.withLock { suspended in
            guard let taken = unsafe suspended.removeValue(forKey: ObjectIdentifier(exchange)) else { return }
            exchange.response = response
            if let authentication { exchange.request.authentication = authentication }
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
        let request = exchange.request
        let verdict: String? =
            switch request.authentication {
            case .refused: "refused"
            case .insufficient: "insufficient"
            case .accepted, .notRequired: nil
            }
        if let verdict { countRefusedKey(verdict) }
        configuration.accessLog?.append(
            AccessLog.Entry(
                id: exchange.id, method: request.method, path: request.path, status: status,
                bytes: exchange.sent, seconds: seconds, remoteAddress: request.remoteAddress,
                authentication: verdict, reason: exchange.reason))
        if status == 500 {
            let reason = exchange.reason ?? "no reason is known"
            configuration.note("request \(exchange.id) (\(exchange.route.name)) failed: \(reason)")
        }
        underWay.subtract(1, ordering: .relaxed)
    }
}
