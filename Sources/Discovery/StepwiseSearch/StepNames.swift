internal import SQLite
internal import SearchAPI

/// The places that have one name, or that have names with one beginning, among those of one place or of the whole.
///
/// Many of them stay in the file, which holds beginnings that many names share as if they were names
/// (``StepSchema/sharedNames``). So the first places of a list within a range are found without reading the others.
struct StepNames {
    /// A place in the order of matches: upper levels first.
    struct Spot: Comparable {
        var depth: Int
        var number: Int
        /// The last place at or below it that has a name other than a number, or itself.
        var words = 0

        static func < (one: Spot, other: Spot) -> Bool {
            (one.depth, one.number) < (other.depth, other.number)
        }

        static func == (one: Spot, other: Spot) -> Bool { one.number == other.number }
    }

    private let database: Database
    private let below: Int
    private let key: String
    private let isBeginning: Bool
    /// All of them in their order; nil where they are many.
    private let few: [Spot]?

    /// - Parameters:
    ///   - below: The place whose direct children they are, or ``anywhere``.
    ///   - isBeginning: Names count that are longer than the key and begin with it. If not, `key` is the whole name.
    init(_ database: Database, below: Int, key: String, isBeginning: Bool) throws(SearchError) {
        (self.database, self.below, self.key, self.isBeginning) = (database, below, key, isBeginning)
        let most = StepSchema.sharedNames
        let values = [.integer(below)] + (isBeginning ? StepTree.range(key) : [.text(key)]) + [.integer(most + 1)]
        let condition = isBeginning ? "key > ? AND key < ?" : "key = ?"
        let found = try StepNames.spots(
            database, "SELECT depth, n, words FROM name WHERE below = ? AND \(condition) LIMIT ?", values)
        few = found.count > most ? nil : isBeginning ? found.sorted() : found
    }

    /// The names of places at any depth.
    static let anywhere = -1

    /// The places of a list that are read at a time.
    private static let read = 16

    /// True where there are no such places.
    var isEmpty: Bool { few?.isEmpty == true }

    func contains(_ spot: Spot) throws(SearchError) -> Bool {
        if let few { return few.contains(spot) }
        return try database.first(
            "SELECT 1 FROM \(table) WHERE below = ? AND key = ? AND depth = ? AND n = ?", .integer(below), .text(key),
            .integer(spot.depth), .integer(spot.number)
        ) { row throws(SearchError) in row.integer(0) } != nil
    }

    /// The next places from `start` on whose numbers are in the range; empty behind the last of them.
    func spots(from start: Spot, in range: ClosedRange<Int>) throws(SearchError) -> ArraySlice<Spot> {
        if let few { return few.filter { !($0 < start) && range.contains($0.number) }[...] }
        var start = max(start, Spot(depth: start.depth, number: range.lowerBound))
        while true {
            let found = try StepNames.spots(
                database,
                "SELECT depth, n, words FROM \(table) WHERE below = ? AND key = ? AND (depth, n) >= (?, ?) "
                    + "ORDER BY depth, n LIMIT \(StepNames.read)",
                [.integer(below), .text(key), .integer(start.depth), .integer(start.number)])
            guard let first = found.first else { return [] }
            if range.contains(first.number) { return found.prefix { range.contains($0.number) } }
            // A depth has no more of the range behind its end.
            let depth = first.number < range.lowerBound ? first.depth : first.depth + 1
            start = Spot(depth: depth, number: range.lowerBound)
        }
    }

    private var table: String { isBeginning ? "beginning" : "name" }

    private static func spots(
        _ database: Database, _ query: String, _ values: [Value]
    ) throws(SearchError) -> [Spot] {
        try database.all(query, values) { row in
            Spot(depth: row.integer(0), number: row.integer(1), words: row.integer(2))
        }
    }
}
