internal import Essentials
internal import WireFormat

/// The rows of Shopify's product files. All rows of a product have its handle; the first one has its texts, and each has a
/// picture of the product, a variant, or both, which have nothing to do with each other.
///
/// A product of several variants becomes an item for each: with the texts of the product, its own picture first, then those of
/// the product that are no other variant's. Options are fields by their names, such as `Color`.
struct ShopifyRows: Sendable {
    private struct Option: Sendable {
        var name: String
        var value: String
    }

    /// Parts of the names of columns that are a variant's, or a picture's: an empty cell is not that of the first row.
    private static let ownStarts = [
        "variant_", "option", "image_", "product_image", "inventory", "weight", "price", "compare", "included",
        "unit_price",
    ]
    private static let ownNames: Set = [
        "sku", "barcode", "cost_per_item", "charge_tax", "tax_code", "continue_selling_when_out_of_stock",
        "requires_shipping", "fulfillment_service",
    ]

    private let id: String
    private let file: String
    private let variantImage: String?
    private let position: String?
    private let options: [Option]
    /// Columns that tell a row with a variant from one with a picture alone.
    private let ofVariants: [String]
    private let ofProducts: Set<String>
    private let hasGroup: Bool
    private let names: Set<String>
    /// The columns whose cells become fields of other names.
    let holders: Set<String>

    /// Nil for a table that is no such file, and for one whose ids are others than the handles.
    init?(_ head: [String], kind: FeedKind?, id: String?, file: String?) {
        guard kind == .shopify, let id, let file,
            ["handle", "url_handle"].contains(FieldName.plain(id))
        else { return nil }
        func column(_ plain: String) -> String? { head.first { FieldName.plain($0) == plain } }
        (self.id, self.file, names) = (id, file, Set(head))
        variantImage = column("variant_image") ?? column("variant_image_url")
        position = column("image_position")
        options = (1...3).compactMap { number in
            guard let name = column("option\(number)_name"), let value = column("option\(number)_value") else {
                return nil
            }
            return Option(name: name, value: value)
        }
        if options.isEmpty { return nil }
        holders = Set(head.filter { FieldName.plain($0).hasPrefix("option") })
        ofVariants = options.map(\.value) + ["variant_sku", "sku", "variant_price", "price"].compactMap(column)
        ofProducts = Set(
            head.filter { name in
                let plain = FieldName.plain(name)
                return !Self.ownNames.contains(plain) && !Self.ownStarts.contains { plain.hasPrefix($0) }
            }
        ).subtracting([id, file])
        hasGroup = !FieldRole.group.fields(among: head).isEmpty
    }

    /// The handle of a row.
    func product(_ cells: [String: JSONValue]) -> String { cells[id]?.written ?? "" }

    /// The rows of a product as rows of its items, one for one.
    func items(of rows: [PlacedRow]) -> [PlacedRow] {
        guard let first = rows.first, !product(first.cells).isEmpty else { return rows }
        let optionNames = options.map { option in
            rows.lazy.compactMap { text($0.cells[option.name]) }.first
        }
        let variants = rows.indices.filter { row in ofVariants.contains { text(rows[row].cells[$0]) != nil } }
        var made = rows
        for row in made.indices { made[row].place.product = CatalogTable.Start(first.place) }
        var fields: [Int: [(name: String, value: String)]] = [:]
        for row in variants {
            fields[row] = zip(optionNames, options).compactMap { name, option in
                guard let name, let value = text(rows[row].cells[option.value]),
                    (name, value) != ("Title", "Default Title")
                else { return nil }
                return (name, value)
            }
        }
        for row in made.indices {
            for name in holders { made[row].cells[name] = nil }
            for (name, value) in fields[row] ?? [] where !names.contains(name) {
                made[row].cells[name] = .string(value)
            }
        }
        let pictures = self.pictures(of: rows)
        let theirs = Set(variants.compactMap { row in variantImage.flatMap { text(rows[row].cells[$0]) } })
        // Without a picture in the file the handle is the name of a picture.
        guard variants.count > 1, !(pictures.isEmpty && theirs.isEmpty) else { return made }
        var (taken, ids) = (Set<String>(), [Int: String]())
        for row in variants {
            let parts = [product(first.cells)] + (fields[row] ?? []).map(\.value)
            var name = parts.joined(separator: "/")
            var number = 1
            while !taken.insert(name).inserted {
                number += 1
                name = (parts + ["\(number)"]).joined(separator: "/")
            }
            ids[row] = name
        }
        for row in made.indices {
            for name in [variantImage, position].compactMap(\.self) { made[row].cells[name] = nil }
            made[row].cells[file] = nil
            made[row].cells[id] = .string(ids[row] ?? ids[variants[0]] ?? "")
            guard ids[row] != nil else { continue }
            let own = variantImage.flatMap { text(rows[row].cells[$0]) }
            let shared = pictures.filter { !theirs.contains($0) }
            let all = own.map { [$0] + shared } ?? (shared.isEmpty ? pictures : shared)
            if !all.isEmpty { made[row].cells[file] = .array(all.map { .string($0) }) }
            for name in ofProducts where made[row].cells[name] == nil { made[row].cells[name] = first.cells[name] }
            if !hasGroup { made[row].cells[VariantGroups.field] = .string(product(first.cells)) }
        }
        return made
    }

    /// The pictures of a product in their order.
    private func pictures(of rows: [PlacedRow]) -> [String] {
        let found = rows.enumerated().compactMap { index, row -> (place: Double, index: Int, file: String)? in
            guard let file = text(row.cells[file]) else { return nil }
            return (position.flatMap { text(row.cells[$0]) }.flatMap { Double($0) } ?? .infinity, index, file)
        }
        return found.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.file)
    }

    private func text(_ cell: JSONValue?) -> String? {
        cell.map { $0.written.trimmingBlanks() }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
