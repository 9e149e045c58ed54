internal import Essentials
internal import WireFormat

/// Article numbers of a catalog whose last digit does not follow from the others: somebody mistyped them, or a spreadsheet
/// rounded them. They stay as they are, and a warning names one.
struct MistakenNumbers {
    private static let names: Set = [
        "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "ean", "ean8", "ean13", "upc", "barcode", "variant_barcode",
        "gtin,_upc,_ean,_or_isbn",
    ]

    private let columns: [String]
    private var found: [String: (count: Int, example: String, line: Int)] = [:]

    init(_ names: [String]) { columns = names.filter { Self.names.contains(FieldName.plain($0)) } }

    mutating func add(_ cells: [String: JSONValue], line: Int) {
        for name in columns {
            guard let number = cells[name]?.written.trimmingBlanks(), ArticleNumber.isMistaken(number) else { continue }
            let former = found[name]
            found[name] = ((former?.count ?? 0) + 1, former?.example ?? number, former?.line ?? line)
        }
    }

    var warnings: [String] {
        columns.compactMap { name in
            found[name].map { found in
                found.count == 1
                    ? "the column \(name) has a number with a wrong check digit, \(found.example) (line \(found.line))"
                    : "the column \(name) has \(found.count) numbers with a wrong check digit, the first is "
                        + "\(found.example) (line \(found.line))"
            }
        }
    }
}
