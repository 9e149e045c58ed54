/// A JSON value whose objects keep the order of their keys, so that lines read the same in every run.
enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Rounded to `places` digits after the point.
    case decimal(Double, places: Int)
    case string(String)
    case array([JSON])
    case object([Member])

    struct Member: Hashable, Sendable {
        let key: String
        let value: JSON
    }

    /// Compact JSON without a line break.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .decimal(let value, let places): text += value.rounded(places: places) ?? "null"
        case .string(let value): JSON.quote(value, into: &text)
        case .array(let values): write(values, between: "[", "]", to: &text) { $0.write(to: &$1) }
        case .object(let members):
            write(members, between: "{", "}", to: &text) { member, text in
                JSON.quote(member.key, into: &text)
                text += ":"
                member.value.write(to: &text)
            }
        }
    }

    private func write<Value>(
        _ values: [Value], between open: String, _ close: String, to text: inout String,
        each: (Value, inout String) -> Void
    ) {
        text += open
        for (index, value) in values.enumerated() {
            if index > 0 { text += "," }
            each(value, &text)
        }
        text += close
    }

    private static func quote(_ value: String, into text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(members.map { Member(key: $0.0, value: $0.1) })
    }

    init(arrayLiteral values: JSON...) { self = .array(values) }
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Double {
    /// Decimal digits without an exponent and without trailing zeros; nil when the value is not finite or too large.
    func rounded(places: Int) -> String? {
        let factor = (0..<places).reduce(1) { value, _ in value * 10 }
        guard isFinite, let scaled = Int(exactly: (self * Double(factor)).rounded()) else { return nil }
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(factor))
        var digits = String(fraction)
        digits = String(repeating: "0", count: max(places - digits.count, 0)) + digits
        while digits.last == "0" { digits.removeLast() }
        return (scaled < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : "." + digits)
    }
}
