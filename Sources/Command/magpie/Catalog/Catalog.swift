import CatalogFile
import Essentials
import SQLite
import VisualSearch

/// A catalog file, and the images of its rows. Of the rows only the places are held; each is read again where it is wanted.
/// Rows with the same id are of one item.
struct Catalog: Sendable {
    let table: CatalogTable
    private let path: Path
    private let places: PlaceList
    let ids: KeyTable
    /// The folders from which a cell may name its file, absolute: that of the catalog, that of `--root`, and those of the inputs.
    let folders: [Path]
    /// The folder of fetched pictures, absolute; nil where none were fetched.
    private let fetched: Path?
    /// The images of the run, with the rows that name them; nil where they are not known before.
    let images: Images?
    /// The rows by the names of their files, where the images are not known.
    let names: KeyTable
    /// The rows of products that the shop does not show, which make no items.
    let unpublished: Set<Int>

    /// The images of a run, and the rows that name them.
    struct Images: Sendable {
        var inputs: InputTable
        var links = PictureLinks()
        /// Some image has the id of a row.
        var haveIDs = false
        /// Two images of one name, which a cell does not tell apart.
        var clash: [Path] = []
    }

    /// Reads the file. A field of the store keeps its type, unless the schema gives another one that its values can have.
    ///
    /// - Parameters:
    ///   - fetched: The folder of the pictures that were fetched from the addresses in the rows.
    ///   - takesAll: Takes products that the shop does not show as well.
    ///
    /// Throws `SetupError` for a file that cannot be read, or whose rows do not name their images.
    init(
        _ path: Path, _ options: CatalogTable.Options = CatalogTable.Options(), known: [String: AttributeType] = [:],
        folders: [Path] = [], fetched: Path? = nil, inputs: InputTable? = nil, takesAll: Bool = false
    ) throws {
        let current = Path.current
        let fetched = fetched?.absolute(from: current)
        let folders = ([path.parent] + folders).map { $0.absolute(from: current) }
        var options = options
        options.schema = known.merging(options.schema) { $1 }
        var places = PlaceList()
        var (ids, names) = (KeyTable(), KeyTable())
        var images = inputs.map { Images(inputs: $0) }
        let file = try Catalog.open(path)
        do throws(SearchError) {
            let text = try TableText(descriptor: file.descriptor, path: path.text)
            table = try CatalogTable(text, options: options) { place, id, pictures in
                if let id { ids.add(Path(id).composed, row: places.count) }
                let files = pictures.all.map { NamedFile($0.file, from: folders[0], fetched: fetched) }
                if images == nil {
                    for name in files.flatMap(\.spellings) { names.add(Array(name.name), row: places.count) }
                }
                images?.add(files, id: id, row: places.count, from: folders)
                places.append(place)
            }
        } catch {
            throw SetupError("cannot use the catalog: \(error.sentence)", because: error)
        }
        guard table.idColumn != nil || table.fileColumn != nil else {
            let names = table.columns.map(\.name) + table.pictureColumns.names
            throw SetupError(
                "\(path) has no column that assigns a row to an image, only "
                    + names.map(\.printable).joined(separator: ", ")
                    + "; name one 'id' (or \(AttributeTable.idNames.joined(separator: ", "))) or 'file' (or "
                    + "\(AttributeTable.fileNames.joined(separator: ", "))), or say which with --id-column or "
                    + "--file-column")
        }
        ids.sort()
        names.sort()
        images?.links.sort()
        (self.path, self.places, self.ids, self.names) = (path, places, ids, names)
        (self.folders, self.fetched, self.images) = (folders, fetched, images)
        unpublished = takesAll ? [] : table.unpublished
    }

    /// The file that a cell means.
    func named(_ cell: PictureCell) -> NamedFile { NamedFile(cell.file, from: folders[0], fetched: fetched) }

    static func open(_ path: Path) throws(SetupError) -> OpenFile {
        do throws(SystemError) {
            let file = try OpenFile(path)
            if try FileStatus.of(descriptor: file.descriptor).kind == .folder { throw SystemError(EISDIR) }
            return file
        } catch {
            throw SetupError("cannot read the catalog \(path)", error)
        }
    }

    /// Defines the fields in the store, and those of `schema`, which may change the types of stored values.
    func define(
        in store: CatalogStore, schema: [String: AttributeType], droppingMisfits: Bool
    ) throws(SearchError) {
        let kinds = Dictionary(table.columns.map { ($0.name, $0.type) }) { first, _ in first }
        try store.define(kinds.merging(schema) { $1 }, droppingMisfits: droppingMisfits)
    }

    var rowCount: Int { places.count }

    /// The name of the file in messages.
    var name: String { path.text.printable }

    /// Reads a row again.
    func row(_ row: Int) throws(SearchError) -> AttributeTable.Row { try table.row(at: places[row]) }

    /// Returns the name of a row in messages: its id or file.
    func name(ofRow row: Int) -> String {
        let cells = try? self.row(row)
        return (cells?.id ?? cells?.file ?? "line \(places[row].line)").printable
    }

    /// Columns whose values almost are of another type, and an encoding that is not UTF-8, in sentences.
    var warnings: [String] {
        let encoding = table.encoding
        return (encoding == .utf8 ? [] : ["\(path.text.printable) is read as \(encoding.rawValue)"])
            + (table.warnings + [unclear].compactMap(\.self)).map { "\(path.text.printable): \($0)" }
    }

    /// Rows whose names do not tell one image from another, in a sentence.
    private var unclear: String? {
        guard let images, let row = images.links.example else { return nil }
        let clash =
            images.clash.isEmpty ? "" : " (\(images.clash.map(\.text.printable).joined(separator: ", ")))"
        let (names, fit) = (Numbers.plural(images.links.unclear, "name"), images.links.unclear == 1 ? "fits" : "fit")
        return "\(names) of pictures \(fit) several files or rows alike\(clash), and no image was taken: the first is "
            + "in the row \(name(ofRow: row)); keep the folders of the addresses, or give paths"
    }

    /// The fields with their kinds and the first value of each.
    var summary: String {
        let filled = table.columns.filter { !$0.example.isEmpty || $0.meaning != nil }
        let fields = filled.map { field in
            let short = field.example.count > 48 ? field.example.prefix(47) + "…" : field.example
            let meaning = field.meaning.map { field.example.isEmpty ? "from \($0)" : ", read as \($0)" } ?? ""
            return [field.name.printable, field.type.rawValue.padded(to: 6), short.printable + meaning.printable]
        }
        let rows = TextTable(columns: [.name, .value, .text], rows: fields, indent: 2)
        let empty = table.columns.count - filled.count
        let joins = [table.fileColumn, table.idColumn].compactMap { $0?.printable }
        let pictures = table.pictureColumns.pictureNames.map(\.printable)
        let further = pictures.isEmpty ? "" : "; further pictures by \(pictures.joined(separator: ", "))"
        let variants =
            table.variantCount == 0
            ? ""
            : ": \(Numbers.plural(table.variantCount, "variant")) of \(Numbers.plural(table.productCount, "product"))"
        let kind = table.kind.map { " (\($0.rawValue)\(variants))" } ?? ""
        let names = table.columns.filter { !FieldRole.articles.contains($0.example.lowercased()) }.map(\.name)
        let roles = [("title", FieldRole.title), ("type", .type), ("group", .group), ("price", .price)].map {
            word, role in
            "\(word): \(role.fields(among: names).first?.printable ?? "none")"
        }
        let width = StandardOutput().columns
        let meaning = TextTable(columns: [.reason], rows: [[roles.joined(separator: "; ")]], indent: 2)
        return "\(path.text.printable): \(Numbers.plural(rowCount, "row"))\(kind), "
            + "found by \(joins.joined(separator: " or "))\(further)\n" + meaning.text(to: width) + rows.text(to: width)
            + (empty == 0 ? "" : "  \(Numbers.plural(empty, "column")) without a value\n")
    }
}

extension Catalog.Images {
    fileprivate mutating func add(_ files: [NamedFile], id: String?, row: Int, from folders: [Path]) {
        if let id, !haveIDs { haveIDs = inputs.image(withID: id) != nil }
        for file in files {
            var clash: [Path] = []
            if let found = inputs.image(of: file, in: folders, clash: { clash = [$0, $1] }) {
                links.add(row: row, id: id, image: found.index, shared: found.shared, address: file.address)
            } else if !clash.isEmpty {
                links.addUnclear(row: row)
                if self.clash.isEmpty { self.clash = clash }
            }
        }
    }
}
