public import Foundation

/// The hosts of ProductSearch.
public struct ProductSearchService: Hashable, Sendable {
    /// The URL that paths are added to.
    public var url: URL
    /// The set of paths that the host has.
    public var paths: ProductSearch.Paths

    /// Creates a service at a URL.
    ///
    /// - Parameters:
    ///   - url: The URL that paths are added to, such as that of a server of your own.
    ///   - paths: The set of paths. Nil, the default, tells it by the name of the host, as the official clients do; a
    ///     server of your own has both.
    public init(_ url: URL, paths: ProductSearch.Paths? = nil) {
        self.url = url
        self.paths = paths ?? ProductSearch.Paths(host: url.host())
    }

    /// The default host of the official clients, `https://multimodal.search.rezolve.com`.
    public static let rezolve = ProductSearchService(URL(string: "https://multimodal.search.rezolve.com")!)
    /// The host on AWS, `https://multisearch-aw.rezolve.com`.
    public static let aws = ProductSearchService(URL(string: "https://multisearch-aw.rezolve.com")!)
    /// The host on Azure, `https://multisearch-az.rezolve.com`.
    public static let azure = ProductSearchService(URL(string: "https://multisearch-az.rezolve.com")!)
    /// The host of ViSenze in China, `https://search.visenze.com.cn`.
    public static let china = ProductSearchService(URL(string: "https://search.visenze.com.cn")!)
}
