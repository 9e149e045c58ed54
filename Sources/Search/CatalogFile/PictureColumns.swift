internal import Essentials
internal import WireFormat

/// The columns of a catalog that name pictures of an item beside its first one.
///
/// Names count without case, and with blanks and hyphens as underscores. In the names, `image` stands for the file column as
/// well, for `image_url` as for `image`, and for `picture`:
///
/// - `image_2`, `image_3`: a picture each, in the order of the numbers;
/// - `image_back`, `back_image`: a picture of that role, in the order of the file;
/// - `images`, `files`, `pictures`: several pictures in a cell, with signs between them, or a JSON array;
/// - `additional_image_link`, `additional_images`, `other_image_url1` and the like: the same;
/// - `image_role`, `image_2_role`, `role_2`: the roles of pictures;
/// - `image_position`: the place of a row among those of its item.
///
/// `Variant Image` and `Variant image URL` of Shopify's product files name a picture as well.
package struct PictureColumns: Sendable {
    /// A column with one picture a row, or several.
    private struct Column: Sendable {
        var name: String
        var role: PictureRole?
        var roleColumn: String?
        /// Numbered columns come first, then roles, then lists.
        var order: Int
    }

    private let file: String?
    private var fileRole: PictureRole?
    private var fileRoleColumn: String?
    private var columns: [Column] = []
    private var position: String?
    /// The names of all of these columns, which are no attributes, in the order of the file.
    package private(set) var names: [String] = []

    /// A catalog without such columns.
    init() { file = nil }

    init(_ head: [String], file: String?, id: String?) {
        self.file = file
        let stems = Self.stems(of: file)
        var parts: [(name: String, part: Part)] = []
        for name in head where !name.isEmpty && name != file && name != id {
            if let part = Part(FieldName.plain(name), stems: stems) { parts.append((name, part)) }
        }
        let known = Set(parts.compactMap { if case .number(let number) = $0.part { number } else { nil } })
        for (name, part) in parts {
            switch part {
            case .number(let number): columns.append(Column(name: name, order: number))
            case .role(let role): columns.append(Column(name: name, role: role, order: 1000))
            case .list: columns.append(Column(name: name, order: 2000))
            case .variant: columns.append(Column(name: name, order: 3000))
            case .roleOf(let number):
                // The role of a column that is not there is an attribute like any other.
                guard number == 1 ? file != nil : known.contains(number) else { continue }
                if number == 1, !known.contains(1) { fileRoleColumn = name }
            case .position:
                guard file != nil else { continue }
                position = name
            }
            names.append(name)
        }
        for (name, part) in parts {
            guard case .roleOf(let number) = part else { continue }
            for index in columns.indices where columns[index].order == number { columns[index].roleColumn = name }
        }
        columns = columns.enumerated().sorted {
            ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }.map(\.element)
        if let file, case .role(let role)? = Part(FieldName.plain(file), stems: ["image"]) { fileRole = role }
    }

    /// The names of the columns with pictures, in the order in which they count.
    package var pictureNames: [String] { columns.map(\.name) }

    /// True where a row may name pictures: the catalog has a file column, or one of these.
    package var namePictures: Bool { file != nil || !columns.isEmpty }

    /// The pictures of a row.
    ///
    /// - Throws: `invalidArgument` for an unknown role, and for a value that names no file.
    func pictures(_ cells: [String: JSONValue]) throws(SearchError) -> RowPictures {
        var pictures = RowPictures()
        if let file {
            pictures.files = try PictureCell.list(cells[file])
            let role = try fileRoleColumn.flatMap { cells[$0] }.map { cell throws(SearchError) in
                try PictureCell.role(cell)
            }
            if !pictures.files.isEmpty, let role = (role ?? nil) ?? fileRole { pictures.files[0].role = role }
        }
        for column in columns {
            var found = try PictureCell.list(cells[column.name])
            let told = try PictureCell.role(column.roleColumn.flatMap { cells[$0] })
            if let role = told ?? column.role {
                for index in found.indices where found[index].role == nil { found[index].role = role }
            }
            pictures.further += found
        }
        if let position, let cell = cells[position], cell != .null {
            guard let number = Double(cell.written.trimmingBlanks()) else {
                throw .invalidArgument("`\(position)` is a number, not `\(cell.written)`")
            }
            pictures.position = number
        }
        return pictures
    }

    /// The meaning of the name of a column.
    private enum Part {
        case number(Int)
        case role(PictureRole)
        case list
        case variant
        case roleOf(Int)
        case position

        init?(_ name: String, stems: Set<String>) {
            if ["variant_image", "variant_image_url"].contains(name) {
                self = .variant
                return
            }
            if name.wholeMatch(of: /(additional|other)_(image|picture)s?(_(link|url|src)s?)?_?([1-9][0-9]?)?/) != nil {
                self = .list
                return
            }
            if name.hasPrefix("role_"), let number = Self.number(name.dropFirst(5)) {
                self = .roleOf(number)
                return
            }
            for stem in stems {
                if name == stem + "s" {
                    self = .list
                    return
                }
                for role in PictureRole.allCases where name == "\(role.rawValue)_\(stem)" {
                    self = .role(role)
                    return
                }
                guard name.hasPrefix(stem) else { continue }
                var rest = name.dropFirst(stem.count)
                if rest.first == "_" { rest = rest.dropFirst() }
                if let number = Self.number(rest) {
                    self = .number(number)
                } else if rest == "role" {
                    self = .roleOf(1)
                } else if rest == "position" {
                    self = .position
                } else if rest.hasSuffix("_role"), let number = Self.number(rest.dropLast(5)) {
                    self = .roleOf(number)
                } else if name.dropFirst(stem.count).first == "_", let role = PictureRole(rawValue: String(rest)) {
                    self = .role(role)
                } else {
                    continue
                }
                return
            }
            return nil
        }

        /// 1 to 99, without zeros before the digits.
        private static func number(_ text: some StringProtocol) -> Int? {
            guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
                text.utf8.first != 48
            else { return nil }
            return Int(text)
        }
    }

    private static func stems(of file: String?) -> Set<String> {
        var stems: Set<String> = ["image", "picture"]
        guard let file else { return stems.union(["file"]) }
        let name = FieldName.plain(file)
        stems.insert(name)
        for end in ["_1", "_url", "_path", "_src", "_name"] where name.hasSuffix(end) && name.count > end.count {
            stems.insert(String(name.dropLast(end.count)))
        }
        return stems
    }
}
