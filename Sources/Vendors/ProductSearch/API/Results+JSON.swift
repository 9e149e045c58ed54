extension ProductSearch.Results {
    /// Reads an answer from the bytes of a body.
    ///
    /// Throws where a member that the answer needs is missing or has another shape.
    package init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
        var members = try JSONMembers(try JSONValue(parsing: bytes))
        guard let text = try members.text("status") else {
            throw MalformedJSON(path: "status", reason: "expected text, found nothing")
        }
        status = try ProductSearch.Status(text, at: "status")
        method = try members.text("method") ?? ""
        requestID = try members.text("reqid")
        error = try members.value("error").map { json throws(MalformedJSON) in
            try ProductSearch.ErrorMessage(json: json, at: "error")
        }
        page = try members.integer("page")
        limit = try members.integer("limit")
        total = try members.integer("total")
        products = try members.array("result", ProductSearch.Product.init(json:at:)) ?? []
        groupField = try members.text("group_by_key")
        groupLimit = try members.integer("group_limit")
        groups = try members.array("group_results", ProductSearch.Group.init(json:at:))
        facets = try members.array("facets", ProductSearch.Facet.init(json:at:))
        imageID = try members.text("im_id")
        productTypes = try members.array("product_types", ProductSearch.FoundObject.init(json:at:)) ?? []
        objects = try members.array("objects", ProductSearch.FoundObject.init(json:at:))
        fieldNames = try members.object("catalog_fields_mapping")?.compactMapValues(\.text)
        product = try members.product("product_info")
        queryInfo = try members.product("qinfo")
        queryMetadata = try members.object("query_sys_meta")?.compactMapValues(\.text)
        strategy = try members.value("strategy").map { json throws(MalformedJSON) in
            try ProductSearch.Strategy(json: json, at: "strategy")
        }
        experiment = try members.value("experiment").map { json throws(MalformedJSON) in
            try ProductSearch.Experiment(json: json, at: "experiment")
        }
        alternativeLimit = try members.integer("alt_limit")
        excluded = try members.texts("excluded_pids")
        sets = try members.array("set_info", ProductSearch.SetInfo.init(json:at:))
        correctedText = try members.text("corrected_q")
        warnings = try members.texts("warnings") ?? []
        other = members.rest
    }

    /// The answer as a JSON text, which every official client reads.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        writer.object(other) { writer in
            writer.member("status", status.rawValue)
            writer.member("method", method)
            writer.member("reqid", requestID)
            if let error {
                writer.key("error" as StaticString)
                error.write(to: &writer)
            }
            writer.member("page", page)
            writer.member("limit", limit)
            writer.member("total", total)
            writer.member("im_id", imageID)
            if status != .fail {
                writer.member("product_types", productTypes) { writer, object in
                    object.write(to: &writer, asTexts: false)
                }
            }
            // Answers by groups have no products of their own; those by objects have an empty list, as the service's.
            if !products.isEmpty || status != .fail && groups == nil {
                writer.member("result", products) { writer, product in product.write(to: &writer) }
            }
            writer.member("objects", objects) { writer, object in object.write(to: &writer, asTexts: true) }
            writer.member("group_by_key", groupField)
            writer.member("group_limit", groupLimit)
            writer.member("group_results", groups) { writer, group in group.write(to: &writer) }
            writer.member("facets", facets) { writer, facet in facet.write(to: &writer) }
            writer.member("catalog_fields_mapping", fieldNames?.mapValues(JSONValue.string))
            if let product {
                writer.key("product_info" as StaticString)
                product.write(to: &writer)
            }
            if let queryInfo {
                writer.key("qinfo" as StaticString)
                queryInfo.write(to: &writer)
            }
            writer.member("query_sys_meta", queryMetadata?.mapValues(JSONValue.string))
            if let strategy {
                writer.key("strategy" as StaticString)
                strategy.write(to: &writer)
            }
            if let experiment {
                writer.key("experiment" as StaticString)
                experiment.write(to: &writer)
            }
            writer.member("alt_limit", alternativeLimit)
            writer.member("excluded_pids", excluded)
            writer.member("set_info", sets) { writer, set in set.write(to: &writer) }
            writer.member("corrected_q", correctedText)
            writer.member("warnings", warnings.isEmpty ? nil : warnings)
        }
        return writer.bytes
    }
}

extension JSONMembers {
    fileprivate mutating func product(_ key: String) throws(MalformedJSON) -> ProductSearch.Product? {
        guard let json = value(key) else { return nil }
        return try ProductSearch.Product(json: json, at: path(key))
    }
}
