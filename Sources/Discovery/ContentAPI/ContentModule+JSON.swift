// The form of schemas in files: an array of modules, or one module.
extension ContentModule {
    /// Reads the modules of a schema.
    ///
    /// ```json
    /// {"name": "books", "defaultLocale": "en", "fields": [
    ///   {"name": "title", "kind": "text", "required": true, "translated": true},
    ///   {"name": "authors", "kind": "relations", "module": "authors", "inverse": "books"}]}
    /// ```
    ///
    /// - Throws: For a member that is missing, unknown or of another kind, with its name.
    package static func schema(_ json: JSONValue) throws(MalformedJSON) -> [ContentModule] {
        guard case .array(let values) = json else { return [try ContentModule(json: json)] }
        return try values.enumerated().map { place, value throws(MalformedJSON) in
            try ContentModule(json: value, at: "[\(place)]")
        }
    }

    package init(json: JSONValue, at path: String = "") throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        guard let name = try members.text("name"), !name.isEmpty else {
            throw MalformedJSON(path: members.path("name"), reason: "a module has a name")
        }
        let id = try members.text("id")
        let locale = try members.text("defaultLocale")
        let fields = try members.array("fields") { field, path throws(MalformedJSON) in
            try ContentField(json: field, at: path)
        }
        try members.refuseRest(["name", "id", "defaultLocale", "fields"])
        self.init(name, id: id, fields: fields ?? [], defaultLocale: locale)
    }

    /// The module as an object.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["name": .string(name), "fields": .array(fields.map(\.json))]
        members["id"] = id.map(JSONValue.string)
        members["defaultLocale"] = defaultLocale.map(JSONValue.string)
        return .object(members)
    }
}

extension ContentField {
    fileprivate init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        guard let name = try members.text("name"), !name.isEmpty else {
            throw MalformedJSON(path: members.path("name"), reason: "a field has a name")
        }
        let kind = try members.text("kind") ?? "text"
        guard let known = Kind(rawValue: kind) else {
            let kinds = Kind.allCases.map(\.rawValue)
            let hint = SearchError.likeliest(kind, among: kinds).map { "; did you mean `\($0)`?" } ?? ""
            throw MalformedJSON(
                path: members.path("kind"),
                reason: "`\(kind)` is no kind\(hint) The kinds are \(kinds.joined(separator: ", "))")
        }
        self.init(name, known)
        isRequired = try members.flag("required") ?? false
        isTranslated = try members.flag("translated") ?? false
        defaultValue = members.value("default")
        choices = try members.texts("choices")
        module = try members.text("module")
        inverse = try members.text("inverse")
        try members.refuseRest(["name", "kind", "required", "translated", "default", "choices", "module", "inverse"])
    }

    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["name": .string(name), "kind": .string(kind.rawValue)]
        if isRequired { members["required"] = true }
        if isTranslated { members["translated"] = true }
        members["default"] = defaultValue
        members["choices"] = choices.map { .array($0.map(JSONValue.string)) }
        members["module"] = module.map(JSONValue.string)
        members["inverse"] = inverse.map(JSONValue.string)
        return .object(members)
    }
}

extension JSONMembers {
    fileprivate func refuseRest(_ known: [String]) throws(MalformedJSON) {
        guard let name = rest.keys.min() else { return }
        let hint = SearchError.likeliest(name, among: known).map { "; did you mean `\($0)`?" } ?? ""
        throw MalformedJSON(
            path: path(name), reason: "is no member of a schema\(hint) There are \(known.joined(separator: ", "))")
    }
}
