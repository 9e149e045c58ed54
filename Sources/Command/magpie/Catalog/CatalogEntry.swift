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
    /// The first picture; nil where no row has a value in the file column, so that it is the one with the id of the item.
    private(set) var first: Picture?
    /// The pictures beside it, each once.
    private(set) var further: [Picture] = []
    private(set) var conflicts: [Conflict] = []

    /// The role that a row names for the first picture, where it is another than the one that every first picture has.
    var otherFirstRole: PictureRole? { first?.cell.role.flatMap { $0 == .front ? nil : $0 } }

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
                guard known != value, let line = firstLines[name], let id else { continue }
                conflicts.append(Conflict(id: id, column: name, first: line, other: row.line))
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
        first = files.first
        var known = Set(files.prefix(1).map(\.cell.file))
        further = (files.dropFirst() + pictures(\.further)).filter { known.insert($0.cell.file).inserted }
    }
}
