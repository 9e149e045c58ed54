/// A look at the quotes of a table before it is read: programs that dump tables without quoting leave quotes in their values, and a
/// value that begins with one would swallow the rows up to the next.
///
/// Quotes are letters where one of these holds and, without quotes, all lines of the table have the same number of separators:
///
/// - a cell with line ends between its quotes has text behind the closing one;
/// - the lines of a row with line ends between quotes each have as many separators as the first line, that is two or more, and no
///   blank follows those between the quotes, as it does in a sentence;
/// - a quote is open at the end of a table with tabs, which no program writes with quotes by rule.
struct QuoteSurvey {
    private enum State {
        case start, plain, quoted, behindQuote
    }

    private let path: String
    private var separator: UInt8?
    /// The first bytes, as long as they are too few for a guess of the separator.
    private var beginning: [UInt8] = []
    private var hasBegun = false

    private var state = State.start
    private var line = 1
    private var isBehindCR = false
    /// Separators and bytes of this line, and the separators of the first one.
    private var (separators, length) = (0, 0)
    private var first: Int?
    /// All lines have as many separators as the first one; the first that has not.
    private var agrees = true
    /// The line where this row began, its lines so far that agree, and those that do not.
    private var (rowStart, agreeing, others) = (1, 0, 0)
    private var cellHasLineEnd = false
    /// A blank follows a separator between quotes in this row: it is prose.
    private var (isProse, isBehindSeparator) = (false, false)
    /// Text behind the closing quote of a cell with line ends: the line of the row, and that of the text.
    private var behind: (row: Int, text: Int)?
    private var hasAgreeingRow = false

    init(path: String, separator: UInt8?) {
        self.path = path
        self.separator = separator
    }

    mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) {
        if hasBegun, let separator {
            read(bytes, separator)
            return
        }
        beginning += bytes
        guard isLast || beginning.count >= SeparatorGuess.sample else { return }
        hasBegun = true
        var all = beginning[...]
        beginning = []
        let separator = SeparatorGuess.begin(&all, separator, isLast: isLast)
        self.separator = separator
        read(all, separator)
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>, _ separator: UInt8) {
        let (quote, lf, cr) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        for byte in bytes {
            let isEnd = byte == lf || byte == cr
            defer { isBehindSeparator = byte == separator }
            if isEnd, !(byte == lf && isBehindCR) { endLine() }
            isBehindCR = byte == cr
            if !isEnd { length += 1 }
            if byte == separator { separators += 1 }
            switch state {
            case .quoted:
                if byte == 0x20, isBehindSeparator { isProse = true }
                if byte == quote { state = .behindQuote } else if isEnd { cellHasLineEnd = true }
            case .behindQuote where byte == quote: state = .quoted
            case .behindQuote where byte == 0x20 || byte == 0x09 && separator != 0x09: break
            case .start, .plain, .behindQuote:
                if isEnd || byte == separator {
                    state = .start
                    cellHasLineEnd = false
                    if isEnd { endRow() }
                } else if byte == quote, state == .start {
                    state = .quoted
                } else {
                    if state == .behindQuote, cellHasLineEnd, behind == nil { behind = (rowStart, line) }
                    state = .plain
                }
            }
        }
    }

    private mutating func endLine() {
        line += 1
        guard length > 0 else { return }
        if first == nil { first = separators }
        if separators == first { agreeing += 1 } else { others += 1 }
        if separators != first { agrees = false }
        (separators, length) = (0, 0)
    }

    private mutating func endRow() {
        if agreeing > 1, others == 0, first ?? 0 > 1, !isProse { hasAgreeingRow = true }
        (rowStart, agreeing, others, isProse) = (line, 0, 0, false)
    }

    /// True where quotes are no letters.
    ///
    /// - Throws: `invalidArgument` for text behind a closing quote that more than one line belongs to, where lines without quotes do
    ///   not go together either.
    mutating func hasQuotes() throws(SearchError) -> Bool {
        let isOpen = state == .quoted && separator == UInt8(ascii: "\t")
        if length > 0 { endLine() }
        // A row whose quote is open is no row: the reader says so.
        if state != .quoted { endRow() }
        if behind == nil, !isOpen, !hasAgreeingRow { return true }
        if agrees, first ?? 0 > 0 { return false }
        guard let behind else { return true }
        throw .invalidArgument(
            "\(path): line \(behind.text): text stands behind the closing quote of a cell that begins in the row of line "
                + "\(behind.row); double the quotes that are letters, and put their cells in quotes")
    }
}
