internal import Essentials

/// A day, a month or a year of a typed text.
struct PhraseDate {
    var year: Int?
    var month: Int?
    var day: Int?
    /// The tokens of it.
    var tokens: Range<Int>

    /// The moments of it in UTC; nil for a month of any year, and for a day that no calendar has.
    var moments: ClosedRange<Date>? {
        guard let year else { return nil }
        func digits(_ number: Int) -> String { (number < 10 ? "-0" : "-") + String(number) }
        return "\(year)\(month.map(digits) ?? "")\(day.map(digits) ?? "")".days
    }

    func label(_ language: PhraseLanguage) -> String {
        [day.map(String.init), month.map { language.labels.months[$0 - 1] }, year.map(String.init)].compactMap(\.self)
            .joined(separator: " ")
    }
}

extension PhraseText {
    /// The years that a number of four digits may mean.
    private static var years: ClosedRange<Int> { 1000...2199 }

    /// The date that begins at a token: `august 2024`, `13 august 2024`, `august 13, 2024`, `2024-08`, `2024`, `august`.
    func date(at place: Int, before end: Int, _ language: PhraseLanguage) -> PhraseDate? {
        guard place < end else { return nil }
        if let month = language.months[tokens[place].text] {
            var date = PhraseDate(month: month, tokens: place..<place + 1)
            if let year = year(at: place + 1, before: end), isUnbroken(place..<place + 2) {
                (date.year, date.tokens) = (year, place..<place + 2)
            } else if let day = day(at: place + 1, before: end), let year = year(at: place + 2, before: end) {
                (date.day, date.year, date.tokens) = (day, year, place..<place + 3)
            }
            return date
        }
        if let year = year(at: place, before: end) {
            var date = PhraseDate(year: year, tokens: place..<place + 1)
            if place + 1 < end, let month = language.months[tokens[place + 1].text], isUnbroken(place..<place + 2),
                self.year(at: place + 2, before: end) == nil
            {
                (date.month, date.tokens) = (month, place..<place + 2)
            } else if let month = part(at: place + 1, before: end, in: 1...12) {
                (date.month, date.tokens) = (month, place..<place + 2)
                if let day = part(at: place + 2, before: end, in: 1...31) {
                    (date.day, date.tokens) = (day, place..<place + 3)
                }
            }
            return date
        }
        guard let day = day(at: place, before: end), place + 1 < end else { return nil }
        // 8/2024; of 3/4/2024 nobody knows which number is the month.
        if tokens[place + 1].gap == "/", !tokens[place].gap.contains("/"), tokens[place].suffix.isEmpty, day <= 12,
            let year = fourDigits(at: place + 1)
        {
            return PhraseDate(year: year, month: day, tokens: place..<place + 2)
        }
        let next = tokens[place + 1].text == "of" ? place + 2 : place + 1
        guard next < end, let month = language.months[tokens[next].text], let year = year(at: next + 1, before: end)
        else { return nil }
        return PhraseDate(year: year, month: month, day: day, tokens: place..<next + 2)
    }

    private func year(at place: Int, before end: Int) -> Int? {
        place < end && !tokens[place].gap.contains("/") ? fourDigits(at: place) : nil
    }

    private func fourDigits(at place: Int) -> Int? {
        guard tokens[place].text.utf8.count == 4 else { return nil }
        return Int(tokens[place].text).flatMap { Self.years.contains($0) ? $0 : nil }
    }

    /// True for a number that is the day of a month behind it, or would be if that month were longer.
    func isDay(_ place: Int) -> Bool { day(at: place, before: place + 1) != nil }

    /// `13` and `13th`.
    private func day(at place: Int, before end: Int) -> Int? {
        guard place < end, let number = tokens[place].number,
            ["", "st", "nd", "rd", "th"].contains(tokens[place].suffix)
        else { return nil }
        return Int(exactly: number).flatMap { (1...31).contains($0) ? $0 : nil }
    }

    /// Two digits behind a hyphen.
    private func part(at place: Int, before end: Int, in range: ClosedRange<Int>) -> Int? {
        guard place < end, tokens[place].gap == "-", tokens[place].text.utf8.count == 2 else { return nil }
        return Int(tokens[place].text).flatMap { range.contains($0) ? $0 : nil }
    }
}
