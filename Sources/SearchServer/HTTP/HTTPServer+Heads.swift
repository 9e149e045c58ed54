internal import CMicroHTTPDShim
internal import SearchAPI
internal import Synchronization
internal import VisualSearch

// The head of a request: whether it is well framed, who asks, and what may follow.
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
        exchange.request.remoteAddress = forwarding.client(of: exchange.connection.address, headers)
        exchange.phase = .reading
        // The library takes a bare LF for the end of a chunk's line, where others read on. What comes behind such a body
        // is not read, so that nobody can hide a request in it.
        exchange.isLast = head.is_chunked
        if let refusal = refusal(framing: head) {
            return unsafe refuse(exchange, refusal, on: handle, closes: true)
        }
        exchange.refusal = prepare(exchange, head, target)
        let hasBody = head.is_chunked || head.length > 0
        exchange.bodyBegan = Clock.now
        let timeouts = configuration.timeouts
        exchange.connection.mustProceed(within: min(timeouts.body, timeouts.pause), from: exchange.bodyBegan)
        // A client that waits for leave, or has very much to send, is told at once; others would not listen yet.
        if let refusal = exchange.refusal, hasBody,
            head.expects_continue || head.length > Int64(configuration.limits.droppedBytes)
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

    private func prepare(_ exchange: Exchange, _ head: cmh_head, _ target: Exchange.Target?) -> Refusal? {
        let limits = configuration.limits
        let method = exchange.request.method
        exchange.route = route(method: method, path: exchange.request.path)
        guard exchange.targetLength <= limits.targetBytes else {
            return Refusal(status: 414, text: "The path and query are too long.")
        }
        guard ["GET", "POST", "HEAD", "OPTIONS"].contains(method) else {
            return Refusal(status: 405, text: "The method is not supported.")
        }
        guard let target else { return Refusal(status: 400, text: "The target of the request is malformed.") }
        if let refusal = refusal(ofSiteOf: exchange, authority: target.authority) { return refusal }
        if method == "OPTIONS" { return nil }
        if let refusal = refusal(ofBodyOf: exchange, head) { return refusal }
        let isFull =
            switch exchange.route.weight {
            case .heavy: jobs.isFull
            case .quick: searches.isFull
            case .watch: watches.isFull
            case .immediate: false
            }
        guard !isFull, hasRoom(for: Int(max(0, head.length))) else { return .overloaded }
        guard exchange.request.parameters.append(form: target.query, limit: limits.parameters) else {
            return Refusal(status: 400, text: "Too many parameters.")
        }
        exchange.rights = rights(of: exchange.request)
        do throws(Refusal) {
            exchange.body = try RequestBody(
                contentType: exchange.request.headers["Content-Type"], limits: limits, route: exchange.route)
        } catch {
            return error
        }
        // No body can help a key that is refused, or has too few rights, except one that may hold another.
        if authentication(exchange.rights, exchange.route).isRefusal, exchange.body?.mayHoldKey != true {
            exchange.body = nil
        }
        return nil
    }

    /// Pages of other sites, and names that are not ours: see ``SiteAccess``.
    private func refusal(ofSiteOf exchange: Exchange, authority: Substring?) -> Refusal? {
        let headers = exchange.request.headers
        let page = site.page(of: headers)
        if case .allowed(let origin?) = page { exchange.allowedOrigin = site.allowsAll ? "*" : origin }
        let isOpen = credentials.withLock { $0.isEmpty }
        if isOpen {
            for name in [headers["Host"], authority.map(String.init)] where !site.isKnown(host: name ?? "") {
                return Refusal(
                    status: 403, text: "Without keys this server answers to names of this machine only, as localhost.")
            }
            if page == .foreign { return .foreignPage }
            if exchange.route.changes, !["POST", "OPTIONS"].contains(exchange.request.method) {
                exchange.route.methods = "POST, OPTIONS"
                return Refusal(status: 405, text: "Without keys this is asked for by POST only.")
            }
        } else if page == .foreign, headers["Authorization"] != nil, let needs = exchange.route.needs,
            !needs.isSubset(of: .search)
        {
            // A browser sends the credentials that it remembers for any page.
            return .foreignPage
        }
        return nil
    }

    private func refusal(ofBodyOf exchange: Exchange, _ head: cmh_head) -> Refusal? {
        let (route, headers) = (exchange.route, exchange.request.headers)
        let bodyBytes = min(route.bodyBytes ?? .max, configuration.limits.bodyBytes)
        guard head.length <= bodyBytes else { return .tooLarge(bodyBytes, route) }
        guard exchange.request.method == "POST" else { return nil }
        let hasBody = head.is_chunked || head.length > 0
        if hasBody, let coding = headers["Content-Encoding"], !coding.isSame(as: "identity") {
            return Refusal(status: 415, text: "Bodies are taken as they are: send this one without Content-Encoding.")
        }
        let type = headers["Content-Type"].map { HeaderValue($0).first } ?? ""
        switch route.content {
        case .json where type != "application/json":
            return Refusal(
                status: 415, text: "The call is expected as JSON, with the header Content-Type: application/json.")
        case .form where hasBody && !["application/x-www-form-urlencoded", "multipart/form-data"].contains(type):
            let picture = route.fileName.map { ", a picture as its part \($0)" } ?? ""
            return Refusal(
                status: 415,
                text: "Parameters are expected in the query, as application/x-www-form-urlencoded or as "
                    + "multipart/form-data\(picture).")
        default: return nil
        }
    }

    /// What the keys of a request allow; nil where none is valid.
    func rights(of request: HTTPRequest) -> Rights? {
        credentials.withLock {
            $0.rights(authorization: request.headers["Authorization"], accessKey: request.parameters["access_key"])
        }
    }

    func authentication(_ rights: Rights?, _ route: HTTPRoute) -> Authentication {
        guard let needs = route.needs, credentials.withLock({ !$0.isEmpty }) else { return .notRequired }
        guard let rights else { return .refused }
        return rights.isSuperset(of: needs) ? .accepted : .insufficient
    }

    func hasRoom(for bytes: Int) -> Bool {
        bytes <= configuration.limits.bodyBytesInAll - held.load(ordering: .relaxed)
    }
}

extension RequestBody.Refusal {
    static let overloaded = Self(status: 503, text: "System busy, please try again later.")
    static let foreignPage = Self(
        status: 403, text: "Pages of other sites may ask this server only where it was started to allow their origin.")

    static func tooLarge(_ limit: Int, _ route: HTTPRoute) -> Self {
        Self(status: 413, text: "The body is too large: at most \(limit) bytes are taken here.")
    }
}
