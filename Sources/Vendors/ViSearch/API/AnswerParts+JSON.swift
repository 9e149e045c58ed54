extension ViSearch.TypeEntry {
    /// An object, or a bare string.
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        if case .string(let type) = json {
            self.init(type)
            return
        }
        var members = try JSONMembers(json, at: path)
        self.init(try members.text("type") ?? "", attributes: try members.lists("attributes_list") ?? [:])
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("type", type)
            writer.key("attributes_list")
            writer.value(attributes)
        }
    }
}

extension ViSearch.TagGroup: JSONRecord {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init(
            try members.text("tag_group"), tags: try members.array("tags", Tag.init(json:at:)) ?? [])
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("tag_group", group)
            writer.member("tags", tags) { writer, tag in tag.write(to: &writer) }
        }
    }
}

extension ViSearch.TagGroup.Tag: JSONRecord {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init(try members.text("tag") ?? "", score: try members.number("score"))
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("tag", tag)
            writer.member("score", score)
        }
    }
}
