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
                ["url_handle", "product_image_url"],
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

    /// - Parameter columns: The names of the columns; nil where they are of no known kind.
    package init?(columns: some Sequence<String>) {
        let names = Set(columns.map(PictureColumns.plain))
        guard let kind = Self.allCases.first(where: { $0.signs.contains { names.isSuperset(of: $0) } }) else {
            return nil
        }
        self = kind
    }
}
