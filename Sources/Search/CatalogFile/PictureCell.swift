internal import Essentials
internal import WireFormat

/// A picture that a row of a catalog names.
package struct PictureCell: Hashable, Sendable {
    /// A path or an address.
    package var file: String
    /// The view that it gives; nil where the row does not tell it.
    package var role: PictureRole?

    package init(_ file: String, role: PictureRole? = nil) {
        self.file = file
        self.role = role
    }

    /// Members of an object that name its file, first the one that our documentation uses; the last are those of Shopify's
    /// and of schema.org's.
    private static let fileMembers = ["file", "source", "path", "image", "url", "src", "contentUrl"]

    /// The pictures of a cell: a name, names with signs between them (see ``CellList``), or an array of names and of
    /// objects with a `file` and a `role`. Empty names are left out.
    ///
    /// - Throws: `invalidArgument` for an unknown role and for a value that names no file.
    static func list(_ cell: JSONValue?) throws(SearchError) -> [PictureCell] {
        switch cell {
        case nil, .null: return []
        case .array(let values):
            var cells: [PictureCell] = []
            for value in values { cells += try list(value) }
            return cells
        case .object(let members):
            let file = fileMembers.lazy.compactMap { members[$0]?.text }.first { !$0.isEmpty }
            guard let file else {
                throw .invalidArgument("a picture is an object with a member `file`, not \(cell?.written ?? "")")
            }
            return [PictureCell(file, role: try role(members["role"]))]
        case .some(let value):
            let text = value.written
            if text.first == "[", case .array(let values)? = try? JSONValue(parsing: Array(text.utf8)[...]) {
                return try list(.array(values))
            }
            return CellList.files(in: text).map { PictureCell($0) }
        }
    }

    /// The role that a cell names; nil for an empty one.
    ///
    /// - Throws: `invalidArgument` for an unknown role.
    static func role(_ cell: JSONValue?) throws(SearchError) -> PictureRole? {
        guard let name = cell?.text?.trimmingBlanks().lowercased(), !name.isEmpty else { return nil }
        return try PictureRole(named: name)
    }
}

/// The pictures that a row names.
package struct RowPictures: Hashable, Sendable {
    /// The cell of the file column: most often one picture, in some catalogs a list.
    package var files: [PictureCell] = []
    /// The pictures of the other columns, in the order of ``PictureColumns``.
    package var further: [PictureCell] = []
    /// The place of the row among those of its item; nil where the row does not tell it.
    package var position: Double?

    /// All of them, those of the file column first.
    package var all: [PictureCell] { files + further }
}
