package import Essentials

/// A time as the headers of HTTP write it: in whole seconds, in the years 1970 to 9999 (RFC 9110, section 5.6.7).
package struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970.
    package let seconds: Int

    private static let range = 0...253_402_300_799
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Nil for a time before 1970 or after the year 9999.
    package init?(seconds: Int) {
        guard HTTPDate.range.contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// Reads any of the three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, which all send now, `Sunday, 06-Nov-94
    /// 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. Nil for any other text.
    ///
    /// The name of the day is not compared with the date.
    ///
    /// - Parameter now: Decides the century of a year of two digits, which is at most 50 years ahead. Default the
    ///   present.
    package init?(_ text: String, now: Date = .now) {
        // Much longer than the longest form; the header of a stranger is not split into thousands of words.
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        guard let name = words.first?.prefix(3), HTTPDate.days.contains(String(name)) else { return nil }
        let (day, month, year, time): (String, String, String, String)
        switch words.count {
        case 6 where words[5] == "GMT": (day, month, year, time) = (words[1], words[2], words[3], words[4])
        case 5: (day, month, time, year) = (words[2], words[1], words[3], words[4])
        default: return nil
        }
        guard let month = HTTPDate.months.firstIndex(of: month), let year = HTTPDate.year(year, now),
            (1...2).contains(day.utf8.count)
        else { return nil }
        let whole = "\(year)-\(HTTPDate.twoDigits("\(month + 1)"))-\(HTTPDate.twoDigits(day))T\(time)Z"
        // Foundation takes 31 February for a day in March: only a date that is written back the same is one.
        guard let date = try? Date(whole, strategy: .iso8601), date.formatted(.iso8601) == whole else { return nil }
        self.init(seconds: Int(date.timeIntervalSince1970))
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    package var text: String {
        let parts = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            .split { (character: Character) in "-TZ".contains(character) }
        // The first day of 1970 was a Thursday.
        let day = HTTPDate.days[(seconds / 86_400 + 4) % 7]
        let month = HTTPDate.months[Int(parts[1])! - 1]
        return "\(day), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
    }

    package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.seconds < right.seconds }

    private static func twoDigits(_ text: String) -> String { text.utf8.count == 1 ? "0" + text : text }

    /// A year of four or two digits, as four digits.
    private static func year(_ text: String, _ now: Date) -> String? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
        if text.utf8.count == 4 { return text }
        guard text.utf8.count == 2, let present = Int(now.formatted(.iso8601).prefix(4)) else { return nil }
        let year = present / 100 * 100 + number
        return "\(year > present + 50 ? year - 100 : year)"
    }
}
