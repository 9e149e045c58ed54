internal import Essentials

extension AttributeValue {
    /// The value as text: numbers as short as they can be read back, dates as ISO 8601 in UTC, lists with `|` between and
    /// `\|` for a bar inside of a string, `\\` for a backslash.
    public var written: String {
        switch self {
        case .string(let value), .text(let value): value
        case .int(let value): String(value)
        case .float(let value): value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : "\(value)"
        case .bool(let value): value ? "true" : "false"
        case .list(let values): values.map(\.listEscaped).joined(separator: "|")
        case .date(let value):
            value.formatted(
                Date.ISO8601FormatStyle(
                    includingFractionalSeconds: value.timeIntervalSince1970.rounded() != value.timeIntervalSince1970))
        }
    }

    /// Reads a value of a known kind. Blanks around numbers, flags and dates are ignored.
    ///
    /// Flags are `true`, `false`, `yes`, `no`, `1`, `0` in any case; dates are `2024-05-31` or
    /// `2024-05-31T10:00:00Z`, and exist; strings of a list stand between `|`, with `\|` for a bar inside of one. Nil when
    /// the text is no such value.
    public init?(_ text: String, as type: AttributeType) {
        let trimmed = text.trimmingWhitespace()
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
            self = .list(text.isEmpty ? [] : text.listParts)
        case .date:
            guard let value = Date(iso8601: trimmed) else { return nil }
            self = .date(value)
        }
    }
}

extension String {
    /// The strings between bars. `\|` is a bar and `\\` a backslash; other backslashes mean themselves.
    fileprivate var listParts: [String] {
        guard contains("\\") else { return split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
        var parts = [""]
        var rest = self[...]
        while let character = rest.popFirst() {
            if character == "|" {
                parts.append("")
            } else if character == "\\", let next = rest.first, next == "|" || next == "\\" {
                parts[parts.count - 1].append(rest.removeFirst())
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    fileprivate var listEscaped: String {
        guard contains(where: { $0 == "|" || $0 == "\\" }) else { return self }
        return String(flatMap { $0 == "|" || $0 == "\\" ? ["\\", $0] : [$0] })
    }
}

extension Date {
    /// A day, or a moment with its distance from UTC, with or without fractions of a second.
    fileprivate init?(iso8601 text: String) {
        guard text.isPossibleMoment else { return nil }
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

extension String {
    /// True for a text in the form of a date, `2024-05-31` or `2024-05-31T10:00:00` with more behind it, that exists or not.
    package var isDateShaped: Bool {
        let bytes = Array(utf8)
        func digits(_ places: Range<Int>) -> Bool { bytes[places].allSatisfy { 0x30...0x39 ~= $0 } }
        guard bytes.count >= 10, digits(0..<4), digits(5..<7), digits(8..<10), bytes[4] == 0x2D, bytes[7] == 0x2D
        else { return false }
        if bytes.count == 10 { return true }
        return bytes.count >= 20 && bytes[10] | 0x20 == 0x74 && digits(11..<13) && digits(14..<16) && digits(17..<19)
            && bytes[13] == 0x3A && bytes[16] == 0x3A
    }

    /// True for a day of the calendar, and a time of the day: Foundation moves February 30 to March 1.
    fileprivate var isPossibleMoment: Bool {
        guard isDateShaped else { return false }
        let bytes = Array(utf8)
        func number(_ places: Range<Int>) -> Int { bytes[places].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...days[month - 1]).contains(day) else { return false }
        if bytes.count == 10 { return true }
        guard number(11..<13) < 24, number(14..<16) < 60, number(17..<19) < 60 else { return false }
        // The distance from UTC: Z, +02:00, +0200 or +02.
        guard let sign = bytes[19...].lastIndex(where: { $0 == 0x2B || $0 == 0x2D }) else { return true }
        let distance = bytes[(sign + 1)...].filter { $0 != 0x3A }
        guard distance.count >= 2, distance.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
        let hours = Int(distance[0] - 0x30) * 10 + Int(distance[1] - 0x30)
        let minutes = distance.count >= 4 ? Int(distance[2] - 0x30) * 10 + Int(distance[3] - 0x30) : 0
        return hours <= 18 && minutes < 60
    }
}
