internal import Foundation
internal import SearchAPI
internal import VisualSearch

// The engine's own verbs, value for value.
extension SearchRoutes {
    func answer(_ verb: Route.EngineVerb, _ request: HTTPRequest) -> HTTPResponse {
        switch verb {
        case .search:
            call(.search, request) { call throws(SearchError) in
                try self.engine.searchNow(call, limits: self.limits)
            }
        case .insert:
            call(.insert, request) { entries throws(SearchError) in
                try self.engine.insertNow(entries, limits: self.limits).map { result in
                    if case .failure(let error) = result { error } else { nil }
                }
            }
        case .remove: call(.remove, request) { ids throws(SearchError) in try self.runner.remove(ids) }
        case .item: call(.item, request) { id throws(SearchError) in try self.engine.itemNow(id) }
        case .count: call(.count, request) { _ throws(SearchError) in try self.engine.countNow() }
        case .types: call(.types, request) { _ throws(SearchError) in try self.engine.productTypesNow() }
        case .discover:
            call(.discover, request) { call throws(SearchError) in
                try self.engine.discoverNow(call, limits: self.limits, workers: self.workers)
            }
        }
    }

    private func call<Call: Codable & Sendable, Answer: Codable & Sendable>(
        _ route: EngineRoute<Call, Answer>, _ request: HTTPRequest, _ work: (Call) throws(SearchError) -> Answer
    ) -> HTTPResponse {
        guard request.method == "POST" else {
            var refusal = failure(ViSearch.Fault("The method is not supported."), request, status: 405)
            refusal.headers.append(("Allow", "POST, OPTIONS"))
            return refusal
        }
        let call: Call
        do { call = try JSONDecoder().decode(Call.self, from: Data(request.body)) } catch {
            let reply = EngineReply<Answer>.failure(.invalidArgument("the call cannot be read: \(error)"))
            return respond(reply, status: 400)
        }
        return respond(EngineReply(Result { () throws(SearchError) -> Answer in try work(call) }), status: 200)
    }

    private func respond<Answer>(_ reply: EngineReply<Answer>, status: Int) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let body = try? encoder.encode(reply) else { return HTTPResponse(status: 500, body: Array("{}".utf8)) }
        return HTTPResponse(status: status, body: Array(body))
    }
}
