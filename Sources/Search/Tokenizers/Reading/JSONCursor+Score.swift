extension JSONCursor {
    /// 10 to the powers of 0 to 308.
    private static let powers: [Double] = (0...308).compactMap { Double("1e\($0)") }

    /// A finite number, rounded as the reference rounds it.
    ///
    /// Of the digits as many are taken as 64 bits hold, and their value is multiplied with or divided by a power of ten:
    /// the last bit may be another than that of the nearest number. Its reader, serde_json, documents this under its
    /// option `float_roundtrip`. Sums of scores that tie make such a bit decide between tokens.
    mutating func score() throws(TokenizerError) -> Double {
        let range = try number()
        var (digits, exponent, written): (UInt64, Int, Int) = (0, 0, 0)
        var (isFraction, isFull, place) = (false, false, range.lowerBound)
        let isNegative = bytes[place] == 0x2D
        if isNegative { place += 1 }
        while place < range.upperBound, bytes[place] | 0x20 != 0x65 {
            if bytes[place] == 0x2E {
                (isFraction, place) = (true, place + 1)
                continue
            }
            let (product, hasOverflown) = digits.multipliedReportingOverflow(by: 10)
            let (sum, isOver) = product.addingReportingOverflow(UInt64(bytes[place] - 0x30))
            isFull = isFull || hasOverflown || isOver
            if !isFull { digits = sum }
            if isFull, !isFraction { exponent += 1 } else if !isFull, isFraction { exponent -= 1 }
            place += 1
        }
        if place < range.upperBound {
            let text = bytes.text(place + 1..<range.upperBound)
            written = Int(text) ?? (text.hasPrefix("-") ? -100_000 : 100_000)
        }
        var value = Double(digits)
        exponent += min(max(written, -100_000), 100_000)
        // One division for each 308 of a small exponent.
        while exponent < -308, value != 0 {
            value /= 1e308
            exponent += 308
        }
        if exponent < 0 {
            value = value == 0 ? 0 : value / Self.powers[-exponent]
        } else if value != 0 {
            value = exponent > 308 ? .infinity : value * Self.powers[exponent]
        }
        guard value.isFinite else { throw malformed("a finite number expected") }
        return isNegative ? -value : value
    }
}
