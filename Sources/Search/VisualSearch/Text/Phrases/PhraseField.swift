/// A field of a catalog, as phrases speak of it.
struct PhraseField: Sendable {
    /// The meaning of a field that some words need: a price for `cheapest`, a flag for `in stock`.
    enum Role: String, Hashable, Sendable, Decodable {
        case price, size, date, rating, stock, sale, brand, category, color, material, people
    }

    /// A value of strings such as `171 g`.
    struct Measure: Sendable {
        /// In base units, and of storage also as makers of disks count.
        var (size, decimalSize): (Double, Double)
        var value: String
    }

    let name: String
    let type: AttributeType
    /// The words of the name without units and currencies.
    let words: [String]
    let role: Role?
    /// The unit of its numbers, by its name: `screen_inch`.
    let unit: PhraseUnit?
    /// The currency of its prices, by its name: `price_eur`.
    let currency: String?
    /// The least and the largest number; nil for fields of other types and for those without a value.
    var range: ClosedRange<Double>?
    /// The measures of a field of strings, nearly all of which are measures of one dimension; empty for others.
    var measures: [Measure] = []
    var dimension: PhraseUnit.Dimension?
    /// True where nearly every item has the field. In others a value by its words alone would leave out items that say it
    /// elsewhere, or whose picture shows it.
    var isComplete = true

    var isNumber: Bool { type == .int || type == .float }
    /// True for the day on which a photo was taken, of which people name the month or the year alone.
    var isOfPhoto: Bool {
        role == .date && type == .date && !words.filter(["taken", "shot", "captured"].contains).isEmpty
    }
    /// True for a field of titles and names.
    var isName: Bool { (type == .text || type == .string) && WordColumn(of: english, type, "") == .names }
    /// True for a field of titles whose name the index of words does not know as one: `Titel`.
    var isForeignName: Bool { isName && WordColumn(of: name, type, "") != .names }
    /// True for a field of strings that are titles or descriptions and no values.
    var isProse: Bool { [.names, .prose].contains(WordColumn(of: english, type, "")) }
    private var english: String { FieldName.translated(name) ?? name }
    var isText: Bool { type == .string || type == .list }
    /// As people read it.
    let title: String

    init(_ name: String, _ type: AttributeType) {
        self.name = name
        self.type = type
        var words = PhraseField.parts(of: name)
        let unit =
            words.count > 1 ? words.last.flatMap { PhraseUnit.symbols[$0] ?? PhraseUnit.symbols[$0.singularized] } : nil
        let isNumber = type == .int || type == .float
        self.unit = isNumber ? unit : nil
        if isNumber, unit != nil { words.removeLast() }
        let code = words.last?.uppercased() ?? ""
        currency = isNumber && words.count > 1 && PhraseCurrency.codes.contains(code) ? code : nil
        if currency != nil { words.removeLast() }
        self.words = words
        let shown = name.split { $0 == "_" || $0 == "-" || $0.isWhitespace }
        title = shown.prefix(max(words.count, 1)).joined(separator: " ")
        dimension = self.unit?.dimension
        // `Preis` by itself, and `Preis EUR` by its words.
        let english = FieldName.translated(name).map(PhraseField.parts) ?? words.map { FieldName.translated($0) ?? $0 }
        role = PhraseField.role(english, type)
    }

    /// `screenSize_inch` has the parts `screen`, `size` and `inch`.
    private static func parts(of name: String) -> [String] {
        var spaced = ""
        for character in name {
            if character.isUppercase, spaced.last?.isLowercase == true { spaced.append(" ") }
            spaced.append(character)
        }
        return Array(Words(spaced))
    }

    private static func role(_ words: [String], _ type: AttributeType) -> Role? {
        let parts = Set(words + words.map(\.singularized))
        func has(_ names: String...) -> Bool { !parts.isDisjoint(with: names) }
        switch type {
        case .int, .float:
            if has("price"),
                !has(
                    "old", "list", "original", "regular", "msrp", "was", "shipping", "unit", "sale", "special",
                    "compare",
                    "cost")
            {
                return .price
            }
            if has("rating", "star"), !has("count", "number") { return .rating }
            if has("size") { return .size }
            return has("year") ? .date : nil
        case .date:
            return has(
                "released", "release", "published", "publication", "launched", "launch", "added", "created", "date",
                "arrival", "taken", "shot", "captured") ? .date : nil
        case .bool:
            if has("stock", "available", "availability") { return .stock }
            return has("sale", "discounted") ? .sale : nil
        case .string, .list:
            if has("size") { return .size }
            if has("brand", "maker", "manufacturer", "vendor", "designer", "author", "artist") { return .brand }
            if has("category", "type", "kind", "department") { return .category }
            if has("color", "colour") { return .color }
            if has("gender", "sex") { return .people }
            return has("material", "fabric") ? .material : nil
        case .text: return nil
        }
    }
}

extension String {
    /// A name in the singular, by its commonest endings.
    fileprivate var singularized: String {
        if hasSuffix("ies") { return dropLast(3) + "y" }
        if hasSuffix("es"), let stem = Optional(String(dropLast(2))), stem.hasSuffix("ch") { return stem }
        return hasSuffix("s") && count > 3 ? String(dropLast()) : self
    }
}
