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

    /// The limits of the protocol, which client and server keep.
    package enum Limits {
        /// Products of a page, of an object and of a group.
        package static let hits = SearchRequest.limits
        /// Objects of a picture, and points.
        package static let objects = Detection.limits
        /// Objects that are found where the request names no number.
        package static let defaultObjects = 5
        /// Alternatives of a product where the request names no number.
        package static let defaultAlternatives = 5
        /// Sets of an outfit.
        package static let sets = 1...20
        /// Bytes of the name of a product.
        package static let nameBytes = 1...512
        /// Values of one list.
        package static let listValues = 300
    }

    /// The outcome of a request, as the service reports it.
    public enum Status: String, Hashable, Sendable {
        /// Everything was done.
        case ok = "OK"
        /// The answer has warnings.
        case warning
        /// Nothing was done.
        case fail

        /// In any case.
        init(_ text: String, at path: String) throws(MalformedJSON) {
            switch text.lowercased() {
            case "ok": self = .ok
            case "warning": self = .warning
            case "fail": self = .fail
            default: throw MalformedJSON(path: path, reason: "expected OK, warning or fail, found \(text)")
            }
        }
    }
}
