internal import Essentials

extension PhraseReader {
    /// One or two amounts and their comparison; without one they are to be equal.
    private struct Comparison {
        var low: PhraseAmount
        var high: PhraseAmount?
        var comparative: PhraseLanguage.Comparative?
        var tokens: Range<Int>
        var before = 0

        var unit: PhraseUnit? { low.unit ?? high?.unit }
        var currency: String? { low.currency ?? high?.currency }
    }

    /// A comparison with numbers that begins at a token: `under 50`, `between 20 and 40 euros`, `50 or less`, `42 mm`.
    func amount(at place: Int) -> PhraseFinding? {
        let end = end(from: place)
        guard var found = comparison(at: place, before: end) else { return nil }
        if found.low.unit == nil { found.low.unit = found.high?.unit }
        if found.high != nil, found.high?.unit == nil { found.high?.unit = found.low.unit }
        let (leading, last) = (found.low, found.high ?? found.low)
        let isBackward = last.size < leading.size
        if isBackward { (found.low, found.high) = (last, leading) }
        guard let (field, start) = target(of: found, from: place),
            let filter = filter(
                found.comparative?.comparison ?? .exactly, low: found.low, high: found.high, of: field)
        else {
            return nil
        }
        var tokens = min(start, found.tokens.lowerBound)..<found.tokens.upperBound
        if let counted = counted(after: found.tokens.upperBound, before: end), counted == catalog.fields[field].role {
            tokens = tokens.lowerBound..<tokens.upperBound + 1
        }
        let isFirst = leading.tokens.lowerBound == found.tokens.lowerBound
        let first = start < found.tokens.lowerBound ? 0 : max(found.before, isFirst ? leading.before : 0)
        let after = last.tokens.upperBound == tokens.upperBound ? last.after : 0
        var finding = finding(tokens, label(of: found, field), filter: filter, before: first, after: after)
        finding.isBackward = isBackward
        return finding
    }

    private func counted(after place: Int, before end: Int) -> PhraseField.Role? {
        place < end ? language.counted[text.tokens[place].text] : nil
    }

    private func comparison(at place: Int, before end: Int) -> Comparison? {
        if let (joins, next) = language.ranges.match(in: text, at: place, before: end),
            let low = text.amount(at: next, before: end, language), low.tokens.upperBound < end,
            joins.contains(text.tokens[low.tokens.upperBound].text),
            let high = text.amount(at: low.tokens.upperBound + 1, before: end, language)
        {
            return Comparison(
                low: low, high: high, comparative: .init(comparison: .atLeast), tokens: place..<high.tokens.upperBound)
        }
        if let (comparative, next) = language.comparatives.match(in: text, at: place, before: end),
            let low = text.amount(at: next, before: end, language)
        {
            return Comparison(low: low, comparative: comparative, tokens: place..<low.tokens.upperBound)
        }
        guard let low = text.amount(at: place, before: end, language) else { return nil }
        // Behind a comparison that is not understood, the number is not the wanted one: grander than 50 cm.
        if place > 0, language.comparisonEnds.contains(text.tokens[place - 1].text) { return nil }
        var found = Comparison(low: low, tokens: low.tokens)
        let gap = text.tokens[place].gap
        for (sign, comparison) in Self.signs {
            guard let start = gap.firstIndex(of: sign) else { continue }
            let isOrEqual = gap[start...].dropFirst().first == "="
            found.comparative = .init(
                comparison: isOrEqual ? comparison.orEqual : comparison, needsUnit: comparison == .around)
            found.before = gap[start...].utf8.count
            return found
        }
        let next = low.tokens.upperBound
        if low.isOpen {
            found.comparative = .init(comparison: .atLeast)
        } else if let (comparison, last) = language.trailing.match(in: text, at: next, before: end) {
            found.comparative = .init(comparison: comparison)
            found.tokens = place..<last
        } else if next < end, let high = upper(after: low, before: end) {
            found.high = high
            found.comparative = .init(comparison: .atLeast, needsUnit: true)
            found.tokens = place..<high.tokens.upperBound
        }
        return found
    }

    private static var signs: [(Character, PhraseLanguage.Comparison)] {
        [("≤", .atMost), ("≥", .atLeast), ("<", .less), (">", .more), ("~", .around)]
    }

    /// The upper end of `20-40` and `20 to 40`.
    private func upper(after low: PhraseAmount, before end: Int) -> PhraseAmount? {
        let next = low.tokens.upperBound
        let gap = text.tokens[next].gap.filter { !$0.isWhitespace && PhraseCurrency.signs[$0] == nil }
        if text.tokens[next].number != nil, ["-", "–", "—"].contains(gap) {
            return text.amount(at: next, before: end, language)
        }
        guard language.rangeWords.contains(text.tokens[next].text) else { return nil }
        return text.amount(at: next + 1, before: end, language)
    }

    /// The field that amounts are compared with, and the first token of its name or of the comparison.
    private func target(of found: Comparison, from place: Int) -> (field: Int, start: Int)? {
        let isMeasured = { (index: Int) in catalog.fields[index].isNumber || !catalog.fields[index].measures.isEmpty }
        let first = start(upTo: place)
        if let named = catalog.named(in: text, endingAt: place, from: first, language, among: isMeasured) {
            let fitting = named.fields.filter { fits(found, catalog.fields[$0]) }
            guard fitting.count == 1, found.comparative != nil || catalog.fields[fitting[0]].role != .rating else {
                return nil
            }
            return (fitting[0], named.start)
        }
        if found.currency != nil {
            guard found.comparative != nil, let price = catalog.field(.price), fits(found, catalog.fields[price]) else {
                return nil
            }
            return (price, place)
        }
        if let unit = found.unit {
            let fields = catalog.fields.indices.filter {
                catalog.fields[$0].dimension == unit.dimension && catalog.fields[$0].role != .size
            }
            // Of several lengths, that in the same unit: the case of a watch is in millimeters, a screen in inches.
            let same = fields.filter { catalog.fields[$0].unit == unit }
            let best = fields.count == 1 ? fields : same
            return best.count == 1 ? (best[0], place) : nil
        }
        guard let comparative = found.comparative else { return nil }
        if let role = counted(after: found.tokens.upperBound, before: end(from: place)) {
            return catalog.field(role).map { ($0, place) }
        }
        if let role = comparative.role { return catalog.field(role).map { ($0, place) } }
        guard comparative.needsUnit != true, comparative.dimension == nil, let price = catalog.field(.price),
            isPlausible(found, catalog.fields[price])
        else { return nil }
        return (price, place)
    }

    private func fits(_ found: Comparison, _ field: PhraseField) -> Bool {
        if let currency = found.currency {
            return field.role == .price && catalog.currencies?.contains(currency) ?? true
        }
        if let unit = found.unit { return field.dimension == unit.dimension }
        return field.isNumber
    }

    /// False for a bare number that is hardly a price: it counts what follows it or tells an age, or every price or none meets
    /// the comparison.
    private func isPlausible(_ found: Comparison, _ price: PhraseField) -> Bool {
        let next = found.tokens.upperBound
        if next < text.count, isContent(next), !isTaken[next], text.isUnbroken(next - 1..<next + 1),
            language.orders.match(in: text, at: next, before: text.count) == nil,
            language.flags.match(in: text, at: next, before: text.count) == nil,
            !(1...catalog.longest).contains(where: { length in
                next + length <= text.count && !catalog.groups(text.words(next..<next + length)).isEmpty
            })
        {
            return false
        }
        if found.low.number < 19, text.tokens.contains(where: { language.ages.contains($0.text) }) { return false }
        guard let range = price.range else { return false }
        if let high = found.high {
            return found.low.number < high.number && range.overlaps(found.low.number...high.number)
        }
        switch found.comparative?.comparison {
        case .less, .atMost: return found.low.number > range.lowerBound
        case .more, .atLeast: return found.low.number < range.upperBound
        case .around, .exactly, nil: return range.contains(found.low.number)
        }
    }

    private func label(of found: Comparison, _ index: Int) -> String {
        let field = catalog.fields[index]
        let template: String
        if found.high != nil {
            template = language.labels.between
        } else {
            template = language.labels.comparisons[found.comparative?.comparison ?? .exactly] ?? "%"
        }
        var parts = template.components(separatedBy: "%")
        parts.insert(found.low.isOpen ? String(found.low.typed.dropLast()) : found.low.typed, at: 1)
        if let high = found.high { parts.insert(high.typed, at: 3) }
        let amount = parts.joined()
        return field.role == .price ? amount : "\(field.title): \(amount)"
    }
}

extension PhraseLanguage.Comparison {
    /// The same with the number itself.
    fileprivate var orEqual: Self {
        switch self {
        case .less: .atMost
        case .more: .atLeast
        default: self
        }
    }
}
