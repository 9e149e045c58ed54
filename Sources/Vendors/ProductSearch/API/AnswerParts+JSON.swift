extension ProductSearch.FoundObject {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(
            type: try members.text("type"), score: try members.number("score"), box: try Box(&members),
            attributes: try members.lists("attributes") ?? [:])
        total = try members.integer("total")
        products = try members.array("result", ProductSearch.Product.init(json:at:))
        groups = try members.array("group_results", ProductSearch.Group.init(json:at:))
        facets = try members.array("facets", ProductSearch.Facet.init(json:at:))
        id = try members.text("id")
        name = try members.text("name")
        category = try members.text("category")
        excluded = try members.texts("excluded_pids")
        other = members.rest
    }

    /// - Parameter asTexts: Several values of an attribute are one text with commas: one client reads nothing else of
    ///   objects with products, and another nothing but lists of those without.
    func write(to writer: inout JSONWriter, asTexts: Bool) {
        writer.object(other) { writer in
            writer.member("type", type ?? "other")
            writer.key("attributes" as StaticString)
            if asTexts {
                writer.value(attributes.mapValues { JSONValue.string($0.joined(separator: ",")) })
            } else {
                writer.value(attributes)
            }
            writer.member("score", score)
            box?.write(to: &writer)
            writer.member("total", total)
            writer.member("result", products) { writer, product in product.write(to: &writer) }
            writer.member("group_results", groups) { writer, group in group.write(to: &writer) }
            writer.member("facets", facets) { writer, facet in facet.write(to: &writer) }
            writer.member("id", id)
            writer.member("name", name)
            writer.member("category", category)
            writer.member("excluded_pids", excluded)
        }
    }
}

extension ProductSearch.Group {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(
            try members.text("group_by_value") ?? "",
            products: try members.array("result", ProductSearch.Product.init(json:at:)) ?? [])
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("group_by_value", value)
            writer.member("result", products) { writer, product in product.write(to: &writer) }
        }
    }
}

extension ProductSearch.Facet {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(try members.text("key") ?? "")
        values = try members.array("items") { json, path throws(MalformedJSON) in
            var members = try JSONMembers(json, at: path)
            return Value(try members.text("value") ?? "", count: try members.integer("count"))
        }
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

    /// Ends of ranges are texts of whole numbers around the range: one client reads nothing else.
    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("key", field)
            if values != nil || range == nil {
                writer.member("items", values ?? []) { writer, value in
                    writer.object { writer in
                        writer.member("value" as StaticString, value.value)
                        writer.member("count" as StaticString, value.count)
                    }
                }
            }
            if let range {
                writer.key("range" as StaticString)
                writer.object { writer in
                    writer.member("min", AttributeValue.float(range.lowerBound).written)
                    writer.member("max", AttributeValue.float(range.upperBound).written)
                }
            }
        }
    }
}

extension ProductSearch.SetInfo {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(
            id: try members.text("set_id"), score: try members.number("set_score"),
            count: try members.integer("item_count"))
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("set_id", id)
            writer.member("set_score", score)
            writer.member("item_count", count)
        }
    }
}

extension ProductSearch.Strategy {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(
            id: try members.integer("id"), name: try members.text("name"), algorithm: try members.text("algorithm"))
        fallback = try members.text("fallback_algorithm")
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("id", id)
            writer.member("name", name)
            writer.member("algorithm", algorithm)
            writer.member("fallback_algorithm", fallback)
        }
    }
}

extension ProductSearch.Experiment {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(variant: try members.text("variant_name"))
        id = try members.integer("experiment_id")
        variantID = try members.integer("variant_id")
        strategyID = try members.integer("strategy_id")
        showsNothing = try members.flag("experiment_no_recommendation") ?? false
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("experiment_id", id)
            writer.member("variant_id", variantID)
            writer.member("variant_name", variant)
            writer.member("strategy_id", strategyID)
            writer.member("experiment_no_recommendation", showsNothing)
        }
    }
}
