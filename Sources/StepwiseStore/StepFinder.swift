internal import SearchAPI
internal import VisualSearch

/// Words to places: reads a query from left to right as names on one way down, some of which may be left out.
///
/// `根岸5丁目`, `negishi 5` and `さいたま ねぎし 5` all lead to the fifth chome. A word may be the beginning of a name; such
/// matches come after those of whole names. Where nothing is found, the words are tried from the last to the first.
struct StepFinder {
    private struct State: Hashable {
        var number: Int
        var last: Int
        /// The scalars of the query that were read.
        var position: Int
        /// Names that were not written out.
        var gaps: Int
    }

    let tree: StepTree
    let limit: Int

    /// The ways that are followed at a time, and the names that one word may stand for.
    private static let ways = 24
    private static let names = 40
    /// The scalars of the longest name that is looked for, and the keys that are looked at for one beginning.
    private static let longest = 48
    private static let scanned = 5000

    /// Returns the numbers of the places, best first.
    func matches(_ words: String, below node: StepTree.Node) throws(SearchError) -> [Int] {
        let found = try matches(FoldedText(words), below: node)
        guard found.isEmpty, let reversed = FoldedText.reversed(words) else { return found }
        return try matches(FoldedText(reversed), below: node)
    }

    private func matches(_ query: FoldedText, below node: StepTree.Node) throws(SearchError) -> [Int] {
        let end = query.scalars.count
        var gaps: [Int: Int] = [:]
        var states = [State(number: node.number, last: node.last, position: 0, gaps: 0)]
        while !states.isEmpty, end > 0 {
            var next: Set<State> = []
            for state in states {
                for found in try steps(from: state, query) {
                    if found.position == end {
                        gaps[found.number] = min(gaps[found.number] ?? .max, found.gaps)
                    } else {
                        next.insert(found)
                    }
                }
            }
            // Each round reads at least one scalar more, so that this ends.
            states = Array(
                next.sorted { ($0.gaps, -$0.position, $0.number) < ($1.gaps, -$1.position, $1.number) }
                    .prefix(Self.ways))
        }
        return gaps.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit).map(\.key)
    }

    /// The places that the next part of the query may name: below the place, or itself by another of its names, as the
    /// ward of a city.
    private func steps(from state: State, _ query: FoldedText) throws(SearchError) -> [State] {
        let end = query.scalars.count
        var start = state.position
        while start < end, query.scalars[start] == "-" { start += 1 }
        guard start < end else { return [] }
        let isNumber = query.isDigit(at: start)
        var found: [State] = []
        for stop in start + 1...min(end, start + Self.longest) where query.canEnd(at: stop) {
            let name = query[start..<stop]
            func add(_ gaps: Int) -> (Statement) throws(SearchError) -> Void {
                { row throws(SearchError) in
                    let number = row.integer(0)
                    found.append(
                        State(
                            number: number, last: row.integer(1), position: stop,
                            gaps: state.gaps + gaps + (number == state.number ? 1 : 0)))
                }
            }
            if isNumber {
                try tree.database.each(
                    Self.numbered + "name.key = ? LIMIT \(Self.names)", .integer(state.number), .integer(state.number),
                    .text(name), body: add(0))
            } else {
                try tree.database.each(
                    "SELECT n, last FROM word JOIN node USING(n) WHERE key = ? AND n >= ? AND n <= ? "
                        + "LIMIT \(Self.names)", .text(name), .integer(state.number), .integer(state.last), body: add(0)
                )
            }
            guard query.wordEnds.contains(stop) else { continue }
            let range = StepTree.range(name)
            if !isNumber {
                try tree.database.each(
                    "SELECT n, last FROM (SELECT key, n FROM word WHERE key > ? AND key < ? LIMIT \(Self.scanned)) "
                        + "JOIN node USING(n) WHERE n >= ? AND n <= ? LIMIT \(Self.names)", range[0], range[1],
                    .integer(state.number), .integer(state.last), body: add(1))
            }
            if !isNumber || stop == end {
                try tree.database.each(
                    Self.numbered + "name.key > ? AND name.key < ? LIMIT \(Self.names)", .integer(state.number),
                    .integer(state.number), range[0], range[1], body: add(1))
            }
        }
        return found
    }

    /// Names directly below a place, or below a passage in between.
    private static let numbered = """
        SELECT node.n, node.last FROM name JOIN node ON node.n = name.n WHERE name.parent IN
        (SELECT ? UNION ALL SELECT n FROM node AS way WHERE way.parent = ? AND way.passage = 1) AND 
        """
}
