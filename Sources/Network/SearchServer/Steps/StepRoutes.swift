internal import Essentials

/// Stepwise search: each request brings the whole state of its session, and nothing is kept.
struct StepRoutes: RouteGroup {
    let directory: (any LocalStepDirectory)?

    let routes: [String: HTTPRoute] = [:]
    var description: RouteDescription {
        RouteDescription(PackageResources.steps_json, ["depth": StepCall.Limits.depth])
    }

    /// A hierarchy that has to be made anew first is heavy work.
    func route(at path: String) -> HTTPRoute? {
        guard path == StepReply.path else { return nil }
        let isCurrent = (directory as? any RenewedSteps)?.isCurrent ?? true
        var route = HTTPRoute.call(path, isCurrent ? .quick : .heavy, needs: .search)
        route.bodyBytes = HTTPRoute.searchBytes
        return route
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        if let refusal = HTTPResponse.refusal(verdict, request) { return refusal }
        guard request.method == "POST" else { return .postOnly(request) }
        guard let directory else {
            let text = "this server has no hierarchy; 'magpie serve' takes one with --steps"
            return respond(.failure(.unavailable(text)), status: 404)
        }
        let call: StepCall
        do { call = try JSONDecoder().decode(StepCall.self, from: Data(request.body)) } catch {
            return respond(.failure(.invalidArgument(CallFault.sentence(error, in: request.body))), status: 400)
        }
        do throws(StepError) {
            return respond(.answer(try directory.stepBlocking(call)), status: 200)
        } catch {
            switch error {
            case .invalidArgument, .stepsNotPositive: return respond(.failure(error), status: 400)
            case .unavailable(let text):
                // The text has paths of this machine.
                var response = respond(.failure(.unavailable("the hierarchy cannot be read")), status: 500)
                response.reason = text
                return response
            case .notACandidate, .noData, .incompleteData, .alreadyArrived, .dataChanged, .cancelled:
                return respond(.failure(error), status: 200)
            }
        }
    }

    private func respond(_ reply: StepReply, status: Int) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // Coordinates are finite: the import checks them.
        let body = (try? encoder.encode(reply)) ?? Data("{}".utf8)
        return HTTPResponse(status: status, body: Array(body))
    }
}
