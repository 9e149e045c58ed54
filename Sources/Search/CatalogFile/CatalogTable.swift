internal import Essentials
internal import WireFormat

/// A catalog beside the pictures, CSV, JSON lines, an array of objects or a feed in XML, that is read once for its columns;
/// its rows are read again one by one, where they are wanted: a million of them need no more memory than a hundred.
package final class CatalogTable: Sendable {
    /// The columns but those of ids and files, in the order of the file.
    package let columns: [Column]
    package let idColumn: String?
    package let fileColumn: String?
    /// The columns of further pictures, which are no attributes either.
    package let pictureColumns: PictureColumns
    package let rowCount: Int
    /// The rows that are variants, or products that have some, and the number of these products.
    package let (variantCount, productCount): (Int, Int)
    /// The rows of products that the shop does not show, by their numbers in the order of the file: drafts, for example.
    package let unpublished: Set<Int>
    /// Columns whose values almost are of another type than they were read as, in sentences.
    package let warnings: [String]
    /// The shop system or marketplace that the file is of; nil where its columns do not tell.
    package let kind: FeedKind?
    /// The encoding of the text.
    package var encoding: TextEncoding { text.encoding }

    private let text: TableText
    private let form: TableFile.CatalogForm
    /// False where quotes are letters of the cells.
    private let hasQuotes: Bool
    private let head: TableHead
    /// The place of the first row; nil in a table without rows.
    private let first: Place?
    private let separator: UInt8
    private let readings: [String: ColumnReading]
    private let shop: ShopFields
    private let feed: FeedCells
    private let products: ProductRows
    private let groups: VariantGroups
    /// The product whose rows were read last: those of a product are wanted one after the other.
    private let latest = Locked<(start: Start, rows: [PlacedRow])?>(nil)
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
        let form = try TableFile.form(of: text)
        let hasQuotes = form == .csv ? try text.hasQuotes(separator: options.separator) : true
        (self.form, self.hasQuotes) = (form, hasQuotes)
        var head = TableHead()
        var surveys: [String: ColumnSurvey] = [:]
        var (idColumn, fileColumn, pictureColumns) = (nil as String?, nil as String?, PictureColumns())
        var keys: Set<String> = []
        var count = 0
        // The texts of XML are what cells are.
        let isJSON = form == .jsonLines || form == .jsonArray
        // Fields to be left out that rows have.
        var met: Set<String> = []
        func add(_ cells: [String: JSONValue], _ place: Place) {
            for (name, cell) in cells where !keys.contains(name) {
                surveys[
                    name,
                    default: ColumnSurvey(
                        given: options.schema[name]
                            ?? (name == VariantGroups.field || TableHead.isCode(name) ? .string : nil),
                        decimal: options.decimal, isJSON: isJSON,
                        sign: lists.sign(of: name) ?? (feed.isList(name) ? "," : nil))
                ].add(cell, line: place.line)
            }
            numbers.add(cells, line: place.line)
            for name in options.omitted where cells[name] != nil { met.insert(name) }
            count += 1
        }
        var (lists, feed, unpublished) = (ListColumns(given: [:], names: []), FeedCells(), UnpublishedRows())
        var (products, groups, numbers) = (ProductRows(), VariantGroups(), MistakenNumbers([]))
        var (variants, withVariants) = (0, Set<Int>())
        var notes: [String] = []
        var kind: FeedKind?
        func findColumns() throws(SearchError) {
            lists = ListColumns(given: options.listSigns, names: head.names)
            kind = options.feed.kind(of: head.names)
            feed = FeedCells(head.names, kind: kind)
            numbers = MistakenNumbers(head.names)
            unpublished = UnpublishedRows(head.names, kind: kind)
            for name in options.listSigns.keys.sorted() { _ = try head.column(name, of: [], path) }
            idColumn = try head.column(options.idColumn, of: AttributeTable.idNames, path)
            fileColumn = try head.column(options.fileColumn, of: AttributeTable.fileNames, path)
            pictureColumns = PictureColumns(head.names, file: fileColumn, id: idColumn)
            keys = Set([idColumn, fileColumn].compactMap(\.self) + pictureColumns.names)
            if form == .csv, let rows = ShopifyRows(head.names, kind: kind, id: idColumn, file: fileColumn) {
                if let line = try rows.lineApart(text, head, separator: options.separator, hasQuotes: hasQuotes) {
                    notes.append(
                        "the rows of a product do not stand together (line \(line)), so that its variants are one item")
                } else {
                    products = ProductRows(rows)
                }
            }
            groups = VariantGroups(head.names, kind: kind, id: idColumn, file: fileColumn)
            keys.formUnion(feed.holders.union(products.holders))
            keys.formUnion(head.omitted(options, notes: &notes))
        }
        func take(_ row: PlacedRow) throws(SearchError) {
            var cells = row.cells
            groups.add(&cells, id: CatalogTable.key(idColumn, cells), at: row.place)
            add(cells, row.place)
            let pictures = try CatalogTable.pictures(cells, pictureColumns, path, row.place.line)
            let id = CatalogTable.key(idColumn, cells)
            if kind == .shopify || row.place.part != nil, let product = cells[VariantGroups.field]?.text,
                row.place.part != nil || !head.names.contains(VariantGroups.field)
            {
                variants += 1
                withVariants.insert(product.hashValue)
            }
            unpublished.add(cells, id: id)
            eachRow(row.place, id, pictures)
        }
        func read(_ row: [String: JSONValue], _ place: Place) throws(SearchError) {
            var cells = row
            feed.apply(to: &cells)
            for row in products.add(PlacedRow(cells: cells, place: place)) { try take(row) }
        }
        var separator = UInt8(ascii: ",")
        var first = form == .csv ? nil : Place(line: 1, start: 0)
        if form != .csv {
            // The column of ids is known at the end only: a line may lack members.
            var known: Set<String> = []
            try text.eachObject(form) { line, _, bytes throws(SearchError) in
                for cells in try CatalogTable.members(bytes, form, path, line) {
                    for name in cells.keys.sorted() where known.insert(name).inserted { head.names.append(name) }
                }
                return true
            }
            try findColumns()
            try text.eachObject(form) { line, start, bytes throws(SearchError) in
                let rows = try CatalogTable.members(bytes, form, path, line)
                for (part, cells) in rows.enumerated() {
                    try read(cells, Place(line: line, start: start, part: rows.count > 1 ? Int32(part) : nil))
                }
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
                let place = Place(line: line, start: start)
                if first == nil { first = place }
                try read(head.row(cells, path, line), place)
                return true
            }
            guard hasHead else { throw .invalidArgument("\(path): there is no line with column names") }
        }
        for row in products.end() { try take(row) }
        // Cells with several fields have names that the head does not tell.
        let inner = Set(surveys.keys).subtracting(head.names).sorted()
        try head.check(options, inner: inner + met, path)
        if !options.taken.isEmpty { keys.formUnion(Set(inner).subtracting(options.taken)) }
        (self.head, self.kind, self.first) = (head, kind, first)
        self.separator = separator
        (self.feed, self.products, self.groups) = (feed, products, groups)
        (self.idColumn, self.fileColumn, rowCount) = (idColumn, fileColumn, count)
        self.pictureColumns = pictureColumns
        (variantCount, productCount) = (variants + groups.counts.variants, withVariants.count + groups.counts.products)
        self.unpublished = unpublished.all

        let signs = Set(surveys.values.compactMap(\.provenDecimal))
        let decimal = options.decimal ?? (signs.count == 1 ? signs.first : nil)
        var readings: [String: ColumnReading] = [:]
        var columns: [Column] = []
        var warnings = notes + numbers.warnings
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
        guard let start = place.product else { return try row(cells(at: place), place.line) }
        if latest.withLock({ $0?.start }) != start {
            var product = products
            var rows: [PlacedRow] = []
            try eachCells(from: start.start, line: start.line, size: CatalogTable.reread) { row throws(SearchError) in
                rows = product.add(row)
                return rows.isEmpty
            }
            if rows.isEmpty { rows = product.end() }
            latest.withLock { [rows] in $0 = (start, rows) }
        }
        let rows = latest.withLock { $0?.start == start ? $0?.rows : nil } ?? []
        guard let found = rows.first(where: { $0.place.start == place.start }) else {
            // Another thread has read another product meanwhile.
            if rows.isEmpty { return try row(at: place) }
            throw changed(place.line)
        }
        return try row(found.cells, place.line)
    }

    /// Calls `body` for each row, in the order of the file.
    package func eachRow(
        _ body: (AttributeTable.Row) throws(SearchError) -> Void
    ) throws(SearchError) {
        var product = products
        func give(_ rows: [PlacedRow]) throws(SearchError) {
            for found in rows { try body(row(found.cells, found.place.line)) }
        }
        // The head may stand behind a byte order mark or a line that names the separator, which are at the beginning alone.
        guard let first else { return }
        try eachCells(from: first.start, line: first.line, size: TableText.portion) { row throws(SearchError) in
            try give(product.add(row))
            return true
        }
        try give(product.end())
    }

    /// The bytes that are read for one row at a time.
    private static let reread = 1 << 12

    /// The cells of the row at a place, as the file has them.
    private func cells(at place: Place) throws(SearchError) -> [String: JSONValue] {
        var found: [String: JSONValue]?
        try eachCells(from: place.start, line: place.line, size: CatalogTable.reread) { row throws(SearchError) in
            if row.place.part == place.part { found = row.cells }
            return found == nil && row.place.start == place.start
        }
        guard let found else { throw changed(place.line) }
        return found
    }

    /// Calls `body` for the cells of each row from a place on, until it returns false.
    private func eachCells(
        from start: Int, line: Int, size: Int, _ body: (PlacedRow) throws(SearchError) -> Bool
    ) throws(SearchError) {
        func give(
            _ row: [String: JSONValue], _ line: Int, _ start: Int, _ part: Int32? = nil
        ) throws(SearchError) -> Bool {
            var cells = row
            feed.apply(to: &cells)
            return try body(PlacedRow(cells: cells, place: Place(line: line, start: start, part: part)))
        }
        guard form == .csv else {
            try text.eachObject(form, from: start, line: line, size: size) { line, place, bytes throws(SearchError) in
                let rows = try CatalogTable.members(bytes, form, text.path, line)
                for (part, cells) in rows.enumerated() {
                    let part = rows.count > 1 ? Int32(part) : nil
                    guard try give(cells, line, start + place, part) else { return false }
                }
                return true
            }
            return
        }
        try text.eachRow(from: start, line: line, separator, hasQuotes: hasQuotes, size: size) {
            line, place, cells throws(SearchError) in
            try give(head.row(cells, text.path, line), line, start + place)
        }
    }

    private func row(_ row: [String: JSONValue], _ line: Int) throws(SearchError) -> AttributeTable.Row {
        var cells = row
        try groups.complete(&cells, id: CatalogTable.key(idColumn, cells)) { place throws(SearchError) in
            try self.cells(at: place)
        }
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
        _ line: ArraySlice<UInt8>, _ form: TableFile.CatalogForm, _ path: String, _ number: Int
    ) throws(SearchError) -> [[String: JSONValue]] {
        if form == .xml { return [XMLMembers.cells(line)] }
        guard case .object(var members)? = try? JSONValue(parsing: line) else {
            throw .invalidArgument("\(path), line \(number): it is not a JSON object")
        }
        if case .object(let inner)? = members["attributes"] {
            members["attributes"] = nil
            members.merge(inner) { outer, _ in outer }
        }
        return VariantObjects.rows(of: members).map(NestedMembers.flattened)
    }
}
