internal import BloomreachAPI
internal import ViSearchAPI

/// The fetch calls of Bloomreach Engagement, in the forms of projects and of streams.
///
/// One server has one store, so that the token of a project and the id of a stream select nothing.
struct BloomreachRoutes {
    /// The reason why a call is not answered.
    enum Failure: Error {
        case faults([Bloomreach.Fault])
        case search(SearchError)
        case forbidden(String)
    }

    let context: RouteContext

    /// - Parameter refusal: The reason why the keys of the request do not allow it.
    func respond(
        to request: HTTPRequest, _ operation: Bloomreach.Operation, _ refusal: ViSearch.Fault?
    ) -> HTTPResponse {
        if let refusal {
            let isUnknown = refusal == .badCredentials
            let text =
                isUnknown
                ? "a valid key is required: Authorization: Token KEY, Bearer KEY, or an access and a secret key by HTTP Basic"
                : "the key lacks the right `search`"
            var response = Self.failure([.init("", text)], request, status: isUnknown ? 401 : 403)
            if isUnknown { response.headers.append(("WWW-Authenticate", "Bearer realm=\"magpie\"")) }
            return response
        }
        let methods = if case .categories = operation { ["GET", "HEAD"] } else { ["POST"] }
        guard methods.contains(request.method) else {
            var response = Self.failure([.init("", "the method must be \(methods[0])")], request, status: 405)
            response.headers.append(("Allow", (methods + ["OPTIONS"]).joined(separator: ", ")))
            return response
        }
        do throws(Failure) {
            switch operation {
            case .attributes: return HTTPResponse(body: try attributes(request))
            case .recommend: return HTTPResponse(body: try recommend(request))
            case .categories:
                let categories = try attempt { () throws(SearchError) in
                    try context.recommendations.consentCategoriesBlocking()
                }
                return HTTPResponse(body: Bloomreach.body(of: categories))
            }
        } catch {
            return response(to: request, error)
        }
    }

    private func response(to request: HTTPRequest, _ failure: Failure) -> HTTPResponse {
        switch failure {
        case .faults(let faults): return Self.failure(faults, request, status: 400)
        case .forbidden(let text): return Self.failure([.init("", text)], request, status: 403)
        case .search(let error):
            context.troubles.note(error)
            guard error.isOfThisMachine else {
                return Self.failure([.init("", error.description)], request, status: 400)
            }
            let text = "the call failed on this server; its log has the reason"
            var response = Self.failure([.init("", text)], request, status: 500)
            response.reason = error.description
            return response
        }
    }

    /// The answer to a request that is not answered otherwise: all of its faults.
    static func failure(_ faults: [Bloomreach.Fault], _ request: HTTPRequest, status: Int) -> HTTPResponse {
        HTTPResponse(status: status, body: Bloomreach.body(ofFaults: faults, status: status, requestID: request.id))
    }

    /// True for a path below those of the vendor, whether or not there is something.
    static func owns(_ path: String) -> Bool {
        ["/data/v2/projects/", "/data/v2/streams/", "/optimization/streams/"].contains { path.hasPrefix($0) }
    }

    static func nothing(at request: HTTPRequest) -> HTTPResponse {
        failure([Bloomreach.Fault("", "there is nothing here")], request, status: 404)
    }

    /// Throws errors of the store and of the models as failures of the call.
    func attempt<Value>(_ work: () throws(SearchError) -> Value) throws(Failure) -> Value {
        do throws(SearchError) { return try work() } catch { throw .search(error) }
    }

    func read<Value>(_ work: () throws(Bloomreach.Faults) -> Value) throws(Failure) -> Value {
        do throws(Bloomreach.Faults) { return try work() } catch { throw .faults(error.all) }
    }
}
