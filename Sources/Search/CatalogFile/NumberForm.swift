internal import Essentials

/// The way in which a column writes its numbers: the sign before fractions, the sign between groups of three digits, and
/// the currency.
package struct NumberForm: Hashable, Sendable {
    /// The sign before fractions.
    package enum Decimal: Character, Hashable, Sendable, CaseIterable {
        case point = "."
        case comma = ","
    }

    /// A text as one of the two signs has it.
    struct Reading {
        var value: Double
        /// The sign between groups of digits.
        var group: Character?
        var hasFraction: Bool
        /// One group of three digits and no more: it could be a fraction as well.
        var isAmbiguous = false
        var currency: String?
        /// Written as only amounts of money are: with a dash in place of the fraction, as in `50,-`, or as the word for 0.
        var isMoney = false
    }

    var decimal: Decimal

    /// Returns the number that a text is with this sign before fractions; nil for no number.
    func read(_ text: String) -> Reading? {
        if NumberForm.isFree(text) { return Reading(value: 0, hasFraction: false, isMoney: true) }
        guard let (marked, currency, isNegative, hasDash) = NumberForm.parts(of: text) else { return nil }
        let pieces = marked.split(separator: decimal.rawValue, maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = pieces.count == 2 ? pieces[1] : ""
        guard fraction.allSatisfy(\.isDigit), pieces.count == 1 || !fraction.isEmpty else { return nil }
        let whole = pieces[0]
        let group = whole.first { !$0.isDigit }
        if let group {
            guard group != decimal.rawValue, NumberForm.isGrouped(whole, by: group) else { return nil }
        } else if whole.count > 1, whole.first == "0" {
            return nil
        }
        let digits = whole.filter(\.isDigit)
        guard !digits.isEmpty || !fraction.isEmpty, digits.count + fraction.count <= 15,
            let value = Double((digits.isEmpty ? "0" : digits) + (fraction.isEmpty ? "" : "." + fraction))
        else { return nil }
        let marks = marked.filter { !$0.isDigit }
        let isAmbiguous = marks.count == 1 && isThousand(whole, fraction)
        if let code = currency?.uppercased() {
            if NumberForm.withoutFractions.contains(code), fraction.count == 3 { return nil }
            if NumberForm.withThousandths.contains(code), isAmbiguous, group == "." { return nil }
        }
        return Reading(
            value: isNegative ? -value : value, group: group, hasFraction: !fraction.isEmpty,
            isAmbiguous: isAmbiguous, currency: currency, isMoney: hasDash)
    }

    /// Signs and names of money without fractions, where three digits behind a mark are thousands: yen, won, dong, rupiah and others.
    private static let withoutFractions: Set<String> = [
        "¥", "￥", "JPY", "円", "JP¥", "₩", "KRW", "원", "₫", "VND", "RP", "RP.", "IDR", "CLP", "ISK", "PYG",
    ]
    /// Names of money with fractions of three digits.
    private static let withThousandths: Set<String> = ["KWD", "BHD", "OMR", "JOD", "TND", "IQD", "LYD"]

    /// True for a word that a shop writes in place of the price 0.
    static func isFree(_ text: String) -> Bool {
        ["free", "gratis", "kostenlos", "gratuit", "無料"].contains(text.trimmingBlanks().lowercased())
    }

    /// One to three digits, not a zero alone, a mark and three digits.
    private func isThousand(_ whole: Substring, _ fraction: Substring) -> Bool {
        let parts = fraction.isEmpty ? whole.split { !$0.isDigit } : [whole, fraction]
        return parts.count == 2 && parts[0].count <= 3 && parts[0].first != "0" && parts[0].allSatisfy(\.isDigit)
            && parts[1].count == 3
    }

    /// Groups of three digits, and behind the first one of India's groups of two.
    private static func isGrouped(_ text: Substring, by mark: Character) -> Bool {
        let groups = text.split(separator: mark, omittingEmptySubsequences: false)
        guard let first = groups.first, let last = groups.last, groups.allSatisfy({ $0.allSatisfy(\.isDigit) }),
            (1...3).contains(first.count), first.first != "0", last.count == 3
        else { return false }
        let middle = groups.dropFirst().dropLast()
        return middle.allSatisfy { $0.count == 3 }
            || mark == "," && first.count <= 2 && middle.allSatisfy { $0.count == 2 }
    }

    /// The digits with their marks, the currency and the sign of a number; nil where there is something else.
    private static func parts(
        of text: String
    ) -> (digits: String, currency: String?, isNegative: Bool, hasDash: Bool)? {
        var rest = Substring(text).trimmed
        var isNegative = false
        var currency: Substring?
        func takeSign() {
            guard let first = rest.first, first == "-" || first == "\u{2212}", !isNegative else { return }
            isNegative = true
            rest = rest.dropFirst().trimmed
        }
        takeSign()
        let before = rest.prefix { !$0.isDigit && $0 != "-" && $0 != "\u{2212}" && $0 != "." && $0 != "," }
        // The point of `Fr.` belongs to the abbreviation: `FR 38` is a size.
        let hasPoint = rest[before.endIndex...].first == "." && names.contains(before.trimmed.uppercased() + ".")
        if !before.isEmpty, hasPoint || isCurrency(before.trimmed) {
            currency = before.trimmed
            rest = rest[before.endIndex...].dropFirst(hasPoint ? 1 : 0).trimmed
            takeSign()
        }
        let end = rest.lastIndex(where: \.isDigit).map { rest.index(after: $0) } ?? rest.startIndex
        var behind = rest[end...]
        rest = rest[..<end]
        var hasDash = false
        if let dash = behind.prefixMatch(of: /[.,:][-\u{2013}\u{2014}]{1,2}/) {
            hasDash = true
            behind = behind[dash.range.upperBound...]
        }
        behind = behind.trimmed
        if !behind.isEmpty {
            guard currency == nil, isCurrency(behind) else { return nil }
            currency = behind
        }
        var digits = ""
        for character in rest {
            switch character {
            case "0"..."9", ".", ",": digits.append(character)
            case " ", "\u{A0}", "\u{202F}", "\u{2009}": digits.append(" ")
            case "'", "\u{2019}": digits.append("'")
            default: return nil
            }
        }
        guard digits.contains(where: \.isDigit) else { return nil }
        return (digits, currency.map(String.init), isNegative, hasDash)
    }

    /// A sign of a currency, with letters of the country perhaps, or one of the usual names.
    private static func isCurrency(_ text: Substring) -> Bool {
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .currencySymbol }) {
            return text.count <= 4
                && text.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory == .currencySymbol || $0.properties.isAlphabetic
                }
        }
        return names.contains(text.uppercased())
    }

    /// Names that stand in codes and models as well: `RS 6` is money in a column of prices alone.
    static let doubtful: Set<String> = ["RS", "RP", "MAD", "PEN"]

    private static let names: Set<String> = [
        "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "RMB", "INR", "AUD", "CAD", "NZD", "HKD", "SGD", "SEK", "NOK", "DKK",
        "ISK", "PLN", "CZK", "HUF", "RON", "BGN", "TRY", "RUB", "UAH", "BRL", "MXN", "ARS", "CLP", "COP", "ZAR", "AED",
        "SAR", "ILS", "KRW", "TWD", "THB", "VND", "IDR", "MYR", "PHP", "EGP", "NGN", "KES", "KR", "KR.", "ZŁ", "KČ",
        "LEI", "ЛВ", "FR.", "SFR.", "RS", "RS.", "RP", "RP.", "円", "元", "원", "KWD", "BHD", "OMR", "JOD",
        "TND", "IQD", "LYD", "QAR", "MAD", "PKR", "LKR", "BDT", "PEN", "PYG",
    ]
}

extension Character {
    fileprivate var isDigit: Bool { "0"..."9" ~= self }
}

extension Substring {
    fileprivate var trimmed: Substring { Substring(trimmingWhitespace()) }
}
