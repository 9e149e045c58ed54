internal import Essentials

extension PhraseReader {
    /// A condition on a field of dates, before its field is known.
    private struct DateCondition {
        var word: PhraseLanguage.DateWord?
        var low: PhraseDate
        var high: PhraseDate?
        var tokens: Range<Int>
    }

    /// The most years of a month without its year.
    private static var yearLimit: Int { 100 }

    /// A date that begins at a token, with the words before it: `august 2024`, `since 2023`, `from june to august 2024`.
    func date(at place: Int) -> PhraseFinding? {
        let limit = end(from: place)
        guard let condition = dateCondition(at: place, before: limit), !isNegated(place) else { return nil }
        return finding(of: condition, from: place)
    }

    /// A date behind a negation: `not from 2023`.
    func negatedDate(at place: Int) -> PhraseFinding? {
        let limit = end(from: place)
        guard let (meaning, after) = language.negations.match(in: text, at: place, before: limit), meaning == .excludes,
            let condition = dateCondition(at: after, before: limit),
            text.isUnbroken(place..<condition.tokens.upperBound),
            let found = finding(of: condition, from: after), let filter = found.filter
        else { return nil }
        let label = language.labels.not.replacing("%", with: found.label)
        var finding = finding(place..<condition.tokens.upperBound, label, filter: .not(filter))
        finding.isNegated = true
        return finding
    }

    /// True behind a negation, of which nobody knows how far it reaches.
    func isNegated(_ place: Int) -> Bool {
        var start = place
        while start > 0, place - start < 3, !isTaken[start - 1], text.isUnbroken(start - 1..<start + 1) {
            if language.negations.match(in: text, endingAt: start, from: 0) != nil { return true }
            start -= 1
        }
        return false
    }

    private func dateCondition(at place: Int, before end: Int) -> DateCondition? {
        if let (joins, next) = language.ranges.match(in: text, at: place, before: end),
            let low = text.date(at: next, before: end, language), low.tokens.upperBound < end,
            joins.contains(text.tokens[low.tokens.upperBound].text),
            let high = text.date(at: low.tokens.upperBound + 1, before: end, language)
        {
            return DateCondition(low: low, high: high, tokens: place..<high.tokens.upperBound)
        }
        let before = language.dateWords.match(in: text, at: place, before: end)
        let (word, next) = (before?.meaning, before?.end ?? place)
        guard let low = text.date(at: next, before: end, language) else { return nil }
        var condition = DateCondition(word: word, low: low, tokens: place..<low.tokens.upperBound)
        if word == nil || word?.comparison == .within, let high = upperDate(after: low, before: end) {
            condition.high = high
            condition.tokens = place..<high.tokens.upperBound
        }
        return condition
    }

    /// The upper end of `2020-2023` and `june to august 2024`.
    private func upperDate(after low: PhraseDate, before end: Int) -> PhraseDate? {
        let next = low.tokens.upperBound
        guard next < end else { return nil }
        if ["-", "–", "—"].contains(text.tokens[next].gap.filter { !$0.isWhitespace }) {
            return text.date(at: next, before: end, language)
        }
        guard language.rangeWords.contains(text.tokens[next].text) else { return nil }
        return text.date(at: next + 1, before: end, language)
    }

    private func finding(of condition: DateCondition, from place: Int) -> PhraseFinding? {
        guard let (index, start) = dateField(endingAt: place) else { return nil }
        let field = catalog.fields[index]
        let (condition, isBackward) = ordered(condition, field)
        guard reaches(condition, field), let filter = filter(condition, field) else { return nil }
        let isNamed = start < place
        // In a shop, a month or a year may also be part of a name: `calendar 2024`.
        let isLoose = condition.word.map { $0.isLoose ?? false } ?? (condition.high == nil)
        guard field.isOfPhoto || isNamed || !isLoose else { return nil }
        if condition.low.year == nil, condition.high == nil {
            guard condition.word?.namesMonths == true, field.isOfPhoto || isNamed else { return nil }
        } else if condition.word == nil, condition.high == nil, condition.low.month == nil, !isNamed {
            guard let range = field.range, let days = condition.low.moments,
                days.milliseconds.overlaps(range)
            else { return nil }
        }
        // The day of 31 June would be lost.
        if condition.word == nil, condition.low.day == nil, place > 0, !isTaken[place - 1] {
            let isBehindDay = text.tokens[place].number == nil && text.isDay(place - 1)
            let isBehindMonth = condition.low.month == nil && language.months[text.tokens[place - 1].text] != nil
            if isBehindDay || isBehindMonth { return nil }
        }
        let tokens = photoStart(before: start, field)..<condition.tokens.upperBound
        var finding = finding(tokens, label(of: condition, field), filter: filter)
        finding.isBackward = isBackward
        return finding
    }

    /// False for a year long ago, of which the field knows nothing: the number means something else.
    private func reaches(_ condition: DateCondition, _ field: PhraseField) -> Bool {
        let recent = 1800
        guard (condition.high?.year ?? condition.low.year ?? recent) < recent else { return true }
        let moments = PhraseDate(year: recent, tokens: 0..<0).moments
        guard let oldest = field.range?.lowerBound, let moments else { return false }
        return oldest < (field.isNumber ? Double(recent) : moments.milliseconds.lowerBound)
    }

    /// The range with its earlier end first, and whether it ran backward.
    private func ordered(_ condition: DateCondition, _ field: PhraseField) -> (DateCondition, Bool) {
        guard var high = condition.high else { return (condition, false) }
        var low = condition.low
        func runsBackward() -> Bool {
            guard let first = bounds(low, field)?.0.number, let last = bounds(high, field)?.0.number else {
                return false
            }
            return last < first
        }
        var ordered = condition
        if low.year == nil, let year = high.year {
            // June to August 2024, and November to February 2024.
            low.year = year
            if runsBackward() { ordered.low.year = year - 1 } else { ordered.low.year = year }
            return (ordered, false)
        }
        guard runsBackward() else { return (condition, false) }
        (low, high) = (high, low)
        (ordered.low, ordered.high) = (low, high)
        return (ordered, true)
    }

    /// The named field before a date, or else the best one.
    private func dateField(endingAt place: Int) -> (field: Int, start: Int)? {
        let hasDates = { (index: Int) in
            catalog.fields[index].role == .date && catalog.fields[index].range != nil
        }
        let first = start(upTo: place)
        if let named = catalog.named(in: text, endingAt: place, from: first, language, among: hasDates) {
            return (named.fields[0], named.start)
        }
        return catalog.field(.date).flatMap { hasDates($0) ? ($0, place) : nil }
    }

    private func filter(_ condition: DateCondition, _ field: PhraseField) -> Filter? {
        let low = condition.low
        if let high = condition.high {
            guard let first = bounds(low, field), let last = bounds(high, field) else { return nil }
            return .between(field.name, first.0, last.1)
        }
        guard low.year != nil else { return filter(monthOf: low, field) }
        guard let (first, last) = bounds(low, field) else { return nil }
        return switch condition.word?.comparison ?? .within {
        case .within: .between(field.name, first, last)
        case .since: .greaterOrEqual(field.name, first)
        case .after: .greater(field.name, last)
        case .before: .less(field.name, first)
        case .until: .lessOrEqual(field.name, last)
        }
    }

    /// The month in each of the years of the field.
    private func filter(monthOf date: PhraseDate, _ field: PhraseField) -> Filter? {
        guard let range = field.range, field.type == .date else { return nil }
        func year(_ milliseconds: Double) -> Int { 1970 + Int((milliseconds / 31_556_952_000).rounded(.down)) }
        let years = year(range.lowerBound) - 1...year(range.upperBound) + 1
        guard years.count <= Self.yearLimit else { return nil }
        return .or(
            years.compactMap { year in
                var date = date
                date.year = year
                return bounds(date, field).map { .between(field.name, $0.0, $0.1) }
            })
    }

    /// The first and the last value of a date in a field of dates, or of years.
    private func bounds(_ date: PhraseDate, _ field: PhraseField) -> (AttributeValue, AttributeValue)? {
        if field.isNumber {
            guard let year = date.year, date.month == nil else { return nil }
            return (.int(year), .int(year))
        }
        return date.moments.map { (.date($0.lowerBound), .date($0.upperBound)) }
    }

    /// The first of the words before a date that only say that it is one of photos: `photos taken in august 2024`.
    private func photoStart(before place: Int, _ field: PhraseField) -> Int {
        guard field.isOfPhoto else { return place }
        var start = place
        while start > 0, place - start < 3, !isTaken[start - 1], text.isUnbroken(start - 1..<start + 1),
            language.photoWords.contains(text.tokens[start - 1].text)
        {
            start -= 1
        }
        return start
    }

    private func label(of condition: DateCondition, _ field: PhraseField) -> String {
        let template =
            condition.high == nil
            ? language.labels.dates[condition.word?.comparison ?? .within] ?? "%" : language.labels.between
        var parts = template.components(separatedBy: "%")
        parts.insert(condition.low.label(language), at: 1)
        if let high = condition.high { parts.insert(high.label(language), at: 3) }
        return "\(field.title): \(parts.joined())"
    }
}

extension ClosedRange<Date> {
    fileprivate var milliseconds: ClosedRange<Double> {
        lowerBound.timeIntervalSince1970 * 1000...upperBound.timeIntervalSince1970 * 1000
    }
}
