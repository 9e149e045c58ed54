/// The separator of a table as its first rows suggest it.
enum SeparatorGuess {
    /// The bytes of the beginning that are looked at.
    static let sample = 1 << 16

    private static let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

    /// The agreement of the rows of a separator.
    private struct Fit {
        var head = 0
        var rows = 0
        var fitting = 0
        /// Quotes inside cells that do not begin with one, which the right separator hardly has.
        var strays = 0

        /// A row that ends early lacks cells, as programs leave out empty ones at its end.
        mutating func add(_ cells: Int, strays: Int) {
            if head == 0 {
                head = cells
            } else {
                rows += 1
                if cells == head { fitting += 1 }
            }
            self.strays += strays
        }

        var share: Double { rows == 0 ? 1 : Double(fitting) / Double(rows) }
    }

    /// Skips what comes before the first row, a byte order mark and a line `sep=;`, and returns the separator: the one that is
    /// given, that of such a line, or the one that the rows suggest.
    static func begin(_ bytes: inout ArraySlice<UInt8>, _ given: UInt8?, isLast: Bool) -> UInt8 {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let declared = declared(in: bytes)
        // The end of that line is an empty row.
        if let declared { bytes = bytes.dropFirst(declared.length) }
        return given ?? declared?.separator
            ?? separator(of: bytes.prefix(sample), isWhole: isLast && bytes.count <= sample)
    }

    /// Returns the separator whose rows have as many cells as the head, and of several that with the most columns; a
    /// comma where no separator divides the head.
    static func separator(of bytes: ArraySlice<UInt8>, isWhole: Bool) -> UInt8 {
        var best: (separator: UInt8, fit: Fit)?
        for candidate in candidates {
            let fit = fit(of: bytes, candidate, isWhole: isWhole)
            guard fit.head > 1 else { continue }
            guard let known = best?.fit else {
                best = (candidate, fit)
                continue
            }
            let isBetter =
                fit.strays != known.strays
                ? fit.strays < known.strays
                : fit.share != known.share ? fit.share > known.share : fit.head > known.head
            if isBetter { best = (candidate, fit) }
        }
        return best?.separator ?? candidates[0]
    }

    /// The separator that a first line `sep=;` names, and the bytes of that line without its end; nil for any other.
    static func declared(in bytes: ArraySlice<UInt8>) -> (separator: UInt8, length: Int)? {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        var text = line
        let quote = UInt8(ascii: "\"")
        if text.count > 2, text.first == quote, text.last == quote { text = text.dropFirst().dropLast() }
        guard text.count == 5, ["sep=", "SEP=", "Sep="].contains(String(decoding: text.prefix(4), as: UTF8.self)),
            let separator = text.last, separator != quote
        else { return nil }
        return (separator, line.count)
    }

    private static func fit(of bytes: ArraySlice<UInt8>, _ separator: UInt8, isWhole: Bool) -> Fit {
        let (quote, lf, cr) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var fit = Fit()
        var (cells, strays) = (1, 0)
        var (isQuoted, wasQuoted, isCellEmpty, isRowEmpty) = (false, false, true, true)
        for byte in bytes {
            if isQuoted {
                if byte == quote { (isQuoted, wasQuoted) = (false, true) }
                continue
            }
            // The second of two quotes opens the cell again.
            let opens = byte == quote && (isCellEmpty || wasQuoted)
            wasQuoted = false
            switch byte {
            case quote:
                if opens { isQuoted = true } else { strays += 1 }
                (isCellEmpty, isRowEmpty) = (false, false)
            case separator:
                cells += 1
                (isCellEmpty, isRowEmpty) = (true, false)
            case lf, cr:
                if !isRowEmpty { fit.add(cells, strays: strays) }
                (cells, strays) = (1, 0)
                (isCellEmpty, isRowEmpty) = (true, true)
            default: (isCellEmpty, isRowEmpty) = (false, false)
            }
        }
        if isWhole, !isRowEmpty { fit.add(cells, strays: strays) }
        return fit
    }
}
