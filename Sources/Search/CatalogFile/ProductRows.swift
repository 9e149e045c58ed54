internal import Essentials
internal import WireFormat

/// The cells of a row, with its place in the text.
struct PlacedRow: Sendable {
    var cells: [String: JSONValue]
    var place: CatalogTable.Place
}

/// Joins the rows of a product where a shop's export has several, and makes rows of items of them; gives those of other files as
/// they are.
struct ProductRows: Sendable {
    /// The most rows of a product that are read together: far more than it has variants and pictures.
    private static let limit = 4096

    private let shopify: ShopifyRows?
    private var rows: [PlacedRow] = []

    init(_ shopify: ShopifyRows? = nil) { self.shopify = shopify }

    /// Columns that become fields of other names.
    var holders: Set<String> { shopify?.holders ?? [] }

    /// Adds a row; returns those that are whole now, in the order of the file.
    mutating func add(_ row: PlacedRow) -> [PlacedRow] {
        guard let shopify else { return [row] }
        var whole: [PlacedRow] = []
        if let first = rows.first,
            shopify.product(first.cells) != shopify.product(row.cells) || rows.count == Self.limit
        {
            whole = end()
        }
        rows.append(row)
        return whole
    }

    /// Returns the rows that are left.
    mutating func end() -> [PlacedRow] {
        defer { rows = [] }
        return shopify?.items(of: rows) ?? rows
    }
}

extension ShopifyRows {
    /// The line of a row that does not stand with the others of its product; nil where all do.
    func lineApart(
        _ text: TableText, _ head: TableHead, separator: UInt8?, hasQuotes: Bool
    ) throws(SearchError) -> Int? {
        var (known, last, isHead, found) = (Set<Int>(), nil as Int?, true, nil as Int?)
        try text.eachRow(separator: separator, hasQuotes: hasQuotes) { line, _, cells throws(SearchError) in
            defer { isHead = false }
            if isHead { return true }
            let name = product(try head.row(cells, text.path, line))
            if name.isEmpty || name.hashValue == last { return true }
            last = name.hashValue
            if !known.insert(name.hashValue).inserted { found = line }
            return found == nil
        }
        return found
    }
}
