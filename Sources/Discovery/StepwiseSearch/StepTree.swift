internal import SQLite
internal import SearchAPI
internal import StepwiseAPI

/// One state of a hierarchy, read through one connection: the places, and how calls move between them.
struct StepTree {
    /// A place with its numbers.
    struct Node {
        var number: Int
        var parent: Int
        var last: Int
        var children: Int
        var candidate: Candidate
    }

    let database: Database
    /// The locale and what stands for it, best first; empty for the language of the data.
    let locales: [String]

    init(_ database: Database, locale: String?) {
        self.database = database
        var locales: [String] = []
        var rest = (locale ?? "").lowercased().replacing("_", with: "-")[...]
        while !rest.isEmpty, locales.count < 4 {
            locales.append(String(rest))
            rest = rest.lastIndex(of: "-").map { rest[..<$0] } ?? ""
        }
        self.locales = locales
    }

    /// Answers a call.
    static func answer(_ call: StepCall, from database: Database) throws(StepError) -> StepAnswer {
        try call.check()
        let answer: Result<StepAnswer, StepError>
        do throws(SearchError) {
            answer = try StepTree(database, locale: call.path.locale).answer(call)
        } catch {
            throw .unavailable(error.description)
        }
        return try answer.get()
    }

    /// A failure in the answer is the caller's, one that is thrown is the file's.
    private func answer(_ call: StepCall) throws(SearchError) -> Result<StepAnswer, StepError> {
        var nodes = [try whole()]
        if nodes[0].children == 0 { return .failure(.noData) }
        for (place, id) in call.path.ids.enumerated() {
            guard let next = try child(id, of: nodes[place]) else {
                return .failure(
                    .dataChanged(holds: StepPath(Array(call.path.ids.prefix(place)), locale: call.path.locale)))
            }
            nodes.append(next)
        }
        switch call.action {
        case nil: break
        case .goBack(let steps): nodes.removeLast(min(steps, nodes.count - 1))
        case .select(let id):
            let last = nodes[nodes.count - 1]
            if nodes.count > 1, last.candidate.isDestination { return .failure(.alreadyArrived) }
            guard let next = try child(id, of: last) else { return .failure(.notACandidate(id)) }
            nodes.append(next)
        }
        let last = nodes[nodes.count - 1]
        let path = nodes.dropFirst().map(\.candidate)
        var answer = StepAnswer(
            path: StepPath(path.map(\.id), locale: call.path.locale), step: .arrived(last.candidate, path: path))
        if last.children > 0 {
            answer.step = .choose(from: try page(of: last, depth: nodes.count - 1, call.view), path: path)
        } else if !last.candidate.isDestination {
            return .failure(.incompleteData(at: last.candidate.id))
        }
        if let words = call.words {
            let found = try StepFinder.matches(
                words, in: self, below: last, depth: nodes.count - 1, limit: call.view.limit)
            answer.found = try paths(to: found).map(StepMatch.init)
        }
        return .success(answer)
    }

    // MARK: Places

    private static let columns =
        "node.n, node.last, node.children, node.id, node.level, node.reading, node.latitude, node.longitude, node.count, node.parent, "

    /// `SELECT … FROM node`, with the label in the best locale; its parameters are ``localeValues``.
    private var select: String {
        guard !locales.isEmpty else { return "SELECT \(Self.columns) node.label FROM node " }
        return """
            SELECT \(Self.columns) coalesce(
                (SELECT text FROM label WHERE label.n = node.n AND locale = ?),
                (SELECT text FROM label WHERE label.n = node.n AND locale = ?),
                (SELECT text FROM label WHERE label.n = node.n AND locale = ?),
                (SELECT text FROM label WHERE label.n = node.n AND locale = ?), node.label) FROM node
            """ + " "
    }

    private var localeValues: [Value] {
        guard let last = locales.last else { return [] }
        return (locales + Array(repeating: last, count: 4 - locales.count)).map(Value.text)
    }

    private func node(_ row: Statement) -> Node {
        let children = row.integer(2)
        let coordinate =
            row.isNull(6) ? nil : Candidate.Coordinate(latitude: row.real(6), longitude: row.real(7))
        let candidate = Candidate(
            id: row.text(3), level: Candidate.Level(rawValue: row.text(4)), label: row.text(10),
            reading: row.optionalText(5), coordinate: coordinate, count: row.integer(8),
            isDestination: children == 0 && row.integer(8) > 0)
        return Node(
            number: row.integer(0), parent: row.integer(9), last: row.integer(1), children: children,
            candidate: candidate)
    }

    private func nodes(_ rest: String, _ values: [Value]) throws(SearchError) -> [Node] {
        try database.all(select + rest, localeValues + values) { node($0) }
    }

    private func whole() throws(SearchError) -> Node {
        guard let whole = try nodes("WHERE n = 0", []).first else {
            throw .damaged(path: database.path, detail: "the top of the hierarchy is missing")
        }
        return whole
    }

    private func child(_ id: String, of parent: Node) throws(SearchError) -> Node? {
        try nodes("WHERE parent = ? AND id = ?", [.integer(parent.number), .text(id)]).first
    }

    private func page(of parent: Node, depth: Int, _ view: StepView) throws(SearchError) -> StepPage {
        let prefix = view.prefix.isEmpty ? "" : view.prefix.folded
        if prefix.isEmpty {
            let found = try nodes(
                "WHERE parent = ? AND place >= ? ORDER BY place LIMIT ?",
                [.integer(parent.number), .integer(view.offset), .integer(view.limit)])
            return StepPage(found.map(\.candidate), offset: view.offset, total: parent.children)
        }
        // Places below a passage are listed there.
        let range = [.integer(parent.number)] + StepTree.range(prefix) + [.integer(depth + 1)]
        let found = try nodes(
            "WHERE n IN (SELECT n FROM name WHERE below = ? AND key >= ? AND key < ? AND depth = ?) ORDER BY n LIMIT ? OFFSET ?",
            range + [.integer(view.limit), .integer(view.offset)])
        let total = try database.first(
            "SELECT count(DISTINCT n) FROM name WHERE below = ? AND key >= ? AND key < ? AND depth = ?", range
        ) { row throws(SearchError) in row.integer(0) }
        return StepPage(found.map(\.candidate), offset: view.offset, total: total ?? 0)
    }

    /// The ways from the top to places, most of which go through the same ones.
    private func paths(to numbers: [Int]) throws(SearchError) -> [[Candidate]] {
        var known: [Int: Node] = [:]
        var paths: [[Candidate]] = []
        for number in numbers {
            var path: [Candidate] = []
            var next = number
            while next > 0 {
                if known[next] == nil { known[next] = try nodes("WHERE n = ?", [.integer(next)]).first }
                guard let node = known[next] else { break }
                path.append(node.candidate)
                next = node.parent
            }
            paths.append(path.reversed())
        }
        return paths
    }

    /// The bounds of the keys that begin with a text: no key holds the last scalar of Unicode.
    static func range(_ prefix: String) -> [Value] { [.text(prefix), .text(prefix + "\u{10FFFF}")] }
}
