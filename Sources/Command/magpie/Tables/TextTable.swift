/// Rows of cells in columns no wider than the terminal.
///
/// Of columns that do not fit, reasons are folded first, then texts are cut with `…`, then others are folded from the
/// right. A folded column follows below its row. Names are neither cut nor folded.
struct TextTable {
    struct Column: Hashable {
        enum Kind {
            case name, value, text, reason
        }

        let kind: Kind
        var isAtRight = false

        static let name = Column(kind: .name)
        static let value = Column(kind: .value)
        static let number = Column(kind: .value, isAtRight: true)
        static let text = Column(kind: .text)
        static let reason = Column(kind: .reason)
    }

    let columns: [Column]
    /// The titles of the columns; nil for a table without.
    var header: [String]?
    var rows: [[String]]
    /// Blanks before each line.
    var indent = 0

    private static let gap = 2
    /// Blanks before what is folded.
    private static let inset = 4
    /// The fewest columns of a terminal beside which a reason is folded; with fewer it follows below.
    private static let leastBeside = 24

    /// The table for a terminal of `width` columns; nil is no terminal.
    func text(to width: Int?) -> String {
        lines(to: width).flatMap { $0 }.map { $0 + "\n" }.joined()
    }

    /// A name and facts beside it, apart from other rows, for the terminal of standard output.
    static func row(_ name: String, _ facts: String) -> String {
        TextTable(columns: [.name, .reason], rows: [[name, facts]], indent: 2).text(to: StandardOutput().columns)
    }

    /// Names and facts, for the terminal of standard output. A name that the row above has is not repeated.
    static func facts(_ rows: [(name: String, fact: String)]) -> String {
        let cells = rows.indices.map { row in
            [row > 0 && rows[row - 1].name == rows[row].name ? "" : rows[row].name, rows[row].fact]
        }
        return TextTable(columns: [.name, .reason], rows: cells, indent: 2).text(to: StandardOutput().columns)
    }

    /// The lines of the header, if there is one, and of each row.
    func lines(to width: Int?) -> [[String]] {
        let all = (header.map { [$0] } ?? []) + rows
        let natural = columns.indices.map { column in all.map { $0[column].columns }.max() ?? 0 }
        let room = width.map { max($0 - indent, 1) }
        let layout = Layout(columns, natural, to: room)
        let blanks = String(repeating: " ", count: indent)
        return all.enumerated().map { number, cells in
            let isHeader = header != nil && number == 0
            return lines(of: cells, layout, isHeader: isHeader).map { blanks + $0 }
        }
    }

    private func lines(of cells: [String], _ layout: Layout, isHeader: Bool) -> [String] {
        let shown = layout.shown.map { column in
            let cell = cells[column].cut(to: layout.widths[column])
            let padding = String(repeating: " ", count: layout.widths[column] - cell.columns)
            return columns[column].isAtRight ? padding + cell : cell + padding
        }
        let line = shown.joined(separator: String(repeating: " ", count: Self.gap))
        let plain = Self.trimmed(line)
        guard let room = layout.room, !layout.folded.isEmpty else { return [plain] }
        if let place = layout.placeBeside {
            let parts = cells[columns.count - 1].folded(to: room - place)
            return parts.enumerated().map { number, part in
                Self.trimmed((number == 0 ? line : "").filled(to: place) + part)
            }
        }
        return isHeader ? [plain] : [plain] + below(cells, layout.folded, room)
    }

    private static func trimmed(_ line: String) -> String { line.replacing(#/\s+$/#, with: "") }

    /// The folded cells of a row: values with the titles of their columns, then each reason.
    private func below(_ cells: [String], _ folded: [Int], _ room: Int) -> [String] {
        let values = folded.filter { columns[$0].kind != .reason && !cells[$0].isEmpty }.map { column in
            let title = header?[column] ?? ""
            return title.isEmpty ? cells[column] : "\(title) \(cells[column])"
        }
        let reasons = folded.filter { columns[$0].kind == .reason && !cells[$0].isEmpty }.map { cells[$0] }
        let inset = min(Self.inset, room / 4)
        let blanks = String(repeating: " ", count: inset)
        return ((values.isEmpty ? [] : [values.joined(separator: ", ")]) + reasons)
            .flatMap { $0.folded(to: room - inset) }.map { blanks + $0 }
    }
}

extension TextTable {
    /// The columns of each row and their widths.
    fileprivate struct Layout {
        let room: Int?
        private(set) var widths: [Int]
        private(set) var shown: [Int]
        /// In their order.
        private(set) var folded: [Int] = []
        /// The column of the terminal at which a reason stands that is folded beside its row.
        private(set) var placeBeside: Int?

        init(_ columns: [Column], _ natural: [Int], to room: Int?) {
            (self.room, widths, shown) = (room, natural, Array(columns.indices))
            guard let room else { return }
            let reasons = columns.indices.filter { columns[$0].kind == .reason }
            let others = columns.indices.dropFirst().filter { [.value, .text].contains(columns[$0].kind) }
            var next = (others + reasons)[...]
            while !fits(columns, natural, room), let column = next.popLast() {
                shown.removeAll { $0 == column }
                folded.insert(column, at: 0)
            }
            folded.sort()
            let place = used + TextTable.gap
            if folded == [columns.count - 1], folded == reasons, room - place >= max(TextTable.leastBeside, room / 3) {
                placeBeside = place
            }
        }

        private var used: Int { shown.reduce(-TextTable.gap) { $0 + widths[$1] + TextTable.gap } }

        /// Cuts texts until all fits; false where that is not enough, or a reason is to be folded before.
        private mutating func fits(_ columns: [Column], _ natural: [Int], _ room: Int) -> Bool {
            widths = natural
            if used <= room { return true }
            if shown.contains(where: { columns[$0].kind == .reason }) { return false }
            let least = max(room / 4, 12)
            while used > room {
                let texts = shown.filter { columns[$0].kind == .text && widths[$0] > least }
                guard let widest = texts.max(by: { widths[$0] < widths[$1] }) else { return false }
                widths[widest] -= 1
            }
            return true
        }
    }
}
