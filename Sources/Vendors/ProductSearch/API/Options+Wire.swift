/// The parameters of ProductSearch; see ``/WireFormat/FormReader``.
typealias ParameterReader = FormReader<ProductSearch.Fault>

extension ProductSearch.Options {
    init(_ reader: inout ParameterReader) throws(ProductSearch.Fault) {
        self.init()
        page = try reader.integer("page") ?? 1
        limit = min(try reader.integer("limit") ?? 10, ProductSearch.Limits.hits.upperBound)
        filters = try reader.filters("filters")
        textFilters = try reader.filters("text_filters")
        attributes = try reader.list("attrs_to_get")
        facets = try reader.list("facets")
        facetLimit = try reader.integer("facets_limit") ?? 10
        facetCounts = try reader.flag("facets_show_count") ?? false
        if let text = reader.text("sort_by") {
            guard let sort = SearchRequest.Sort(fieldAndDirection: text) else {
                throw .invalid("sort_by must be a field with `:asc` or `:desc`, not `\(text)`.")
            }
            self.sort = sort
        }
        groupField = reader.text("group_by")
        groupLimit = try reader.integer("group_limit").map { min($0, ProductSearch.Limits.hits.upperBound) }
        groupSort = reader.text("sort_group_by")
        groupSortStrategy = reader.text("sort_group_strategy")
        score = try reader.flag("score") ?? false
        let (low, high) = (try reader.number("score_min") ?? 0, try reader.number("score_max") ?? 1)
        guard 0 <= low, low <= high, high <= 1 else {
            throw .invalid("score_min and score_max must be from 0 to 1, the smaller one first.")
        }
        scores = low...high
        leastSimilarity = try reader.number("similar_score_min")
        colorWeight = try reader.number("color_rel_weight")
        returnsFieldNames = try reader.flag("return_fields_mapping") ?? false
        returnsQueryMetadata = try reader.flag("return_query_sys_meta") ?? false
        returnsStoredURLs = try reader.flag("return_image_s3_url") ?? false
        queryInfo = try reader.flag("qinfo") ?? false
        dedup = try reader.flag("dedup") ?? false
        dedupThreshold = try reader.number("dedup_score_threshold")
        spellCorrection = try reader.flag("spell_correction")
        isTyping = try reader.flag("sayt")
        boosts = reader.text("boosts")
        tagFields = try reader.list("vs_attrs_to_get")
        systemFields = try reader.list("sys_attrs_to_get")
        configuration = try reader.lines("vs_config")
        globalFilter = reader.text("global_filter")
        locale = reader.text("locale")
        strategy = reader.text("strategy_id")
        debug = try reader.flag("debug") ?? false
        try check()
    }

    /// Writes the options that are not the default, and always page and limit. Throws for values that the service would
    /// refuse.
    func write(to parameters: inout Parameters) throws(ProductSearch.Fault) {
        try check()
        let most = ProductSearch.Limits.hits.upperBound
        guard limit <= most else { throw .invalid("limit must be no more than \(most), not \(limit).") }
        let (reach, overflow) = page.multipliedReportingOverflow(by: limit)
        guard !overflow, reach <= SearchRequest.window else {
            throw .invalid(
                "paging ends after \(SearchRequest.window) products; page \(page) with \(limit) a page lies beyond.")
        }
        let lists = attributes + facets + tagFields + systemFields
        guard lists.allSatisfy({ !$0.contains(",") }) else { throw .invalid("the name of a field has no comma.") }
        parameters.append("page", String(page))
        parameters.append("limit", String(limit))
        for (name, filters) in [("filters", filters), ("text_filters", textFilters)] {
            for filter in filters {
                // A filter that is split at another position than it was joined would be another filter, or none.
                guard FieldFilter(filter.text)?.field == filter.field else {
                    throw .invalid(
                        "\(name) has a filter without a field, or with a colon in its name: `\(filter.text)`.")
                }
                parameters.append(name, filter.text)
            }
        }
        parameters.append("attrs_to_get", attributes)
        if !facets.isEmpty {
            parameters.append("facets", facets)
            parameters.append("facets_limit", String(facetLimit))
            parameters.append("facets_show_count", facetCounts)
        }
        parameters.append("sort_by", sort.map { "\($0.field):\($0.ascending ? "asc" : "desc")" })
        parameters.append("group_by", groupField)
        parameters.append("group_limit", groupLimit.map(String.init))
        parameters.append("sort_group_by", groupSort)
        parameters.append("sort_group_strategy", groupSortStrategy)
        parameters.append("score", score ? true : nil)
        if scores != 0...1 {
            parameters.append("score_min", AttributeValue.float(scores.lowerBound).written)
            parameters.append("score_max", AttributeValue.float(scores.upperBound).written)
        }
        for (name, value) in [
            ("similar_score_min", leastSimilarity), ("color_rel_weight", colorWeight),
            ("dedup_score_threshold", dedupThreshold),
        ] {
            parameters.append(name, value.map { AttributeValue.float($0).written })
        }
        for (name, flag) in [
            ("return_fields_mapping", returnsFieldNames), ("return_query_sys_meta", returnsQueryMetadata),
            ("return_image_s3_url", returnsStoredURLs), ("qinfo", queryInfo), ("dedup", dedup), ("debug", debug),
        ] where flag { parameters.append(name, true) }
        parameters.append("spell_correction", spellCorrection)
        parameters.append("sayt", isTyping)
        parameters.append("boosts", boosts)
        parameters.append("vs_attrs_to_get", tagFields)
        parameters.append("sys_attrs_to_get", systemFields)
        parameters.append("vs_config", configuration)
        parameters.append("global_filter", globalFilter)
        parameters.append("locale", locale)
        parameters.append("strategy_id", strategy)
        for parameter in custom { parameters.append(parameter.name, parameter.value) }
    }

    private func check() throws(ProductSearch.Fault) {
        if page < 1 { throw .invalid("page must be no less than 1, not \(page).") }
        if limit < 1 { throw .invalid("limit must be no less than 1, not \(limit).") }
        if facetLimit < 0 { throw .invalid("facets_limit must be no less than 0, not \(facetLimit).") }
        if let groupLimit, !ProductSearch.Limits.hits.contains(groupLimit) {
            let most = ProductSearch.Limits.hits.upperBound
            throw .invalid("group_limit must be from 1 to \(most), not \(groupLimit).")
        }
        for (name, value) in [
            ("similar_score_min", leastSimilarity), ("color_rel_weight", colorWeight),
            ("dedup_score_threshold", dedupThreshold),
        ] {
            if let value, !(0...1).contains(value) { throw .invalid("\(name) must be from 0 to 1, not \(value).") }
        }
    }
}

extension ParameterReader {
    /// Filters of `field:value`, one per repetition.
    fileprivate mutating func filters(_ name: String) throws(ProductSearch.Fault) -> [FieldFilter] {
        var filters: [FieldFilter] = []
        for text in try lines(name) {
            guard let filter = FieldFilter(text) else {
                throw .invalid("\(name) must be written `field:value`, not `\(text)`.")
            }
            filters.append(filter)
        }
        return filters
    }
}
