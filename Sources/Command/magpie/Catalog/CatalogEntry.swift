import CatalogFile

/// The rows of a catalog that describe one item, as one.
struct CatalogEntry: Sendable {
    /// A picture that a row names.
    struct Picture: Sendable {
        var cell: PictureCell
        /// The row, by its number among all.
        var row: Int
    }

    /// Values of one column that differ between two rows.
    struct Conflict: Hashable, Sendable {
        var id: String
        var column: String
        var first: Int
        var other: Int
    }

    /// In the order of the file.
    private(set) var rows: [Int] = []
    private(set) var id: String?
    /// The first value of each field: further rows of an item often have pictures alone.
    private(set) var attributes: [String: AttributeValue] = [:]
    /// The pictures, each once, in the order in which they count: those of the file column, then those of the others.
    private(set) var pictures: [Picture] = []
    /// True where a row has a value in the file column. Otherwise the first picture is the one with the id of the item, if there
    /// is such a picture.
    private(set) var namesFile = false
    private(set) var conflicts: [Conflict] = []

    /// - Parameter rows: The rows of the item with their numbers, in the order of the file.
    init(_ rows: [(number: Int, row: AttributeTable.Row)]) {
        var firstLines: [String: Int] = [:]
        for (number, row) in rows {
            self.rows.append(number)
            id = id ?? row.id
            for (name, value) in row.attributes {
                guard let known = attributes[name] else {
                    (attributes[name], firstLines[name]) = (value, row.line)
                    continue
                }
                guard known != value, let line = firstLines[name] else { continue }
                conflicts.append(Conflict(id: id ?? row.file ?? "", column: name, first: line, other: row.line))
            }
        }
        // Rows without a place follow those with one, in the order of the file.
        let placed = rows.enumerated().sorted { left, right in
            let places = (left.element.row.pictures.position, right.element.row.pictures.position)
            if let one = places.0, let other = places.1, one != other { return one < other }
            if (places.0 == nil) != (places.1 == nil) { return places.0 != nil }
            return left.offset < right.offset
        }
        .map(\.element)
        func pictures(_ cells: KeyPath<RowPictures, [PictureCell]>) -> [Picture] {
            placed.flatMap { number, row in
                row.pictures[keyPath: cells].map { Picture(cell: $0, row: number) }
            }
        }
        let files = pictures(\.files)
        namesFile = !files.isEmpty
        var known: Set<String> = []
        self.pictures = (files + pictures(\.further)).filter { known.insert($0.cell.file).inserted }
    }
}
