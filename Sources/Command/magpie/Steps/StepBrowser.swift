import StepwiseSearch

/// A line of the list.
enum StepLine {
    /// A candidate of the current step.
    case candidate(Candidate)
    /// A place further below that the typed words have found.
    case found(StepMatch)
}

/// The state of an interactive walk: the session, the typed filter, the line of the cursor, and the visible part of the list.
struct StepBrowser<Directory: LocalStepDirectory> {
    private(set) var session: StepSession<Directory>
    private(set) var filter = ""
    /// The line of the cursor, counted from the top of the whole list.
    private(set) var cursor = 0
    /// The lines before the first visible one.
    private(set) var top = 0
    /// All lines: the candidates that begin with the filter, then what the words have found.
    var count: Int { page.total + found.count }
    private(set) var path: [Candidate] = []
    /// The destination, once it is reached.
    private(set) var destination: Candidate?
    /// A notice for the last line of a screen; empty without one.
    private(set) var message = ""
    private var page: StepPage
    private var found: [StepMatch] = []

    init(_ directory: Directory, _ path: StepPath) {
        session = StepSession(directory, path: path)
        page = StepPage([], offset: 0, total: 0)
    }

    /// Reads the part of the list around the cursor.
    ///
    /// - Parameter rows: The lines that can be seen.
    mutating func load(rows: Int) throws(StepError) {
        let rows = max(rows, 1)
        do throws(StepError) {
            try read(rows)
        } catch {
            // The data was replaced meanwhile.
            guard case .dataChanged(let holds) = error else { throw error }
            _ = try session.goBlocking(to: holds.ids, StepView(limit: 1))
            clear()
            message = "The data changed; the rest of the way is gone."
            try read(rows)
        }
    }

    private mutating func read(_ rows: Int) throws(StepError) {
        // Once more where the list has become shorter than the cursor expects.
        for _ in 0..<2 {
            top = min(max(top, cursor - rows + 1), cursor)
            let step = try session.currentBlocking(StepView(offset: top, limit: min(rows, 1000), prefix: filter))
            path = step.path
            guard case .choose(let page, _) = step else { return }
            self.page = page
            found = []
            if filter.count > 1, page.total < rows {
                let depth = path.count + 1
                found = try session.findBlocking(filter).filter { $0.path.count > depth }
            }
            if cursor < max(count, 1) { return }
            cursor = max(count - 1, 0)
        }
    }

    /// The visible lines, at most `rows`.
    func lines(rows: Int) -> [StepLine] {
        let candidates = page.candidates.map(StepLine.candidate)
        return Array((candidates + found.dropFirst(max(top - page.total, 0)).map(StepLine.found)).prefix(rows))
    }

    mutating func move(by lines: Int) {
        message = ""
        cursor = min(max(cursor + lines, 0), max(count - 1, 0))
    }

    mutating func type(_ text: String) {
        let longer = filter + text
        guard longer.unicodeScalars.count <= 200 else {
            message = "A filter has at most 200 characters."
            return
        }
        set(filter: longer)
    }

    mutating func set(filter text: String) {
        clear()
        filter = text
    }

    mutating func deleteLast() {
        if !filter.isEmpty { set(filter: String(filter.dropLast())) }
    }

    /// Selects a line of those that are seen.
    mutating func select(_ line: StepLine) throws(StepError) {
        let step: Step
        do throws(StepError) {
            switch line {
            case .candidate(let candidate): step = try session.selectBlocking(candidate.id, StepView(limit: 1))
            case .found(let match): step = try session.goBlocking(to: match.ids, StepView(limit: 1))
            }
        } catch {
            switch error {
            case .incompleteData: message = "There is no data behind this one."
            case .notACandidate: message = "This one is no longer there."
            case .dataChanged: message = "The data changed."
            default: throw error
            }
            return
        }
        clear()
        if case .arrived(let candidate, let path) = step {
            destination = candidate
            self.path = path
        }
    }

    /// Clears the filter, or goes one step back without one.
    mutating func back() throws(StepError) {
        if !filter.isEmpty { return clear() }
        if path.isEmpty {
            message = "This is the first step; Ctrl-C ends."
            return
        }
        _ = try session.goBackBlocking(1, StepView(limit: 1))
        clear()
    }

    private mutating func clear() { (filter, cursor, top, message) = ("", 0, 0, "") }
}
