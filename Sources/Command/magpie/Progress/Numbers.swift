import WireFormat

/// Figures as people read them.
enum Numbers {
    /// `50,000`
    static func count(_ value: Int) -> String {
        let digits = Array(String(value.magnitude))
        return digits.indices.reduce(into: value < 0 ? "-" : "") { text, index in
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digits[index])
        }
    }

    /// `640 B`, `12.3 kB`, `4.1 GB`; decimal units.
    static func bytes(_ value: Double) -> String {
        var value = value
        var units = ["B", "kB", "MB", "GB", "TB"][...]
        while value >= 999.5, units.count > 1 {
            value /= 1000
            units = units.dropFirst()
        }
        let places = units.first == "B" || value >= 99.95 ? 0 : 1
        return "\(value.rounded(places: places) ?? "–") \(units.first ?? "")"
    }

    /// `0.42`, `9.8`, `112`: three digits at most while small.
    static func rate(_ value: Double) -> String {
        let places = value >= 100 ? 0 : value >= 10 ? 1 : 2
        if value >= 1000 { return count(Int(value)) }
        return value.rounded(places: places) ?? "–"
    }

    /// `8 ms`, `0.8 s`, `42 s`, `6 min 12 s`, `3 h 20 min`
    static func duration(_ seconds: Double) -> String {
        if seconds < 0.1 { return "\(max(Int((seconds * 1000).rounded()), 1)) ms" }
        if seconds < 10 { return "\(seconds.rounded(places: 1) ?? "–") s" }
        guard seconds < 1e9 else { return "–" }
        let whole = Int(seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(count(whole / 3600)) h \(whole % 3600 / 60) min"
    }

    static func plural(_ value: Int, _ noun: String, _ nouns: String? = nil) -> String {
        "\(count(value)) \(value == 1 ? noun : nouns ?? noun + "s")"
    }
}
