internal import Essentials
internal import WireFormat

/// Fields that a catalog tells by several columns or by words of its own, so that searches need not know each shop system: the price
/// that is paid, its currency, and whether an item is in stock.
struct ShopFields: Sendable {
    /// A field that no column has by itself.
    struct Field: Sendable {
        var name: String
        var type: AttributeType
        /// The source of its values, for people.
        var origin: String
    }

    static let (price, regularPrice, currency, inStock) = ("price", "regular_price", "currency", "in_stock")

    private(set) var fields: [Field] = []
    private var names: Set<String> = []
    /// The columns of the price without and with a sale, and those of the days between which a sale lasts.
    private var (regular, sale) = (nil as String?, nil as String?)
    /// The field of the price that is paid.
    private var target = ""
    private var (begins, ends, between) = (nil as String?, nil as String?, nil as String?)
    /// The column that tells whether an item is in stock, in words or by a count, and Shopify's with whether it is sold beyond that.
    private var (stock, backorders) = (nil as String?, nil as String?)
    /// The code of the currency, and the column that has its sign.
    private var (code, priced) = (nil as String?, "")

    /// A catalog without such fields.
    init() {}

    /// - Parameters:
    ///   - columns: The columns that are attributes.
    ///   - readings: The ways in which they are read, by name.
    ///     A price of whole numbers is read as one with fractions beside a sale that has them.
    ///   - currencies: The sign or code that the numbers of a column have, by name.
    ///   - known: The fields of the store, which keep their types.
    init(
        _ columns: [String], readings: inout [String: ColumnReading], currencies: [String: String],
        known: [String: AttributeType]
    ) {
        let types = readings.mapValues(\.type)
        func column(_ names: String..., of wanted: Set<AttributeType>) -> String? {
            for name in names {
                let found = columns.first { column in
                    FieldName.plain(column) == name && types[column].map(wanted.contains) ?? false
                }
                if let found { return found }
            }
            return nil
        }
        func isFree(_ name: String) -> Bool { !columns.contains { FieldName.plain($0) == name } }
        let numbers: Set<AttributeType> = [.int, .float]
        let words: Set<AttributeType> = [.string, .text, .date, .bool, .int]
        let own = column(Self.price, "variant_price", of: numbers)
        let regular = own ?? column("regular_price", "price_tax_included", of: numbers)
        if let sale = column("sale_price", "special_price", of: numbers), let regular {
            (self.regular, self.sale) = (regular, sale)
            begins = column("date_sale_price_starts", "special_price_from_date", of: words)
            ends = column("date_sale_price_ends", "special_price_to_date", of: words)
            between = column("sale_price_effective_date", of: words)
            if isFree(Self.price) {
                target = Self.price
                fields.append(Field(name: target, type: .float, origin: "\(sale), else \(regular)"))
            } else {
                // The column itself gets what is paid: it is the one that searches and pages know.
                target = regular
                if isFree(Self.regularPrice) {
                    fields.append(
                        Field(name: Self.regularPrice, type: .float, origin: "\(regular), where \(sale) is paid"))
                }
                if types[sale] == .float { readings[regular]?.type = .float }
            }
        } else if own == nil, let regular, isFree(Self.price) {
            (self.regular, target) = (regular, Self.price)
            fields.append(Field(name: target, type: .float, origin: regular))
        }
        if isFree(Self.currency), isFree("currency_code"), let priced = own ?? regular, let sign = currencies[priced],
            let code = Self.code(of: sign)
        {
            (self.code, self.priced) = (code, priced)
            fields.append(Field(name: Self.currency, type: .string, origin: "the sign of \(priced)"))
        }
        let flags = columns.filter { types[$0] == .bool }.map(FieldName.plain)
        if !flags.contains(where: { ["in_stock", "available", "in_stock?", "stock"].contains($0) }) {
            stock = column("availability", "in_stock?", "is_in_stock", "stock_status", "instock", of: words)
            if stock == nil {
                stock = column("stock", "stock_quantity", "inventory_quantity", "variant_inventory_qty", of: numbers)
                backorders = columns.first { FieldName.plain($0) == "variant_inventory_policy" }
            }
            if let stock { fields.append(Field(name: Self.inStock, type: .bool, origin: stock)) }
        }
        fields.removeAll { field in known[field.name].map { $0 != field.type } ?? false }
        names = Set(fields.map(\.name))
    }

    /// Adds the fields of a row.
    ///
    /// - Parameter now: The time at which a sale lasts or not.
    func add(to attributes: inout [String: AttributeValue], now: Date) {
        if let regular {
            let full = attributes[regular]
            let paid = isOn(attributes, now) ? sale.flatMap { attributes[$0] } : nil
            if target != regular {
                if names.contains(target) { attributes[target] = (paid ?? full)?.asFloat }
            } else if let paid {
                attributes[regular] = paid
                if names.contains(Self.regularPrice), let full, full.written != paid.written {
                    attributes[Self.regularPrice] = full.asFloat
                }
            }
        }
        if let code, names.contains(Self.currency), attributes[priced] != nil {
            attributes[Self.currency] = .string(code)
        }
        if let stock, names.contains(Self.inStock), let cell = attributes[stock]?.written,
            let isThere = backorders.flatMap({ attributes[$0]?.written }) == "continue" ? true : Self.isInStock(cell)
        {
            attributes[Self.inStock] = .bool(isThere)
        }
    }

    /// True where no date says that the sale is over, or has not begun. A date that cannot be read says nothing.
    private func isOn(_ attributes: [String: AttributeValue], _ now: Date) -> Bool {
        func text(_ column: String?) -> String? { column.flatMap { attributes[$0]?.written } }
        if let begins = text(begins).flatMap(Self.date), now < begins { return false }
        // A column of dates gives each day a time.
        let day = text(ends).map { $0.hasSuffix("T00:00:00Z") ? String($0.prefix(10)) : $0 }
        if let ends = day.flatMap(Self.end), now >= ends { return false }
        guard let sides = between.flatMap({ attributes[$0]?.written })?.split(separator: "/"), sides.count == 2 else {
            return true
        }
        if let begins = Self.date(String(sides[0])), now < begins { return false }
        if let ends = Self.end(String(sides[1])), now >= ends { return false }
        return true
    }

    /// The end of a sale: a day without a time belongs to it.
    private static func end(_ text: String) -> Date? {
        guard let date = date(text) else { return nil }
        return text.contains(":") ? date : date.addingTimeInterval(86_400)
    }

    /// A day, or a time with or without seconds; its offset may lack the colon, as in Google's feeds. Without an offset it is that of
    /// UTC.
    private static func date(_ text: String) -> Date? {
        let text = text.trimmingBlanks()
        var whole = text
        if let parts = text.wholeMatch(of: /([0-9-]{10})[T ]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(Z|[+-][0-9]{2}:?[0-9]{2})?/)
        {
            var offset = parts.4.map(String.init) ?? "Z"
            if offset.count == 5 { offset.insert(":", at: offset.index(offset.startIndex, offsetBy: 3)) }
            whole = "\(parts.1)T\(parts.2)\(parts.3.map(String.init) ?? ":00")\(offset)"
        }
        guard case .date(let date)? = AttributeValue(whole, as: .date) else { return nil }
        return date
    }

    /// The code of a currency by the sign or the code in a cell. Signs of several currencies, such as `$`, tell none.
    private static func code(of sign: String) -> String? {
        if let code = signs[sign.uppercased()] { return code }
        return sign.count == 3 && sign.allSatisfy { $0.isASCII && $0.isLetter } ? sign.uppercased() : nil
    }

    private static let signs = [
        "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₫": "VND", "₺": "TRY", "₴": "UAH", "₪": "ILS", "ZŁ": "PLN",
        "KČ": "CZK",
        "US$": "USD", "R$": "BRL", "฿": "THB", "₽": "RUB",
    ]

    /// The words of feeds and shop systems for what can be bought at once; nil for others. What comes later is not in stock.
    static func isInStock(_ cell: String) -> Bool? {
        let last = cell.split(separator: "/").last.map(String.init) ?? cell
        if let count = Double(last.trimmingBlanks()), !count.isNaN { return count > 0 }
        switch FieldName.plain(last.trimmingBlanks()).replacing("_", with: "") {
        case "instock", "yes", "true", "available", "availablefororder", "limitedavailability", "instoreonly",
            "onlineonly", "ja", "oui":
            return true
        case "outofstock", "no", "false", "soldout", "discontinued", "unavailable", "preorder", "backorder",
            "onbackorder", "presale", "nein", "non":
            return false
        default: return nil
        }
    }
}

extension AttributeValue {
    fileprivate var asFloat: AttributeValue {
        if case .int(let number) = self { return .float(Double(number)) }
        return self
    }
}
