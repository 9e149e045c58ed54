internal import Essentials
internal import Recommendations

/// The routes of tracker events.
struct EventRoutes: RouteGroup {
    /// The form of an event.
    private enum Form {
        /// One event in the query.
        case single
        /// As trackers sent it before 2020.
        case old
        case batch
    }

    /// Events of one batch.
    static let batch = 1000

    let context: RouteContext

    var routes: [String: HTTPRoute] {
        let paths: [(String, Form, codes: [String])] = [
            ("/v3/__va.gif", .single, ["code"]), ("/__aq.gif", .old, ["code", "cid"]), ("/v3/events", .batch, ["code"]),
        ]
        var routes: [String: HTTPRoute] = [:]
        for (path, form, codes) in paths {
            // The file of events has one lock.
            var route = HTTPRoute(path, .record)
            if form == .batch { route.methods = "POST, OPTIONS" } else { route.bodyBytes = HTTPRoute.searchBytes }
            route.destination = form
            route.needs = context.takesOpenEvents ? nil : .search
            route.codeNames = codes
            route.writes = true
            routes[path] = route
        }
        return routes
    }

    var description: RouteDescription { RouteDescription(PackageResources.events_json, ["events": EventRoutes.batch]) }

    /// The smallest picture there is: 1 × 1, transparent.
    private static let gif: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x21, 0xF9, 4, 1, 0, 0,
        0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x44, 0, 0x3B,
    ]

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        if let fault = TrackedEvent.Fault(verdict, request) { return refuse(fault, request) }
        do throws(TrackedEvent.Fault) {
            switch request.route(as: Form.self) {
            case .old:
                let event = try TrackedEvent(old: request.parameters, cookie: request.headers["Cookie"])
                return try answer(event, request)
            case .batch:
                guard request.method == "POST" else { return .postOnly(request) }
                return try takeBatch(request)
            case .single, nil: return try takeEvent(request)
            }
        } catch {
            return refuse(error, request)
        }
    }

    private func takeEvent(_ request: HTTPRequest) throws(TrackedEvent.Fault) -> HTTPResponse {
        try answer(try TrackedEvent(request.parameters.firstValues), request)
    }

    /// Stores an event, and returns the picture that a browser has requested.
    private func answer(_ event: TrackedEvent, _ request: HTTPRequest) throws(TrackedEvent.Fault) -> HTTPResponse {
        // A request for the headers alone changes nothing.
        if request.method != "HEAD" { try context.intake.keep([event], request) }
        return HTTPResponse(contentType: "image/gif", body: EventRoutes.gif)
    }

    /// Accepts or refuses each event by itself.
    private func takeBatch(_ request: HTTPRequest) throws(TrackedEvent.Fault) -> HTTPResponse {
        guard let batch = try? JSONValue(parsing: request.body), case .object(let members) = batch,
            case .array(let list)? = members["events"], !list.isEmpty, list.count <= EventRoutes.batch
        else {
            let rule = "it must be a JSON object with 1 to \(EventRoutes.batch) events"
            throw TrackedEvent.Fault(text: "The body is invalid: \(rule).")
        }
        var common: [String: String] = [:]
        if let code = request.parameters["code"] { common["code"] = code }
        for name in ["v", "sdk", "uid"] { common[name] = members[name]?.text }
        var events: [TrackedEvent] = []
        var faults: [TrackedEvent.Fault?] = []
        for json in list {
            do throws(TrackedEvent.Fault) {
                guard case .object(let members) = json else {
                    throw TrackedEvent.Fault(text: "An event must be a JSON object.")
                }
                events.append(try TrackedEvent(common.merging(members.compactMapValues(\.text)) { $1 }))
                faults.append(nil)
            } catch {
                faults.append(error)
            }
        }
        try context.intake.keep(events, request)
        var warnings = warnings(of: events)[...]
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("status", "OK")
            writer.member("reqid", request.id)
            writer.member("result", array: faults) { writer, fault in
                writer.object { writer in
                    writer.member("code", fault?.code ?? 0)
                    writer.member("message", fault?.text ?? "success")
                    if fault == nil, let warning = warnings.popFirst() ?? nil { writer.member("warning", warning) }
                }
            }
        }
        return HTTPResponse(body: writer.bytes)
    }

    /// A possible fault of each of the events, which are kept all the same; nil where all is known.
    private func warnings(of events: [TrackedEvent]) -> [String?] {
        let items = Set(events.compactMap(\.item))
        // With a catalog that cannot be read, no item is called unknown.
        let known = (try? context.engine.known(items)) ?? items
        return events.map { event in
            var texts: [String] = []
            if TrackedAction(event.action) == nil, !EventRules.lenient.required.keys.contains(event.action) {
                texts.append(
                    "the action `\(event.action)` is not known: the event is kept, and counts for no recommendation")
            }
            if let item = event.item, !known.contains(item) {
                texts.append("no item of the catalog has the id `\(item.prefix(64))`")
            }
            return texts.isEmpty ? nil : texts.joined(separator: "; ")
        }
    }

    /// Errors of trackers are JSON objects, unlike those of searches.
    private func refuse(_ fault: TrackedEvent.Fault, _ request: HTTPRequest) -> HTTPResponse {
        var writer = JSONWriter(capacity: 128)
        writer.object { writer in
            writer.member("status", "fail")
            writer.member("reqid", request.id)
            writer.member("error") { writer in
                writer.member("code", fault.code)
                writer.member("message", fault.text)
            }
        }
        var response = HTTPResponse(status: fault.status, body: writer.bytes, reason: fault.reason)
        switch fault.status {
        case 429: response.headers.append(("Retry-After", "1"))
        // With Basic a browser would ask the visitor of a page for a password because of an invisible picture.
        case 401: response.headers.append(("WWW-Authenticate", "ApiKey realm=\"magpie\""))
        default: break
        }
        return response
    }
}

extension SearchEngine {
    /// Of these items, those that the catalog has.
    fileprivate func known(_ items: Set<String>) throws(SearchError) -> Set<String> {
        try store.read { snapshot throws(SearchError) in
            var known: Set<String> = []
            for item in items.sorted() where try snapshot.slot(of: item) != nil { known.insert(item) }
            return known
        }
    }
}

extension TrackedEvent.Fault {
    /// The reason why events are refused before they are read; nil where they are taken.
    fileprivate init?(_ verdict: Verdict, _ request: HTTPRequest) {
        switch verdict {
        case .allowed: return nil
        case .unknownKey:
            self.init(
                code: 11,
                text:
                    "A valid key is required: an app key as 'code' or 'access_key', or an access and a secret key by HTTP Basic."
                    + (request.misplacedKey.map { " " + $0 } ?? ""),
                status: 401)
        case .lacksRights, .readOnly:
            self.init(code: 12, text: "The key lacks the right 'search', which events need.", status: 403)
        case .unavailable(let reason): self.init(code: 32, text: reason, status: 503, reason: reason)
        }
    }
}
