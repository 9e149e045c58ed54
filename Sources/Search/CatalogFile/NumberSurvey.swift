/// The ways in which a column may write its numbers, as far as its cells allow.
struct NumberSurvey {
    /// The reading of the cells with one sign before fractions.
    private struct Candidate {
        var isAlive = true
        var group: Character?
        var hasFraction = false
        /// A text shows that this sign is the right one: it would be none, or another number, with the other sign.
        var isCertain = false
    }

    enum Guess {
        case none
        case number(NumberForm, hasFraction: Bool)
        case doubt(String)
    }

    private let isWhole: Bool
    private let asked: NumberForm.Decimal?
    private var point = Candidate()
    private var comma = Candidate()
    private(set) var currency: String?
    private var isOff = false
    private var count = 0
    private var numbers = 0
    /// Some cell is no number as programs write it.
    private var hasForms = false
    /// Some cell is one number with a point and another one with a comma.
    private var hasDifference = false
    /// Some cell is written as only money is.
    private var isMoney = false
    /// The cells with the word for 0, and the first of them.
    private var (free, word) = (0, "")
    /// Numbers with marks, and texts that are no numbers: two of each at most, for messages.
    private var marked: [String] = []
    private var others: [String] = []

    /// Cells that are looked at once the column can be no numbers.
    private static let looked = 1000

    init(decimal: NumberForm.Decimal?, isWhole: Bool) {
        asked = decimal
        self.isWhole = isWhole
        if decimal == .comma { point.isAlive = false }
        if decimal == .point { comma.isAlive = false }
    }

    mutating func refuse() { isOff = true }

    var canBeNumbers: Bool { !isOff && (point.isAlive || comma.isAlive || (!hasForms && asked != .comma)) }

    mutating func add(_ text: String, isPlain: Bool) {
        if isOff { return }
        count += 1
        let isDead = !point.isAlive && !comma.isAlive
        if isDead, count > Self.looked { return }
        // Digits alone are the same number in every form.
        if isPlain, text.utf8.count <= 15, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D }) {
            numbers += 1
            return
        }
        // Nothing can be learned from such a number any more.
        if isPlain, !comma.isAlive, asked != .comma, !text.utf8.contains(where: { $0 | 0x20 == 0x65 }) {
            numbers += 1
            if text.utf8.contains(0x2E) { (point.hasFraction, point.isCertain) = (true, true) }
            return
        }
        let (withPoint, withComma) = (NumberForm(decimal: .point).read(text), NumberForm(decimal: .comma).read(text))
        if isPlain, withPoint == nil, withComma == nil {
            // An exponent, or more digits than are read with marks.
            (point.isAlive, comma.isAlive) = (false, false)
            return
        }
        if !isPlain { hasForms = true }
        guard let any = withPoint ?? withComma else {
            if others.count < 2 { others.append(text) }
            (point.isAlive, comma.isAlive) = (false, false)
            return
        }
        numbers += 1
        if any.isMoney { isMoney = true }
        if NumberForm.isFree(text) { (free, word) = (free + 1, free == 0 ? text : word) }
        if any.group != nil || any.hasFraction || any.currency != nil, marked.count < 2 { marked.append(text) }
        if let sign = any.currency {
            if let currency, currency != sign { (point.isAlive, comma.isAlive) = (false, false) }
            currency = currency ?? sign
        }
        let differs = withPoint?.value != withComma?.value
        if differs { hasDifference = true }
        add(withPoint, to: \.point, isCertain: withComma == nil)
        add(withComma, to: \.comma, isCertain: withPoint == nil)
    }

    private mutating func add(
        _ reading: NumberForm.Reading?, to key: WritableKeyPath<NumberSurvey, Candidate>, isCertain: Bool
    ) {
        guard let reading, !(isWhole && reading.hasFraction) else {
            self[keyPath: key].isAlive = false
            return
        }
        if reading.hasFraction { self[keyPath: key].hasFraction = true }
        if isCertain { self[keyPath: key].isCertain = true }
        if let group = reading.group {
            if let known = self[keyPath: key].group, known != group { self[keyPath: key].isAlive = false }
            self[keyPath: key].group = group
        }
    }

    private var hasDoubtfulCurrency: Bool { currency.map { NumberForm.doubtful.contains($0.uppercased()) } ?? false }

    /// The sign that this column proves.
    var proven: NumberForm.Decimal? {
        if isOff || hasDoubtfulCurrency || point.isAlive == comma.isAlive { return nil }
        let (decimal, candidate) = point.isAlive ? (NumberForm.Decimal.point, point) : (.comma, comma)
        return candidate.isCertain && (candidate.hasFraction || candidate.group == ",") ? decimal : nil
    }

    /// True for numbers with a point that would be thousands with a comma, each of them.
    var couldBeThousands: Bool { !isOff && point.isAlive && comma.isAlive && hasDifference }

    private func chosen(_ others: NumberForm.Decimal?) -> (decimal: NumberForm.Decimal, candidate: Candidate)? {
        switch (point.isAlive, comma.isAlive) {
        case (true, false): (.point, point)
        case (false, true): (.comma, comma)
        case (false, false): nil
        case (true, true):
            if !hasDifference {
                (.point, point)
            } else {
                others.map { $0 == .point ? (.point, point) : (.comma, comma) }
            }
        }
    }

    /// - Parameters:
    ///   - decimal: The sign that the other columns write, where they agree.
    ///   - isPrice: The column is one of prices by its name.
    func guess(_ decimal: NumberForm.Decimal?, isPrice: Bool) -> Guess {
        if isOff { return .none }
        if !isPrice, hasDoubtfulCurrency { return .none }
        // Elsewhere the word is a word.
        if free > 0, !isPrice || free == numbers {
            guard let number = marked.first, free < numbers else { return .none }
            return .doubt("`\(number)` is a number, and `\(word)` is not")
        }
        let remedy = "; declare it with --schema, and the sign before fractions with --decimal"
        guard let (decimal, candidate) = chosen(decimal) else {
            if point.isAlive, comma.isAlive {
                return .doubt("\(list(marked)) may be thousands or a fraction\(remedy)")
            }
            guard hasForms, !marked.isEmpty, numbers * 2 >= min(count, Self.looked) else { return .none }
            return .doubt(
                others.isEmpty
                    ? "\(list(marked)) are not written in one way"
                    : "`\(marked[0])` is a number, and `\(others[0])` is not")
        }
        // Groups alone may be those of a code.
        if currency == nil, !isMoney, !candidate.hasFraction, candidate.group != "," {
            return .doubt("\(list(marked)) may be numbers or codes; --schema NAME=int makes them numbers")
        }
        return .number(NumberForm(decimal: decimal), hasFraction: candidate.hasFraction || currency != nil || isMoney)
    }

    /// The form of a column that was declared to be of numbers; nil where all are as programs write them.
    func form(of name: String, _ decimal: NumberForm.Decimal?) throws(SearchError) -> NumberForm? {
        if isOff || !hasForms && !(asked == .comma && hasDifference) { return nil }
        guard let decimal = chosen(decimal)?.decimal else {
            throw .invalidArgument(
                "the numbers of \(name) are not clear: \(list(marked)) may be thousands or a fraction; "
                    + "say it with --decimal point or --decimal comma")
        }
        return NumberForm(decimal: decimal)
    }

    private func list(_ texts: [String]) -> String {
        texts.map { "`\($0)`" }.joined(separator: " and ")
    }
}
