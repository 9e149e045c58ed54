internal import Foundation

extension AttributeValue {
    /// The value as text: numbers as short as they can be read back, dates as ISO 8601 in UTC, lists with `|` between.
    public var written: String {
        switch self {
        case .string(let value), .text(let value): value
        case .int(let value): String(value)
        case .float(let value): value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : "\(value)"
        case .bool(let value): value ? "true" : "false"
        case .list(let values): values.joined(separator: "|")
        case .date(let value):
            value.formatted(
                Date.ISO8601FormatStyle(
                    includingFractionalSeconds: value.timeIntervalSince1970.rounded() != value.timeIntervalSince1970))
        }
    }

    /// Reads a value of a known kind. Blanks around numbers, flags and dates are ignored.
    ///
    /// Flags are `true`, `false`, `yes`, `no`, `1`, `0` in any case; dates are `2024-05-31` or
    /// `2024-05-31T10:00:00Z`; strings of a list stand between `|`. Nil when the text is no such value.
    public init?(_ text: String, as type: AttributeType) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch type {
        case .string: self = .string(text)
        case .text: self = .text(text)
        case .int:
            guard let value = Int(trimmed) else { return nil }
            self = .int(value)
        case .float:
            guard let value = Double(trimmed), value.isFinite, !trimmed.lowercased().hasPrefix("0x") else { return nil }
            self = .float(value)
        case .bool:
            switch trimmed.lowercased() {
            case "true", "yes", "1": self = .bool(true)
            case "false", "no", "0": self = .bool(false)
            default: return nil
            }
        case .list:
            self = .list(
                text.isEmpty ? [] : text.split(separator: "|", omittingEmptySubsequences: false).map(String.init))
        case .date:
            guard let value = Date(iso8601: trimmed) else { return nil }
            self = .date(value)
        }
    }
}

extension Date {
    /// A day, or a moment with its distance from UTC, with or without fractions of a second.
    fileprivate init?(iso8601 text: String) {
        if text.utf8.count == 10 {
            guard let day = try? Date.ISO8601FormatStyle().year().month().day().parse(text) else { return nil }
            self = day
            return
        }
        let styles = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
        for style in styles {
            if let date = try? style.parse(text) {
                self = date
                return
            }
        }
        return nil
    }
}
