package import Essentials

// The form of instances in files and on the wire: dates are milliseconds since 1970.
extension ContentInstance {
    /// The members that have a meaning; all others are kept in ``others``.
    package static let members: Set<String> = [
        "id", "module", "name", "values", "tags", "createdAt", "updatedAt", "publishedAt", "removedAt", "archivedAt",
        "deletedAt", "createdBy", "updatedBy", "deletedBy",
    ]

    /// Reads an instance.
    ///
    /// - Parameters:
    ///   - json: An object with an `id` and a `module`.
    ///   - module: The module of an instance that names none. Nil for none.
    ///   - created: The creation of an instance that has none.
    /// - Throws: For a member that is missing or of another kind, with its name.
    package init(json: JSONValue, module: String? = nil, created: Date = .now) throws(MalformedJSON) {
        var members = try JSONMembers(json)
        guard let id = try members.text("id") else { throw MalformedJSON(path: "id", reason: "is missing") }
        guard let module = try members.text("module") ?? module else {
            throw MalformedJSON(path: "module", reason: "is missing")
        }
        self.init(id: id, module: module, dates: Dates(created: created))
        name = try members.text("name") ?? ""
        values = try members.object("values") ?? [:]
        tags =
            try members.array("tags") { tag, path throws(MalformedJSON) in
                try ContentTag(json: tag, at: path)
            } ?? []
        dates.created = try members.date("createdAt") ?? created
        dates.updated = try members.date("updatedAt")
        dates.published = try members.date("publishedAt")
        dates.removed = try members.date("removedAt")
        dates.archived = try members.date("archivedAt")
        dates.deleted = try members.date("deletedAt")
        people.creator = try members.text("createdBy")
        people.updater = try members.text("updatedBy")
        people.deleter = try members.text("deletedBy")
        others = members.rest
    }

    /// The instance as an object.
    package var json: JSONValue {
        var members = others.filter { !Self.members.contains($0.key) }
        members["id"] = .string(id)
        members["module"] = .string(module)
        members["name"] = .string(name)
        members["values"] = .object(values)
        members["tags"] = .array(tags.map(\.json))
        for (name, date) in dates.named { members[name] = date.map { .int($0.millisecondsSince1970) } ?? .null }
        for (name, person) in people.named { members[name] = person.map(JSONValue.string) ?? .null }
        return .object(members)
    }
}

extension ContentInstance.Dates {
    /// By the names of their members.
    package var named: [(name: String, date: Date?)] {
        [
            ("createdAt", created), ("updatedAt", updated), ("publishedAt", published), ("removedAt", removed),
            ("archivedAt", archived), ("deletedAt", deleted),
        ]
    }
}

extension ContentInstance.People {
    /// By the names of their members.
    package var named: [(name: String, person: String?)] {
        [("createdBy", creator), ("updatedBy", updater), ("deletedBy", deleter)]
    }
}

extension ContentTag {
    package init(json: JSONValue, at path: String = "") throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        guard let name = try members.text("name") else {
            throw MalformedJSON(path: members.path("name"), reason: "is missing")
        }
        self.init(
            name, value: try members.text("value"), type: try members.text("tagType"), id: try members.text("id"))
    }

    package var json: JSONValue {
        var members: [String: JSONValue] = ["name": .string(name)]
        members["value"] = value.map(JSONValue.string)
        members["tagType"] = type.map(JSONValue.string)
        members["id"] = id.map(JSONValue.string)
        return .object(members)
    }
}

extension Date {
    /// Rounded; dates that no calendar has are cut to 300,000 years around 1970.
    package var millisecondsSince1970: Int { Int((max(-1e13, min(1e13, timeIntervalSince1970)) * 1000).rounded()) }

    /// The moment that a value of a date means: milliseconds since 1970, or ISO 8601. Nil for anything else.
    package init?(content value: JSONValue) {
        switch value {
        case .int, .number:
            guard let number = value.asNumber, number.magnitude < 1e16 else { return nil }
            self.init(timeIntervalSince1970: number / 1000)
        case .string(let text):
            guard case .date(let date)? = AttributeValue(text, as: .date) else { return nil }
            self = date
        case .null, .bool, .array, .object: return nil
        }
    }
}

extension JSONMembers {
    fileprivate mutating func date(_ key: String) throws(MalformedJSON) -> Date? {
        guard let value = value(key) else { return nil }
        guard let date = Date(content: value) else {
            throw MalformedJSON(path: path(key), reason: "expected milliseconds since 1970 or an ISO 8601 date")
        }
        return date
    }
}
