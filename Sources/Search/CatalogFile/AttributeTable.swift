/// The whole of a small catalog: attributes from a CSV file or from JSON lines, each row with the id or the file of its
/// picture. See ``CatalogTable`` for large ones.
package struct AttributeTable: Sendable {
    /// One line of the catalog.
    package struct Row: Hashable, Sendable {
        /// The number of the line where the row begins, from 1.
        package var line: Int
        /// Nil where the catalog has no column for it, or the cell is empty.
        package var id: String?
        /// The pictures that the row names.
        package var pictures = RowPictures()
        /// The values of the row by field; empty cells are left out.
        package var attributes: [String: AttributeValue]

        /// The first picture of the file column: a path or an address; nil where the row names none.
        package var file: String? { pictures.files.first?.file }
    }

    /// The kinds of the columns, as given or as their values suggest, in the order of the file.
    package let fields: [(name: String, type: AttributeType)]
    /// The columns that identify the picture of a row.
    package let idColumn: String?
    /// The column that names the picture of a row; nil where no column does.
    package let fileColumn: String?
    /// The rows in the order of the file.
    package let rows: [Row]

    /// Names of a column with ids, and of one with files or addresses, most telling first: our own, and those of the
    /// exports of shops.
    package static let idNames = [
        "im_name", "id", "item_id", "product_id", "url_handle", "handleid", "sku", "handle", "item_sku", "code",
    ]
    package static let fileNames = [
        "file", "filename", "path", "image", "image_path", "source", "im_url", "image_url", "image_link", "image_src",
        "product_image_url", "productimageurl", "base_image", "main_image", "main_image_url", "image_1", "image1",
        "image_front", "files", "images", "image_urls", "image_urls_(x,y,z...)", "pictures", "picture", "imgurl", "url",
    ]

    /// Reads a catalog. JSON lines begin with `{`; everything else is CSV with the names of the columns in its first
    /// line.
    ///
    /// Types that `schema` does not define follow from all values of a column: int, float, bool (`true`, `false`,
    /// `yes`, `no`, if both sides occur), date (ISO 8601), list (JSON arrays, or `|` in cells), text (some value has four
    /// words or more), else string. Paths such as `Bags > Totes`, and few values that repeat, are strings however long
    /// they are. Numbers may have decimal commas, thousands separators and a currency where all of a column agree. What
    /// a number would change stays a string: zeros before the digits, exponents, more digits than a number holds, and
    /// JSON strings. Empty cells are left out.
    ///
    /// - Throws: `invalidArgument` for a file that is no table, `wrongType` for a value that `schema` does not allow.
    package init(path: String, schema: [String: AttributeType] = [:]) throws(SearchError) {
        try self.init(TableText(path: path), schema: schema)
    }

    package init(_ bytes: [UInt8], path: String, schema: [String: AttributeType] = [:]) throws(SearchError) {
        try self.init(TableText(bytes, path: path), schema: schema)
    }

    private init(_ text: TableText, schema: [String: AttributeType]) throws(SearchError) {
        let table = try CatalogTable(text, options: CatalogTable.Options(schema: schema))
        (idColumn, fileColumn) = (table.idColumn, table.fileColumn)
        fields = table.columns.map { ($0.name, $0.type) }
        var rows: [Row] = []
        rows.reserveCapacity(table.rowCount)
        try table.eachRow { row in rows.append(row) }
        self.rows = rows
    }
}
