extension StringProtocol {
    /// The text without blanks and tabs at its ends.
    package func trimmingBlanks() -> String { trimming(\.isBlank) }

    /// The text without blanks, tabs and ends of lines at its ends.
    package func trimmingWhitespace() -> String { trimming { $0.isBlank || $0.endsLine } }

    private func trimming(_ isTrimmed: (Unicode.Scalar) -> Bool) -> String {
        let end = unicodeScalars.lastIndex { !isTrimmed($0) }
        guard let end else { return "" }
        let rest = unicodeScalars[...end].drop(while: isTrimmed)
        return String(String.UnicodeScalarView(rest))
    }
}

extension Unicode.Scalar {
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
