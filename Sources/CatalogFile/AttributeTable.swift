internal import Foundation
internal import WireFormat

/// A catalog beside the pictures: attributes from a CSV file or from JSON lines, each row with the id or the file of its
/// picture.
package struct AttributeTable: Sendable {
    /// One line of the catalog.
    package struct Row: Hashable, Sendable {
        /// The number of the line where the row begins, from 1.
        package var line: Int
        /// Nil where the catalog has no column for it, or the cell is empty.
        package var id: String?
        /// The picture of the row: a path or an address; nil where the row names none.
        package var file: String?
        /// The values of the row by field; empty cells are left out.
        package var attributes: [String: AttributeValue]
    }

    /// The kinds of the columns, as given or as their values suggest, in the order of the file.
    package let fields: [(name: String, type: AttributeType)]
    /// The columns that identify the picture of a row.
    package let idColumn: String?
    /// The column that names the picture of a row; nil where no column does.
    package let fileColumn: String?
    /// The rows in the order of the file.
    package let rows: [Row]

    /// Names of a column with ids, and of one with files or addresses, most telling first.
    package static let idNames = ["im_name", "id", "item_id", "product_id", "sku"]
    package static let fileNames = [
        "file", "filename", "path", "image", "image_path", "source", "im_url", "image_url", "url",
    ]

    /// Reads a catalog. JSON lines begin with `{`; everything else is CSV with the names of the columns in its first
    /// line.
    ///
    /// Types that `schema` does not define follow from all values of a column: int, float, bool (`true`, `false`,
    /// `yes`, `no`), date (ISO 8601), list (JSON arrays, or `|` in cells), text (some value has four words or more),
    /// else string. Paths such as `Bags > Totes`, and few values that repeat, are strings however long they are.
    /// Numbers with a leading zero stay strings. Empty cells are left out.
    ///
    /// - Throws: `invalidArgument` for a file that is no table, `wrongType` for a value that `schema` does not allow.
    package init(path: String, schema: [String: AttributeType] = [:]) throws(SearchError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .invalidArgument("\(path): cannot be read")
        }
        try self.init(Array(data), path: path, schema: schema)
    }

    package init(_ bytes: [UInt8], path: String, schema: [String: AttributeType] = [:]) throws(SearchError) {
        let raw = try RawTable(bytes, path: path)
        let names = raw.columns
        func column(_ candidates: [String]) -> String? {
            candidates.lazy.compactMap { candidate in names.first { $0.lowercased() == candidate } }.first
        }
        idColumn = column(AttributeTable.idNames)
        fileColumn = column(AttributeTable.fileNames)
        var fields: [(name: String, type: AttributeType)] = []
        for name in names where name != idColumn && name != fileColumn {
            let type = schema[name] ?? AttributeType(suggestedBy: raw.rows.lazy.compactMap { $0.cells[name] })
            fields.append((name, type))
        }
        var rows: [Row] = []
        rows.reserveCapacity(raw.rows.count)
        for (line, cells) in raw.rows {
            var attributes: [String: AttributeValue] = [:]
            for (name, type) in fields {
                guard let cell = cells[name], cell != .null else { continue }
                guard let value = AttributeValue(cell, as: type) else {
                    throw .wrongType(field: "\(name) (\(path), line \(line))", expected: type, value: cell.written)
                }
                attributes[name] = value
            }
            let key = { (column: String?) in column.flatMap { cells[$0]?.written }.flatMap { $0.isEmpty ? nil : $0 } }
            rows.append(Row(line: line, id: key(idColumn), file: key(fileColumn), attributes: attributes))
        }
        self.fields = fields
        self.rows = rows
    }
}

/// Columns and cells before they have kinds. Cells of CSV are strings.
private struct RawTable {
    var columns: [String] = []
    var rows: [(line: Int, cells: [String: JSONValue])] = []

    init(_ bytes: [UInt8], path: String) throws(SearchError) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[start...].first { !" \t\r\n".utf8.contains($0) }
        if first == UInt8(ascii: "{") {
            try readLines(bytes[start...], path)
        } else {
            try readCSV(bytes, path)
        }
    }

    private mutating func readCSV(_ bytes: [UInt8], _ path: String) throws(SearchError) {
        let table = try CSVRows(bytes, path: path)
        guard let head = table.rows.first else { throw .invalidArgument("\(path): there is no line with column names") }
        columns = head.cells.map { $0.trimmingCharacters(in: .whitespaces) }
        for (index, name) in columns.enumerated() {
            if name.isEmpty { throw .invalidArgument("\(path): column \(index + 1) has no name") }
            if columns[..<index].contains(name) { throw .invalidArgument("\(path): two columns are named `\(name)`") }
        }
        for (line, cells) in table.rows.dropFirst() {
            guard cells.count <= columns.count else {
                throw .invalidArgument("\(path), line \(line): \(cells.count) cells for \(columns.count) columns")
            }
            var row: [String: JSONValue] = [:]
            for (name, cell) in zip(columns, cells) where !cell.isEmpty { row[name] = .string(cell) }
            rows.append((line, row))
        }
    }

    /// Members of an object `attributes`, as our own export has it, count as columns.
    private mutating func readLines(_ bytes: ArraySlice<UInt8>, _ path: String) throws(SearchError) {
        var known: Set<String> = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.allSatisfy({ " \t\r".utf8.contains($0) }) {
            guard case .object(var members)? = try? JSONValue(parsing: line) else {
                throw .invalidArgument("\(path), line \(index + 1): it is not a JSON object")
            }
            if case .object(let inner)? = members["attributes"] {
                members["attributes"] = nil
                members.merge(inner) { outer, _ in outer }
            }
            for name in members.keys.sorted() where known.insert(name).inserted { columns.append(name) }
            rows.append((index + 1, members))
        }
    }
}

extension AttributeType {
    /// The narrowest kind that all texts can have, as for the cells of a CSV file.
    package init(suggestedBy texts: some Sequence<String>) {
        self.init(suggestedBy: texts.lazy.map(JSONValue.string))
    }

    /// The narrowest kind that all cells can have.
    fileprivate init(suggestedBy cells: some Sequence<JSONValue>) {
        var fitting: [AttributeType] = [.int, .float, .bool, .date]
        var (isList, isText) = (false, false)
        var repeated = RepeatedTexts()
        for cell in cells where cell != .null {
            if case .array = cell { isList = true }
            let text = cell.written
            fitting.removeAll { !cell.suggests($0, text) }
            repeated.add(text)
            if text.isProse { isText = true }
            if text.contains("|") { isList = true }
        }
        if repeated.count == 0 {
            self = .string
        } else {
            self = fitting.first ?? (isText && !repeated.areKinds ? .text : isList ? .list : .string)
        }
    }
}

extension JSONValue {
    /// The cell as a CSV file would have it.
    fileprivate var written: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .number(let value): AttributeValue.float(value).written
        case .string(let value): value
        case .array(let values): values.map(\.written).joined(separator: "|")
        case .object: encodedText
        }
    }

    fileprivate func suggests(_ type: AttributeType, _ text: String) -> Bool {
        switch (self, type) {
        case (.bool, _): return type == .bool
        case (.int, _): return type == .int || type == .float
        case (.number, _): return type == .float
        case (.string, .int), (.string, .float):
            let digits = text.drop { $0 == "-" || $0 == " " }
            let hasZeros = digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true
            return !hasZeros && !text.contains("+") && AttributeValue(text, as: type) != nil
        case (.string, .bool): return ["true", "false", "yes", "no"].contains(text.lowercased())
        case (.string, .date): return AttributeValue(text, as: .date) != nil
        default: return false
        }
    }
}

extension AttributeValue {
    fileprivate init?(_ cell: JSONValue, as type: AttributeType) {
        switch (cell, type) {
        case (.array(let values), .list): self = .list(values.map(\.written))
        default: self.init(cell.written, as: type)
        }
    }
}

/// The texts of a column, for telling names of kinds from prose.
private struct RepeatedTexts {
    private(set) var count = 0
    private var different: Set<String> = []
    private var longest = 0

    mutating func add(_ text: String) {
        count += 1
        longest = max(longest, text.utf8.count)
        if different.count <= 1000 { different.insert(text) }
    }

    /// Few and short ones, each of which comes four times or more in the mean, and two of them at least.
    var areKinds: Bool {
        different.count > 1 && different.count <= 1000 && different.count * 4 <= count && longest <= 120
    }
}

extension String {
    /// Four words and more that are no path of a few words each, such as `Fashion > Bags and Purses > Totes`.
    fileprivate var isProse: Bool {
        func words(_ text: some StringProtocol) -> Int { text.split(whereSeparator: \.isWhitespace).count }
        guard words(self) >= 4 else { return false }
        let levels = components(separatedBy: " > ")
        return levels.count == 1 || levels.flatMap { $0.split(separator: "|") }.contains { words($0) > 5 }
    }
}
