internal import CMicroHTTPDShim
internal import ImageTypes
internal import Synchronization

// 3. A request that is whole: it is answered at once, or its connection waits while the work is done.
extension HTTPServer {
    /// Longer forms are parsed on the thread that makes the answer.
    private static let shortForm = 64 * 1024

    /// Answers the complete request, or puts it in a queue.
    func dispatch(_ exchange: Exchange, on handle: OpaquePointer) -> cmh_step {
        exchange.connection.clearDeadline()
        if exchange.refusal == nil, exchange.held <= Self.shortForm || exchange.body?.isReadAtItsEnd != true {
            let body = exchange.body.take()
            do throws(HTTPRefusal) {
                try complete(&exchange.request, body, exchange.rights, exchange.route)
            } catch {
                exchange.refusal = error
            }
        }
        if let refusal = exchange.refusal { return unsafe send(refusal, to: exchange, on: handle, closes: false) }
        let request = exchange.request
        let isDone = exchange.body == nil
        if exchange.route.weight == .immediate || request.method == "OPTIONS"
            || (isDone && request.authentication.isRefusal)
        {
            return unsafe send(response(to: request, on: exchange.route), to: exchange, on: handle)
        }
        if exchange.route.weight == .quick, isDone, let known = handler.recall(request) {
            return unsafe send(known, to: exchange, on: handle)
        }
        exchange.phase = .admitted
        return .proceed
    }

    /// Parses the body, and decides by all keys of the request.
    private func complete(
        _ request: inout HTTPRequest, _ body: RequestBody?, _ rights: Rights?, _ route: HTTPRoute
    ) throws(HTTPRefusal) {
        if var body { try body.finish(into: &request) }
        request.credentials = credentials.withLock { $0 }
        var rights = rights
        if authentication(rights, route).isRefusal { rights = self.rights(of: request, route) }
        request.authentication = authentication(rights, route)
        if request.authentication != .notRequired, let keys = keys(in: request, route),
            !keyBrake.permits(keys, isRight: request.authentication != .refused, from: request.remoteAddress)
        {
            throw .tooManyKeys
        }
        request.rights = credentials.withLock(\.isEmpty) ? .all : rights ?? []
    }

    /// Suspends the connection of a request and puts the request in a queue.
    ///
    /// That needs a call of its own: the library reads first from a resumed connection that was suspended while it was
    /// still reading, and closes it without its answer where the client has half closed.
    func suspend(_ exchange: Exchange, on handle: OpaquePointer) -> cmh_step {
        let (request, route, rights) = (exchange.request, exchange.route, exchange.rights)
        let isSuspended = suspended.withLock { suspended in
            guard !suspended.isClosed else { return false }
            unsafe suspended.all[ObjectIdentifier(exchange)] = (exchange, handle)
            unsafe cmh_suspend(handle)
            return true
        }
        guard isSuspended else { return unsafe send(.stopping, to: exchange, on: handle, closes: false) }
        exchange.phase = .suspended
        let body = exchange.body.take()
        // A change is completed in any case.
        let budget = route.changes || route.weight == .record ? nil : Budget()
        exchange.budget = budget
        exchange.connection.watch(for: budget?.cancellation)
        let isTaken = queue(of: route.weight).add(of: share(of: exchange, route.weight)) { [self] in
            var request = request
            do throws(HTTPRefusal) {
                if let body { try complete(&request, body, rights, route) }
                work(on: request, route, for: exchange, budget)
            } catch {
                resume(exchange, with: response(refusing: request, on: route, error), request.authentication)
            }
        }
        if !isTaken {
            resume(exchange, with: response(refusing: request, on: route, .overloaded), request.authentication)
        }
        return .proceed
    }

    /// The line of requests of a weight.
    func queue(of weight: HTTPRoute.Weight) -> Workers {
        switch weight {
        case .heavy, .immediate: jobs
        case .quick: searches
        case .record: records
        case .watch: watches
        }
    }

    /// Whose part of a line a request takes; the line for the health of the server has no parts.
    func share(of exchange: Exchange, _ weight: HTTPRoute.Weight) -> [UInt8]? {
        weight == .watch ? nil : exchange.sender
    }

    /// Answers a request here, or in the line of those who wait for another machine. Nobody hears the answer to a client
    /// that has left.
    private func work(on request: HTTPRequest, _ route: HTTPRoute, for exchange: Exchange, _ budget: Budget?) {
        let job: @Sendable () -> Void = { [self] in
            let answer =
                budget?.cancellation.isCancelled == true
                ? nil : Budget.$current.withValue(budget) { traced(request) { response(to: request, on: route) } }
            let isLeft = budget?.cancellation.isCancelled == true
            resume(
                exchange, with: answer.flatMap { isLeft ? nil : $0 } ?? response(refusing: request, on: route, .left),
                request.authentication)
        }
        guard route.weight == .heavy, !request.authentication.isRefusal, handler.waitsForOthers(request) else {
            return job()
        }
        if !fetches.add(of: exchange.sender, job) {
            resume(exchange, with: response(refusing: request, on: route, .overloaded), request.authentication)
        }
    }

    /// Does work under the names that the request has beyond this process.
    private func traced(_ request: HTTPRequest, _ work: () -> HTTPResponse) -> HTTPResponse {
        guard let trace = request.trace else { return work() }
        return RequestTrace.$current.withValue(trace, operation: work)
    }

    /// Hands the answer of a suspended request over and wakes its connection. Only the first answer counts.
    func resume(_ exchange: Exchange, with response: HTTPResponse, _ authentication: Authentication? = nil) {
        // Safe: under the lock, so that the connection is resumed once and before the server stops.
        suspended.withLock { suspended in
            guard let taken = unsafe suspended.all.removeValue(forKey: ObjectIdentifier(exchange)) else { return }
            exchange.response = response
            exchange.connection.watch(for: nil)
            if let authentication { exchange.request.authentication = authentication }
            unsafe cmh_resume(taken.handle)
        }
    }
}
