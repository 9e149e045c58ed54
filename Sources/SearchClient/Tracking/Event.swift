public import Foundation

/// Something that a visitor did, such as a click on a hit. What was clicked after which search is what recommendations
/// are made of.
///
/// An event that exists is one that the service takes: the initialiser checks what each action needs and how long its
/// texts may be.
public struct Event: Hashable, Sendable {
    /// What was done: one of these, or a name of your own.
    public struct Action: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { rawValue = value }

        public static let search: Action = "search"
        public static let click: Action = "click"
        public static let view: Action = "view"
        public static let resultLoad: Action = "result_load"
        public static let productClick: Action = "product_click"
        public static let productView: Action = "product_view"
        public static let addToCart: Action = "add_to_cart"
        public static let addToWishlist: Action = "add_to_wishlist"
        public static let transaction: Action = "transaction"
        public static let appInstall: Action = "app_install"
        public static let appUninstall: Action = "app_uninstall"
    }

    /// The item that it was done to.
    public struct Product: Hashable, Sendable {
        /// `im_name` of the hit, `pid` on the wire.
        public var id: String
        /// The picture that was shown.
        public var imageURL: String?
        /// In the list of hits; the first is 1.
        public var position: Int?
        /// At most 64 characters.
        public var brand: String?
        /// In the currency, 0 or more.
        public var price: Double?
        /// Three letters of ISO 4217.
        public var currency: String?
        /// At most 512 characters.
        public var url: String?

        public init(
            _ id: String, imageURL: String? = nil, position: Int? = nil, brand: String? = nil, price: Double? = nil,
            currency: String? = nil, url: String? = nil
        ) {
            self.id = id
            self.imageURL = imageURL
            self.position = position
            self.brand = brand
            self.price = price
            self.currency = currency
            self.url = url
        }
    }

    /// What else may be said, all of it optional.
    public struct Details: Hashable, Sendable {
        /// At most 32 characters each.
        public var category: String?
        public var name: String?
        public var label: String?
        public var source: String?
        /// The search that led to this one; at most 32 characters.
        public var fromQueryID: String?
        /// The page, and the page before.
        public var url: String?
        public var referrer: String?
        /// At most 64 characters.
        public var campaign: String?
        /// The ad group and the creative of the campaign.
        public var adGroup: String?
        public var creative: String?
        /// At most five.
        public var numbers: [Double] = []
        /// At most five, of at most 64 characters each.
        public var texts: [String] = []
        /// Anything, as a JSON text of at most 512 characters.
        public var json: String?
        /// Further parameters by the names of the service: device, advertising and place.
        public var other: [String: String] = [:]

        public init() {}

        public init(category: String? = nil, name: String? = nil, label: String? = nil) {
            self.category = category
            self.name = name
            self.label = label
        }
    }

    public let action: Action
    /// When it was done.
    public let time: Date
    /// The `reqid` of the search that it belongs to.
    public let queryID: String?
    /// Nil where it was done to nothing.
    public let product: Product?
    /// The worth, of a transaction its sum.
    public let value: Double?
    /// The name of the transaction.
    public let transaction: String?
    public let details: Details

    /// An event, if it is a good one.
    ///
    /// - Parameters:
    ///   - queryID: required for all actions named here but `app_install` and `app_uninstall`.
    ///   - product: required for `product_click`, `product_view`, `add_to_cart`, with image and position, and for
    ///     `add_to_wishlist`.
    ///   - value: required for `transaction`.
    ///   - transaction: of a transaction; nil makes one up.
    public init(
        _ action: Action, queryID: String? = nil, product: Product? = nil, value: Double? = nil,
        transaction: String? = nil, details: Details = Details(), time: Date = Date()
    ) throws(EventError) {
        self.action = action
        self.queryID = queryID
        self.product = product
        self.value = value
        self.details = details
        self.time = time
        let isTransaction = action == .transaction && transaction?.isEmpty != false
        self.transaction = isTransaction ? UUID().uuidString.lowercased() : transaction
        try check()
    }
}

/// Why an event is none that the service takes.
public enum EventError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The action needs this parameter, named as on the wire.
    case missing(parameter: String)
    case tooLong(parameter: String, limit: Int)
    case invalid(parameter: String, reason: String)

    public var description: String {
        switch self {
        case .missing(let parameter): "Parameter '\(parameter)' is required."
        case .tooLong(let parameter, let limit): "Parameter '\(parameter)' exceeds length limit of \(limit)."
        case .invalid(let parameter, let reason): "Parameter '\(parameter)' is invalid: \(reason)."
        }
    }
}
