public import Foundation

/// Something that a visitor did, such as a click on a hit. What was clicked after which search is what recommendations
/// are made of.
///
/// An event that exists is one that the service accepts: the initializer checks the parameters of each action and the
/// lengths of its texts.
public struct Event: Hashable, Sendable {
    /// The action of an event: one of these, or a name of your own of at most 64 characters.
    public struct Action: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
        /// The name of the action on the wire.
        public let rawValue: String

        /// Creates an action from its name on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates an action from a string literal with its name on the wire.
        public init(stringLiteral value: String) { rawValue = value }

        /// The action `search`. Needs a query ID.
        public static let search: Action = "search"
        /// The action `click`. Needs a query ID.
        public static let click: Action = "click"
        /// The action `view`. Needs a query ID.
        public static let view: Action = "view"
        /// The action `result_load`. Needs a query ID.
        public static let resultLoad: Action = "result_load"
        /// The action `product_click`. Needs a query ID, and a product with image and position.
        public static let productClick: Action = "product_click"
        /// The action `product_view`. Needs a query ID, and a product with image and position.
        public static let productView: Action = "product_view"
        /// The action `add_to_cart`. Needs a query ID, and a product with image and position.
        public static let addToCart: Action = "add_to_cart"
        /// The action `add_to_wishlist`. Needs a query ID and a product.
        public static let addToWishlist: Action = "add_to_wishlist"
        /// The action `transaction`. Needs a query ID and a value.
        public static let transaction: Action = "transaction"
        /// The action `app_install`. Needs no query ID.
        public static let appInstall: Action = "app_install"
        /// The action `app_uninstall`. Needs no query ID.
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

        /// Creates a product.
        ///
        /// - Parameters:
        ///   - id: `im_name` of the hit.
        ///   - imageURL: The picture that was shown.
        ///   - position: The place in the list of hits; the first is 1.
        ///   - brand: The brand, at most 64 characters.
        ///   - price: The price in the currency, 0 or more.
        ///   - currency: Three letters of ISO 4217.
        ///   - url: The URL of the product, at most 512 characters.
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

    /// Further members of an event, all of them optional.
    public struct Details: Hashable, Sendable {
        /// The category, at most 32 characters.
        public var category: String?
        /// The name, at most 32 characters.
        public var name: String?
        /// The label, at most 32 characters.
        public var label: String?
        /// The source, at most 32 characters.
        public var source: String?
        /// The search that led to this one; at most 32 characters.
        public var fromQueryID: String?
        /// The URL of the page.
        public var url: String?
        /// The URL of the page before.
        public var referrer: String?
        /// At most 64 characters.
        public var campaign: String?
        /// The ad group of the campaign.
        public var adGroup: String?
        /// The creative of the campaign.
        public var creative: String?
        /// At most five.
        public var numbers: [Double]
        /// At most five, of at most 64 characters each.
        public var texts: [String]
        /// Anything, as a JSON text of at most 512 characters.
        public var json: String?
        /// Further parameters by the names of the service: device, advertising and place.
        public var other: [String: String]

        /// Creates details.
        ///
        /// - Parameters:
        ///   - category: The category, at most 32 characters.
        ///   - name: The name, at most 32 characters.
        ///   - label: The label, at most 32 characters.
        ///   - source: The source, at most 32 characters.
        ///   - fromQueryID: The search that led to this one, at most 32 characters.
        ///   - url: The URL of the page.
        ///   - referrer: The URL of the page before.
        ///   - campaign: The campaign, at most 64 characters.
        ///   - adGroup: The ad group of the campaign.
        ///   - creative: The creative of the campaign.
        ///   - numbers: At most five numbers.
        ///   - texts: At most five texts, of at most 64 characters each.
        ///   - json: Anything, as a JSON text of at most 512 characters.
        ///   - other: Further parameters by the names of the service: device, advertising and place.
        public init(
            category: String? = nil, name: String? = nil, label: String? = nil, source: String? = nil,
            fromQueryID: String? = nil, url: String? = nil, referrer: String? = nil, campaign: String? = nil,
            adGroup: String? = nil, creative: String? = nil, numbers: [Double] = [], texts: [String] = [],
            json: String? = nil, other: [String: String] = [:]
        ) {
            self.category = category
            self.name = name
            self.label = label
            self.source = source
            self.fromQueryID = fromQueryID
            self.url = url
            self.referrer = referrer
            self.campaign = campaign
            self.adGroup = adGroup
            self.creative = creative
            self.numbers = numbers
            self.texts = texts
            self.json = json
            self.other = other
        }
    }

    /// The action of the visitor.
    public let action: Action
    /// The time of the action.
    public let time: Date
    /// The `reqid` of the search that it belongs to.
    public let queryID: String?
    /// Nil where it was done to nothing.
    public let product: Product?
    /// The worth, of a transaction its sum.
    public let value: Double?
    /// The name of the transaction.
    public let transaction: String?
    /// Further members of the event.
    public let details: Details

    /// Creates an event that the service takes; throws for any other.
    ///
    /// - Parameters:
    ///   - action: The name of the action.
    ///   - queryID: required for all actions named here but `app_install` and `app_uninstall`.
    ///   - product: required for `product_click`, `product_view`, `add_to_cart`, with image and position, and for
    ///     `add_to_wishlist`.
    ///   - value: required for `transaction`.
    ///   - transaction: of a transaction; nil makes one up.
    ///   - details: Further members of the event.
    ///   - time: The time of the action. Default now.
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

/// A reason for which the service would reject an event.
public enum EventError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The action needs this parameter, named as on the wire.
    case missing(parameter: String)
    /// The value of the parameter has more characters than the limit.
    case tooLong(parameter: String, limit: Int)
    /// The value of the parameter is invalid, for the reason given.
    case invalid(parameter: String, reason: String)

    /// The reason as an English sentence that names the parameter.
    public var description: String {
        switch self {
        case .missing(let parameter): "Parameter '\(parameter)' is required."
        case .tooLong(let parameter, let limit): "Parameter '\(parameter)' exceeds length limit of \(limit)."
        case .invalid(let parameter, let reason): "Parameter '\(parameter)' is invalid: \(reason)."
        }
    }
}
