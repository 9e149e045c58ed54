internal import Foundation

extension SearchClient {
    /// Sends a request, and returns the answer of the service; throws `ClientError.service` when its
    /// status is `fail`.
    ///
    /// Every request of `ViSearch` can be asked with this; those with a picture of this machine have verbs of their
    /// own.
    package func answer<Request: ViSearch.Request>(to request: Request) async throws(ClientError) -> Request.Answer {
        let picture = (request as? any ViSearch.PictureRequest)?.picture
        if (picture ?? (request as? ViSearch.DiscoverSearch)?.picture)?.source == .upload {
            throw .invalidArgument("the picture is missing; uploadSearch and its like take one of this machine")
        }
        return try await answer(to: request, with: [])
    }

    func answer<Request: ViSearch.Request>(
        to request: Request, with files: [Attachment]
    ) async throws(ClientError) -> Request.Answer {
        var parameters = try request.checked()
        if case .appKey(let key) = configuration.credentials { parameters.append("access_key", key) }
        if Request.operation.isSearch { addVisitor(to: &parameters) }
        var path = "/" + Request.operation.rawValue
        if let status = request as? ViSearch.InsertStatus { path += "/" + status.transaction.pathEncoded }
        let outgoing = try self.request(Request.operation, path, parameters, files)
        let reply = try await send(outgoing, isRepeatable: Request.operation.isRepeatable)
        return try Self.read(reply)
    }

    /// Returns the answer in a reply, whatever its status, or throws the error.
    private static func read<Answer: ViSearch.WireAnswer>(_ reply: HTTPReply) throws(ClientError) -> Answer {
        let isSuccess = (200..<300).contains(reply.status)
        var answer: Answer
        do throws(MalformedJSON) {
            answer = try Answer(parsing: reply.body)
        } catch {
            if isSuccess { throw ClientError(error) }
            throw .httpStatus(reply.status, body: reply.excerpt)
        }
        if answer.requestID == nil { answer.requestID = reply.headers["x-log-id"] }
        if !isSuccess, answer.status != .fail { throw .httpStatus(reply.status, body: reply.excerpt) }
        // When every image or name is refused, the answer has the reasons, one by one.
        if answer.status == .fail, answer.faults.allSatisfy({ $0.name == nil }) {
            throw .service(code: answer.errorNumber, texts: answer.errorTexts, status: reply.status)
        }
        return answer
    }

    private func request(
        _ operation: ViSearch.Operation, _ path: String, _ parameters: Parameters, _ files: [Attachment]
    ) throws(ClientError) -> HTTPRequest {
        var headers = self.headers
        if !files.isEmpty {
            let form = MultipartForm(parameters, files)
            headers["Content-Type"] = form.contentType
            return HTTPRequest("POST", try url(path), headers: headers, body: form.bytes)
        }
        let text = parameters.urlEncoded
        guard operation.isPost else { return HTTPRequest("GET", try url(path, query: text), headers: headers) }
        headers["Content-Type"] = "application/x-www-form-urlencoded; charset=utf-8"
        return HTTPRequest("POST", try url(path), headers: headers, body: Array(text.utf8))
    }
}

extension ViSearch.Request {
    /// Returns the parameters; throws for values that the service would refuse.
    func checked() throws(ClientError) -> Parameters {
        do throws(ViSearch.Fault) { return try parameters() } catch { throw ClientError(error) }
    }
}

extension ViSearch.Operation {
    var isPost: Bool {
        switch self {
        case .search, .recommendations, .colorSearch, .match, .insertStatus, .gallery, .outOfStock: false
        case .uploadSearch, .discoverSearch, .extractFeature, .multiSearch, .autocomplete, .insert, .remove,
            .similarProducts:
            true
        }
    }

    var isSearch: Bool { self != .insert && self != .insertStatus && self != .remove }

    var isRepeatable: Bool { self != .insert && self != .remove }
}

extension ClientError {
    fileprivate init(_ fault: ViSearch.Fault) { self = .invalidArgument(fault.text) }
}
