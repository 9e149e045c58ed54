internal import Essentials
internal import WireFormat

/// The names of the columns of a table. A column without a name has the empty one, and may have no values: spreadsheets and
/// programs leave a separator at the end of each line.
package struct TableHead: Sendable {
    /// In the order of the file.
    package internal(set) var names: [String] = []

    init() {}

    /// - Throws: `invalidArgument` for two columns of one name, and where no column has a name.
    package init(_ cells: [String], _ path: String) throws(SearchError) {
        names = cells.map { $0.trimmingBlanks() }
        var known: Set<String> = []
        for name in names where !name.isEmpty && !known.insert(name).inserted {
            throw .invalidArgument("\(path): two columns are named `\(name)`")
        }
        if known.isEmpty { throw .invalidArgument("\(path): no column has a name") }
    }

    /// The cells of a row that are not empty, with the names of their columns, in the order of the file.
    ///
    /// - Throws: `invalidArgument` for a row of more cells than there are columns, and for a value without a name.
    package func named(_ cells: [String]) throws(SearchError) -> [(name: String, cell: String)] {
        var named: [(name: String, cell: String)] = []
        for (index, cell) in cells.enumerated() where !cell.isEmpty {
            guard index < names.count else {
                throw .invalidArgument("\(cells.count) cells for \(names.count) columns")
            }
            guard !names[index].isEmpty else {
                throw .invalidArgument("column \(index + 1) has no name, and the value `\(cell.prefix(40))`")
            }
            named.append((names[index], cell))
        }
        return named
    }

    func row(_ cells: [String], _ path: String, _ line: Int) throws(SearchError) -> [String: JSONValue] {
        var row = [String: JSONValue](minimumCapacity: cells.count)
        do throws(SearchError) {
            for (name, cell) in try named(cells) { row[name] = .string(cell) }
        } catch {
            throw .invalidArgument("\(path), line \(line): \(error)")
        }
        return row
    }

    /// Columns of codes that are written in digits. They are no amounts: nobody adds them, and a search for one is a search
    /// for a word.
    private static let codes: Set<String> = [
        "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "ean", "ean8", "ean13", "upc", "isbn", "isbn10", "isbn13", "jan",
        "barcode", "variant_barcode", "gtin,_upc,_ean,_or_isbn", "mpn", "sku", "variant_sku", "item_sku",
        "article_number",
        "artikelnummer",
    ]

    static func isCode(_ name: String) -> Bool { codes.contains(FieldName.plain(name)) }

    /// Columns of what an item costs the shop itself.
    private static let costs: Set<String> = [
        "cost", "cost_price", "cost_per_item", "unit_cost", "purchase_price", "buying_price", "wholesale_price",
        "supplier_price", "einkaufspreis", "prix_d'achat",
    ]

    /// The columns that become no attributes: those that somebody leaves out or does not take, and those of the shop's own costs,
    /// of which a note speaks.
    func omitted(_ options: CatalogTable.Options, notes: inout [String]) -> Set<String> {
        var omitted = Set(options.omitted)
        for name in names where !options.taken.isEmpty && !options.taken.contains(name) { omitted.insert(name) }
        for name in names where Self.costs.contains(FieldName.plain(name)) && !omitted.contains(name) {
            guard !options.taken.contains(name), options.schema[name] == nil else { continue }
            omitted.insert(name)
            notes.append("the column \(name) is left out, because shops pay it; --schema '\(name)=float' takes it")
        }
        return omitted
    }

    /// - Parameter inner: Fields that cells hold by names of their own.
    /// - Throws: `invalidArgument` for a column to be left out or taken that is not there.
    func check(_ options: CatalogTable.Options, inner: [String], _ path: String) throws(SearchError) {
        var all = self
        all.names += inner
        for name in options.omitted + options.taken { _ = try all.column(name, of: [], path) }
    }

    /// The column that was asked for, else the first of the usual names.
    func column(_ asked: String?, of usual: [String], _ path: String) throws(SearchError) -> String? {
        guard let asked else {
            return usual.lazy.compactMap { candidate in names.first { FieldName.plain($0) == candidate } }.first
        }
        if names.contains(asked) { return asked }
        let hint = SearchError.likeliest(asked, among: names).map { "; did you mean `\($0)`?" } ?? ""
        throw .invalidArgument(
            "\(path) has no column `\(asked)`\(hint); it has \(names.filter { !$0.isEmpty }.joined(separator: ", "))")
    }
}
