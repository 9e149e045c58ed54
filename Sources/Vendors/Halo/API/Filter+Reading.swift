extension RequestReader {
    /// The places that are left for conditions.
    struct Remaining {
        var comparisons = Halo.Limits.comparisons
        var groups = Halo.Limits.comparisons

        var isFull: Bool { comparisons < 0 || groups < 0 }
    }

    /// A filter of a query.
    ///
    /// - Parameter isMeta: It is about the members of all content.
    mutating func filter(_ key: String, of root: Members, isMeta: Bool, _ remaining: inout Remaining) -> Filter {
        guard let value = root.value(key) else { return .all }
        let wasFull = remaining.isFull
        let filter = filter(value, root.place(key), isMeta, depth: 1, &remaining)
        if remaining.isFull, !wasFull {
            note(key, "must have at most \(Halo.Limits.comparisons) comparisons, and as many conditions around them")
        }
        return filter
    }

    private mutating func filter(
        _ value: JSONValue, _ path: String, _ isMeta: Bool, depth: Int, _ remaining: inout Remaining
    ) -> Filter {
        if remaining.isFull { return .all }
        guard depth <= Halo.Limits.depth else {
            note(path, "must be nested at most \(Halo.Limits.depth) levels deep")
            return .all
        }
        guard let members = members(value, at: path) else { return .all }
        guard members.value("condition") != nil || members.value("operands") != nil else {
            remaining.comparisons -= 1
            return comparison(members, isMeta)
        }
        remaining.groups -= 1
        refuse(["condition", "operands"], "member of a condition", in: members)
        let condition = text("condition", of: members, isRequired: true)
        if members.value("operands") == nil { note(members.place("operands"), "is missing") }
        var filters: [Filter] = []
        for (place, value) in (array("operands", of: members) ?? []).enumerated() where !remaining.isFull {
            filters.append(
                filter(value, "\(members.place("operands"))[\(place)]", isMeta, depth: depth + 1, &remaining))
        }
        switch condition {
        case "and": return filters.isEmpty ? .all : .and(filters)
        case "or":
            // The vendor's clients leave such a group out, so that nobody knows what it means.
            if filters.isEmpty { note(members.place("operands"), "must have an operand, for `or`") }
            return .or(filters)
        case "not":
            if filters.count != 1 { note(members.place("operands"), "must have one operand, for `not`") }
            return .not(filters.first ?? .all)
        case nil: return .all
        case let name?:
            note(
                members.place("condition"),
                "`\(name.prefix(64))` "
                    + Halo.unknown(String(name.prefix(64)), is: "condition", known: ["and", "or", "not"]))
            return .all
        }
    }

    private mutating func comparison(_ members: Members, _ isMeta: Bool) -> Filter {
        refuse(["operation", "property", "value", "type"], "member of a comparison", in: members)
        let field = property(members, isMeta)
        let name = text("operation", of: members, isRequired: true)
        let kind = text("type", of: members)
        let isList = if case .array? = members.values["value"] { true } else { false }
        guard let field, let name else { return .all }
        guard let known = Halo.Operator(rawValue: name) else {
            note(
                members.place("operation"),
                "`\(name.prefix(64))` " + Halo.unknown(String(name.prefix(64)), is: "operation", known: Halo.operations)
            )
            return .all
        }
        guard members.values["value"] != nil else {
            note(members.place("value"), "is missing")
            return .all
        }
        guard let value = members.value("value") else {
            switch known {
            case .equal: return Field(field).isMissing
            case .notEqual: return Field(field).isPresent
            default:
                note(members.place("value"), "must not be null for `\(name)`; only `=` and `!=` compare with null")
                return .all
            }
        }
        let json = if case .array(let values) = value { values } else { [value] }
        let limit = Halo.Limits.values
        if let counts = known.counts {
            guard isList, counts.contains(json.count) else {
                let wanted = counts.count == 1 ? "\(counts.lowerBound)" : "at most \(limit)"
                let found = isList ? "\(json.count)" : value.kind
                note(members.place("value"), "must be an array of \(wanted) values for `\(name)`, not \(found)")
                return .all
            }
        } else if isList {
            note(members.place("value"), "must be one value for `\(name)`, not an array")
            return .all
        }
        guard let type = type(kind, json.first, members) else { return .all }
        var values: [AttributeValue] = []
        for (place, each) in json.enumerated() {
            // Without a type, each value has its own.
            let type = kind == nil ? Halo.ValueType(of: each) : type
            guard let read = type.value(each) else {
                let path = isList ? "\(members.place("value"))[\(place)]" : members.place("value")
                note(path, "must be \(type.expected), not \(each.shown)")
                return .all
            }
            values.append(read)
        }
        if known == .like, values[0].written.unicodeScalars.count < Halo.Limits.like {
            note(members.place("value"), "must have at least \(Halo.Limits.like) characters for `like`")
        }
        return known.filter(field, values)
    }

    private mutating func type(_ name: String?, _ first: JSONValue?, _ members: Members) -> Halo.ValueType? {
        guard let name else { return first.map(Halo.ValueType.init) ?? .string }
        guard let type = Halo.ValueType(rawValue: name) else {
            note(
                members.place("type"),
                "`\(name.prefix(64))` " + Halo.unknown(String(name.prefix(64)), is: "type", known: Halo.types))
            return nil
        }
        return type
    }

    /// The name of the field of a comparison, as queries have it.
    private mutating func property(_ members: Members, _ isMeta: Bool) -> String? {
        guard let name = text("property", of: members, isRequired: true) else { return nil }
        guard isMeta else { return Halo.plain(name) }
        if Halo.metadata.contains(name) { return "@" + name }
        let excerpt = String(name.prefix(64))
        note(
            members.place("property"),
            "`\(excerpt)` " + Halo.unknown(excerpt, is: "member of all content", known: Halo.metadata))
        return nil
    }

    /// Notes the unknown members, each with the one that may have been meant.
    mutating func refuse(_ known: [String], _ what: String, beside ignored: [String] = [], in members: Members) {
        for name in members.values.keys.sorted() where !known.contains(name) && !ignored.contains(name) {
            let excerpt = String(name.prefix(64))
            note(members.place(excerpt), Halo.unknown(excerpt, is: what, known: known))
        }
    }
}
