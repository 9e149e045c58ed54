internal import WireFormat

/// The type of a column, and the way in which it writes numbers.
struct ColumnReading: Sendable {
    var type: AttributeType
    /// Nil for numbers as programs write them, and for all other types.
    var form: NumberForm?
    /// The sign between the values of a list, where bars alone do not divide them.
    var sign: Character?
    /// The cells are HTML, whose values are the texts that a browser shows.
    var isHTML = false

    /// Returns the value of a cell; nil for one of another type.
    func value(of cell: JSONValue) -> AttributeValue? {
        if case .array(let values) = cell, type == .list { return .list(values.map(\.written)) }
        if let sign, type == .list, case .string(let text) = cell {
            return .list(ListColumns.values(of: text, between: sign))
        }
        if isHTML, case .string(let html) = cell { return AttributeValue(HTMLText.shown(html), as: type) }
        guard let form, case .string(let text) = cell else { return AttributeValue(cell.written, as: type) }
        guard let number = form.read(text)?.value else { return nil }
        if type == .int { return Int(exactly: number).map(AttributeValue.int) }
        return .float(number)
    }
}

/// The cells of a column so far. A guess never changes a value: a column is of numbers, flags or dates only if each of
/// its cells is one, and written back the same.
struct ColumnSurvey {
    /// A misfit of a type that was given, with its line.
    struct Misfit {
        var text: String
        var line: Int
    }

    /// Nil where the type is to be guessed.
    private let given: AttributeType?
    /// Strings are strings, for numbers and flags can be written as such.
    private let isJSON: Bool
    private var count = 0
    /// The first cell, for people.
    private(set) var example: JSONValue?
    private(set) var misfit: Misfit?

    private var isInt = true
    private var isFloat = true
    private var isDate = true
    private var (isDateShaped, noDate) = (true, nil as String?)
    private var (isFlag, hasTrue, hasFalse, isJSONFlag) = (true, false, false, true)
    private var (isList, isHTML) = (false, false)
    /// The cells with four words and more, and those that the sign of a list divides.
    private var (prose, divided) = (0, 0)
    private let sign: Character?
    private var (hasExponent, isScientific) = (false, false)
    private var repeated = RepeatedTexts()
    fileprivate var numbers: NumberSurvey

    /// - Parameter sign: The sign that divides the values of a cell, if some of them have it.
    init(given: AttributeType?, decimal: NumberForm.Decimal?, isJSON: Bool, sign: Character? = nil) {
        self.given = given
        self.isJSON = isJSON
        self.sign = sign
        numbers = NumberSurvey(decimal: decimal, isWhole: given == .int)
    }

    mutating func add(_ cell: JSONValue, line: Int) {
        if cell == .null { return }
        count += 1
        if example == nil { example = cell }
        if case .string(let text) = cell {
            if let sign, text.contains(sign) { divided += 1 }
            if !isHTML, HTMLText.isHTML(text) { isHTML = true }
        }
        if let given { check(cell, given, line) } else { guess(cell) }
    }

    private mutating func check(_ cell: JSONValue, _ type: AttributeType, _ line: Int) {
        guard misfit == nil else { return }
        if type == .int || type == .float {
            let isPlain = AttributeValue(cell.written, as: type) != nil
            guard case .string(let text) = cell else {
                if !isPlain { misfit = Misfit(text: cell.written, line: line) }
                return
            }
            numbers.add(text, isPlain: isPlain)
            if !numbers.canBeNumbers, misfit == nil { misfit = Misfit(text: text, line: line) }
        } else if ColumnReading(type: type).value(of: cell) == nil {
            misfit = Misfit(text: cell.written, line: line)
        }
    }

    private mutating func guess(_ cell: JSONValue) {
        let text = cell.written
        switch cell {
        case .null: break
        case .bool(let value):
            (isInt, isFloat, isDate, isDateShaped) = (false, false, false, false)
            if value { hasTrue = true } else { hasFalse = true }
        case .int:
            (isDate, isDateShaped, isFlag, isJSONFlag) = (false, false, false, false)
        case .number:
            (isInt, isDate, isDateShaped, isFlag, isJSONFlag) = (false, false, false, false, false)
        case .string: guess(text)
        case .array, .object:
            (isInt, isFloat, isDate, isDateShaped, isFlag, isJSONFlag) = (false, false, false, false, false, false)
            if case .array = cell { isList = true }
        }
        if case .string = cell {} else { numbers.refuse() }
        repeated.add(text)
        if text.isProse { prose += 1 }
    }

    private mutating func guess(_ text: String) {
        isJSONFlag = false
        if isJSON {
            (isInt, isFloat, isFlag) = (false, false, false)
            numbers.refuse()
        }
        let plain = isInt || isFloat ? PlainNumber(text) : nil
        switch plain {
        case .whole(_, let isExact): if !isExact { isFloat = false }
        case .fraction: isInt = false
        case .scientific(_, let isCertain):
            (isInt, hasExponent) = (false, true)
            if isCertain { isScientific = true }
        case nil: (isInt, isFloat) = (false, false)
        }
        numbers.add(text, isPlain: plain != nil)
        if isFlag {
            switch text.lowercased() {
            case "true", "yes": hasTrue = true
            case "false", "no": hasFalse = true
            default: isFlag = false
            }
        }
        if isDateShaped {
            isDateShaped = text.isDateShaped
            if isDateShaped, noDate == nil, AttributeValue(text, as: .date) == nil { noDate = text }
            isDate = isDateShaped && noDate == nil
        }
        if !isJSON, !isList, text.hasBar { isList = true }
    }

    /// The guess, with a warning where the values almost are of another type; `decimal` is the sign that the other
    /// columns write before fractions, where they agree.
    func reading(_ name: String, decimal: NumberForm.Decimal?) throws(SearchError) -> (ColumnReading, warning: String?)
    {
        if let given {
            guard given == .int || given == .float else {
                let showsText = isHTML && [.text, .string].contains(given)
                return (ColumnReading(type: given, sign: given == .list ? sign : nil, isHTML: showsText), nil)
            }
            let form = try numbers.form(of: name, decimal)
            return (ColumnReading(type: given, form: form), nil)
        }
        if count == 0 { return (ColumnReading(type: .string), nil) }
        let isExact = !hasExponent || isScientific
        if isInt { return (ColumnReading(type: .int), nil) }
        if isFloat, isExact, !(decimal == .comma && numbers.couldBeThousands) {
            return (ColumnReading(type: .float), nil)
        }
        if isFlag, isJSONFlag || hasTrue && hasFalse { return (ColumnReading(type: .bool), nil) }
        if isDate { return (ColumnReading(type: .date), nil) }
        if sign != nil, divided > 0, !isList { return (ColumnReading(type: .list, sign: sign), nil) }
        if isHTML { return (ColumnReading(type: .text, isHTML: true), nil) }
        let text: AttributeType = isProse(name) && !repeated.areKinds ? .text : isList ? .list : .string
        if isDateShaped, let noDate {
            let other = example?.written == noDate ? nil : example?.written
            let beside = other.map { "; `\($0)` beside it is one" } ?? ""
            return (
                ColumnReading(type: text),
                "the column \(name) is read as \(text.rawValue): `\(noDate)` is no date of the calendar\(beside)"
            )
        }
        let isPrice = FieldName.plain(name).contains(/price|preis|prix|precio|prezzo|価格/)
        switch numbers.guess(decimal, isPrice: isPrice) {
        case .number(let form, let hasFraction):
            return (ColumnReading(type: hasFraction ? .float : .int, form: form), nil)
        case .none:
            guard isPrice, let example = example?.written, example.contains(where: \.isNumber) else {
                return (ColumnReading(type: text), nil)
            }
            let reason =
                isJSON
                ? "`\(example)` is a string of JSON; --schema \(name)=float makes them numbers"
                : "not all of its values are numbers as prices are written, and `\(example)` is the first"
            return (
                ColumnReading(type: text),
                "the column \(name) is read as \(text.rawValue), and searches by price pass it over: \(reason)"
            )
        case .doubt(let reason):
            return (ColumnReading(type: text), "the column \(name) is read as \(text.rawValue): \(reason)")
        }
    }

    /// A long value among many short ones is a name as well, such as that of a brand; but for titles and descriptions.
    private func isProse(_ name: String) -> Bool {
        let isNamedSo = ["title", "name", "description", "text", "caption", "summary"].contains {
            FieldName.plain(name).hasSuffix($0)
        }
        return isNamedSo ? prose > 0 : prose * 10 > count
    }

    /// The sign or code of the currency that the numbers have; nil for none.
    var currency: String? { numbers.currency }

    /// The sign before fractions that this column proves; nil where it proves none.
    var provenDecimal: NumberForm.Decimal? {
        if given == nil, isInt { return nil }
        return numbers.proven
    }
}

/// The texts of a column, for telling names of kinds from prose.
struct RepeatedTexts {
    private(set) var count = 0
    private var different: Set<String> = []
    private var longest = 0

    mutating func add(_ text: String) {
        count += 1
        longest = max(longest, text.utf8.count)
        if different.count <= 1000 { different.insert(text) }
    }

    /// Few and short ones, each of which comes four times or more in the mean, and two of them at least.
    var areKinds: Bool {
        different.count > 1 && different.count <= 1000 && different.count * 4 <= count && longest <= 120
    }
}

extension String {
    /// Four words and more that are no path of a few words each, such as `Fashion > Bags and Purses > Totes`.
    fileprivate var isProse: Bool {
        func words(_ text: some StringProtocol) -> Int { text.split(whereSeparator: \.isWhitespace).count }
        guard asciiWords.map({ $0 >= 4 }) ?? (words(self) >= 4) else { return false }
        guard utf8.contains(0x3E) || hasBar else { return true }
        let levels = split(separator: " > ", omittingEmptySubsequences: false).flatMap { $0.split(separator: "|") }
        return levels.count == 1 || levels.contains { words($0) > 5 }
    }

    /// The number of words of a text in ASCII; nil for others. Splitting at the blanks of Unicode takes ten times as long.
    private var asciiWords: Int? {
        var (words, isInside) = (0, false)
        for byte in utf8 {
            if byte >= 0x80 { return nil }
            let isBlank = byte == 0x20 || 0x09...0x0D ~= byte
            if !isBlank, !isInside { words += 1 }
            isInside = !isBlank
        }
        return words
    }

    /// True for a bar that no backslash stands before.
    fileprivate var hasBar: Bool {
        guard utf8.contains(0x7C) else { return false }
        guard utf8.contains(0x5C) else { return true }
        if case .list(let parts) = AttributeValue(self, as: .list) { return parts.count > 1 }
        return false
    }
}

extension JSONValue {
    /// The cell as a CSV file would have it.
    var written: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .number(let value): AttributeValue.float(value).written
        case .string(let value): value
        case .array(let values): AttributeValue.list(values.map(\.written)).written
        case .object: encodedText
        }
    }
}

extension AttributeType {
    /// The narrowest kind that all texts can have, as for the cells of a CSV file. Numbers with signs of money or of
    /// thousands are strings.
    package init(suggestedBy texts: some Sequence<String>) {
        var survey = ColumnSurvey(given: nil, decimal: nil, isJSON: false)
        survey.numbers.refuse()
        for text in texts { survey.add(.string(text), line: 0) }
        self = (try? survey.reading("", decimal: nil))?.0.type ?? .string
    }
}
