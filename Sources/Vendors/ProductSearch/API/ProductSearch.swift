/// Requests and answers of ProductSearch, the successor of ViSearch's protocol, as values that client and server share.
///
/// Requests travel as parameters, and name products by `product_id`. Answers travel as JSON, written as strictly as the
/// official clients need it and read as leniently as the service requires.
public enum ProductSearch {
    /// The paths of a service: its hosts have one of two sets, and a server of your own has both.
    public enum Paths: String, Hashable, Sendable, CaseIterable {
        /// `v1/product/…`, of the first hosts.
        case legacy
        /// `v1/visearch/…` and `v1/search…`, of the hosts that are named for their cloud.
        case cloud

        /// The paths of a host: the official clients tell them by its name.
        ///
        /// - Parameter host: Such as `multisearch-aw.rezolve.com`; nil for an unknown one, which has the first set.
        public init(host: String?) {
            let host = host?.lowercased() ?? ""
            self = ["multisearch-aw.", "multisearch-az."].contains { host.hasPrefix($0) } ? .cloud : .legacy
        }
    }

    /// An operation of the service. The raw value is the `method` of the answer.
    package enum Operation: String, Hashable, Sendable, CaseIterable {
        /// Products that look like a picture, or like each object in it.
        case searchByImage = "product/search_by_image"
        /// Products that look like a product. The path goes on with a slash and the product.
        case searchByID = "product/search_by_id"
        /// Products to show beside a product. The path goes on with a slash and the product.
        case recommendations = "product/recommendations"
        /// Products that look like a picture or a product, contain some words, or both.
        case multisearch = "product/multisearch"
        /// Texts to search for.
        case autocomplete = "product/multisearch/autocomplete"
        /// Products of other types that go with a picture or a product.
        case complementary = "product/multisearch/complementary"
        /// The same, one product of each type, with alternatives.
        case outfits = "product/multisearch/outfit-recommendations"

        /// The path in a set, with its slash.
        package func path(_ paths: Paths) -> String {
            guard paths == .cloud else { return "/v1/" + rawValue }
            return switch self {
            case .searchByImage: "/v1/visearch/search_by_image"
            case .searchByID: "/v1/visearch/search_by_id"
            case .recommendations: "/v1/visearch/recommendations"
            case .multisearch: "/v1/search"
            case .autocomplete: "/v1/autocomplete"
            case .complementary: "/v1/search/complementary"
            case .outfits: "/v1/search/outfit-recommendations"
            }
        }

        /// The path goes on with a slash and a product.
        package var namesProduct: Bool { self == .searchByID || self == .recommendations }
    }
}

// The parts that ProductSearch shares with ViSearch.
extension ProductSearch {
    /// The outcome of a request, as the service reports it.
    public typealias Status = ViSenze.Status
    /// The objects of a picture that count.
    public typealias DetectionChoice = ViSenze.DetectionChoice
    /// An object in the picture of a request, and where all objects were asked for, the products that look like it.
    public typealias FoundObject = ViSenze.FoundObject<Product>
    /// Products that share a value.
    public typealias Group = ViSenze.Group<Product>
    /// The values of a field over the results.
    public typealias Facet = ViSenze.Facet
    /// A set of products that go together. Its products have its name in ``Product/tags``.
    public typealias SetInfo = ViSenze.SetInfo
    /// A picture that shows a product well.
    public typealias BestImage = ViSenze.BestImage
    /// The reason why a request is refused: the number and the sentence that travel, as an object.
    package typealias Fault = ViSenze.Fault<ProductSearch>
    /// The limits of the protocol, which client and server keep.
    package typealias Limits = ViSenze.Limits
}

extension ProductSearch: ViSenze.Dialect {
    /// That of the vendor's tracker for the same.
    package static var codeOfInvalid: Int? { 104 }
    package static var namesValues: Bool { true }
}

extension ProductSearch.Limits {
    /// Alternatives of a product where the request names no number.
    package static let defaultAlternatives = 5
    /// Sets of an outfit.
    package static let sets = 1...20
}

// The words of ProductSearch for parts that ViSearch has as well.

extension ViSenze.FoundObject<ProductSearch.Product> {
    /// Nil for the objects of a search with the picture as a whole.
    public var products: [ProductSearch.Product]? {
        get { hits }
        set { hits = newValue }
    }

    /// Products that somebody took out by hand.
    public var excluded: [String]? {
        get { excludedNames }
        set { excludedNames = newValue }
    }
}

extension ViSenze.Group<ProductSearch.Product> {
    /// Best first.
    public var products: [ProductSearch.Product] {
        get { hits }
        set { hits = newValue }
    }
}

extension ViSenze.SetInfo {
    /// The products of the set.
    public var count: Int? {
        get { itemCount }
        set { itemCount = newValue }
    }
}
