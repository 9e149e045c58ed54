internal import Essentials

/// The widths that the bins of a histogram may have.
enum HistogramSteps {
    /// 1, 2 or 5 times a power of ten; for whole numbers 1 at least.
    case any, whole
    /// Moments in seconds: seconds, minutes, hours, days, weeks from Monday on, and months and years of the calendar, in UTC.
    case date
}

/// A division of a line of numbers into bins with round edges.
enum HistogramStep {
    /// Bins of one width; one of them begins at `start`.
    case even(width: Double, start: Double = 0)
    /// Bins of whole months, of moments in seconds since 1970.
    case months(Int)

    /// The number of the bin of a value; not finite where it cannot be told.
    func place(of value: Double) -> Double {
        switch self {
        case .even(let width, let start): floor((value - start) / width)
        case .months(let count): floor(Double(CalendarMonth(ofSeconds: value).number) / Double(count))
        }
    }

    /// The lower edge of a bin, which is the upper one of the bin before.
    func edge(_ place: Double) -> Double {
        switch self {
        case .even(let width, let start): start + place * width
        case .months(let count): CalendarMonth(number: Int(place) * count).seconds
        }
    }

    /// The number of bins from the one of the least value to that of the greatest.
    func count(_ lowest: Double, _ highest: Double) -> Int {
        let count = place(of: highest) - place(of: lowest) + 1
        return count < 1_000_000 ? Int(count) : 1_000_000
    }

    /// The finest division with at most `wanted` bins; nil where the range is too large to be divided.
    static func fitting(_ lowest: Double, _ highest: Double, wanted: Int, _ steps: HistogramSteps) -> HistogramStep? {
        // On both sides of 0 there are two bins at least.
        let most = max(wanted, 2)
        if case .date = steps {
            guard abs(lowest) < CalendarMonth.farthest, abs(highest) < CalendarMonth.farthest else { return nil }
            return dates.first { $0.count(lowest, highest) <= most }
        }
        var width = decimal(from: (highest - lowest) / Double(wanted), steps)
        while HistogramStep.even(width: width).count(lowest, highest) > most {
            width = decimal(from: width * 1.01, steps)
        }
        let step = HistogramStep.even(width: width)
        return width.isFinite && width > 0 && step.place(of: lowest).isFinite ? step : nil
    }

    private static let day = 86_400.0
    /// The Monday after the first of January 1970, a Thursday.
    private static let monday = 4 * day

    private static let dates: [HistogramStep] =
        [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200].map { .even(width: $0) }
        + [.even(width: day), .even(width: 7 * day, start: monday), .even(width: 14 * day, start: monday)]
        + [1, 3, 6].map { .months($0) }
        + [1, 10, 100, 1000, 10_000, 100_000, 1_000_000].flatMap { power in [1, 2, 5].map { .months(12 * power * $0) } }

    /// The smallest round width that is not below `width`.
    private static func decimal(from width: Double, _ steps: HistogramSteps) -> Double {
        let power = pow(10, floor(log10(width)))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= width } ?? 10 * power
        if case .whole = steps { return max(step, 1) }
        return step
    }
}

/// A month of the Gregorian calendar, extended to all times, in UTC.
struct CalendarMonth {
    /// Months since January of the year 0.
    var number: Int

    /// Moments beyond it, in seconds from 1970 on, have no month here: about a million years.
    static let farthest = 3e13

    init(number: Int) { self.number = number }

    /// The month of a moment; of one that is farther away than ``farthest``, January of the year 0.
    ///
    /// After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`: years begin in March, so that
    /// a leap day is the last of its year.
    init(ofSeconds seconds: Double) {
        guard abs(seconds) < Self.farthest else {
            number = 0
            return
        }
        let days = Int((seconds / 86_400).rounded(.down)) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let day = days - era * 146_097
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let march = (5 * dayOfYear + 2) / 153
        number = (year + era * 400) * 12 + march + 2
    }

    /// The first moment of the month, in seconds since 1970.
    var seconds: Double {
        let march = number - 2
        let year = march >= 0 ? march / 12 : (march - 11) / 12
        let month = march - year * 12
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let day = (153 * month + 2) / 5 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100
        return Double(era * 146_097 + day - 719_468) * 86_400
    }
}
