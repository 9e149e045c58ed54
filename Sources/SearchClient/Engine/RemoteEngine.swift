internal import Dispatch
internal import Foundation
internal import Imaging
public import SearchAPI

/// The engine behind a server of our own: everything that the embedded one does, with equal answers.
///
/// Asks the routes of ``SearchAPI/EngineRoute``. Pictures go as they are, so that the server sees what the embedded engine
/// would; for small uploads use ``SearchClient/uploadSearch(_:box:points:detection:text:settings:options:)``.
/// ViSenze's service has no such routes and is refused before anything is sent.
public struct RemoteEngine: SearchService {
    public let client: SearchClient
    /// Pictures of one insert request, in bytes; more go in several requests. Default 16 MiB.
    public var batchBytes = 16 << 20
    /// Entries of one insert request. Default 100.
    public var batchCount = 100

    /// - Throws: `invalidArgument` for ViSenze's service.
    public init(_ client: SearchClient) throws(ClientError) {
        guard !client.configuration.isViSenze else {
            throw .invalidArgument(
                "typed attributes and filters, words and colors beside a picture, explanations and lookups are not part "
                    + "of ViSearch; ask \(client.configuration.baseURL) with the requests of ViSearch")
        }
        self.client = client
    }

    public func search(_ request: SearchRequest) async throws(SearchError) -> SearchAnswer {
        var request = request
        if case .image(let image, let box) = request.query.look {
            request.query.look = .image(try await Self.travelling(image), box: box)
        }
        return try await client.call(.search, request)
    }

    public func discover(_ request: DiscoverRequest) async throws(SearchError) -> DiscoverAnswer {
        var request = request
        request.image = try await Self.travelling(request.image)
        request.each.query.look = nil
        return try await client.call(.discover, request)
    }

    /// In several requests where there is much to send: what an earlier one wrote stays when a later one fails. A request
    /// is never sent twice when it may have arrived.
    public func insert(_ entries: [Entry]) async throws(SearchError) -> [Result<Void, SearchError>] {
        var results: [Result<Void, SearchError>] = []
        results.reserveCapacity(entries.count)
        var batch: [(place: Int, entry: Entry)] = []
        var bytes = 0
        for (place, entry) in entries.enumerated() {
            results.append(.success(()))
            var entry = entry
            if let image = entry.image {
                do throws(SearchError) {
                    entry.image = try await Self.travelling(image)
                } catch {
                    results[place] = .failure(error)
                    continue
                }
            }
            let size = entry.image?.travellingBytes ?? 0
            if batch.count == batchCount || !batch.isEmpty && bytes + size > batchBytes {
                try await send(batch, into: &results)
                (batch, bytes) = ([], 0)
            }
            batch.append((place, entry))
            bytes += size
        }
        if !batch.isEmpty { try await send(batch, into: &results) }
        return results
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

    public func remove(_ ids: [String]) async throws(SearchError) -> [String] { try await client.call(.remove, ids) }

    public func item(_ id: String) async throws(SearchError) -> Item? { try await client.call(.item, id) }

    public func count() async throws(SearchError) -> Int { try await client.call(.count, EngineNothing()) }

    /// The bytes of a file in place of its name.
    private static func travelling(_ image: ImageInput) async throws(SearchError) -> ImageInput {
        guard case .file(let url) = image else { return image }
        let path = url.path(percentEncoded: false)
        let result: Result<[UInt8], ImageError> = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(
                    returning: Result { () throws(ImageError) in
                        do {
                            return [UInt8](try Data(contentsOf: url))
                        } catch {
                            guard FileManager.default.fileExists(atPath: path) else { throw .notFound(path: path) }
                            throw .unreadable(path: path, reason: error.localizedDescription)
                        }
                    })
            }
        }
        switch result {
        case .success(let bytes): return .bytes(bytes)
        case .failure(let error): throw .image(error)
        }
    }
}

extension ImageInput {
    fileprivate var travellingBytes: Int {
        switch self {
        case .file: 0
        case .bytes(let bytes): bytes.count
        case .pixels(let pixels): pixels.bytes.count
        }
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
            throw .service(error.description)
        }
        guard let answer = try? JSONDecoder().decode(EngineReply<Answer>.self, from: Data(reply.body)) else {
            let text = ClientError.httpStatus(reply.status, body: reply.excerpt).description
            throw .service("\(route.path) answered what the engine does not say: \(text)")
        }
        return try answer.get()
    }

    private func post(_ path: String, _ body: Data, isRepeatable: Bool) async throws(ClientError) -> HTTPReply {
        var headers = self.headers
        headers["Content-Type"] = "application/json"
        var parameters = Parameters()
        if case .appKey(let key) = configuration.credentials { parameters.append("access_key", key) }
        let url = try url(path, query: parameters.urlEncoded)
        let request = HTTPRequest("POST", url, headers: headers, body: [UInt8](body))
        return try await send(request, isRepeatable: isRepeatable)
    }
}
