internal import Essentials
internal import SQLite
internal import SearchAPI

/// Words to places: reads a query from left to right as names on one way down, some of which may be left out.
///
/// `根岸5丁目`, `negishi 5` and `さいたま ねぎし 5` all lead to the fifth chome. A word may be the beginning of a name; such
/// matches come after those of whole names. Among equals, upper levels come first, then the order of the lists. Where
/// nothing is found, the words are tried from the last to the first.
///
/// Ways are followed best first, by what they lack already and what the rest of the query will lack at least (A*: Hart,
/// Nilsson and Raphael 1968). So places at which the query ends come in their order, and the last one that is wanted
/// ends the search.
struct StepFinder {
    /// A part of the query that names places below another; the heads are those that come next.
    private struct Way: Ranked {
        /// Names that were not written out, and places that were named twice.
        var gaps: Int
        /// The gaps with those that the rest of the query adds at least.
        var cost: Int
        var heads: ArraySlice<StepNames.Spot> = []
        var names: StepNames
        var range: ClosedRange<Int>
        /// The scalars of the query that were read.
        var position: Int

        func precedes(_ other: Way) -> Bool {
            guard cost == other.cost, let head = heads.first, let second = other.heads.first else {
                return cost < other.cost
            }
            return head < second
        }
    }

    private struct Part {
        var stop: Int
        var gaps: Int
        var names: StepNames
    }

    private struct Reached: Hashable {
        var number: Int
        var position: Int
    }

    /// The scalars of the longest name that is looked for.
    static let longest = 48
    /// The places that are followed without an end of the query, which bounds the time of a query.
    private static let followed = 1000
    private static let never = Int.max / 2

    private let tree: StepTree
    private let query: FoldedText
    /// The parts of the query that begin at a position with a word.
    private var parts: [Int: [Part]] = [:]
    /// The gaps of the rest of the query, at least.
    private var rests: [Int: Int] = [:]
    private var ways = Heap<Way>()

    /// Returns the numbers of the places, best first.
    ///
    /// - Parameters:
    ///   - depth: The depth of the place at or below which they are.
    ///   - limit: The most of them.
    static func matches(
        _ words: String, in tree: StepTree, below node: StepTree.Node, depth: Int, limit: Int
    ) throws(SearchError) -> [Int] {
        let start = StepNames.Spot(depth: depth, number: node.number, words: node.last)
        var tried: Set<String> = []
        for isOld in [false, true] {
            for text in [words, FoldedText.reversed(words)].compactMap(\.self) {
                let query = FoldedText(text, isOld: isOld)
                guard tried.insert(query.key).inserted else { continue }
                var finder = StepFinder(tree, query)
                let found = try finder.matches(below: start, limit)
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    private init(_ tree: StepTree, _ query: FoldedText) { (self.tree, self.query) = (tree, query) }

    private mutating func matches(below start: StepNames.Spot, _ limit: Int) throws(SearchError) -> [Int] {
        var reached: Set<Reached> = []
        var found: [Int] = []
        var followed = 0
        try goOn(from: start, gaps: 0, position: 0)
        while found.count < limit, followed < Self.followed, var way = ways.popFirst() {
            let head = way.heads.removeFirst()
            try insert(way, behind: head)
            guard reached.insert(Reached(number: head.number, position: way.position)).inserted else { continue }
            if way.position == query.scalars.count {
                found.append(head.number)
            } else {
                followed += 1
                try goOn(from: head, gaps: way.gaps, position: way.position)
            }
        }
        return found
    }

    /// Adds the ways on from a place: below it, or to itself by another of its names, as for the ward of a city. Numbers
    /// repeat everywhere; they are names of places directly below only, or below a passage in between.
    private mutating func goOn(from spot: StepNames.Spot, gaps: Int, position: Int) throws(SearchError) {
        let start = wordStart(from: position)
        let isNumber = query.isDigit(at: start)
        if !isNumber, try rest(from: position) == Self.never { return }
        for part in try isNumber ? parts(at: start, below: spot.number) : words(at: start) {
            let rest = try rest(from: part.stop)
            if rest == Self.never { continue }
            let gaps = gaps + part.gaps
            if isNumber || spot.words > spot.number {
                let range = spot.number + 1...(isNumber ? Int.max : spot.words)
                let way = Way(gaps: gaps, cost: gaps + rest, names: part.names, range: range, position: part.stop)
                try insert(way, behind: StepNames.Spot(depth: spot.depth + 1, number: 0))
            }
            if !isNumber, try part.names.contains(spot) {
                ways.insert(
                    Way(
                        gaps: gaps + 1, cost: gaps + 1 + rest, heads: [spot], names: part.names,
                        range: spot.number...spot.number, position: part.stop))
            }
        }
    }

    /// Adds what is left of a way, unless it ends there.
    private mutating func insert(_ way: Way, behind spot: StepNames.Spot) throws(SearchError) {
        var way = way
        if way.heads.isEmpty {
            let next = StepNames.Spot(depth: spot.depth, number: spot.number + 1)
            way.heads = try way.names.spots(from: next, in: way.range)
        }
        if !way.heads.isEmpty { ways.insert(way) }
    }

    // MARK: The query

    private func wordStart(from position: Int) -> Int {
        var start = position
        while start < query.scalars.count, query.scalars[start] == "-" { start += 1 }
        return start
    }

    /// The gaps from a position to the end, if all names were below each other. ``never`` where no name goes on so.
    private mutating func rest(from position: Int) throws(SearchError) -> Int {
        let start = wordStart(from: position)
        // Which numbers there are shows only below a place.
        if start == query.scalars.count || query.isDigit(at: start) { return 0 }
        if let known = rests[start] { return known }
        var least = Self.never
        for part in try words(at: start) {
            least = min(least, try part.gaps + rest(from: part.stop))
        }
        rests[start] = least
        return least
    }

    private mutating func words(at start: Int) throws(SearchError) -> [Part] {
        if let known = parts[start] { return known }
        let found = try parts(at: start, below: StepNames.anywhere)
        parts[start] = found
        return found
    }

    private func parts(at start: Int, below place: Int) throws(SearchError) -> [Part] {
        let end = query.scalars.count
        let isNumber = query.isDigit(at: start)
        var parts: [Part] = []
        // The first name that begins as the last part does.
        var next: [Unicode.Scalar] = []
        for stop in start..<min(end, start + Self.longest) {
            let stop = stop + 1
            guard query.canEnd(at: stop), query.scalars[stop - 1] != "-" else { continue }
            let (key, part) = (query[start..<stop], query.scalars[start..<stop])
            if !next.starts(with: part) {
                // If no name begins so, none begins with more either. Names come in the order of their letters.
                if !next.isEmpty, part.lexicographicallyPrecedes(next) { break }
                let found = try tree.database.first(
                    "SELECT key FROM name WHERE below = ? AND key >= ? AND key < ? LIMIT 1",
                    [.integer(place)] + StepTree.range(key)
                ) { row throws(SearchError) in row.text(0) }
                guard let found else { break }
                next = Array(found.unicodeScalars)
            }
            for isBeginning in [false, true] {
                if isBeginning ? isNumber ? stop < end : !query.wordEnds.contains(stop) : next.count > part.count {
                    continue
                }
                let names = try StepNames(tree.database, below: place, key: key, isBeginning: isBeginning)
                if !names.isEmpty { parts.append(Part(stop: stop, gaps: isBeginning ? 1 : 0, names: names)) }
            }
        }
        return parts
    }
}
