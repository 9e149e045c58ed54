/// The export of a shop system, or the feed for a marketplace, that a catalog is by the names of its columns.
package enum FeedKind: String, Sendable, CaseIterable {
    case shopify = "Shopify's products"
    case wooCommerce = "WooCommerce's products"
    case magento = "Magento's products"
    case prestaShop = "PrestaShop's products"
    case wix = "Wix's products"
    case google = "a feed for Google Merchant"
    case amazon = "a flat file for Amazon"
    case etsy = "Etsy's listings"
    case openFoodFacts = "Open Food Facts"

    /// Groups of columns that the file of this kind has; one group is enough.
    private var signs: [Set<String>] {
        switch self {
        case .shopify:
            [
                ["handle", "title", "variant_sku"], ["handle", "title", "image_src"],
                ["url_handle", "product_image_url"], ["handle", "title", "body_html"],
            ]
        case .wooCommerce: [["id", "sku", "name", "images", "regular_price"], ["id", "name", "images", "tax_status"]]
        case .magento: [["sku", "attribute_set_code", "base_image"], ["sku", "product_online", "base_image"]]
        case .prestaShop: [["product_id", "image_urls_(x,y,z...)"]]
        case .wix: [["handleid", "productimageurl"]]
        case .google: [["id", "title", "image_link", "availability"], ["id", "title", "image_link", "price"]]
        case .amazon: [["item_sku", "item_name", "main_image_url"]]
        case .etsy: [["title", "description", "price", "currency_code", "image1"]]
        case .openFoodFacts: [["code", "product_name", "image_url"]]
        }
    }

    /// The word for it in options.
    package var word: String {
        switch self {
        case .shopify: "shopify"
        case .wooCommerce: "woocommerce"
        case .magento: "magento"
        case .prestaShop: "prestashop"
        case .wix: "wix"
        case .google: "google"
        case .amazon: "amazon"
        case .etsy: "etsy"
        case .openFoodFacts: "openfoodfacts"
        }
    }

    /// The kind of a table: that of its columns, or the one that somebody names.
    package enum Choice: Hashable, Sendable {
        case byColumns
        case plain
        case kind(FeedKind)

        func kind(of columns: [String]) -> FeedKind? {
            switch self {
            case .byColumns: FeedKind(columns: columns)
            case .plain: nil
            case .kind(let kind): kind
            }
        }
    }

    /// - Parameter columns: The names of the columns; nil where they are of no known kind.
    package init?(columns: some Sequence<String>) {
        let names = Set(columns.map(FieldName.plain))
        guard let kind = Self.allCases.first(where: { $0.signs.contains { names.isSuperset(of: $0) } }) else {
            return nil
        }
        self = kind
    }
}
