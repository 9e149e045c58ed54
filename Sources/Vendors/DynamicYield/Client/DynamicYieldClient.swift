internal import Foundation

/// A client of Dynamic Yield's Experience Search: their service, or a server of your own.
///
/// A value without global state; make as many as you like. Calls may run at the same time. A call that is cancelled
/// ends its request. Limits are checked before anything is sent, and one error has everything that exceeds them.
public struct DynamicYieldClient: Sendable {
    /// The hosts that are asked.
    public let service: DynamicYieldService
    private let key: String
    private let serving: SearchClient
    private let collecting: SearchClient

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - key: The API key, which travels in the header `DY-API-Key`; nil for a server of your own without keys.
    ///   - service: The hosts to ask. Default the United States.
    ///   - timeout: The limit of one try, in seconds. Default 30.
    ///   - totalTimeout: The limit of a call with all its tries and pauses, in seconds. Default 90.
    ///   - retry: The policy for sending requests again.
    ///   - headers: Headers of your own for every request. Default none.
    ///   - transport: The way to the service. Default that of Foundation.
    ///   - preparer: Makes pictures upright and small. Default that of `SearchClient`.
    public init(
        key: String?, at service: DynamicYieldService = .unitedStates, timeout: Double = 30,
        totalTimeout: Double = 90, retry: RetryPolicy = RetryPolicy(),
        headers: [String: String] = [:],
        transport: any Transport = URLSessionTransport(),
        preparer: (any PicturePreparer)? = SearchClient.standardPreparer
    ) {
        self.key = key ?? ""
        self.service = service
        func client(_ url: URL) -> SearchClient {
            SearchClient(
                ClientConfiguration(
                    .none, at: url, timeout: timeout, totalTimeout: totalTimeout, retry: retry, headers: headers),
                transport: transport, preparer: preparer)
        }
        serving = client(service.serving)
        collecting = client(service.collecting)
    }

    /// Finds the products that match a text or look like a picture.
    ///
    /// The preparer of the client makes a picture upright and small before it is sent. The answer has the warnings of the service, and names the
    /// parts that could not be read, such as a product that the type does not accept.
    ///
    /// - Parameters:
    ///   - search: The text or the picture, and all parameters.
    ///   - item: The type of the product data. Default the columns that every catalog may have.
    ///   - settings: Size and quality of the upload of a picture.
    /// - Throws: `invalidArgument` with every fault of the search, `service` with those that the service names.
    public func search<Item: Decodable & Sendable>(
        _ search: DynamicYield.Search, as item: Item.Type = DynamicYield.Product.self,
        settings: UploadSettings = .standard
    ) async throws(ClientError) -> DynamicYield.Answer<Item> {
        let prepared = try await prepare(search, settings)
        return try await answer(to: prepared)
    }

    /// Completes a text of three characters or more; a shorter one gives the searches that are popular now.
    ///
    /// - Parameters:
    ///   - text: The beginning of a search. Default empty.
    ///   - limit: The most suggestions, 1…100. Default 10.
    ///   - locale: The language and region whose searches count, such as `en_GB`. Default nil.
    ///   - visitor: The person, the visit and the device. Default unknown.
    public func suggest(
        _ text: String = "", limit: Int = 10, locale: String? = nil,
        visitor: DynamicYield.Visitor = DynamicYield.Visitor()
    ) async throws(ClientError) -> DynamicYield.Suggestions {
        let suggest = DynamicYield.Suggest(text, limit: limit, locale: locale, visitor: visitor)
        try SearchClient.ensure(suggest.faults)
        let reply = try await post(.suggest, suggest.json, to: serving, isRepeatable: true)
        return try SearchClient.read(reply, DynamicYield.Suggestions.init(parsing:))
    }

    /// Reports what a person did with results. A report is never sent twice when it may have arrived.
    ///
    /// - Parameters:
    ///   - engagements: 1 to 1,000 of them, with the names that an answer gave.
    ///   - branch: The branch of the person. Default nil.
    ///   - visitor: The person, the visit and the device. Default unknown.
    public func report(
        _ engagements: [DynamicYield.Engagement], branch: String? = nil,
        visitor: DynamicYield.Visitor = DynamicYield.Visitor()
    ) async throws(ClientError) {
        let report = DynamicYield.EngagementReport(engagements, branch: branch, visitor: visitor)
        try SearchClient.ensure(report.faults)
        _ = try await post(.engagement, report.json, to: collecting, isRepeatable: false)
    }

    /// Checks a search, and makes its picture ready: of any other kind it is bytes afterwards.
    func prepare(
        _ search: DynamicYield.Search, _ settings: UploadSettings
    ) async throws(ClientError) -> DynamicYield.Search {
        var faults = search.faults()
        if service.isDynamicYield, search.isVisual, search.window != nil {
            faults.append(.init("query.pagination", "a visual search of Dynamic Yield takes no window"))
        }
        try SearchClient.ensure(faults)
        guard case .image(let input) = search.query else { return search }
        var prepared = search
        let bytes = try await serving.upload(input, settings).bytes
        prepared.query = .image(.bytes(bytes))
        try SearchClient.ensure(prepared.faults(imageBytes: bytes.count))
        return prepared
    }

    /// The answer to a search that is ready.
    func answer<Item: Decodable & Sendable>(
        to prepared: DynamicYield.Search
    ) async throws(ClientError) -> DynamicYield.Answer<Item> {
        let reply = try await post(.search, prepared.json(), to: serving, isRepeatable: true)
        return try SearchClient.read(reply) { body throws(MalformedJSON) in try DynamicYield.Answer(parsing: body) }
    }

    private func post(
        _ operation: DynamicYield.Operation, _ body: JSONValue, to client: SearchClient, isRepeatable: Bool
    ) async throws(ClientError) -> HTTPReply {
        var headers = ["Accept": "application/json", "Content-Type": "application/json"]
        if !key.isEmpty { headers[DynamicYield.keyHeader] = key }
        let request = HTTPRequest("POST", try client.url(operation.path), headers: headers, body: body.encoded)
        let reply = try await client.send(request, isRepeatable: isRepeatable)
        guard reply.isSuccess else { throw ClientError(refused: reply) }
        return reply
    }
}

extension ClientError {
    /// A server of our own names each fault; other services answer anything.
    fileprivate init(refused reply: HTTPReply) {
        guard let errors = (try? JSONValue(parsing: reply.body))?["errors"]?.elements, !errors.isEmpty else {
            self = .httpStatus(reply.status, body: reply.excerpt)
            return
        }
        let texts = errors.map { error in
            guard let text = error["message"]?.text else { return error.encodedText }
            return DynamicYield.Fault(error["path"]?.text ?? "", text).description
        }
        self = .service(code: reply.status, texts: texts, status: reply.status)
    }
}
