/// A text that is a number and nothing more: written back, it is the same but for zeros at the end of a fraction.
///
/// Codes that a number would change are no numbers: digits with zeros before them (`007`), with an exponent (`12E4`),
/// and with more digits than a number holds (`12345678901234567890`).
package enum PlainNumber {
    /// A whole number that is one as a floating-point number, too, or is not.
    case whole(Int, isFloat: Bool)
    case fraction(Double)
    /// A number with an exponent. Alone it may as well be a code; it is a number where others of its column show a point
    /// before the exponent or a sign in it.
    case scientific(Double, isCertain: Bool)

    package init?(_ text: String) {
        var bytes = text.utf8[...]
        while let first = bytes.first, first == 0x20 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 { bytes = bytes.dropLast() }
        let trimmed = String(Substring(bytes))
        if bytes.first == 0x2D { bytes = bytes.dropFirst() }
        let whole = bytes.prefix { 0x30...0x39 ~= $0 }
        var rest = bytes[whole.endIndex...]
        if whole.count > 1, whole.first == 0x30 { return nil }
        var fraction = rest.prefix(0)
        let hasPoint = rest.first == 0x2E
        if hasPoint {
            fraction = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            rest = rest[fraction.endIndex...]
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        guard let value = Double(trimmed), value.isFinite else { return nil }
        if !rest.isEmpty {
            guard rest.first! | 0x20 == 0x65 else { return nil }
            let digits = rest.dropFirst().drop { $0 == 0x2D }
            guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            self = .scientific(value, isCertain: hasPoint || digits.count < rest.count - 1)
            return
        }
        let isExact = Self.holds(value, Array(whole) + Array(fraction), places: fraction.count)
        if !hasPoint {
            guard let number = Int(trimmed) else { return nil }
            self = .whole(number, isFloat: isExact)
        } else {
            guard isExact else { return nil }
            self = .fraction(value)
        }
    }

    /// True if the number, written with as many places, has all the digits.
    private static func holds(_ value: Double, _ digits: [UInt8], places: Int) -> Bool {
        var kept = digits[...]
        if places > 0 { while kept.last == 0x30, kept.count > digits.count - places { kept = kept.dropLast() } }
        let significant = kept.drop { $0 == 0x30 }
        if significant.count <= 15 { return true }
        if significant.count > 17 { return false }
        let written = "\(value.magnitude)".utf8.prefix { $0 | 0x20 != 0x65 }.filter { $0 != 0x2E }
        var back = written.drop { $0 == 0x30 }
        while back.last == 0x30 { back = back.dropLast() }
        var wanted = significant
        while wanted.last == 0x30 { wanted = wanted.dropLast() }
        return back.elementsEqual(wanted)
    }
}
