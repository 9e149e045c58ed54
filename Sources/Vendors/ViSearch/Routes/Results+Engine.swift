internal import Essentials
internal import SearchServer
internal import ViSearchAPI

// Between the values of the protocol and those of the engine.

extension SearchRequest {
    /// Unknown fields to return and unknown facets are ignored, as the service does; a field to sort or group by has to
    /// exist. A filter of an unknown field holds for no item, unless the options say that it is ignored.
    ///
    /// - Parameter fields: those of the store; asked for where the options name some.
    init(
        _ query: Query, _ options: ViSearch.Options, detection: Detection? = nil, scope: Scope,
        fields: () throws(SearchError) -> [String: AttributeType]
    ) throws(SearchError) {
        let texts = options.filters.map(\.text)
        let known = texts.isEmpty && options.facets.isEmpty && options.fields.isEmpty ? [:] : try fields()
        let facets = options.facets.filter { $0 == "*" || known[$0] != nil }
        let returned = options.fields.filter { known[$0] != nil }
        self.init(
            query,
            filter: texts.isEmpty
                ? .all : try Filter(fq: texts, fields: known, isLenient: options.ignoresUnknownFilters),
            page: options.page,
            limit: options.limit, fields: options.allFields ? ["*"] : returned,
            scores: options.scores,
            facets: facets.isEmpty ? nil : FacetRequest(facets, limit: options.facetLimit, bins: 0),
            sort: options.sort.map { Sort($0.field, ascending: $0.ascending) },
            grouping: options.groupField.map { Grouping($0, limit: options.groupLimit ?? 1) },
            dedup: options.dedup ? options.dedupThreshold.flatMap { $0 > 0 ? $0 : nil } ?? 0.98 : nil,
            detection: detection, scope: scope)
    }
}

extension ViSearch.Results {
    init(
        _ operation: ViSearch.Operation, _ answer: SearchAnswer, _ options: ViSearch.Options, requestID: String
    ) {
        self.init(operation, requestID: requestID)
        page = answer.page
        total = min(answer.total, SearchRequest.window)
        if let field = options.groupField {
            groupField = field
            groupLimit = options.groupLimit ?? 1
            groups = answer.groups.map { group in
                ViSearch.Group(group.value, hits: group.hits.map { ViSearch.Hit($0, options) })
            }
        } else {
            limit = answer.limit
            hits = answer.hits.map { ViSearch.Hit($0, options) }
        }
        if !options.facets.isEmpty { facets = answer.facets.map { ViSearch.Facet($0, counts: options.facetCounts) } }
        if options.queryInfo, let item = answer.queryItem {
            var info = item.publicAttributes.mapValues { JSONValue.string($0.onWire) }
            info["im_name"] = .string(item.id)
            if info["im_url"] == nil, let url = item.publicSource { info["im_url"] = .string(url) }
            queryInfo = info
        }
    }
}

extension ViSearch.Hit {
    init(_ hit: Hit, _ options: ViSearch.Options, withScore: Bool = false) {
        self.init(hit.id, score: options.score ?? withScore ? hit.score : nil)
        if options.fields.isEmpty && !options.allFields { return }
        values = hit.publicAttributes.mapValues { .string($0.onWire) }
        if values["im_url"] == nil, options.allFields || options.fields.contains("im_url"),
            let url = Item(id: hit.id, source: hit.source).publicSource
        {
            values["im_url"] = .string(url)
        }
    }
}

extension AttributeValue {
    /// As the service writes it: floats with six digits.
    fileprivate var onWire: String {
        if case .float(let value) = self { return value.written(digits: 6) }
        return written
    }
}
