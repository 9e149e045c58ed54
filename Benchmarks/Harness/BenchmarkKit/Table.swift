/// Rows of text in columns, printed as Markdown that also reads well on a terminal.
public struct Table: Sendable {
    public var header: [String]
    public var rows: [[String]] = []

    public init(_ header: String...) {
        self.header = header
    }

    /// The first column and columns of words start at the left; a column in which every cell begins with a digit or a
    /// dash stands at the right.
    public func formatted() -> String {
        let columns = header.indices.map { column in
            (
                width: ([header] + rows).map { $0[column].count }.max() ?? 0,
                isNumeric: column > 0 && rows.allSatisfy { $0[column].first.map { $0.isNumber || $0 == "-" } ?? true }
            )
        }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, columns).map { cell, column in
                let space = String(repeating: " ", count: column.width - cell.count)
                return column.isNumeric ? space + cell : cell + space
            }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = columns.map { column in
            let dashes = String(repeating: "-", count: max(column.width - 1, 2))
            return column.isNumeric ? dashes + ":" : "-" + dashes
        }
        return ([line(header), "| " + rule.joined(separator: " | ") + " |"] + rows.map(line)).joined(separator: "\n")
    }
}

extension Double {
    /// With this many digits after the point.
    public func formatted(digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int((magnitude * scale).rounded())
        let sign = self < 0 && whole != 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        let fraction = String(whole % Int(scale))
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(sign)\(whole / Int(scale)).\(zeros)\(fraction)"
    }
}
