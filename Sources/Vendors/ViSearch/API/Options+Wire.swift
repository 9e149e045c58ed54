extension ViSearch.Options {
    /// Reads the options after all other parameters; what is left are custom ones.
    init(_ reader: inout ParameterReader) throws(ViSearch.Fault) {
        self.init()
        page = try reader.integer("page") ?? 1
        limit = min(try reader.integer("limit") ?? 10, ViSearch.Limits.hits.upperBound)
        score = try reader.flag("score")
        let (low, high) = (try reader.number("score_min") ?? 0, try reader.number("score_max") ?? 1)
        try Self.check(scores: low, high)
        scores = low...high
        fields = try reader.list("fl")
        allFields = try reader.flag("get_all_fl") ?? false
        for text in try reader.lines("fq") {
            // One client joins its query by hand and cuts values at `&`; the rest may have no colon.
            if let filter = ViSearch.FieldFilter(text) { filters.append(filter) }
        }
        ignoresUnknownFilters = try reader.flag("fq_lenient") ?? false
        queryInfo = try reader.flag("qinfo") ?? false
        facets = try reader.list("facets")
        facetLimit = try reader.integer("facets_limit") ?? 10
        facetCounts = try reader.flag("facets_show_count") ?? false
        dedup = try reader.flag("dedup") ?? false
        dedupThreshold = try reader.number("dedup_score_threshold")
        sort = try ViSearch.Sort(reader.text("sort_by"))
        groupField = reader.text("group_by")
        groupLimit = try reader.integer("group_limit").map { min($0, ViSearch.Limits.hits.upperBound) }
        groupSort = reader.text("sort_group_by")
        groupSortStrategy = reader.text("sort_group_strategy")
        diversity = try reader.lines("diversity")
        tagFilters = try reader.lines("vs_fq")
        tagConfiguration = try reader.lines("vs_config")
        tagFields = try reader.list("vs_fl")
        locale = reader.text("locale")
        strategy = reader.text("strategy_id")
        try check()
        _ = reader.raw("access_key")
        custom = reader.rest
    }

    /// Writes the options that are not the default, and always page and limit. Throws for values that the service would
    /// refuse.
    func write(to parameters: inout Parameters) throws(ViSearch.Fault) {
        try check()
        let (reach, overflow) = page.multipliedReportingOverflow(by: limit)
        guard !overflow, reach <= SearchRequest.window else {
            throw .invalid(
                "paging ends after \(SearchRequest.window) hits; page \(page) with \(limit) a page lies beyond")
        }
        let most = ViSearch.Limits.hits.upperBound
        guard limit <= most else { throw .invalid("limit must be no more than \(most)") }
        // A filter that is split at another position than it was joined would be another filter, or none.
        guard filters.allSatisfy({ ViSearch.FieldFilter($0.text)?.field == $0.field }) else {
            throw .invalid("fq is invalid.")
        }
        if sort?.field.trimmed.isEmpty == true { throw .invalid("sort_by is invalid.") }
        guard (fields + facets + tagFields).allSatisfy({ !$0.contains(",") }) else {
            throw .invalid("a field with a comma in its name cannot be asked for")
        }
        parameters.append("page", String(page))
        parameters.append("limit", String(limit))
        parameters.append("score", score)
        if scores.lowerBound > 0 { parameters.append("score_min", "\(scores.lowerBound)") }
        if scores.upperBound < 1 { parameters.append("score_max", "\(scores.upperBound)") }
        parameters.append("fl", fields)
        if allFields { parameters.append("get_all_fl", "true") }
        parameters.append("fq", filters.map(\.text))
        if ignoresUnknownFilters { parameters.append("fq_lenient", "true") }
        if queryInfo { parameters.append("qinfo", "true") }
        parameters.append("facets", facets)
        if !facets.isEmpty || facetLimit != 10 { parameters.append("facets_limit", String(facetLimit)) }
        if !facets.isEmpty || facetCounts { parameters.append("facets_show_count", facetCounts) }
        if dedup { parameters.append("dedup", "true") }
        parameters.append("dedup_score_threshold", dedupThreshold.map { "\($0)" })
        parameters.append("sort_by", sort.map { "\($0.field):\($0.ascending ? "asc" : "desc")" })
        parameters.append("group_by", groupField)
        parameters.append("group_limit", groupLimit.map(String.init))
        parameters.append("sort_group_by", groupSort)
        parameters.append("sort_group_strategy", groupSortStrategy)
        parameters.append("diversity", diversity)
        parameters.append("vs_fq", tagFilters)
        parameters.append("vs_config", tagConfiguration)
        parameters.append("vs_fl", tagFields)
        parameters.append("locale", locale)
        parameters.append("strategy_id", strategy)
        for parameter in custom { parameters.append(parameter.name, parameter.value) }
    }

    private func check() throws(ViSearch.Fault) {
        if page < 1 { throw .invalid("page must be no less than 1") }
        if limit < 1 { throw .invalid("limit must be no less than 1") }
        try Self.check(scores: scores.lowerBound, scores.upperBound)
        if facetLimit < 0 { throw .invalid("facets_limit must be no less than 0") }
        if let dedupThreshold, !(0...1).contains(dedupThreshold) {
            throw .invalid("dedup_score_threshold must be from 0 to 1")
        }
        if let groupLimit, !ViSearch.Limits.hits.contains(groupLimit) {
            throw .invalid("group_limit must be from 1 to \(ViSearch.Limits.hits.upperBound)")
        }
    }

    private static func check(scores low: Double, _ high: Double) throws(ViSearch.Fault) {
        if !(low >= 0) { throw .invalid("score_min must be no less than 0") }
        if !(high <= 1) { throw .invalid("score_max must be no more than 1") }
        if low > high { throw .invalid("score_min must be no more than score_max") }
    }
}

extension ViSearch.Sort {
    fileprivate init?(_ text: String?) throws(ViSearch.Fault) {
        guard let text else { return nil }
        guard let sort = Self(fieldAndDirection: text) else { throw .invalid("sort_by is invalid.") }
        self = sort
    }
}
