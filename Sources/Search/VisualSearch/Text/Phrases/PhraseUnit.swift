/// A unit of measure, with its size in the base unit of what it measures.
struct PhraseUnit: Hashable, Sendable, Decodable {
    enum Dimension: String, Hashable, Sendable, Decodable { case length, mass, volume, storage }

    var dimension: Dimension
    /// In meters, grams, liters or bytes.
    var size: Double

    /// The size where 1 TB is 1,000 GB, as makers of disks count; that of any other unit.
    var decimalSize: Double {
        guard dimension == .storage, size > 1 else { return size }
        // A thousand for each ten powers of two.
        return (0..<Int(size.exponent) / 10).reduce(1) { product, _ in product * 1000 }
    }

    /// By abbreviation, in capitals or not: 1 GB is 1,024 MB, as the sizes of devices are written, and see ``decimalSize``.
    static let symbols: [String: PhraseUnit] = {
        let units: [(Dimension, [(String, Double)])] = [
            (.length, [("mm", 0.001), ("cm", 0.01), ("m", 1), ("inch", 0.0254), ("in", 0.0254), ("ft", 0.3048)]),
            (
                .mass,
                [("mg", 0.001), ("g", 1), ("kg", 1000), ("oz", 28.349523125), ("lb", 453.59237), ("lbs", 453.59237)]
            ),
            (.volume, [("ml", 0.001), ("cl", 0.01), ("l", 1)]),
            (.storage, [("kb", 0x1p10), ("mb", 0x1p20), ("gb", 0x1p30), ("tb", 0x1p40)]),
        ]
        var symbols: [String: PhraseUnit] = [:]
        for (dimension, sizes) in units {
            for (symbol, size) in sizes { symbols[symbol] = PhraseUnit(dimension: dimension, size: size) }
        }
        return symbols
    }()
}

/// A currency, by the code of ISO 4217.
enum PhraseCurrency {
    static let signs: [Character: String] = ["$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"]
    /// Codes that the name of a field, or a value of a field of currencies, may have.
    static let codes: Set<String> = [
        "USD", "EUR", "GBP", "JPY", "INR", "CHF", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "CNY", "BRL",
    ]
}
