public import BloomreachAPI
internal import Foundation

/// A client of the fetch calls of Bloomreach Engagement: their service, or a server of your own.
///
/// A value without global state; make as many as you like. Calls may run at the same time. A call that is cancelled
/// ends its request. Limits are checked before anything is sent, and one error has everything that exceeds them. A
/// failure that the service reports in an answer with the status 200 is an error as well.
public struct BloomreachClient: Sendable {
    /// The service that is asked.
    public let service: BloomreachService
    /// The kinds of a customer's names, in the order in which calls have the names.
    public let customerKinds: [String]
    private let authorization: BloomreachAuthorization
    package var client: SearchClient

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - service: The base URL, and the project or the stream.
    ///   - authorization: The credentials. Default none.
    ///   - customerKinds: The kinds of a customer's names, in the order in which calls have the names. Default
    ///     `cookie` and `registered`.
    ///   - timeout: The limit of one try, in seconds. Default 30.
    ///   - totalTimeout: The limit of a call with all its tries and pauses, in seconds. Default 90.
    ///   - retry: The policy for sending requests again.
    ///   - headers: Headers of your own for every request. Default none.
    ///   - transport: The way to the service. Default that of Foundation.
    public init(
        _ service: BloomreachService, _ authorization: BloomreachAuthorization = .none,
        customerKinds: [String] = ["cookie", "registered"], timeout: Double = 30, totalTimeout: Double = 90,
        retry: RetryPolicy = RetryPolicy(), headers: [String: String] = [:],
        transport: any Transport = URLSessionTransport()
    ) {
        self.service = service
        self.authorization = authorization
        self.customerKinds = customerKinds
        client = SearchClient(
            ClientConfiguration(
                .none, at: service.baseURL, timeout: timeout, totalTimeout: totalTimeout, retry: retry, headers: headers
            ),
            transport: transport)
    }

    /// Recommends items, each with its data as a value of your type, which is read from the whole row.
    ///
    /// A row that the type does not accept is left out and among the notices.
    ///
    /// - Parameters:
    ///   - request: The model, the place and the person. The vendor's service takes filters of one level, and draws
    ///     without a seed.
    ///   - item: The type of the data of an item. Default any JSON.
    /// - Throws: `invalidArgument` with every fault of the request, `service` with those that the service names.
    public func recommendations<Item: Decodable & Sendable>(
        _ request: RecommendationRequest, as item: Item.Type = JSONValue.self
    ) async throws(ClientError) -> Bloomreach.Rows<Bloomreach.Recommended<Item>> {
        var faults = faults(of: request)
        let customer = ids(of: request.customer, &faults)
        switch service.mode {
        case .project(let token):
            let call = Bloomreach.AttributesCall(customer: customer, attributes: [.recommendation(request)])
            try SearchClient.ensure(faults + call.faults)
            let (results, notices) = try await results(of: call, token)
            return try Self.read(Bloomreach.recommended(results[0], at: "results[0].value", notices))
        case .stream(let id):
            let call = Bloomreach.StreamCall(customer: customer, recommendation: request)
            try SearchClient.ensure(faults + call.faults)
            let body = try await ask(.recommend(stream: id), call.json)
            let (rows, notices) = try Self.read(Bloomreach.streamRows(in: body))
            return try Self.read(Bloomreach.recommended(rows, at: "data", notices))
        }
    }

    /// Lists the purposes that customers agree to: their definitions, and not anyone's answer. See ``consents(of:)``.
    public func consentCategories() async throws(ClientError) -> Bloomreach.Rows<ConsentCategory> {
        let body = try await ask(.categories(service.mode), nil)
        return try Self.read(Bloomreach.categories(in: body))
    }

    /// Lists the latest answer of a customer to each category; none for a category that they have not answered.
    ///
    /// Asks for the categories first. Needs the private keys of a project: the form of streams has no such call. The
    /// service says whether a consent holds now: one that has ended counts as not given.
    ///
    /// - Parameter customer: The names of the customer, in the order of ``customerKinds``.
    public func consents(of customer: [String]) async throws(ClientError) -> Bloomreach.Rows<Consent> {
        var faults: [Bloomreach.Fault] = []
        let ids = ids(of: customer, &faults)
        try SearchClient.ensure(faults)
        guard case .project(let token) = service.mode else {
            throw .invalidArgument("the consents of a customer are asked of a project; a stream has no such call")
        }
        let categories = try await consentCategories()
        let parts = Bloomreach.ConsentPart.allCases
        var consents: [Consent] = []
        var notices = categories.notices
        let count = Bloomreach.Limits.attributes / parts.count
        for start in stride(from: 0, to: categories.count, by: count) {
            let asked = categories[start..<min(start + count, categories.count)]
            let call = Bloomreach.AttributesCall(
                customer: ids,
                attributes: asked.flatMap { category in parts.map { .consent(category: category.id, $0) } })
            let (values, more) = try await results(of: call, token)
            notices += more
            for (place, category) in asked.enumerated() {
                let found = values[(place * parts.count)..<((place + 1) * parts.count)]
                let pairs = zip(parts, found).map { ($0, $1) }
                if let consent = Consent(category: category.id, parts: Dictionary(uniqueKeysWithValues: pairs)) {
                    consents.append(consent)
                }
            }
        }
        return Bloomreach.Rows(consents, notices: notices)
    }

    private func results(
        of call: Bloomreach.AttributesCall, _ token: String
    ) async throws(ClientError) -> (values: [JSONValue], notices: [Bloomreach.Fault]) {
        let body = try await ask(.attributes(project: token), call.json)
        let (results, notices) = try Self.read(Bloomreach.results(in: body, count: call.attributes.count))
        var values: [JSONValue] = []
        var failures: [String] = []
        for result in results {
            switch result {
            case .value(let value): values.append(value)
            case .failure(let text): if !failures.contains(text) { failures.append(text) }
            }
        }
        if !failures.isEmpty { throw .service(code: nil, texts: failures, status: 200) }
        return (values, notices)
    }

    /// A call with a body is a POST.
    private func ask(_ operation: Bloomreach.Operation, _ body: JSONValue?) async throws(ClientError) -> [UInt8] {
        var headers = ["Accept": "application/json"]
        if body != nil { headers["Content-Type"] = "application/json" }
        let url = try client.url(operation.path(naming: \.pathEncoded))
        let request = HTTPRequest(body == nil ? "GET" : "POST", url, headers: headers, body: body?.encoded ?? [])
        let reply = try await authorization.send(request, client)
        guard reply.isSuccess else {
            let texts = Bloomreach.reasons(in: reply.body)
            throw texts.isEmpty
                ? .httpStatus(reply.status, body: reply.excerpt)
                : .service(code: reply.status, texts: texts, status: reply.status)
        }
        return reply.body
    }

    private static func read<Value>(
        _ work: @autoclosure () throws(Bloomreach.ReadingError) -> Value
    ) throws(ClientError) -> Value {
        do throws(Bloomreach.ReadingError) { return try work() } catch {
            switch error {
            case .failure(let failure): throw .service(code: nil, texts: failure.texts, status: 200)
            case .malformed(let malformed): throw ClientError(malformed)
            }
        }
    }

    /// The names by their kinds.
    private func ids(of customer: [String], _ faults: inout [Bloomreach.Fault]) -> [String: String] {
        if customer.count > customerKinds.count {
            let text =
                "must have at most \(customerKinds.count) names, one for each of customerKinds, not \(customer.count)"
            faults.append(.init("customer", text))
        }
        return Dictionary(zip(customerKinds, customer)) { first, _ in first }
    }

    /// The parts of a request that travel to no service, or not to the vendor's.
    private func faults(of request: RecommendationRequest) -> [Bloomreach.Fault] {
        var faults = request.filter.catalogFaults.map { Bloomreach.Fault("filter", $0) }
        guard service.isBloomreach else { return faults }
        if !request.filter.isCatalogFilterOfVendor {
            let text =
                "must be comparisons that all hold: Bloomreach takes no other conditions, nor patterns inside a text"
            faults.append(.init("filter", text))
        }
        if case .random(_?) = request.fill {
            faults.append(.init("fill", "must have no seed: Bloomreach draws without one"))
        }
        return faults
    }
}
