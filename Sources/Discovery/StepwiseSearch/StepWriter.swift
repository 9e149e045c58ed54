internal import ImageTypes
internal import SQLite
internal import SearchAPI
internal import StepwiseAPI

/// A place to load, with the id of the one above it.
struct StepRow: Sendable {
    var id: String
    /// The id of the place above; nil at the top.
    var parent: String?
    var level: Candidate.Level
    /// The label in the language of the data.
    var label: String
    /// The labels by locale.
    var labels: [String: String] = [:]
    var reading: String?
    /// Further names by which it is found.
    var names: [String] = []
    /// The key of its place among its siblings, which are ordered by its bytes. Nil is the natural order of the label.
    var order: String?
    var coordinate: Candidate.Coordinate?
    /// Leads to what has no place of this level, as "no chome" does: people type on as if it were not there.
    var isPassage = false
    /// Even without anything below it is no destination.
    var needsMore = false
}

/// Loads rows in any order into an empty database, in bounded memory: they wait in a temporary file until all are there.
final class StepWriter {
    /// A place in the files, for messages.
    typealias Place = (source: Int, line: Int)

    private struct Waiting {
        var id: String
        var place: Place
        var values: [Value]
        var names: [String]
        var labels: [(locale: String, text: String)]
        var flags: Int
    }

    private let database: Database
    private let sources: [String]
    private let isCatalog: Bool
    private let cancellation: Cancellation
    private let progress: (Int) -> Void
    private var added = 0
    private var number = 0
    private(set) var destinations = 0

    /// Separates texts in one column; a text never holds it, because control characters are refused.
    private static let separator: Character = "\u{1F}"
    private static let deepest = StepCall.Limits.depth

    /// - Parameters:
    ///   - sources: The names of the files, for messages.
    ///   - isCatalog: The rows are items and their categories: a place may lie below several others, under the same id, and
    ///     ids may have any characters.
    ///   - progress: Gets the number of rows that were read or written since the last call.
    init(
        _ database: Database, sources: [String] = [], isCatalog: Bool = false,
        cancellation: Cancellation = Cancellation(), progress: @escaping (Int) -> Void = { _ in }
    ) throws(SearchError) {
        self.database = database
        self.sources = sources
        self.isCatalog = isCatalog
        self.cancellation = cancellation
        self.progress = progress
        try database.script(StepSchema.tables + StepSchema.waiting)
        try database.run("BEGIN")
    }

    func add(_ row: StepRow, at place: Place = (0, 0)) throws(SearchError) {
        try check(row, at: place)
        let labels = row.labels.sorted { $0.key < $1.key }.flatMap { [$0.key.lowercased(), $0.value] }
        try database.run(
            "INSERT INTO waiting VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            .text(row.parent ?? ""), .text(row.order ?? row.label.naturalOrder), .text(row.id), .integer(place.source),
            .integer(place.line), .text(row.level.rawValue), .text(row.label), .optional(row.reading),
            row.coordinate.map { .real($0.latitude) } ?? .null, row.coordinate.map { .real($0.longitude) } ?? .null,
            .optional(labels.isEmpty ? nil : labels.joined(separator: String(Self.separator))),
            .optional(row.names.isEmpty ? nil : row.names.joined(separator: String(Self.separator))),
            .integer((row.isPassage ? 1 : 0) | (row.needsMore ? 2 : 0)))
        added += 1
        try count()
    }

    /// Numbers the places and makes the indices.
    func finish() throws(SearchError) {
        if !isCatalog { try refuseRepeats() }
        try walk(from: nil, "", depth: 0, place: 0)
        if number != added { try refuseUnreachable() }
        try listBeginnings()
        let tables = ["waiting", "position", "shared"].map { "DROP TABLE temp.\($0);" }.joined()
        try database.script(tables + StepSchema.indices)
        try database.run("COMMIT")
    }

    /// Gives the place with this id its position, unless it comes with one. Places without rows have none.
    func locate(_ id: String, at coordinate: Candidate.Coordinate, _ place: Place) throws(SearchError) {
        try check(coordinate, of: id, at: place)
        try database.run(
            "INSERT OR REPLACE INTO temp.position VALUES(?, ?, ?)", .text(id), .real(coordinate.latitude),
            .real(coordinate.longitude))
    }

    /// Lists places by the beginnings of names that many of them share.
    private func listBeginnings() throws(SearchError) {
        try database.run(StepSchema.sharedBelow)
        for length in 1...StepFinder.longest {
            try database.run(StepSchema.sharedLonger, .integer(length))
            if database.changes == 0 { break }
            if cancellation.isCancelled { throw .cancelled }
        }
        try database.run(StepSchema.beginnings)
    }

    private func check(_ row: StepRow, at place: Place) throws(SearchError) {
        var texts = [row.label, row.reading ?? "", row.level.rawValue] + row.names + row.labels.values
        if !isCatalog { texts.append(row.id) }
        if texts.contains(where: { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }) {
            throw fault(place, "an id or a name has a control character")
        }
        guard !row.id.isEmpty else { throw fault(place, "the id is empty") }
        guard !row.label.isEmpty else { throw fault(place, "the label of '\(row.id)' is empty") }
        guard row.id.utf8.count <= StepCall.Limits.idBytes else {
            throw fault(place, "the id has \(row.id.utf8.count) bytes; at most \(StepCall.Limits.idBytes) are accepted")
        }
        if row.id == row.parent { throw fault(place, "'\(row.id)' is its own parent") }
        if let coordinate = row.coordinate { try check(coordinate, of: row.id, at: place) }
    }

    private func check(
        _ coordinate: Candidate.Coordinate, of id: String, at place: Place
    ) throws(SearchError) {
        if !(-90...90).contains(coordinate.latitude) || !(-180...180).contains(coordinate.longitude) {
            throw fault(place, "the coordinate of '\(id)' is not on Earth")
        }
    }

    /// An error with the file and the line.
    func fault(_ place: Place, _ text: String) -> SearchError {
        guard sources.indices.contains(place.source) else { return .invalidArgument(text) }
        return .invalidArgument("\(sources[place.source]): line \(place.line): \(text)")
    }

    private func count() throws(SearchError) {
        guard (added + number) % 1000 == 0 else { return }
        progress(1000)
        if cancellation.isCancelled { throw .cancelled }
    }

    /// Writes what lies below a place, then the place itself, whose figures are known by then.
    ///
    /// - Parameter above: The places below which its names stand: its parent, and that one's where it is a passage.
    /// - Returns: The last place at or below it that has a name other than a number; 0 for no such place.
    @discardableResult
    private func walk(
        from waiting: Waiting?, _ id: String, depth: Int, place: Int, above: [Int] = []
    ) throws(SearchError) -> Int {
        let parent = number
        let before = destinations
        let isPassage = (waiting?.flags ?? 0) & 1 == 1
        var words = 0
        var children = 0
        let below = try rows(below: id)
        if let first = below.first, depth == Self.deepest {
            throw fault(first.place, "'\(first.id)' lies deeper than \(Self.deepest) levels")
        }
        for child in below {
            number += 1
            try count()
            let inside = try walk(
                from: child, child.id, depth: depth + 1, place: children, above: [parent] + (isPassage ? above : []))
            words = max(words, inside)
            children += 1
        }
        if let waiting, children == 0, waiting.flags & 2 == 0 { destinations += 1 }
        try database.run(
            "INSERT INTO node VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [.integer(parent), .integer(above.first ?? -1), .integer(place), .integer(number), .text(id)]
                + (waiting?.values ?? [.text(""), .text(""), .null, .null, .null])
                + [.integer(destinations - before), .integer(children), .integer(isPassage ? 1 : 0)])
        guard let waiting else { return words }
        return try name(waiting, number: parent, depth: depth, above: above, words: words)
    }

    private func rows(below id: String) throws(SearchError) -> [Waiting] {
        try database.all(
            "SELECT id, source, line, level, label, reading, coalesce(waiting.latitude, position.latitude), "
                + "coalesce(waiting.longitude, position.longitude), names, labels, flags "
                + "FROM temp.waiting LEFT JOIN temp.position USING(id) WHERE parent = ? ORDER BY sort, id", .text(id)
        ) { row throws(SearchError) in
            let values = (3...7).map(row.value)
            let labels = Self.parts(row.optionalText(9))
            return Waiting(
                id: row.text(0), place: (row.integer(1), row.integer(2)), values: values,
                names: Self.parts(row.optionalText(8)),
                labels: stride(from: 0, to: labels.count - 1, by: 2).map { (labels[$0], labels[$0 + 1]) },
                flags: row.integer(10))
        }
    }

    private func name(
        _ waiting: Waiting, number: Int, depth: Int, above: [Int], words: Int
    ) throws(SearchError) -> Int {
        var names = waiting.names + waiting.labels.map(\.text)
        for case .text(let text) in waiting.values.dropFirst().prefix(2) { names.append(text) }
        let keys = Set(names.map(\.folded))
        let words = keys.contains { !$0.beginsWithDigit } ? max(words, number) : words
        for key in keys {
            // Numbers repeat everywhere; they are looked for below a place only.
            for place in key.beginsWithDigit ? above : above + [StepNames.anywhere] {
                try database.run(
                    "INSERT INTO name VALUES(?, ?, ?, ?, ?)", .integer(place), .text(key), .integer(depth),
                    .integer(number), .integer(max(words, number)))
            }
        }
        for label in waiting.labels {
            try database.run(
                "INSERT OR REPLACE INTO label VALUES(?, ?, ?)", .integer(number), .text(label.locale), .text(label.text)
            )
        }
        return words
    }

    private func refuseRepeats() throws(SearchError) {
        let repeated = try database.first(
            "SELECT id, source, max(line) FROM temp.waiting GROUP BY id HAVING count(*) > 1 LIMIT 1"
        ) { row throws(SearchError) in (row.text(0), (source: row.integer(1), line: row.integer(2))) }
        if let (id, place) = repeated { throw fault(place, "the id '\(id)' is there twice") }
    }

    private func refuseUnreachable() throws(SearchError) {
        let orphan = try database.first(
            "SELECT id, parent, source, line FROM temp.waiting AS one WHERE parent <> '' AND NOT EXISTS "
                + "(SELECT 1 FROM node WHERE node.id = one.parent) "
                + "AND NOT EXISTS (SELECT 1 FROM temp.waiting AS other WHERE other.id = one.parent) "
                + "ORDER BY source, line LIMIT 1"
        ) { row throws(SearchError) in
            (row.text(0), row.text(1), (source: row.integer(2), line: row.integer(3)))
        }
        if let (id, parent, place) = orphan {
            throw fault(place, "'\(id)' lies below '\(parent)', which is in none of the files")
        }
        throw .invalidArgument(
            "\(added - number) rows lie below themselves: follow their parents, which lead around in a circle")
    }

    private static func parts(_ text: String?) -> [String] {
        text?.split(separator: separator, omittingEmptySubsequences: false).map(String.init) ?? []
    }
}

extension String {
    fileprivate var beginsWithDigit: Bool { unicodeScalars.first?.isDigit == true }
}
