extension ProductSearch.Results: ViSenze.PictureAnswer {
    /// Reads an answer from the bytes of a body.
    ///
    /// Throws where a member that the answer needs is missing or has another shape.
    package init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
        var members = try JSONMembers(try JSONValue(parsing: bytes))
        status = try ProductSearch.Status(&members)
        method = try members.text("method") ?? ""
        requestID = try members.text("reqid")
        error = try members.record("error", ProductSearch.ErrorMessage.init(json:at:))
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
        product = try members.record("product_info", ProductSearch.Product.init(json:at:))
        queryInfo = try members.record("qinfo", ProductSearch.Product.init(json:at:))
        queryMetadata = try members.object("query_sys_meta")?.compactMapValues(\.text)
        strategy = try members.record("strategy", ProductSearch.Strategy.init(json:at:))
        experiment = try members.record("experiment", ProductSearch.Experiment.init(json:at:))
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
            writer.record("error", error) { writer, error in error.write(to: &writer) }
            writer.member("page", page)
            writer.member("limit", limit)
            writer.member("total", total)
            writer.member("im_id", imageID)
            if status != .fail {
                writer.member("product_types", productTypes) { writer, object in object.write(to: &writer) }
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
            writer.record("product_info", product) { writer, product in product.write(to: &writer) }
            writer.record("qinfo", queryInfo) { writer, product in product.write(to: &writer) }
            writer.member("query_sys_meta", queryMetadata?.mapValues(JSONValue.string))
            writer.record("strategy", strategy) { writer, strategy in strategy.write(to: &writer) }
            writer.record("experiment", experiment) { writer, experiment in experiment.write(to: &writer) }
            writer.member("alt_limit", alternativeLimit)
            writer.member("excluded_pids", excluded)
            writer.member("set_info", sets) { writer, set in set.write(to: &writer) }
            writer.member("corrected_q", correctedText)
            writer.member("warnings", warnings.isEmpty ? nil : warnings)
        }
        return writer.bytes
    }
}
