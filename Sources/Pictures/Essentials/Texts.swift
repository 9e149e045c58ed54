extension StringProtocol {
    /// The text without blanks and tabs at its ends.
    package func trimmingBlanks() -> String { trimming(\.isBlank) }

    /// The text without blanks, tabs and ends of lines at its ends.
    package func trimmingWhitespace() -> String { trimming { $0.isBlank || $0.endsLine } }

    private func trimming(_ isTrimmed: (Unicode.Scalar) -> Bool) -> String {
        // Most texts have nothing to trim: no blank is above 0x20 and below 0x7F.
        if let first = unicodeScalars.first, let last = unicodeScalars.last, 0x21..<0x7F ~= first.value,
            0x21..<0x7F ~= last.value
        {
            return String(self)
        }
        let end = unicodeScalars.lastIndex { !isTrimmed($0) }
        guard let end else { return "" }
        let rest = unicodeScalars[...end].drop(while: isTrimmed)
        return String(String.UnicodeScalarView(rest))
    }
}

extension String {
    /// The text with `filler` in place of each character that moves the cursor or turns the direction of a line.
    package func printable(controlsAs filler: Unicode.Scalar) -> String {
        String(UnicodeScalarView(unicodeScalars.map { $0.misleads ? filler : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var misleads: Bool { properties.generalCategory == .control || properties.isBidiControl }

    /// The blank without width counts as well.
    fileprivate var isBlank: Bool {
        value < 0x80
            ? value == 0x20 || value == 0x09 : value == 0x200B || properties.generalCategory == .spaceSeparator
    }

    fileprivate var endsLine: Bool { 0x0A...0x0D ~= value || value == 0x85 || value == 0x2028 || value == 0x2029 }
}

extension Double {
    /// Decimal digits without an exponent, so many of them behind the point.
    package func written(digits: Int32) -> String {
        // Safe: the longest number has 309 digits before its point; the text ends with NUL.
        var buffer = [CChar](repeating: 0, count: 330 + Int(digits))
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            unsafe withVaList([digits, self]) {
                _ = unsafe vsnprintf(buffer.baseAddress!, buffer.count, "%.*f", $0)
            }
            return unsafe String(cString: buffer.baseAddress!)
        }
    }
}
