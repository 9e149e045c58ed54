extension ViSearch.FoundObject {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init()
        type = try members.text("type")
        score = try members.number("score")
        if let corners = try members.pixels("box", count: 4) {
            box = Box(
                left: corners[0], top: corners[1], width: corners[2] - corners[0], height: corners[3] - corners[1])
        }
        boxType = try members.text("box_type")
        attributes = try members.lists("attributes") ?? [:]
        total = try members.integer("total")
        hits = try members.array("result", ViSearch.Hit.init(json:at:))
        facets = try members.array("facets", ViSearch.Facet.init(json:at:))
        point = try members.pixels("point", count: 2).map { Point(left: $0[0], top: $0[1]) }
        groups = try members.array("group_results", ViSearch.Group.init(json:at:))
        id = try members.text("id")
        name = try members.text("name")
        category = try members.text("category")
        excludedNames = try members.texts("excluded_im_names")
        other = members.rest
    }

    /// Type and attributes are always written: clients crash without them.
    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("type", type ?? "other")
            writer.key("attributes")
            writer.value(attributes)
            writer.member("score", score)
            if let box {
                writer.key("box")
                writer.array([box.left, box.top, box.right, box.bottom]) { writer, edge in writer.value(edge) }
            }
            writer.member("box_type", boxType)
            writer.member("total", total ?? hits?.count)
            writer.member("result", hits) { writer, hit in hit.write(to: &writer) }
            writer.member("facets", facets) { writer, facet in facet.write(to: &writer) }
            if let point {
                writer.key("point")
                writer.array([point.left, point.top]) { writer, edge in writer.value(edge) }
            }
            writer.member("group_results", groups) { writer, group in group.write(to: &writer) }
            writer.member("id", id)
            writer.member("name", name)
            writer.member("category", category)
            writer.member("excluded_im_names", excludedNames)
        }
    }
}

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

extension ViSearch.Facet {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
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

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("key", field)
            if values != nil || range == nil {
                writer.member("items", values ?? []) { writer, value in value.write(to: &writer) }
            }
            // As strings, because one client reads nothing else.
            if let range {
                writer.key("range")
                writer.beginObject()
                writer.member("min", AttributeValue.float(range.lowerBound).written)
                writer.member("max", AttributeValue.float(range.upperBound).written)
                writer.endObject()
            }
        }
    }
}

extension ViSearch.Facet.Value {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(try members.text("value") ?? "", count: try members.integer("count"))
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("value", value)
            writer.member("count", count)
        }
    }
}

extension ViSearch.Group {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(
            try members.text("group_by_value") ?? "",
            hits: try members.array("result", ViSearch.Hit.init(json:at:)) ?? [])
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("group_by_value", value)
            writer.member("result", hits) { writer, hit in hit.write(to: &writer) }
        }
    }
}

extension ViSearch.SetInfo {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(
            id: try members.text("set_id"), score: try members.number("set_score"),
            itemCount: try members.integer("item_count"))
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("set_id", id)
            writer.member("set_score", score)
            writer.member("item_count", itemCount)
        }
    }
}

extension ViSearch.TagGroup {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(
            try members.text("tag_group"), tags: try members.array("tags", Tag.init(json:at:)) ?? [])
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("tag_group", group)
            writer.member("tags", tags) { writer, tag in tag.write(to: &writer) }
        }
    }
}

extension ViSearch.TagGroup.Tag {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(try members.text("tag") ?? "", score: try members.number("score"))
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("tag", tag)
            writer.member("score", score)
        }
    }
}
