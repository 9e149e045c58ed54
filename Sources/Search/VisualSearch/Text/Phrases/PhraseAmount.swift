/// A number of a text with its unit or currency.
struct PhraseAmount {
    var number: Double
    var unit: PhraseUnit?
    var currency: String?
    /// True for `50+`.
    var isOpen = false
    /// The tokens of it.
    var tokens: Range<Int>
    /// The bytes of signs before and after the tokens.
    var before = 0
    var after = 0
    /// As it was typed, with its signs.
    var typed = ""

    /// In base units.
    var size: Double { number * (unit?.size ?? 1) }

    /// The amount in the unit of a field, by both ways to count bytes: 1 TB is 1,000 or 1,024 GB. Nil where they do not
    /// measure the same.
    func numbers(in field: PhraseField) -> ClosedRange<Double>? {
        guard let unit else { return number...number }
        guard let own = field.unit, own.dimension == unit.dimension else { return nil }
        if unit.size == own.size { return number...number }
        let (binary, decimal) = (number * unit.size / own.size, number * unit.decimalSize / own.decimalSize)
        return min(binary, decimal)...max(binary, decimal)
    }
}

extension PhraseText {
    /// The amount that begins at a token; nil where none does, and for digits with letters that are no unit.
    func amount(at place: Int, before end: Int, _ language: PhraseLanguage) -> PhraseAmount? {
        guard place < end else { return nil }
        // EUR 50
        if tokens[place].number == nil, let code = language.currencies[tokens[place].text], place + 1 < end,
            var amount = amount(at: place + 1, before: end, language), amount.unit == nil, amount.currency == nil
        {
            amount.currency = code
            amount.tokens = place..<amount.tokens.upperBound
            amount.typed = typed(tokens[place].bytes) + " " + amount.typed
            return amount
        }
        guard let number = tokens[place].number else { return nil }
        var amount = PhraseAmount(number: number, tokens: place..<place + 1)
        if let sign = tokens[place].gap.last, let code = PhraseCurrency.signs[sign] {
            (amount.currency, amount.before) = (code, sign.utf8.count)
        }
        let suffix = tokens[place].suffix
        if !suffix.isEmpty {
            if let unit = PhraseUnit.symbols[suffix] ?? language.units[suffix] {
                amount.unit = unit
            } else if let code = language.currencies[suffix] {
                amount.currency = code
            } else {
                return nil
            }
        } else {
            readEnd(of: &amount, before: end, language)
        }
        let bytes = tokens[place].bytes.lowerBound - amount.before
        amount.typed = typed(bytes..<tokens[amount.tokens.upperBound - 1].bytes.upperBound + amount.after)
        return amount
    }

    /// Reads signs and words of units and currencies behind a number.
    private func readEnd(of amount: inout PhraseAmount, before end: Int, _ language: PhraseLanguage) {
        let place = amount.tokens.lowerBound
        let gap = gap(after: place)
        if gap.hasPrefix("+") { (amount.isOpen, amount.after) = (true, 1) }
        for mark in ["\"", "\u{2033}", "''"] where gap.hasPrefix(mark) {
            amount.unit = PhraseUnit.symbols["inch"]
            amount.after = mark.utf8.count
        }
        let blank = gap.hasPrefix(" ") ? 1 : 0
        let isOfNext = place + 1 < count && tokens[place + 1].number != nil && gap.dropFirst(blank).count == 1
        if amount.currency == nil, !isOfNext, let sign = gap.dropFirst(blank).first,
            let code = PhraseCurrency.signs[sign]
        {
            (amount.currency, amount.after) = (code, blank + sign.utf8.count)
        }
        guard amount.after == 0, gap == " ", place + 1 < end else { return }
        if amount.currency == nil, let found = language.currencies.match(in: self, at: place + 1, before: end) {
            amount.currency = found.meaning
            amount.tokens = place..<found.end
        } else if let found = language.units.match(in: self, at: place + 1, before: end) {
            amount.unit = found.meaning
            amount.tokens = place..<found.end
        } else if let unit = PhraseUnit.symbols[tokens[place + 1].text], tokens[place + 1].text != "in" {
            amount.unit = unit
            amount.tokens = place..<place + 2
        }
    }
}
