internal import Foundation
internal import Recommendations
internal import ViSearchAPI

/// The routes of tracker events.
struct EventRoutes {
    private let store: EventStore
    private let rate: SenderRate
    private let troubles: StoreFaults
    /// Of these items, those that the catalog has.
    private let known: @Sendable ([String]) throws(SearchError) -> Set<String>

    /// - Parameters:
    ///   - eventsPerSecond: From one address; 0 for any number.
    ///   - known: Of these items, those that the catalog has.
    init(
        _ store: EventStore, eventsPerSecond: Int, troubles: StoreFaults,
        known: @escaping @Sendable ([String]) throws(SearchError) -> Set<String>
    ) {
        self.store = store
        self.known = known
        rate = .events(perSecond: eventsPerSecond)
        self.troubles = troubles
    }

    /// The smallest picture there is: 1 × 1, transparent.
    private static let gif: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x21, 0xF9, 4, 1, 0, 0,
        0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x44, 0, 0x3B,
    ]

    /// - Parameter isRefused: The request has no key that may report.
    func respond(to request: HTTPRequest, _ route: Route, isRefused: Bool) -> HTTPResponse {
        if isRefused { return refuse(TrackedEvent.Fault(request.authentication), request) }
        do throws(TrackedEvent.Fault) {
            switch route {
            case .event: return try takeEvent(request)
            case .oldEvent:
                let event = try TrackedEvent(old: request.parameters, cookie: request.headers["Cookie"])
                return try answer(event, request)
            default:
                guard request.method == "POST" else { return .postOnly(request) }
                return try takeBatch(request)
            }
        } catch {
            return refuse(error, request)
        }
    }

    private func takeEvent(_ request: HTTPRequest) throws(TrackedEvent.Fault) -> HTTPResponse {
        var sent: [String: String] = [:]
        for parameter in request.parameters.all where sent[parameter.name] == nil {
            sent[parameter.name] = parameter.value
        }
        return try answer(try TrackedEvent(sent), request)
    }

    /// Stores an event, and returns the picture that a browser has requested.
    private func answer(_ event: TrackedEvent, _ request: HTTPRequest) throws(TrackedEvent.Fault) -> HTTPResponse {
        // A request for the headers alone changes nothing.
        if request.method != "HEAD" { try keep([event], request) }
        return HTTPResponse(contentType: "image/gif", body: EventRoutes.gif)
    }

    /// Stores events, within the rate of their sender.
    func keep(_ events: [TrackedEvent], _ request: HTTPRequest) throws(TrackedEvent.Fault) {
        guard rate.takes(events.count, from: request.remoteAddress) else { throw .tooMany }
        do throws(SearchError) { try store.add(events) } catch {
            rate.giveBack(events.count, to: request.remoteAddress)
            troubles.note(error)
            throw .system(error.description)
        }
    }

    /// Accepts or refuses each event by itself.
    private func takeBatch(_ request: HTTPRequest) throws(TrackedEvent.Fault) -> HTTPResponse {
        guard let batch = try? JSONValue(parsing: request.body), case .object(let members) = batch,
            case .array(let list)? = members["events"], !list.isEmpty, list.count <= ViSearch.Limits.events
        else {
            let rule = "it must be a JSON object with 1 to \(ViSearch.Limits.events) events"
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
        try keep(events, request)
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

    /// What may be wrong with each of the events, which are kept all the same; nil where all is known.
    private func warnings(of events: [TrackedEvent]) -> [String?] {
        let items = Set(events.compactMap(\.item))
        // Where the catalog cannot be read, no item is called unknown.
        let known = (try? known(items.sorted())) ?? items
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
    func refuse(_ fault: TrackedEvent.Fault, _ request: HTTPRequest) -> HTTPResponse {
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.key("status")
        writer.value("fail")
        writer.key("reqid")
        writer.value(request.id)
        writer.key("error")
        writer.beginObject()
        writer.key("code")
        writer.value(fault.code)
        writer.key("message")
        writer.value(fault.text)
        writer.endObject()
        writer.endObject()
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

extension SenderRate {
    /// Events of one address: ten seconds' worth, or a whole batch, at once.
    static func events(perSecond: Int) -> SenderRate {
        SenderRate(perSecond: perSecond, most: max(10 * perSecond, ViSearch.Limits.events))
    }
}

extension TrackedEvent.Fault {
    /// The server has not the file any more that events are to be kept in.
    init(lost reason: String) { self.init(code: 32, text: reason, status: 503, reason: reason) }

    /// A key that is missing or wrong, or may not search.
    init(_ authentication: Authentication) {
        let isUnknown = authentication == .refused
        self.init(
            code: isUnknown ? 11 : 12,
            text: isUnknown
                ? "A valid key is required: an app key as 'code' or 'access_key', or an access and a secret key by HTTP Basic."
                : "The key lacks the right 'search', which events need.",
            status: isUnknown ? 401 : 403)
    }
}
