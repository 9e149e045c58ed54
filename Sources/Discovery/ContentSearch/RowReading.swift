internal import CatalogFile
internal import Essentials

/// Reads the rows of a file as instances.
///
/// A line of JSON is an instance with `values`, or a plain object: then `id`, `name`, `tags`, the dates and the people of
/// an instance are its members of these names, and all others are values. The columns of CSV are read in the same way;
/// `title@en` is the English value of a translated field, and `|` stands between the values of a list.
struct RowReading {
    let module: String
    let idColumn: String?
    let schema: ContentSchema

    /// A row before its module is known.
    enum Shape {
        case schema(ContentModule)
        case values(module: String, [String: JSONValue], isText: Bool)
    }

    /// Calls `body` for each row, with the instance or the reason why it is no instance.
    func each(
        of path: String, _ form: TableFile.Form,
        _ body: (Int, Result<ContentInstance, MalformedJSON>) throws(SearchError) -> Bool
    ) throws(SearchError) {
        let now = Date.now
        switch form {
        case .jsonLines:
            try TableFile.eachLine(path: path) { line, bytes throws(SearchError) in
                let result = Result { () throws(MalformedJSON) -> ContentInstance? in
                    let json = try JSONValue(parsing: bytes)
                    if json.schema != nil { return nil }
                    return try instance(json, created: now)
                }
                switch result {
                case .success(let instance?): return try body(line, .success(instance))
                case .success(nil): return true
                case .failure(let error): return try body(line, .failure(error))
                }
            }
        case .csv:
            var names: TableHead?
            try TableFile.eachRow(path: path) { line, cells throws(SearchError) in
                guard let columns = names else {
                    names = try head(cells, path)
                    return true
                }
                let result = Result { () throws(MalformedJSON) -> ContentInstance in
                    let row: [(name: String, cell: String)]
                    do throws(SearchError) { row = try columns.named(cells) } catch {
                        throw MalformedJSON(path: "", reason: error.description)
                    }
                    return try instance(
                        table: Dictionary(row.map { ($0.name, $0.cell) }) { first, _ in first }, created: now)
                }
                return try body(line, result)
            }
        }
    }

    /// Calls `body` for what each row says of the fields; rows that cannot be read are left out.
    ///
    /// - Throws: `invalidArgument` for a schema in the file that cannot be read, with its line.
    func eachShape(of path: String, _ form: TableFile.Form, _ body: (Shape) -> Void) throws(SearchError) {
        switch form {
        case .jsonLines:
            try TableFile.eachLine(path: path) { line, bytes throws(SearchError) in
                guard case .object(let members)? = try? JSONValue(parsing: bytes) else { return true }
                if let schema = JSONValue.object(members).schema {
                    do throws(MalformedJSON) { body(.schema(try ContentModule(json: schema))) } catch {
                        throw .invalidArgument("\(path), line \(line): the schema cannot be read: \(error)")
                    }
                } else if case .object(let values)? = members["values"] {
                    body(.values(module: members["module"]?.text ?? module, values, isText: false))
                } else {
                    body(.values(module: module, members.filter { !isMeta($0.key) }, isText: false))
                }
                return true
            }
        case .csv:
            var names: TableHead?
            try TableFile.eachRow(path: path) { _, cells throws(SearchError) in
                guard let columns = names else {
                    names = try head(cells, path)
                    return true
                }
                var values: [String: JSONValue] = [:]
                for (name, cell) in zip(columns.names, cells) where !cell.isEmpty && !name.isEmpty && !isMeta(name) {
                    guard let (field, locale) = translation(name) else {
                        values[name] = .string(cell)
                        continue
                    }
                    var members: [String: JSONValue] = [:]
                    if case .object(let known)? = values[field] { members = known }
                    members[locale] = .string(cell)
                    values[field] = .object(members)
                }
                body(.values(module: module, values, isText: true))
                return true
            }
        }
    }

    // MARK: rows

    private func isMeta(_ name: String) -> Bool {
        if name == (idColumn ?? "id") { return true }
        // A module may have a field of its own with such a name.
        if schema.module(module)?.field(name) != nil { return false }
        return ContentInstance.members.contains(name) && name != "values" && name != "id"
    }

    private func instance(_ json: JSONValue, created: Date) throws(MalformedJSON) -> ContentInstance {
        guard case .object(let members) = json else {
            throw MalformedJSON(path: "", reason: "expected an object, found \(json.kind)")
        }
        if case .object? = members["values"] {
            return try ContentInstance(json: json, module: module, created: created)
        }
        var head: [String: JSONValue] = [:]
        var values: [String: JSONValue] = [:]
        for (name, value) in members {
            if isMeta(name) { head[name == idColumn ? "id" : name] = value } else { values[name] = value }
        }
        if case .array(let tags)? = head["tags"] {
            head["tags"] = .array(tags.map { $0.text.map { ["name": .string($0)] } ?? $0 })
        }
        head["values"] = .object(values)
        return try ContentInstance(json: .object(head), module: module, created: created)
    }

    private func instance(table row: [String: String], created: Date) throws(MalformedJSON) -> ContentInstance {
        var head: [String: JSONValue] = [:]
        var values: [String: JSONValue] = [:]
        let fields = schema.module(module)
        for (name, cell) in row where !cell.isEmpty {
            if isMeta(name) {
                if name == "tags" {
                    head[name] = .array(cell.split(separator: "|").map { ContentTag(written: $0).json })
                } else if name.hasSuffix("At"), let number = Int(cell) {
                    head[name] = .int(number)
                } else {
                    head[name == idColumn ? "id" : name] = .string(cell)
                }
            } else if let (field, locale) = translation(name) {
                var members: [String: JSONValue] = [:]
                if case .object(let known)? = values[field] { members = known }
                members[locale] = fields?.field(field)?.kind.value(of: cell) ?? .string(cell)
                values[field] = .object(members)
            } else {
                values[name] = fields?.field(name)?.kind.value(of: cell) ?? .string(cell)
            }
        }
        head["values"] = .object(values)
        return try ContentInstance(json: .object(head), module: module, created: created)
    }

    private func head(_ cells: [String], _ path: String) throws(SearchError) -> TableHead {
        let head = try TableHead(cells, path)
        let names = head.names.filter { !$0.isEmpty }
        let id = idColumn ?? "id"
        guard names.contains(id) else {
            let hint = SearchError.likeliest(id, among: names).map { "; did you mean `\($0)`?" } ?? ""
            throw .invalidArgument(
                "\(path): there is no column `\(id)` for the ids\(hint); name one of \(names.joined(separator: ", "))")
        }
        return head
    }

    private func translation(_ column: String) -> (field: String, locale: String)? {
        guard let at = column.lastIndex(of: "@"), at != column.startIndex else { return nil }
        let locale = String(column[column.index(after: at)...])
        return locale.isLanguageTag ? (String(column[..<at]), locale) : nil
    }
}

extension JSONValue {
    /// The schema in a line of an export that holds one.
    fileprivate var schema: JSONValue? {
        guard case .object(let members) = self, members.count == 1 else { return nil }
        return members["schema"]
    }
}

extension ContentTag {
    /// A tag as cells have it: `name` or `name=value`.
    package init(written text: some StringProtocol) {
        let sides = text.split(separator: "=", maxSplits: 1)
        self.init(String(sides.first ?? ""), value: sides.count > 1 ? String(sides[1]) : nil)
    }
}

extension ContentField.Kind {
    /// The value that a cell of a table means; a text where it means none of the kind.
    fileprivate func value(of cell: String) -> JSONValue {
        switch self {
        case .number:
            if case .int(let number)? = AttributeValue(cell, as: .int) { return .int(number) }
            if case .float(let number)? = AttributeValue(cell, as: .float) { return .number(number) }
        case .boolean:
            if ["true", "yes", "1"].contains(cell.lowercased()) { return true }
            if ["false", "no", "0"].contains(cell.lowercased()) { return false }
        case .date:
            if case .int(let number)? = AttributeValue(cell, as: .int) { return .int(number) }
        case .list, .choices, .relations:
            return .array(cell.split(separator: "|", omittingEmptySubsequences: true).map { .string(String($0)) })
        case .object:
            if let value = try? JSONValue(parsing: cell.utf8) { return value }
        case .text, .longText, .time, .image, .video, .website, .color, .choice, .relation: break
        }
        return .string(cell)
    }
}
