/// A client of ProductSearch: the vendor's service, or a server of your own.
///
/// ```swift
/// let shop = ProductSearchClient(key: "APPKEY", placement: "1000", at: .aws)
/// let found = try await shop.searchByImage(.init(.file(photo), detection: .all))
/// for product in found.products { print(product.id, product.imageURL ?? "") }
/// ```
///
/// A value without global state; make as many as you like. Calls may run at the same time. A call that is cancelled ends
/// its request. Values out of range are refused before anything is sent. All calls throw
/// ``/SearchClient/ClientError``, with `service` when the service says `fail`.
public struct ProductSearchClient: Sendable {
    /// The host that is asked, with its paths.
    public let service: ProductSearchService
    let key: String?
    let placement: String?
    package var client: SearchClient

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - key: The app key, which travels as `app_key`; nil for a server of your own without keys.
    ///   - placement: The id of the place where the app shows products, which travels as `placement_id`. Default nil: a
    ///     server of your own needs none.
    ///   - service: The host to ask. Default `rezolve`.
    ///   - timeout: The limit of one try, in seconds. Default 30.
    ///   - totalTimeout: The limit of a call with all its tries and pauses, in seconds. Default 90.
    ///   - retry: The policy for sending requests again.
    ///   - analytics: The visitor data of searches. Default nil: nothing is sent.
    ///   - headers: Headers of your own for every request. Default none.
    ///   - transport: The way to the service. Default that of Foundation.
    ///   - preparer: Makes pictures ready for uploads. Default that of `SearchClient`.
    public init(
        key: String?, placement: String? = nil, at service: ProductSearchService = .rezolve, timeout: Double = 30,
        totalTimeout: Double = 90, retry: RetryPolicy = RetryPolicy(),
        analytics: ClientConfiguration.Analytics? = nil, headers: [String: String] = [:],
        transport: any Transport = URLSessionTransport(),
        preparer: (any PicturePreparer)? = SearchClient.standardPreparer
    ) {
        self.service = service
        self.key = key
        self.placement = placement
        client = SearchClient(
            ClientConfiguration(
                .none, at: service.url, timeout: timeout, totalTimeout: totalTimeout, retry: retry,
                analytics: analytics, headers: headers),
            transport: transport, preparer: preparer)
    }

    /// Finds the products that look like a picture, or like each object in it.
    ///
    /// A picture of this machine is prepared off the caller's thread, and box and points, in upright pixels of the
    /// original, are carried to the upload. The answer can be refined without a second upload.
    ///
    /// - Parameters:
    ///   - query: The picture, and the part of it that counts.
    ///   - options: Paging, filters, facets and the rest of the search.
    ///   - settings: Size and quality of the upload. Default 512 pixels.
    /// - Throws: ``/SearchClient/ClientError``; `image` when the picture cannot be prepared, `invalidArgument` for a place
    ///   outside of it.
    public func searchByImage(
        _ query: ProductSearch.Query, options: ProductSearch.Options = .init(), settings: UploadSettings = .standard
    ) async throws(ClientError) -> ProductSearchFound {
        try await ask(ProductSearch.Call(.searchByImage, query, options), settings)
    }

    /// Finds the products that look like a picture or a product, contain some words, or both.
    ///
    /// The parameters are those of ``searchByImage(_:options:settings:)``.
    public func multisearch(
        _ query: ProductSearch.Query, options: ProductSearch.Options = .init(), settings: UploadSettings = .standard
    ) async throws(ClientError) -> ProductSearchFound {
        try await ask(ProductSearch.Call(.multisearch, query, options), settings)
    }

    /// Finds products of other types that go with a picture, a product or words.
    ///
    /// - Parameters:
    ///   - query: The picture, the product or the words to start from.
    ///   - recommendation: What the products have beside what every search returns.
    ///   - options: Paging, filters and the rest of the search.
    ///   - settings: Size and quality of the upload. Default 512 pixels.
    public func complementary(
        _ query: ProductSearch.Query, _ recommendation: ProductSearch.Recommendation = .init(),
        options: ProductSearch.Options = .init(), settings: UploadSettings = .standard
    ) async throws(ClientError) -> ProductSearchFound {
        try await ask(ProductSearch.Call(.complementary, query, options, recommendation), settings)
    }

    /// Finds one product of each type that goes with a picture, a product or words, with alternatives, or sets of them.
    ///
    /// The parameters are those of ``complementary(_:_:options:settings:)``.
    public func outfits(
        _ query: ProductSearch.Query, _ recommendation: ProductSearch.Recommendation = .init(),
        options: ProductSearch.Options = .init(), settings: UploadSettings = .standard
    ) async throws(ClientError) -> ProductSearchFound {
        try await ask(ProductSearch.Call(.outfits, query, options, recommendation), settings)
    }

    /// Finds the products that look like a product, 1…512 bytes.
    public func searchByID(
        _ id: String, options: ProductSearch.Options = .init()
    ) async throws(ClientError) -> ProductSearch.Results {
        try await results(ProductSearch.Call(.searchByID, productID: id, ProductSearch.Query(), options))
    }

    /// Finds the products to show beside a product, 1…512 bytes.
    public func recommendations(
        _ id: String, _ recommendation: ProductSearch.Recommendation = .init(),
        options: ProductSearch.Options = .init()
    ) async throws(ClientError) -> ProductSearch.Results {
        try await results(
            ProductSearch.Call(.recommendations, productID: id, ProductSearch.Query(), options, recommendation))
    }

    /// Completes words, and gives the texts of the service to search for. The limit of the options counts.
    public func autocomplete(
        _ text: String, options: ProductSearch.Options = .init()
    ) async throws(ClientError) -> ProductSearch.Completions {
        let reply = try await send(ProductSearch.Call(.autocomplete, .init(text: text), options), upload: nil)
        let answer = try SearchClient.read(reply, ProductSearch.Completions.init(parsing:))
        try Self.ensure(answer.status, answer.error, reply)
        return answer
    }
}
