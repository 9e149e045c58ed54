internal import DynamicYieldAPI
internal import Foundation
internal import Recommendations
internal import ViSearchAPI

/// The calls of Dynamic Yield's Experience Search.
struct DynamicYieldRoutes {
    /// The reason why a call is not answered.
    enum Failure: Error {
        case faults([DynamicYield.Fault])
        case search(SearchError)
        case event(TrackedEvent.Fault)
    }

    let context: RouteContext
    let terms: SearchTerms
    let trackers: EventRoutes
    let settings: DynamicYieldSettings
    let suggester: Suggester
    let popularity: Popularity
    let facets: FacetColumns

    init(
        _ context: RouteContext, terms: SearchTerms, popularity: Popularity, trackers: EventRoutes,
        settings: DynamicYieldSettings
    ) {
        self.context = context
        self.terms = terms
        self.popularity = popularity
        self.trackers = trackers
        self.settings = settings
        suggester = Suggester(engine: context.engine, terms: terms, settings: settings)
        facets = FacetColumns(chosen: settings.facets)
    }

    /// - Parameter refusal: The reason why the keys of the request do not allow it.
    func respond(
        to request: HTTPRequest, _ operation: DynamicYield.Operation, _ refusal: ViSearch.Fault?
    ) -> HTTPResponse {
        if let refusal {
            let isUnknown = refusal == .badCredentials
            let text =
                isUnknown
                ? "a valid key is required in the header \(DynamicYield.keyHeader)" : "the key lacks the right `search`"
            var response = Self.failure([.init("", text)], request, status: isUnknown ? 401 : 403)
            if isUnknown { response.headers.append(("WWW-Authenticate", "ApiKey realm=\"magpie\"")) }
            return response
        }
        guard request.method == "POST" else {
            var response = Self.failure([.init("", "the method must be POST")], request, status: 405)
            response.headers.append(("Allow", "POST, OPTIONS"))
            return response
        }
        do throws(Failure) {
            switch operation {
            case .search: return HTTPResponse(body: try search(request).encoded)
            case .suggest: return HTTPResponse(body: try suggest(request))
            case .engagement: return HTTPResponse(body: try takeEngagements(request))
            }
        } catch {
            return response(to: request, error)
        }
    }

    private func response(to request: HTTPRequest, _ failure: Failure) -> HTTPResponse {
        switch failure {
        case .faults(let faults): return Self.failure(faults, request, status: 400)
        case .event(let fault):
            var response = Self.failure([.init("", fault.text)], request, status: fault.status)
            response.reason = fault.reason
            if fault.status == 429 { response.headers.append(("Retry-After", "1")) }
            return response
        case .search(let error):
            context.troubles.note(error)
            switch error {
            case .image(.timedOut), .image(.internal), .image(.missingLibrary), .store, .damaged, .diskFull,
                .describerMismatch, .service,
                .cancelled:
                let text = "the search failed on this server; its log has the reason"
                var response = Self.failure([.init("", text)], request, status: 500)
                response.reason = error.description
                return response
            case .image: return Self.failure([.init("query.imageBase64", error.description)], request, status: 400)
            case .invalidArgument, .itemNotFound, .wrongType:
                return Self.failure([.init("query", error.description)], request, status: 400)
            }
        }
    }

    /// The answer to a request that is not answered otherwise: all of its faults.
    static func failure(_ faults: [DynamicYield.Fault], _ request: HTTPRequest, status: Int) -> HTTPResponse {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("status", DynamicYield.Status.error.rawValue)
            writer.member("errors", array: faults) { writer, fault in
                writer.object { writer in
                    writer.member("path", fault.path)
                    writer.member("message", fault.text)
                }
            }
            writer.member("requestId", request.id)
        }
        return HTTPResponse(status: status, body: writer.bytes)
    }

    /// The names of the visitor and of the visit; new ones where the request has none.
    static func cookies(_ visitor: DynamicYield.Visitor) -> [DynamicYield.Cookie] {
        func new() -> String { String(UInt64.random(in: .min ... .max)) }
        return [
            DynamicYield.Cookie(DynamicYield.Cookie.visitor, visitor.id ?? new(), maxAge: "31556951"),
            DynamicYield.Cookie(DynamicYield.Cookie.session, visitor.session ?? new(), maxAge: "1800"),
        ]
    }

    /// Throws faults and errors of the engine as failures of the call.
    func attempt<Value>(_ work: () throws(SearchError) -> Value) throws(Failure) -> Value {
        do throws(SearchError) { return try work() } catch { throw .search(error) }
    }

    func read<Value>(_ work: () throws(DynamicYield.Faults) -> Value) throws(Failure) -> Value {
        do throws(DynamicYield.Faults) { return try work() } catch { throw .faults(error.all) }
    }
}
