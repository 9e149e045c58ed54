internal import Essentials

/// The signs between the values of a cell, by column: those that shops' exports are known for, and those that somebody names.
struct ListColumns {
    private let given: [String: Character]
    private let isGoogle: Bool

    /// Columns whose values commas divide in WooCommerce, Shopify and PrestaShop.
    private static let commas: Set<String> = [
        "tags", "tag", "keywords", "categories", "categories_(x,y,z...)", "tags_(x,y,z...)", "materials",
    ]

    init(given: [String: Character], names: [String]) {
        self.given = given
        isGoogle = Set(names.map(FieldName.plain)).isSuperset(of: ["image_link", "availability"])
    }

    /// The sign that divides the values of a column; nil where bars alone do.
    func sign(of column: String) -> Character? {
        if let sign = given[column] { return sign }
        let name = FieldName.plain(column)
        if Self.commas.contains(name) || name.wholeMatch(of: /attribute_[0-9]+_value\(s\)/) != nil { return "," }
        return isGoogle && ["color", "material"].contains(name) ? "/" : nil
    }

    /// The values of a cell. A sign behind a backslash is a part of a value.
    static func values(of cell: String, between sign: Character) -> [String] {
        var (values, value, isEscaped) = ([String](), "", false)
        for character in cell {
            if isEscaped {
                if character != sign { value.append("\\") }
                value.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == sign {
                values.append(value)
                value = ""
            } else {
                value.append(character)
            }
        }
        if isEscaped { value.append("\\") }
        return (values + [value]).map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    }
}
