internal import CMicroHTTPDShim
internal import ImageTypes
internal import Synchronization

// 5. The end of a request, whether or not it was answered: its resources are released, and it is counted and logged.
extension HTTPServer {
    func end(_ exchange: Exchange, isWhole: Bool) {
        dropBody(of: exchange)
        unsent.remove(exchange.unsent, from: exchange.sender)
        // The library forgets to close some connections that it has abandoned, and misses the end of a client's data
        // when it comes along with the last bytes. The bytes that it has read by then may still hold a request.
        let idle = cmh_has_ended(exchange.connection.descriptor) ? 1 : configuration.timeouts.idle
        exchange.connection.setDeadline(after: isWhole ? min(idle, configuration.timeouts.idle) : 0)
        let now = Clock.now
        let seconds = Double(now &- exchange.began) * 1e-9
        // 499, as other servers have it: the client left, or sent a request that the library refused before it reached
        // us.
        let hasLeft = exchange.budget?.cancellation.isCancelled ?? false
        let status = isWhole && exchange.status != 0 && !hasLeft ? exchange.status : 499
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
                id: exchange.id, method: request.method, path: AccessLog.shown(request.path), status: status,
                bytes: exchange.sent, seconds: seconds, remoteAddress: request.remoteAddress,
                authentication: verdict, reason: exchange.reason, trace: request.trace))
        if status == 500 {
            let reason = exchange.reason ?? "no reason is known"
            configuration.note("request \(exchange.id) (\(exchange.route.name)) failed: \(reason)")
        }
        underWay.subtract(1, ordering: .relaxed)
    }
}
