internal import Essentials
internal import WireFormat

/// The products that the rows of WooCommerce's and Magento's exports are variants of. Each row is an item there; the product and
/// its variants get one value in a field, by which a page shows them as one.
///
/// - WooCommerce: a variation names its product by `Parent`, the code of the product or `id:44`. It has the texts and the pictures of
///   the product where it has none.
/// - Magento: a product lists the codes of its variants in `configurable_variations`.
struct VariantGroups: Sendable {
    /// The field with the product that variants share.
    static let field = "item_group_id"
    /// The texts that a variation has of its product.
    private static let inherited: Set = ["short_description", "description", "categories", "tags", "brands"]

    private struct Product: Sendable {
        var id: String
        var place: CatalogTable.Place
        /// The cell with its pictures.
        var pictures: JSONValue?
        var hasVariants = false
    }

    private let kind: FeedKind?
    private let (number, code, parent, variations): (String?, String?, String?, String?)
    private let file: String?
    private let texts: [String]
    private var products: [Product] = []
    /// Products by what their variants name them by: hashes of texts.
    private var byName: [Int: Int32] = [:]
    /// For rows that may be variants, the hash of the name by which a product is found.
    private var named: [Int] = []

    init(_ head: [String], kind: FeedKind?, id: String?, file: String?) {
        func column(_ plain: String) -> String? { head.first { FieldName.plain($0) == plain } }
        let hasGroup = !FieldRole.group.fields(among: head).isEmpty
        self.kind = hasGroup || id == nil || ![.wooCommerce, .magento].contains(kind) ? nil : kind
        (number, code) = (column("id"), column("sku"))
        (parent, variations) = (column("parent"), column("configurable_variations"))
        self.file = file
        texts = head.filter { Self.inherited.contains(FieldName.plain($0)) }
    }

    /// A table without variants.
    init() { self.init([], kind: nil, id: nil, file: nil) }

    /// Adds a row, in the order of the file, and to its cells what they have of a product that came before.
    mutating func add(_ cells: inout [String: JSONValue], id: String?, at place: CatalogTable.Place) {
        switch kind {
        case .wooCommerce:
            if let name = parent.flatMap({ text(cells[$0]) }) {
                named.append(name.hashValue)
                guard let product = byName[name.hashValue] else { return }
                products[Int(product)].hasVariants = true
                cells[Self.field] = .string(products[Int(product)].id)
                if let file, text(cells[file]) == nil { cells[file] = products[Int(product)].pictures }
            } else if let id {
                let product = Int32(products.count)
                products.append(Product(id: id, place: place, pictures: file.flatMap { cells[$0] }))
                if let code = code.flatMap({ text(cells[$0]) }) { byName[code.hashValue] = product }
                if let number = number.flatMap({ text(cells[$0]) }) { byName["id:\(number)".hashValue] = product }
            }
        case .magento:
            guard let id else { return }
            guard let list = variations.flatMap({ text(cells[$0]) }) else {
                named.append(id.hashValue)
                return
            }
            let product = Int32(products.count)
            products.append(Product(id: id, place: place, hasVariants: true))
            byName[id.hashValue] = product
            for variant in list.split(separator: "|") {
                for (name, value) in FeedCells.assignments(in: String(variant)) where name == "sku" {
                    byName[value.hashValue] = product
                }
            }
            cells[Self.field] = .string(id)
        default: break
        }
    }

    /// The variants, and the products that have some, once all rows are known.
    var counts: (variants: Int, products: Int) {
        let found = named.compactMap { byName[$0] }
        return (found.count, Set(found).count)
    }

    /// Adds to the cells of a row what they have of its product, once all rows are known.
    ///
    /// - Parameter product: Reads the cells of a row.
    func complete(
        _ cells: inout [String: JSONValue], id: String?,
        _ product: (CatalogTable.Place) throws(SearchError) -> [String: JSONValue]
    ) throws(SearchError) {
        guard kind != nil, let id else { return }
        let named = kind == .wooCommerce ? parent.flatMap { text(cells[$0]) } : nil
        let name = named ?? (kind == .wooCommerce ? number.flatMap { text(cells[$0]) }.map { "id:\($0)" } : id)
        guard let name, let index = byName[name.hashValue], products[Int(index)].hasVariants else { return }
        let whole = products[Int(index)]
        cells[Self.field] = .string(whole.id)
        guard named != nil else { return }
        if let file, text(cells[file]) == nil { cells[file] = whole.pictures }
        let missing = texts.filter { text(cells[$0]) == nil }
        if missing.isEmpty { return }
        let of = try product(whole.place)
        for name in missing { cells[name] = of[name] }
    }

    private func text(_ cell: JSONValue?) -> String? {
        cell.map { $0.written.trimmingBlanks() }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
