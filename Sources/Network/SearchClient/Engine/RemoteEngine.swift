internal import Foundation
internal import WireFormat

/// The engine behind a server of our own: everything that the embedded one does, with equal answers.
///
/// Asks the routes of `EngineRoute`. Pictures of up to ``pictureBytes`` go as they are, so that the server sees
/// what the embedded engine would; the client's preparer makes larger ones smaller, and boxes are carried along. A
/// source that is a path comes along only where the server runs on this machine. ViSenze's service has no such routes
/// and is refused before anything is sent.
public struct RemoteEngine: CatalogService, RecommendationService {
    /// The client that sends the requests.
    package let client: SearchClient
    /// Pictures with more bytes are sent as JPEG of 1024 pixels, and pictures of one insert with more than this go in
    /// several requests. Default 6 MiB, which is 8 MiB on the way: a server takes requests of 10 MB.
    public var pictureBytes = 6 << 20
    /// Entries of one insert request. Default 100.
    package var batchCount = 100

    /// - Throws: `invalidArgument` for ViSenze's service.
    public init(_ client: SearchClient) throws(ClientError) {
        guard !client.configuration.isViSenze else {
            throw .invalidArgument(
                "\(client.configuration.baseURL) has no engine routes; ViSearchEngine asks in the words of ViSearch")
        }
        self.client = client
    }

    /// Finds items. A picture of more than ``pictureBytes`` is made smaller before it is sent; several of them share these.
    public func search(_ request: SearchRequest) async throws(SearchError) -> SearchAnswer {
        let query = request.query
        let pictures = ([query.example] + query.examples.map(\.example)).count { $0?.isPicture == true }
        guard pictures > 0 else { return try await client.call(.search, request) }
        var request = request
        var first: TransferableImage?
        func sendable(
            _ example: SearchRequest.Example, isPositive: Bool
        ) async throws(SearchError) -> SearchRequest.Example {
            guard case .image(let image, let region) = example else { return example }
            let sent = try await TransferableImage(image, limit: pictureBytes / pictures, client: client)
            if isPositive, first == nil { first = sent }
            return .image(sent.image, try sent.map(region))
        }
        if let example = query.example { request.query.example = try await sendable(example, isPositive: true) }
        for (place, each) in query.examples.enumerated() {
            request.query.examples[place].example = try await sendable(each.example, isPositive: each.weight > 0)
        }
        let answer = try await client.call(.search, request)
        return first?.unmap(answer) ?? answer
    }

    /// Finds the objects of a picture, and items for each of them. A picture of more than ``pictureBytes`` is made
    /// smaller before it is sent.
    public func discover(_ request: DiscoverRequest) async throws(SearchError) -> DiscoverAnswer {
        let sent = try await TransferableImage(request.image, limit: pictureBytes, client: client)
        var request = request
        request.image = sent.image
        request.regions = try request.regions.map { region throws(SearchError) in try sent.map(region) }
        // The objects replace the picture of each query; a file there could not be sent.
        request.each.query.example = nil
        return sent.unmap(try await client.call(.discover, request))
    }

    /// In several requests where there is much to send: what an earlier one wrote stays when a later one fails. A
    /// request is never sent twice when it may have arrived.
    public func insert(_ entries: [Entry]) async throws(SearchError) -> [Result<Void, SearchError>] {
        var results: [Result<Void, SearchError>] = []
        results.reserveCapacity(entries.count)
        var batch: [(place: Int, entry: Entry)] = []
        var bytes = 0
        for (place, entry) in entries.enumerated() {
            results.append(.success(()))
            var entry = entry
            do throws(SearchError) {
                entry = try await transferable(entry)
            } catch {
                results[place] = .failure(error)
                continue
            }
            let size = ([entry.image] + (entry.pictures ?? []).map(\.image)).reduce(0) { $0 + ($1?.byteCount ?? 0) }
            if batch.count == batchCount || !batch.isEmpty && bytes + size > pictureBytes {
                try await send(batch, into: &results)
                (batch, bytes) = ([], 0)
            }
            batch.append((place, entry))
            bytes += size
        }
        if !batch.isEmpty { try await send(batch, into: &results) }
        return results
    }

    /// The entry with its pictures as they are sent.
    private func transferable(_ entry: Entry) async throws(SearchError) -> Entry {
        var entry = entry
        if let image = entry.image {
            entry.image = try await TransferableImage(image, limit: pictureBytes, client: client).image
        }
        guard let pictures = entry.pictures else { return entry }
        var sent: [Entry.Picture] = []
        for var picture in pictures {
            picture.image = try await TransferableImage(picture.image, limit: pictureBytes, client: client).image
            sent.append(picture)
        }
        entry.pictures = sent
        return entry
    }

    private func send(
        _ batch: [(place: Int, entry: Entry)], into results: inout [Result<Void, SearchError>]
    ) async throws(SearchError) {
        let problems = try await client.call(.insert, batch.map(\.entry))
        guard problems.count == batch.count else {
            throw .service("the server answered \(problems.count) of \(batch.count) entries")
        }
        for (item, problem) in zip(batch, problems) {
            if let problem { results[item.place] = .failure(problem) }
        }
    }

    /// Removes items; returns the ids that existed.
    public func remove(_ ids: [String]) async throws(SearchError) -> [String] { try await client.call(.remove, ids) }

    /// Gets the item with this id; nil for an unknown id.
    public func item(_ id: String) async throws(SearchError) -> Item? { try await client.call(.item, id) }

    /// Lists the types of product that the items have, by name, with the values that occur with each.
    public func productTypes() async throws(SearchError) -> [ProductType] { try await client.call(.types, EmptyCall()) }

    /// Suggests texts to search for. For fewer than three letters, the frequent searches of the server come first.
    public func suggest(_ request: SuggestRequest) async throws(SearchError) -> [Suggestion] {
        try await client.call(.suggest, request)
    }

    /// Counts the items of the store.
    public func count() async throws(SearchError) -> Int { try await client.call(.count, EmptyCall()) }

    /// Recommends items. Where an answer is lost and asked for again, its items count as shown once more.
    public func recommend(_ request: RecommendationRequest) async throws(SearchError) -> RecommendationAnswer {
        try await client.call(.recommend, request)
    }

    /// Lists the purposes that customers agree to, by name.
    public func consentCategories() async throws(SearchError) -> [ConsentCategory] {
        try await client.call(.categories, EmptyCall())
    }

    /// Lists the latest answer of the customer, known by any of the names, to each category.
    public func consents(of customer: [String]) async throws(SearchError) -> [Consent] {
        try await client.call(.consents, customer)
    }
}

extension SearchClient {
    fileprivate func call<Call, Answer>(
        _ route: EngineRoute<Call, Answer>, _ call: Call
    ) async throws(SearchError) -> Answer {
        let body: Data
        do {
            body = try JSONEncoder().encode(call)
        } catch {
            throw .invalidArgument("a number of the request is not finite")
        }
        let reply: HTTPReply
        do throws(ClientError) {
            reply = try await post(route.path, body, isRepeatable: route.isRepeatable)
        } catch {
            throw error == .cancelled ? .cancelled : .service(error.description)
        }
        guard let answer = try? JSONDecoder().decode(EngineReply<Answer>.self, from: Data(reply.body)) else {
            let text = ClientError.httpStatus(reply.status, body: reply.excerpt).description
            throw .service("\(route.path) answered what the engine does not say: \(text)")
        }
        return try answer.get()
    }

    /// Sends a call to a route of a server of our own.
    func post(_ path: String, _ body: Data, isRepeatable: Bool) async throws(ClientError) -> HTTPReply {
        var headers = self.headers
        headers["Content-Type"] = "application/json"
        headers[EngineHeader.paths] = EngineHeader.wanted
        var parameters = Parameters()
        if case .appKey(let key) = configuration.credentials { parameters.append("access_key", key) }
        let url = try url(path, query: parameters.urlEncoded)
        let request = HTTPRequest("POST", url, headers: headers, body: [UInt8](body))
        return try await send(request, isRepeatable: isRepeatable)
    }
}
