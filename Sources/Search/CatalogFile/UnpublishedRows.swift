internal import Essentials
internal import WireFormat

/// The rows of a shop's export that the shop does not show: drafts, archived products and those that are switched off, with
/// the variants of these.
///
/// A column counts only in the export that it is known from, and a word that is not known says nothing.
struct UnpublishedRows: Sendable {
    /// The columns that tell, by their plain names, with the words of those that are not shown.
    private static let signs: [FeedKind: [String: Set<String>]] = [
        .shopify: [
            "status": ["draft", "archived"], "published": ["false"], "published_on_online_store": ["false"],
        ],
        // -1 is a draft, 0 is private.
        .wooCommerce: ["published": ["0", "-1"], "visibility_in_catalog": ["hidden"]],
        // Products that are shown as parts of others alone ("Not Visible Individually") are sold.
        .magento: ["product_online": ["0", "2"]],
        .prestaShop: ["active": ["0"], "active_(0/1)": ["0"]],
        .wix: ["visible": ["false"]],
        // Feeds of this form have these columns for Meta.
        .google: ["visibility": ["hidden", "staging"], "status": ["archived"]],
    ]

    private var columns: [(name: String, words: Set<String>)] = []
    /// WooCommerce's columns of a product's number, its code, and the product that a variation is of.
    private var (number, code, parent) = (nil as String?, nil as String?, nil as String?)
    /// The rows that tell by themselves, and the hashes of the products whose rows are not shown.
    private var (own, products) = (Set<Int>(), Set<Int>())
    /// The hash of the product of each row.
    private var families: [Int] = []

    init(_ names: [String] = [], kind: FeedKind? = nil) {
        guard let kind, let signs = Self.signs[kind] else { return }
        for name in names { if let words = signs[FieldName.plain(name)] { columns.append((name, words)) } }
        guard kind == .wooCommerce else { return }
        func column(_ plain: String) -> String? { names.first { FieldName.plain($0) == plain } }
        (number, code, parent) = (column("id"), column("sku"), column("parent"))
    }

    /// Adds a row, in the order of the file.
    ///
    /// - Parameter id: The id of its item.
    mutating func add(_ cells: [String: JSONValue], id: String?) {
        if columns.isEmpty { return }
        let row = families.count
        let isHidden = columns.contains { name, words in
            cells[name].map { words.contains($0.written.trimmingBlanks().lowercased()) } ?? false
        }
        if isHidden { own.insert(row) }
        func text(_ column: String?) -> String? {
            column.flatMap { cells[$0]?.written.trimmingBlanks() }.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard parent != nil else {
            // Further rows of a product leave the column empty.
            let family = id?.hashValue ?? row
            families.append(family)
            if isHidden { products.insert(family) }
            return
        }
        families.append((text(parent) ?? text(code) ?? id)?.hashValue ?? row)
        if isHidden {
            if let code = text(code) { products.insert(code.hashValue) }
            if let number = text(number) { products.insert("id:\(number)".hashValue) }
        }
    }

    /// The rows that are not shown, by their numbers.
    var all: Set<Int> {
        if own.isEmpty { return [] }
        return own.union(families.indices.lazy.filter { products.contains(families[$0]) })
    }
}
