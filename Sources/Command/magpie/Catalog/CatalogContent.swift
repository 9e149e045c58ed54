import CatalogFile
import Essentials
import SearchAPI
import VisualSearch
import WireFormat

/// The items of a catalog, counted without their pictures.
struct CatalogContent {
    /// The first rows that make items.
    private(set) var first: [AttributeTable.Row] = []
    private(set) var rows = 0
    private(set) var unpublished = 0
    /// Items of which no row names a picture, by the hashes of their ids, and rows without an id and a picture.
    private var (bare, bareRows) = (Set<Int>(), 0)
    /// The first of them.
    private var names: [(id: Int, name: String)] = []
    /// Hashes of ids, of those with pictures, and of the names of pictures.
    private var (ids, shown, files) = (Set<Int>(), Set<Int>(), Set<Int>())
    /// Rows that tell no id.
    private var withoutID = 0
    private var addresses = 0
    /// The given one, or the one that the first rows tell.
    private(set) var language: StoreLanguage

    /// The rows whose words tell the language.
    private static let languageRows = 256

    init(of catalog: Catalog, showing count: Int, language given: CatalogLanguage? = nil) throws(SearchError) {
        language = StoreLanguage(language: given ?? .english, isDerived: given == nil)
        var guess = LanguageGuess()
        for column in catalog.table.columns { guess.add(column: column.name) }
        try catalog.table.eachRow { row throws(SearchError) in
            defer { rows += 1 }
            guard !catalog.unpublished.contains(rows) else {
                unpublished += 1
                return
            }
            if first.count < count { first.append(row) }
            if rows < Self.languageRows {
                guess.add(row.attributes.values.map { String($0.written.prefix(1200)) }.joined(separator: "\n"))
            }
            if let id = row.id { ids.insert(id.hashValue) } else { withoutID += 1 }
            add(row)
            for cell in row.pictures.all where files.insert(cell.file.hashValue).inserted {
                if cell.file.contains("://") || cell.file.hasPrefix("//") { addresses += 1 }
            }
        }
        if given == nil { language.language = guess.language }
        bare.subtract(shown)
        // Without a column of pictures each item has that of its id.
        if !catalog.table.pictureColumns.namePictures { (bare, bareRows) = ([], 0) }
        names.removeAll { $0.id != 0 && !bare.contains($0.id) }
    }

    private mutating func add(_ row: AttributeTable.Row) {
        let id = row.id?.hashValue
        guard row.pictures.all.isEmpty else {
            if let id { shown.insert(id) }
            return
        }
        if let id { bare.insert(id) } else { bareRows += 1 }
        if names.count < 1000 { names.append((id ?? 0, row.id ?? "line \(row.line)")) }
    }

    /// The number of items of which no row names a picture.
    var withoutPicture: Int { bare.count + bareRows }

    /// The number of items, where each row without an id is one.
    var items: Int { ids.count + withoutID }

    /// The counts in sentences.
    var counts: String {
        var text = "\nlanguage  \(language.text)\n\(Numbers.plural(items, "item"))"
        text += files.isEmpty ? ", no pictures by name\n" : ", \(Numbers.plural(files.count, "picture"))"
        if !files.isEmpty { text += addresses == 0 ? "\n" : " (\(Numbers.count(addresses)) by address)\n" }
        if unpublished > 0 {
            text +=
                "  \(Numbers.plural(unpublished, "row")) of products that the shop does not show; --all takes them\n"
        }
        if withoutPicture > 0 {
            let some = names.prefix(3).map(\.name.printable).joined(separator: ", ")
            text += "  \(Numbers.plural(withoutPicture, "item")) without the name of a picture: \(some)"
            text += withoutPicture > 3 ? ", …\n" : "\n"
        }
        return text
    }

    /// An item whole, with a name and a value a line, folded to `width`.
    func text(of row: AttributeTable.Row, width: Int) -> String {
        var lines = row.pictures.all.map { cell in
            ("picture", cell.file + (cell.role.map { " (\($0.rawValue))" } ?? ""))
        }
        lines += row.attributes.keys.sorted().compactMap { name in row.attributes[name].map { (name, $0.written) } }
        let rows = lines.map { [$0.0.printable, $0.1.printable] }
        return "\n\(row.id.map(\.printable) ?? "without an id") (line \(row.line))\n"
            + TextTable(columns: [.name, .reason], rows: rows, indent: 2).text(to: width)
    }

    /// The columns and the counts as a line of JSON.
    func line(of catalog: Catalog) -> String {
        let table = catalog.table
        return JSONWriter.line { json in
            json.member("catalog", catalog.name)
            if let kind = table.kind { json.member("feed", kind.word) }
            json.member("rows", rows)
            json.member("items", items)
            json.member("pictures", files.count)
            json.member("addresses", addresses)
            json.member("unpublished", unpublished)
            json.member("withoutPicture", withoutPicture)
            json.member("variants", table.variantCount)
            json.member("language") { language.write(to: &$0) }
            if let column = table.idColumn { json.member("idColumn", column) }
            if let column = table.fileColumn { json.member("fileColumn", column) }
            json.member(
                "fields",
                object: { json in
                    for column in table.columns { json.member(column.name, column.type.rawValue) }
                })
            json.member("warnings", array: catalog.warnings) { json, warning in json.value(warning) }
        }
    }
}
