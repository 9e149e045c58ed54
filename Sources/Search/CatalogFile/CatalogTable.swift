internal import Essentials
internal import WireFormat

/// A catalog beside the pictures, CSV, JSON lines or an array of objects, that is read once for its columns; its rows are read again one by one,
/// where they are wanted: a million of them need no more memory than a hundred.
package final class CatalogTable: Sendable {
    /// The reading of a catalog where its text leaves it open.
    package struct Options: Sendable {
        /// The sign between cells; nil for the one that the text suggests.
        package var separator: UInt8?
        /// The sign before fractions; nil for the one that the columns show.
        package var decimal: NumberForm.Decimal?
        /// The columns of ids and of files; nil for those of the usual names.
        package var idColumn: String?
        package var fileColumn: String?
        /// The types of columns; those of the others follow from their values.
        package var schema: [String: AttributeType]
        /// The columns that are no attributes, and those that are: where there are any of these, no other column is an attribute.
        package var omitted: [String] = []
        package var taken: [String] = []
        /// The signs that divide the values of a cell, by column, beside those of known exports.
        package var listSigns: [String: Character] = [:]

        package init(
            separator: UInt8? = nil, decimal: NumberForm.Decimal? = nil, idColumn: String? = nil,
            fileColumn: String? = nil, schema: [String: AttributeType] = [:], omitted: [String] = [],
            taken: [String] = [], listSigns: [String: Character] = [:]
        ) {
            self.separator = separator
            self.decimal = decimal
            self.idColumn = idColumn
            self.fileColumn = fileColumn
            self.schema = schema
            (self.omitted, self.taken, self.listSigns) = (omitted, taken, listSigns)
        }
    }

    /// A column, with an example for people.
    package struct Column: Sendable {
        package var name: String
        package var type: AttributeType
        /// The first value, as it stands in the file.
        package var example: String
        /// The first value as it was read, where that is written otherwise.
        package var meaning: String?
    }

    /// The place of a row in the text.
    package struct Place: Sendable {
        package var line: Int
        var start: Int
    }

    /// The columns but those of ids and files, in the order of the file.
    package let columns: [Column]
    package let idColumn: String?
    package let fileColumn: String?
    /// The columns of further pictures, which are no attributes either.
    package let pictureColumns: PictureColumns
    package let rowCount: Int
    /// The rows of products that the shop does not show, by their numbers in the order of the file: drafts, for example.
    package let unpublished: Set<Int>
    /// Columns whose values almost are of another type than they were read as, in sentences.
    package let warnings: [String]
    /// The shop system or marketplace that the file is of; nil where its columns do not tell.
    package var kind: FeedKind? { FeedKind(columns: head.names) }
    /// The encoding of the text.
    package var encoding: TextEncoding { text.encoding }

    private let text: TableText
    private let form: TableFile.CatalogForm
    /// False where quotes are letters of the cells.
    private let hasQuotes: Bool
    private let head: TableHead
    private let separator: UInt8
    private let readings: [String: ColumnReading]
    private let shop: ShopFields
    private let feed: FeedCells
    /// The time at which sales last or not.
    private let now = Date()

    /// Reads a catalog from end to end and calls `eachRow` with the place, the id and the pictures of each row.
    ///
    /// - Throws: `invalidArgument` for a text that is no table, for a column of `options` that it does not have, and for an
    ///   unknown role of a picture; `wrongType` for a value that the schema does not allow.
    package init(
        _ text: TableText, options: Options = Options(),
        eachRow: (_ place: Place, _ id: String?, _ pictures: RowPictures) -> Void = { _, _, _ in }
    ) throws(SearchError) {
        let path = text.path
        self.text = text
        form = try TableFile.form(of: text)
        hasQuotes = form == .csv ? try text.hasQuotes(separator: options.separator) : true
        var head = TableHead()
        var surveys: [String: ColumnSurvey] = [:]
        var (idColumn, fileColumn, pictureColumns) = (nil as String?, nil as String?, PictureColumns())
        var keys: Set<String> = []
        var count = 0
        let isJSON = form != .csv
        func add(_ cells: [String: JSONValue], _ place: Place) {
            for (name, cell) in cells where !keys.contains(name) {
                surveys[
                    name,
                    default: ColumnSurvey(
                        given: options.schema[name], decimal: options.decimal, isJSON: isJSON,
                        sign: lists.sign(of: name) ?? (feed.isList(name) ? "," : nil))
                ].add(cell, line: place.line)
            }
            count += 1
        }
        var (lists, feed, unpublished) = (ListColumns(given: [:], names: []), FeedCells(), UnpublishedRows())
        var notes: [String] = []
        func findColumns() throws(SearchError) {
            lists = ListColumns(given: options.listSigns, names: head.names)
            feed = FeedCells(head.names)
            unpublished = UnpublishedRows(head.names)
            for name in options.listSigns.keys.sorted() { _ = try head.column(name, of: [], path) }
            idColumn = try head.column(options.idColumn, of: AttributeTable.idNames, path)
            fileColumn = try head.column(options.fileColumn, of: AttributeTable.fileNames, path)
            pictureColumns = PictureColumns(head.names, file: fileColumn, id: idColumn)
            keys = Set([idColumn, fileColumn].compactMap(\.self) + pictureColumns.names)
            keys.formUnion(feed.holders)
            try keys.formUnion(head.omitted(options, path, notes: &notes))
        }
        func read(_ row: [String: JSONValue], _ place: Place) throws(SearchError) {
            var cells = row
            feed.apply(to: &cells)
            add(cells, place)
            let pictures = try CatalogTable.pictures(cells, pictureColumns, path, place.line)
            let id = CatalogTable.key(idColumn, cells)
            unpublished.add(cells, id: id)
            eachRow(place, id, pictures)
        }
        var separator = UInt8(ascii: ",")
        if isJSON {
            // The column of ids is known at the end only: a line may lack members.
            var known: Set<String> = []
            try text.eachObject(form) { line, _, bytes throws(SearchError) in
                let cells = try CatalogTable.members(bytes, path, line)
                for name in cells.keys.sorted() where known.insert(name).inserted { head.names.append(name) }
                return true
            }
            try findColumns()
            try text.eachObject(form) { line, start, bytes throws(SearchError) in
                try read(CatalogTable.members(bytes, path, line), Place(line: line, start: start))
                return true
            }
        } else {
            var hasHead = false
            separator = try text.eachRow(separator: options.separator, hasQuotes: hasQuotes) {
                line, start, cells throws(SearchError) in
                guard hasHead else {
                    hasHead = true
                    head = try TableHead(cells, path)
                    try findColumns()
                    return true
                }
                try read(head.row(cells, path, line), Place(line: line, start: start))
                return true
            }
            guard hasHead else { throw .invalidArgument("\(path): there is no line with column names") }
        }
        // Cells with several fields have names that the head does not tell.
        let inner = Set(surveys.keys).subtracting(head.names).sorted()
        self.head = head
        self.separator = separator
        self.feed = feed
        (self.idColumn, self.fileColumn, rowCount) = (idColumn, fileColumn, count)
        self.pictureColumns = pictureColumns
        self.unpublished = unpublished.all

        let signs = Set(surveys.values.compactMap(\.provenDecimal))
        let decimal = options.decimal ?? (signs.count == 1 ? signs.first : nil)
        var readings: [String: ColumnReading] = [:]
        var columns: [Column] = []
        var warnings = notes
        for name in head.names + inner where !name.isEmpty && !keys.contains(name) {
            let survey = surveys[name] ?? ColumnSurvey(given: options.schema[name], decimal: nil, isJSON: isJSON)
            if let misfit = survey.misfit, let type = options.schema[name] {
                throw .wrongType(field: "\(name) (\(path), line \(misfit.line))", expected: type, value: misfit.text)
            }
            let (reading, warning) = try survey.reading(name, decimal: decimal)
            if let warning { warnings.append(warning) }
            readings[name] = reading
            let example = survey.example?.written ?? ""
            let value =
                reading.form == nil && !reading.isHTML ? nil : survey.example.flatMap { reading.value(of: $0)?.written }
            columns.append(
                Column(name: name, type: reading.type, example: example, meaning: value == example ? nil : value))
        }
        // Somebody who chooses columns gets those.
        if options.taken.isEmpty {
            let currencies = surveys.compactMapValues(\.currency)
            shop = ShopFields(columns.map(\.name), readings: &readings, currencies: currencies, known: options.schema)
            for index in columns.indices {
                columns[index].type = readings[columns[index].name]?.type ?? columns[index].type
            }
            columns += shop.fields.map { Column(name: $0.name, type: $0.type, example: "", meaning: $0.origin) }
        } else {
            shop = ShopFields()
        }
        (self.readings, self.columns, self.warnings) = (readings, columns, warnings)
    }

    /// Reads the row at a place again.
    ///
    /// - Throws: `invalidArgument` for a file that has changed meanwhile.
    package func row(at place: Place) throws(SearchError) -> AttributeTable.Row {
        var row: AttributeTable.Row?
        if form != .csv {
            try text.eachObject(form, from: place.start, line: place.line, size: CatalogTable.reread) {
                line, _, bytes throws(SearchError) in
                row = try self.row(CatalogTable.members(bytes, text.path, line), line)
                return false
            }
        } else {
            try text.eachRow(
                from: place.start, line: place.line, separator, hasQuotes: hasQuotes, size: CatalogTable.reread
            ) {
                line, _, cells throws(SearchError) in
                row = try self.row(head.row(cells, text.path, line), line)
                return false
            }
        }
        guard let row else { throw changed(place.line) }
        return row
    }

    /// Calls `body` for each row, in the order of the file.
    package func eachRow(
        _ body: (AttributeTable.Row) throws(SearchError) -> Void
    ) throws(SearchError) {
        if form != .csv {
            try text.eachObject(form) { line, _, bytes throws(SearchError) in
                try body(row(CatalogTable.members(bytes, text.path, line), line))
                return true
            }
            return
        }
        var isHead = true
        try text.eachRow(separator: separator, hasQuotes: hasQuotes) { line, _, cells throws(SearchError) in
            if !isHead { try body(row(head.row(cells, text.path, line), line)) }
            isHead = false
            return true
        }
    }

    /// The bytes that are read for one row at a time.
    private static let reread = 1 << 12

    private func row(_ row: [String: JSONValue], _ line: Int) throws(SearchError) -> AttributeTable.Row {
        var cells = row
        feed.apply(to: &cells)
        var attributes: [String: AttributeValue] = [:]
        for (name, reading) in readings {
            guard let cell = cells[name], cell != .null else { continue }
            guard let value = reading.value(of: cell) else { throw changed(line) }
            // A script alone, for example.
            if reading.isHTML, value.written.isEmpty { continue }
            attributes[name] = value
        }
        shop.add(to: &attributes, now: now)
        return AttributeTable.Row(
            line: line, id: CatalogTable.key(idColumn, cells),
            pictures: try CatalogTable.pictures(cells, pictureColumns, text.path, line), attributes: attributes)
    }

    private static func key(_ column: String?, _ cells: [String: JSONValue]) -> String? {
        column.flatMap { cells[$0]?.written }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func pictures(
        _ cells: [String: JSONValue], _ columns: PictureColumns, _ path: String, _ line: Int
    ) throws(SearchError) -> RowPictures {
        do throws(SearchError) { return try columns.pictures(cells) } catch {
            throw .invalidArgument("\(path), line \(line): \(error)")
        }
    }

    private func changed(_ line: Int) -> SearchError {
        .invalidArgument("\(text.path), line \(line): the file has changed while it was read")
    }

    /// Members of an object `attributes`, as our own export has it, count as columns.
    private static func members(
        _ line: ArraySlice<UInt8>, _ path: String, _ number: Int
    ) throws(SearchError) -> [String: JSONValue] {
        guard case .object(var members)? = try? JSONValue(parsing: line) else {
            throw .invalidArgument("\(path), line \(number): it is not a JSON object")
        }
        if case .object(let inner)? = members["attributes"] {
            members["attributes"] = nil
            members.merge(inner) { outer, _ in outer }
        }
        return NestedMembers.flattened(members)
    }
}
