extension SearchClient {
    /// Sends a request, and returns the answer of the service; throws `ClientError.service` when its
    /// status is `fail`.
    ///
    /// Every request of `ViSearch` can be asked with this; those with a picture of this machine have verbs of their
    /// own.
    package func answer<Request: ViSearch.Request>(to request: Request) async throws(ClientError) -> Request.Answer {
        if (request as? any ViSearch.PictureRequest)?.picture.source == .upload {
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
        let reply = try await send(
            parameters, to: path, with: files, isPost: Request.operation.isPost,
            isRepeatable: Request.operation.isRepeatable)
        var answer = try Self.read(reply) { body throws(MalformedJSON) in try Request.Answer(parsing: body) }
        if answer.requestID == nil { answer.requestID = reply.headers["x-log-id"] }
        if !reply.isSuccess, answer.status != .fail { throw .httpStatus(reply.status, body: reply.excerpt) }
        // If every image or name is refused, the answer has the reasons, one by one.
        if answer.status == .fail, answer.faults.allSatisfy({ $0.name == nil }) {
            throw .service(code: answer.errorNumber, texts: answer.errorTexts, status: reply.status)
        }
        return answer
    }
}

extension ViSearch.Request {
    /// Returns the parameters; throws for values that the service would refuse.
    func checked() throws(ClientError) -> Parameters {
        do throws(ViSearch.Fault) { return try parameters() } catch { throw .invalidArgument(error.text) }
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
