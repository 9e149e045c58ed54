/// A group whose calls are JSON by POST, with refusals that name each fault: what such vendors' protocols share.
package protocol CallGroup: RouteGroup {
    var context: RouteContext { get }
    /// The sentence for a request without a known key, and the challenge in the header `WWW-Authenticate`.
    static var keyRule: (text: String, challenge: String) { get }
    /// Returns a refusal with all faults of a request, in the form of the vendor.
    func failure(_ faults: [Fault], _ request: HTTPRequest, status: Int) -> HTTPResponse
    /// Returns the member of the request that an error of the engine is about; empty for the whole.
    func place(of error: SearchError) -> String
}

/// The reason why a call is not answered.
package enum CallFailure: Error {
    case faults([Fault])
    case search(SearchError)
    /// A sentence for the client and, for the log, the reason.
    case refused(String, status: Int, reason: String? = nil)

    /// Throws errors of the engine as failures of the call.
    package static func attempt<Value>(
        _ work: @autoclosure () throws(SearchError) -> Value
    ) throws(CallFailure) -> Value {
        do throws(SearchError) { return try work() } catch { throw .search(error) }
    }

    /// Throws the faults of a request as the failure of the call.
    package static func read<Value>(_ work: @autoclosure () throws(Faults) -> Value) throws(CallFailure) -> Value {
        do throws(Faults) { return try work() } catch { throw .faults(error.all) }
    }
}

extension CallGroup {
    package func place(of error: SearchError) -> String { "" }

    package func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest) -> HTTPResponse {
        failure(refusal.text, request, status: refusal.status)
    }

    package func failure(_ text: String, _ request: HTTPRequest, status: Int) -> HTTPResponse {
        failure([Fault("", text)], request, status: status)
    }

    /// Returns the answer of `work`, or the refusal of a request that may not be answered, has another method, or fails.
    ///
    /// - Parameter methods: The methods that the call takes.
    package func answer(
        _ request: HTTPRequest, _ verdict: Verdict, methods: [String] = ["POST"],
        _ work: () throws(CallFailure) -> [UInt8]
    ) -> HTTPResponse {
        if let refusal = refusal(verdict, request) { return refusal }
        guard methods.contains(request.method) else {
            var response = failure("the method must be \(methods[0])", request, status: 405)
            response.headers.append(("Allow", (methods + ["OPTIONS"]).joined(separator: ", ")))
            return response
        }
        do throws(CallFailure) { return HTTPResponse(body: try work()) } catch { return response(to: request, error) }
    }

    private func refusal(_ verdict: Verdict, _ request: HTTPRequest) -> HTTPResponse? {
        switch verdict {
        case .allowed: return nil
        case .unknownKey:
            let text = (request.misplacedKey.map { $0 + " " } ?? "") + Self.keyRule.text
            return self.response(to: request, .refused(text, status: 401))
        case .lacksRights: return failure(request.lackingRight, request, status: 403)
        case .readOnly: return failure("this server is read-only", request, status: 403)
        case .unavailable(let text): return failure(text, request, status: 503)
        }
    }

    private func response(to request: HTTPRequest, _ failure: CallFailure) -> HTTPResponse {
        switch failure {
        case .faults(let faults): return self.failure(faults, request, status: 400)
        case .refused(let text, let status, let reason):
            var response = self.failure(text, request, status: status)
            response.reason = reason
            if status == 401 {
                response.headers.append(("WWW-Authenticate", "\(Self.keyRule.challenge) realm=\"magpie\""))
            }
            if status == 429 { response.headers.append(("Retry-After", "1")) }
            return response
        case .search(let error):
            context.storeFaults.note(error)
            guard error.isOfThisMachine else {
                return self.failure([Fault(place(of: error), error.description)], request, status: 400)
            }
            var response = self.failure("the call failed on this server; its log has the reason", request, status: 500)
            response.reason = error.description
            return response
        }
    }
}
