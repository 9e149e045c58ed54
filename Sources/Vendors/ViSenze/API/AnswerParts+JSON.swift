extension ViSenze.Group: JSONRecord where Hit: ViSenze.WireHit {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init(
            try members.text("group_by_value") ?? "", hits: try members.array("result", Hit.init(json:at:)) ?? [])
    }

    package func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("group_by_value", value)
            writer.member("result", hits) { writer, hit in hit.write(to: &writer) }
        }
    }
}

extension ViSenze.Facet {
    package init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(try members.text("key") ?? "")
        values = try members.array("items", Value.init(json:at:))
        if let json = members.value("range") {
            var ends = try JSONMembers(json, at: members.path("range"))
            if let low = try ends.number("min"), let high = try ends.number("max"), low <= high {
                range = low...high
            } else {
                other["range"] = json
            }
        }
        other.merge(members.rest) { range, _ in range }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("key", field)
            if values != nil || range == nil {
                writer.member("items", values ?? []) { writer, value in value.write(to: &writer) }
            }
            // As strings, because one client reads nothing else.
            if let range {
                writer.member("range") { writer in
                    writer.member("min", AttributeValue.float(range.lowerBound).written)
                    writer.member("max", AttributeValue.float(range.upperBound).written)
                }
            }
        }
    }
}

extension ViSenze.Facet.Value: JSONRecord {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init(try members.text("value") ?? "", count: try members.integer("count"))
    }

    package func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("value", value)
            writer.member("count", count)
        }
    }
}

extension ViSenze.SetInfo: JSONRecord {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init(
            id: try members.text("set_id"), score: try members.number("set_score"),
            itemCount: try members.integer("item_count"))
    }

    package func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("set_id", id)
            writer.member("set_score", score)
            writer.member("item_count", itemCount)
        }
    }
}

extension ViSenze.BestImage: JSONRecord {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init(type: try members.text("type"), url: try members.text("url"), index: try members.text("index"))
    }

    package func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("type", type)
            writer.member("url", url)
            writer.member("index", index)
        }
    }
}

extension ViSenze.Completion: JSONRecord {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init(try members.text("text") ?? "", score: try members.number("score"))
    }

    package func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("text", text)
            writer.member("score", score)
        }
    }
}

extension JSONMembers {
    /// Reads a member by `read`, given its path.
    package mutating func record<Value>(
        _ key: String, _ read: (JSONValue, String) throws(MalformedJSON) -> Value
    ) throws(MalformedJSON) -> Value? {
        guard let value = value(key) else { return nil }
        return try read(value, path(key))
    }
}

extension JSONWriter {
    /// A member that `write` writes after its key; left out where it is nil.
    package mutating func record<Value>(
        _ name: StaticString, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        key(name)
        write(&self, value)
    }
}
