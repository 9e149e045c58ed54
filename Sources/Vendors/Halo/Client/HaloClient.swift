public import ContentAPI
public import Foundation
internal import HaloAPI

/// A client of HALO's content search: the vendor's service, or a server of your own.
///
/// ```swift
/// let halo = HaloClient(at: url, .client(id: "app", secret: "…"))
/// let page = try await halo.search(ContentQuery("articles").sorted(by: .publishedAt, .descending), as: Article.self)
/// ```
///
/// A value; copies share their token. Calls may run at the same time. A call that is cancelled ends its request. The
/// token is fetched before the first search. Where a search is refused with status 401, the token is renewed, and the
/// search repeated once.
public struct HaloClient: ContentService {
    /// The tags of this device. Default none.
    public var deviceTags: [ContentTag] = []
    /// Adds the tags of the device to the audience of each query. Default false.
    public var segmentsWithDevice = false
    /// The URL that paths are added to, such as `https://halo.mobgen.com`.
    public let baseURL: URL
    package var client: SearchClient { didSet { tokens = HaloTokenSource(credentials, client) } }
    private let credentials: HaloCredentials
    private var tokens: HaloTokenSource
    /// Pictures with more bytes are made smaller before they are sent: a server takes requests of 10 MB.
    private let pictureBytes = 6 << 20

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that paths are added to.
    ///   - credentials: The credentials. Default none.
    ///   - timeout: The limit of one try, in seconds. Default 30.
    ///   - totalTimeout: The limit of a request with all its tries and pauses, in seconds. Default 90.
    ///   - retry: The policy for sending requests again.
    ///   - headers: Headers of your own for every request. Default none.
    ///   - transport: The way to the service. Default that of Foundation.
    ///   - preparer: Makes large pictures smaller. Default that of `SearchClient`.
    public init(
        at baseURL: URL, _ credentials: HaloCredentials = .none, timeout: Double = 30, totalTimeout: Double = 90,
        retry: RetryPolicy = RetryPolicy(), headers: [String: String] = [:],
        transport: any Transport = URLSessionTransport(),
        preparer: (any PicturePreparer)? = SearchClient.standardPreparer
    ) {
        self.baseURL = baseURL
        self.credentials = credentials
        client = SearchClient(
            ClientConfiguration(
                .none, at: baseURL, timeout: timeout, totalTimeout: totalTimeout, retry: retry, headers: headers),
            transport: transport, preparer: preparer)
        tokens = HaloTokenSource(credentials, client)
    }

    /// The base URL is one of the vendor's service, on `mobgen.com`, and not a server of your own.
    package var isOfVendor: Bool {
        let host = baseURL.host()?.lowercased() ?? ""
        return host == "mobgen.com" || host.hasSuffix(".mobgen.com")
    }

    /// Finds content. Remarks come with a page, and not with a query for everything.
    ///
    /// - Throws: `invalidArgument` for what the service refuses, and for a query that has no form on the wire, or none
    ///   that the vendor's service knows; `service` for other failures, and `cancelled`.
    public func search(_ query: ContentQuery) async throws(SearchError) -> ContentPage<ContentInstance> {
        let body = try await answer(to: query)
        do throws(MalformedJSON) { return try ContentPage(halo: body) } catch {
            throw .service(ClientError(error).description)
        }
    }

    /// Finds content, and returns the answer as the service sends it: an object with `pagination` and `items`, or an
    /// array of instances for a query for everything. Throws as ``search(_:)``.
    public func searchData(_ query: ContentQuery) async throws(SearchError) -> Data {
        Data(try await answer(to: query))
    }

    private func answer(to query: ContentQuery) async throws(SearchError) -> [UInt8] {
        var query = query
        if segmentsWithDevice, !deviceTags.isEmpty {
            var audience = query.audience ?? ContentQuery.Audience([])
            audience.tags += deviceTags
            query.audience = audience
        }
        let (body, additions) = try query.halo(picture: try await bytes(of: query.picture))
        if isOfVendor, !additions.isEmpty {
            throw .invalidArgument(
                "\(baseURL.absoluteString) does not know \(additions.joined(separator: ", ")); a server of Magpie does")
        }
        var headers = ["Accept": "application/json", "Content-Type": "application/json"]
        if query.cacheSeconds != 0 {
            let range = Halo.Limits.seconds
            guard range.contains(query.cacheSeconds) else {
                throw .invalidArgument(
                    "the seconds of the cache are \(query.cacheSeconds); they must be "
                        + "\(range.lowerBound)…\(range.upperBound)")
            }
            headers[Halo.cacheHeader] = String(query.cacheSeconds)
        }
        do throws(ClientError) {
            let url = try client.url(Halo.Operation.search.path)
            let reply = try await send(HTTPRequest("POST", url, headers: headers, body: body.encoded))
            if reply.isSuccess { return reply.body }
            let reason = Halo.reason(in: reply.body)
            if reply.status == 400, let reason { throw .invalidArgument(reason) }
            throw reason.map { .service(code: reply.status, texts: [$0], status: reply.status) }
                ?? .httpStatus(reply.status, body: reply.excerpt)
        } catch {
            throw SearchError(error)
        }
    }

    /// Sends a search, and once more with another token where the first one was refused.
    private func send(_ request: HTTPRequest) async throws(ClientError) -> HTTPReply {
        var request = request
        let header = try await tokens.header()
        request.headers["Authorization"] = header
        let reply = try await client.send(request, isRepeatable: true)
        guard reply.status == 401, tokens.canRenew else { return reply }
        request.headers["Authorization"] = try await tokens.header(afterRefusalOf: header)
        return try await client.send(request, isRepeatable: true)
    }

    private func bytes(of picture: ImageInput?) async throws(SearchError) -> [UInt8]? {
        guard let picture else { return nil }
        let sent = try await TransferableImage(picture, limit: pictureBytes, client: client).image
        if case .bytes(let bytes) = sent { return bytes }
        do throws(ClientError) {
            return try await client.upload(sent, .highQuality).bytes
        } catch {
            throw SearchError(error)
        }
    }
}
