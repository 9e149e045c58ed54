/// A meaning that a field of a shop has for Magpie itself, by the names that shops give it.
///
/// Names count without case, with blanks and hyphens as underscores, and in several languages: `Product Category` is
/// `product_category`, and `Preis` is `price`.
package enum FieldRole: Sendable {
    /// The name of an item for people.
    case title
    /// The kind of a product, or the path to it.
    case type
    /// The product that variants share.
    case group
    case price

    /// The names, likeliest first.
    package var names: [String] {
        switch self {
        case .title: ["title", "name", "im_title", "product_name", "item_name", "label"]
        case .type: ["product_type", "category", "type", "product_category", "categories", "google_product_category"]
        case .group: ["group_id", "item_group_id"]
        case .price: ["price", "variant_price", "regular_price"]
        }
    }

    /// Kinds of articles in a shop system, which say nothing of what is sold: WooCommerce's and Magento's.
    package static let articles: Set = [
        "simple", "configurable", "virtual", "downloadable", "bundle", "grouped", "variable", "variation", "external",
        "product", "variant",
    ]

    /// The fields with this meaning, likeliest first. A field that is written just so comes before others of the same name.
    package func fields(among known: some Sequence<String>) -> [String] {
        FieldRole.fields(names, among: known)
    }

    /// ``fields(among:)`` for other names.
    package static func fields(_ names: [String], among known: some Sequence<String>) -> [String] {
        var byPlain: [String: [String]] = [:]
        for name in known { byPlain[FieldName.plain(name), default: []].append(name) }
        return names.flatMap { name in
            byPlain[name, default: []].sorted { $0 == name || ($1 != name && $0 < $1) }
        }
    }
}

extension [String: AttributeValue] {
    /// The name of an item for people; nil where no field has it.
    package var title: String? {
        for name in FieldRole.title.names {
            if let title = self[name]?.written, !title.isEmpty { return title }
        }
        return FieldRole.title.fields(among: keys).lazy.compactMap { self[$0]?.written }.first { !$0.isEmpty }
    }
}
