internal import CMicroHTTPDShim
internal import ImageTypes
internal import Synchronization

// 1. The head of a request: its framing, its sender, and the limits of its body.
extension HTTPServer {
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
        exchange.request.headers = headers
        (exchange.request.path, exchange.request.basePath) = place(
            of: target?.path ?? "", exchange.request.method, headers, from: exchange.connection.address)
        exchange.request.credentials = credentials.withLock { $0 }
        exchange.request.remoteAddress = forwarding.client(of: exchange.connection.address, headers)
        exchange.request.trace = RequestTrace(
            parent: headers["traceparent"], requestID: headers["X-Request-ID"])
        exchange.sender = IPAddress.sender(exchange.request.remoteAddress)
        exchange.phase = .reading
        // The library reads a bare LF as the end of a chunk's line, where others read on. Bytes behind such a body are
        // not read, so that nobody can hide a request in them.
        exchange.isLast = head.is_chunked
        if head.is_chunked { exchange.readBefore = cmh_bytes_read(exchange.connection.descriptor) }
        if let refusal = refusal(framing: head) {
            return unsafe send(refusal, to: exchange, on: handle, closes: true)
        }
        exchange.refusal = admit(exchange, head, target)
        let hasBody = head.is_chunked || head.length > 0
        exchange.bodyBegan = Clock.now
        let timeouts = configuration.timeouts
        exchange.connection.setDeadline(after: min(timeouts.body, timeouts.pause), from: exchange.bodyBegan)
        // A client that waits for 100 Continue, or has very much to send, gets the refusal at once; others would not
        // read it yet.
        if let refusal = exchange.refusal, hasBody,
            head.expects_continue || head.length > Int64(configuration.limits.droppedBytes)
        {
            return unsafe send(refusal, to: exchange, on: handle, closes: true)
        }
        return .proceed
    }

    /// Returns the refusal of a head that makes the end of the request uncertain, or that RFC 9112 forbids so that no
    /// two servers see different requests in the same bytes.
    private func refusal(framing head: cmh_head) -> HTTPRefusal? {
        if head.is_malformed { return .malformed }
        if head.hosts > 1 || (head.hosts == 0 && !head.is_http_1_0) {
            return HTTPRefusal(status: 400, text: "The request needs one Host header.")
        }
        if head.lengths > 1 || head.encodings > 1 || (head.lengths > 0 && head.encodings > 0)
            || (head.encodings > 0 && head.is_http_1_0)
        {
            return HTTPRefusal(status: 400, text: "The length of the body is given in more than one way.")
        }
        if head.encodings > 0 && !head.is_chunked {
            return HTTPRefusal(status: 501, text: "The transfer encoding is not supported.")
        }
        return nil
    }

    /// Sets the properties that the head decides: route, parameters of the query, rights, and the need for a body.
    private func admit(_ exchange: Exchange, _ head: cmh_head, _ target: Exchange.Target?) -> HTTPRefusal? {
        let limits = configuration.limits
        let method = exchange.request.method
        exchange.route = route(method: method, path: exchange.request.path)
        exchange.request.destination = exchange.route.destination
        exchange.request.needs = exchange.route.needs
        if exchange.route.isDocument, let target { exchange.request.query = String(Substring(target.query)) }
        guard exchange.targetLength <= limits.targetBytes else {
            return HTTPRefusal(status: 414, text: "The path and query are too long.")
        }
        guard
            ["GET", "POST", "HEAD", "OPTIONS"].contains(method)
                || method == "PUT" && exchange.route.methods.contains("PUT")
        else { return HTTPRefusal(status: 405, text: "The method is not supported.") }
        guard let target else { return HTTPRefusal(status: 400, text: "The request target is malformed.") }
        if let refusal = refusal(ofSiteOf: exchange, authority: target.authority) { return refusal }
        if method == "OPTIONS" { return nil }
        if let refusal = refusal(ofBodyOf: exchange, head) { return refusal }
        let weight = exchange.route.weight
        let isFull = weight != .immediate && queue(of: weight).isFull(for: share(of: exchange, weight))
        guard !isFull, hasRoom(for: Int(max(0, head.length))) else { return .overloaded }
        guard exchange.request.parameters.append(form: target.query, limit: limits.parameters) else {
            return .tooManyParameters
        }
        exchange.rights = rights(of: exchange.request, exchange.route)
        do throws(HTTPRefusal) {
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
    private func refusal(ofSiteOf exchange: Exchange, authority: Substring?) -> HTTPRefusal? {
        let headers = exchange.request.headers
        let page = site.page(of: headers)
        if case .allowed(let origin?) = page { exchange.allowedOrigin = site.allowsAll ? "*" : origin }
        let isOpen = credentials.withLock { $0.isEmpty }
        if isOpen {
            for name in [headers["Host"], authority.map(String.init)] where !site.isKnown(host: name ?? "") {
                return HTTPRefusal(
                    status: 403,
                    text:
                        "This server has no access keys, so its Host must be a name of this machine, such as localhost."
                )
            }
            if page == .foreign, !exchange.route.isDocument { return .foreignPage }
            if exchange.route.changes, !["POST", "OPTIONS"].contains(exchange.request.method) {
                exchange.route.methods = "POST, OPTIONS"
                return HTTPRefusal(status: 405, text: "A server without access keys takes this by POST only.")
            }
        } else if page == .foreign, headers["Authorization"] != nil, let needs = exchange.route.needs,
            !needs.isSubset(of: .search)
        {
            // A browser sends the credentials that it remembers for any page.
            return .foreignPage
        }
        return nil
    }

    private func refusal(ofBodyOf exchange: Exchange, _ head: cmh_head) -> HTTPRefusal? {
        let (route, headers) = (exchange.route, exchange.request.headers)
        let bodyBytes = configuration.limits.bodyBytes(of: route)
        guard head.length <= bodyBytes else { return .tooLarge(bodyBytes) }
        guard ["POST", "PUT"].contains(exchange.request.method) else { return nil }
        let hasBody = head.is_chunked || head.length > 0
        if hasBody, let coding = headers["Content-Encoding"], !coding.isSame(as: "identity") {
            return HTTPRefusal(
                status: 415,
                text: "Compressed request bodies are not supported: send the body without Content-Encoding.")
        }
        // Another type of body would not help a method that the route does not take: its handler answers 405.
        guard route.methods.contains(exchange.request.method) else { return nil }
        let type = headers["Content-Type"].map { HeaderValue($0).first } ?? ""
        switch route.content {
        case .json where type != "application/json":
            return HTTPRefusal(
                status: 415, text: "The request body must be JSON, with the header Content-Type: application/json.")
        case .form where hasBody && !["application/x-www-form-urlencoded", "multipart/form-data"].contains(type):
            let picture = route.fileName.map { " with a picture as its part \($0)" } ?? ""
            return HTTPRefusal(
                status: 415,
                text: "Parameters must come in the query, as application/x-www-form-urlencoded or as "
                    + "multipart/form-data\(picture).")
        default: return nil
        }
    }

    /// Returns the rights of the keys of a request; nil where none is valid.
    func rights(of request: HTTPRequest, _ route: HTTPRoute) -> Rights? {
        var codes = route.codeNames.compactMap { request.parameters[$0] }
        if let key = route.keyHeader.flatMap({ request.headers[$0] }) { codes.append(key) }
        if route.takesTokens, let header = request.headers["Authorization"] { codes += Credentials.token(in: header) }
        let found = request.credentials.rights(
            authorization: request.headers["Authorization"], accessKey: request.parameters["access_key"],
            codes: codes)
        if let found, !route.findsKeys { return found }
        return handler.rights(of: request)
    }

    func authentication(_ rights: Rights?, _ route: HTTPRoute) -> Authentication {
        guard let needs = route.needs, credentials.withLock({ !$0.isEmpty }) else { return .notRequired }
        guard let rights else { return .refused }
        return rights.isSuperset(of: needs) || !rights.isDisjoint(with: route.opensTo) ? .accepted : .insufficient
    }

    func hasRoom(for bytes: Int) -> Bool {
        bytes <= configuration.limits.bodyBytesInAll - held.load(ordering: .relaxed)
    }
}

/// Stores one header.
func headerCame(
    headers: UnsafeMutableRawPointer, name: UnsafePointer<CChar>, nameLength: Int, value: UnsafePointer<CChar>,
    valueLength: Int
) {
    // Safe: `readHead` hands in its headers, and the lengths are those of the texts.
    unsafe headers.assumingMemoryBound(to: HTTPHeaders.self).pointee.append(
        String(decoding: UnsafeRawBufferPointer(start: name, count: nameLength), as: UTF8.self),
        String(decoding: UnsafeRawBufferPointer(start: value, count: valueLength), as: UTF8.self))
}
