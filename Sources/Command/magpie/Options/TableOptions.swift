import CatalogFile
import VisualSearch

extension OptionValue<UInt8> {
    fileprivate static var separator: OptionValue {
        OptionValue("CHARACTER", expected: "one ASCII character that is no quote, or tab") { text in
            if ["tab", "\\t"].contains(text) { return UInt8(ascii: "\t") }
            guard text.utf8.count == 1, let byte = text.utf8.first, byte != UInt8(ascii: "\""),
                byte >= 0x20 || byte == 9
            else { return nil }
            return byte
        }
    }
}

/// The reading of a catalog file.
struct TableOptions: Sendable {
    var options = CatalogTable.Options()
    var takesAll = false

    /// The options that were given.
    var names: [String] {
        [
            options.fileColumn.map { _ in "--file-column" }, options.idColumn.map { _ in "--id-column" },
            options.separator.map { _ in "--separator" }, options.decimal.map { _ in "--decimal" },
            options.feed == .byColumns ? nil : "--feed", takesAll ? "--all" : nil,
        ].compactMap(\.self)
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    private static let feeds: KeyValuePairs<String, FeedKind.Choice> = [
        "shopify": .kind(.shopify), "woocommerce": .kind(.wooCommerce), "magento": .kind(.magento),
        "prestashop": .kind(.prestaShop), "wix": .kind(.wix), "google": .kind(.google), "amazon": .kind(.amazon),
        "etsy": .kind(.etsy), "openfoodfacts": .kind(.openFoodFacts), "none": .plain,
    ]

    static var group: OptionGroup<TableOptions> { OptionGroup(title: "Catalog", options: columns + form + fields) }

    private static var columns: [Option<TableOptions>] {
        [
            .repeated(
                "--schema", kind: .schema,
                help: "Types of fields: string, text, int, float, bool, list or date, such as "
                    + "price=float,tags=list. The type of a field with values changes where all of them fit. "
                    + "Repeatable.", add: { $0.options.schema.merge($1) { $1 } }),
            .value(
                "--file-column", kind: .text("NAME", expected: "the name of a column"),
                help: "Column of the catalog with files.",
                default: .clause("the first named \(list(AttributeTable.fileNames))"), sets: \.options.fileColumn
            ),
            .value(
                "--id-column", kind: .text("NAME", expected: "the name of a column"),
                help: "Column of the catalog with ids.",
                default: .clause("the first named \(list(AttributeTable.idNames))"), sets: \.options.idColumn),
        ]
    }

    private static var form: [Option<TableOptions>] {
        [
            .value(
                "--separator", kind: .separator,
                help: "Sign between the cells of the catalog: one character, or tab.",
                default: .clause("comma, semicolon or tab, as the rows fit, or that of a first line sep="),
                sets: \.options.separator),
            .value(
                "--decimal", kind: .word(["point": .point, "comma": .comma]),
                help: "Sign before the fractions of numbers in the catalog.",
                default: .clause("as all values of a column have it"), sets: \.options.decimal),
            .value(
                "--feed", kind: .word(feeds),
                help: "Shop system or marketplace that the catalog is an export of; with none its columns are read as "
                    + "they are.", default: .clause("as its columns tell"), sets: \.options.feed),
        ]
    }

    private static var fields: [Option<TableOptions>] {
        [
            .repeated(
                "--omit", kind: .text("NAME", expected: "the name of a column"),
                help: "Column of the catalog that becomes no field. Repeatable.",
                default: .clause("columns of what an item costs the shop, such as Cost per item"),
                add: { $0.options.omitted.append($1) }),
            .repeated(
                "--fields", kind: .text("NAME", expected: "the name of a column"),
                help: "Column of the catalog that becomes a field; all others become none. Repeatable.",
                default: .clause("all"), add: { $0.options.taken.append($1) }),
            .repeated(
                "--list-separator", kind: .listSeparator,
                help: "Sign between the values in the cells of a column, such as 'Colors=;'. Repeatable.",
                default: .clause("a bar, and in tags and categories a comma"),
                add: { $0.options.listSigns.merge($1) { $1 } }),
            .flag(
                "--all",
                help:
                    "Take the products of a shop's export as well that the shop does not show: drafts, archived and "
                    + "switched-off ones.", sets: \.takesAll),
        ]
    }
}
