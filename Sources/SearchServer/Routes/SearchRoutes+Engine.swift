internal import Foundation
internal import Imaging
internal import SearchAPI
internal import VisualSearch

// The engine's own verbs, value for value.
extension SearchRoutes {
    func answer(_ verb: Route.EngineVerb, _ request: HTTPRequest) -> HTTPResponse {
        switch verb {
        case .search: call(.search, request, hiding: { $0.withoutPaths }, searchNow)
        case .insert: call(.insert, request, insertNow)
        case .remove: call(.remove, request) { ids throws(SearchError) in try self.runner.remove(ids) }
        case .item:
            call(.item, request, hiding: { $0?.withoutPath }, itemNow)
        case .count: call(.count, request) { _ throws(SearchError) in try self.engine.countNow() }
        case .types: call(.types, request) { _ throws(SearchError) in try self.engine.productTypesNow() }
        case .discover:
            call(.discover, request, hiding: { $0.withoutPaths }, discoverNow)
        }
    }

    private func itemNow(_ id: String) throws(SearchError) -> Item? { try engine.itemNow(id) }

    private func discoverNow(_ call: DiscoverRequest) throws(SearchError) -> DiscoverAnswer {
        try onCore("discover", upTo: workers) { [self] workers throws(SearchError) in
            try engine.discoverNow(call, limits: limits, workers: workers)
        }
    }

    private func searchNow(_ call: SearchRequest) throws(SearchError) -> SearchAnswer {
        guard case .image = call.query.look else { return try engine.searchNow(call, limits: limits) }
        return try onCore("search", upTo: call.detection == nil ? 1 : workers) { [self] workers throws(SearchError) in
            try engine.searchNow(call, limits: limits, workers: workers)
        }
    }

    /// Each picture waits for its turn by itself, so that a large insert does not hold up searches.
    private func insertNow(_ entries: [Entry]) throws(SearchError) -> [SearchError?] {
        try engine.insertNow(entries, workers: workers) { [self] image throws(SearchError) in
            try onCore("describe", isPatient: true) { [self] _ throws(SearchError) in
                try engine.describe(image, limits: limits)
            }
        }.map { result in
            if case .failure(let error) = result { error } else { nil }
        }
    }

    private func call<Call: Codable & Sendable, Answer: Codable & Sendable>(
        _ route: EngineRoute<Call, Answer>, _ request: HTTPRequest, hiding hidden: (Answer) -> Answer = { $0 },
        _ work: (Call) throws(SearchError) -> Answer
    ) -> HTTPResponse {
        guard request.method == "POST" else {
            var refusal = failure(ViSearch.Fault("The method is not supported."), request, status: 405)
            refusal.headers.append(("Allow", "POST, OPTIONS"))
            return refusal
        }
        let call: Call
        do { call = try JSONDecoder().decode(Call.self, from: Data(request.body)) } catch {
            let text = CallFault.sentence(error, in: request.body)
            return respond(EngineReply<Answer>.failure(.invalidArgument(text)), status: 400)
        }
        do throws(SearchError) {
            let answer = try work(call)
            return respond(EngineReply.answer(request.mayHearPaths ? answer : hidden(answer)), status: 200)
        } catch {
            troubles.note(error)
            var response = respond(
                EngineReply<Answer>.failure(request.mayHearPaths ? error : error.withoutPath), status: 200)
            response.reason = error.isOfThisMachine ? error.description : nil
            return response
        }
    }

    private func respond<Answer>(_ reply: EngineReply<Answer>, status: Int) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        do {
            return HTTPResponse(status: status, body: Array(try encoder.encode(reply)))
        } catch {
            let reason = "the answer has a number that JSON has not"
            return HTTPResponse(status: 500, body: Array("{}".utf8), reason: reason)
        }
    }
}

extension HTTPRequest {
    /// The caller is on this machine, where the paths mean something, and asks for them. A proxy on this machine speaks
    /// for others.
    fileprivate var mayHearPaths: Bool {
        headers[EngineHeader.paths] == EngineHeader.wanted && IPAddress(remoteAddress)?.isLoopback == true
            && ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].allSatisfy { headers[$0] == nil }
    }
}

extension SearchError {
    /// Nothing that another request could have done better.
    fileprivate var isOfThisMachine: Bool {
        switch self {
        case .store, .damaged, .diskFull, .describerMismatch, .service, .image(.internal), .image(.timedOut): true
        case .invalidArgument, .itemNotFound, .image, .wrongType: false
        }
    }
}
