internal import Foundation

// Requests of the engine in the words of ViSearch, and its answers in those of the engine.

extension SearchError {
    static func reason(_ what: String) -> String { "ViSearch has no words for this: \(what)" }

    static func unsayable(_ what: String) -> SearchError { .invalidArgument(reason(what)) }

    /// - Parameter request: tells which item was not found.
    init(_ error: ClientError, _ request: SearchRequest) {
        self.init(error)
        if case .service(let code, let texts, _) = error, case .item(let id) = request.query.example {
            let codes = [code] + texts.map { ViSearch.Fault.ofSearch($0)?.code }
            if codes.contains(ViSearch.Fault.imageNotFound.code) { self = .itemNotFound(id: id) }
        }
    }
}

extension ViSearch.Options {
    init(_ request: SearchRequest) throws(SearchError) {
        if request.explains { throw .unsayable("explanations") }
        if request.query.colorWeight != 0.5 { throw .unsayable("the balance of color and shape") }
        if request.query.kindWeight != nil { throw .unsayable("the weight of the kind") }
        if request.strictness != 0.5 { throw .unsayable("the strictness") }
        if !request.query.examples.isEmpty { throw .unsayable("several examples") }
        if request.query.mayHaveMinusWords { throw .unsayable("words with a minus") }
        if !request.query.avoidedColors.isEmpty { throw .unsayable("colors to avoid") }
        if !request.query.unlike.isEmpty { throw .unsayable("items to be unlike") }
        if request.variants != nil { throw .unsayable("one hit for the variants of a product") }
        if request.diversity != nil { throw .unsayable("an order in which hits differ") }
        if let facets = request.facets {
            let usual = SearchRequest.FacetRequest([])
            // Its answers have the range of a field of numbers and no histogram, which none is asked for with 0.
            if facets.bins != usual.bins, facets.bins != 0 { throw .unsayable("the bins of a histogram") }
            if facets.tree { throw .unsayable("facets as a tree") }
            if facets.fields.contains(Facet.pictureColors) { throw .unsayable("the colors that pictures show") }
            if facets.excludesOwnFilter { throw .unsayable("facets without the filter on their own field") }
        }
        self.init(
            page: request.page, limit: request.limit, score: true, scores: request.scores,
            fields: request.fields?.filter { $0 != "*" } ?? [], allFields: request.fields?.contains("*") ?? true,
            filters: try ViSearch.FieldFilter.all(of: request.filter), facets: request.facets?.fields ?? [])
        facetLimit = request.facets?.limit ?? 10
        facetCounts = request.facets != nil
        sort = request.sort
        groupField = request.grouping?.field
        groupLimit = request.grouping?.limit
        dedup = request.dedup != nil
        dedupThreshold = request.dedup
    }
}

extension ViSearch.FieldFilter {
    static func all(of filter: Filter) throws(SearchError) -> [Self] {
        switch filter {
        case .all: return []
        case .equal(let field, let value):
            return [try equality(field, value)]
        case .between(let field, let low, let high):
            guard low.number != nil, high.number != nil else { throw .unsayable("a range of strings") }
            return [Self(field, text: "\(low.written),\(high.written)")]
        case .and(let filters):
            var all: [Self] = []
            for filter in filters { all += try Self.all(of: filter) }
            return all
        case .differs, .less, .lessOrEqual, .greater, .greaterOrEqual, .oneOf, .differsFromAll, .like, .exists, .or,
            .not:
            throw .unsayable("a filter other than equality and closed ranges")
        }
    }
}

extension ViSearch.FieldFilter {
    /// A value travels as bare text, and what it means is for the service to say, which knows the kind of the field.
    /// Refused is what it could take for something else.
    private static func equality(_ field: String, _ value: AttributeValue) throws(SearchError) -> Self {
        let text = value.written
        switch value {
        case .int, .float, .bool, .date: return Self(field, text: text)
        case .list(let values) where values.count != 1: throw .unsayable("equality with several strings")
        case .string, .text, .list:
            if text.contains(","), text.split(separator: ",").allSatisfy(isEndOfRange) {
                throw .unsayable("the string '\(text)', which is a range of numbers there")
            }
            if text != text.trimmingCharacters(in: .whitespacesAndNewlines) {
                throw .unsayable("the string '\(text)', whose blanks at the ends would be lost")
            }
            return Self(field, text: text)
        }
    }

    private static func isEndOfRange(_ text: Substring) -> Bool {
        text.allSatisfy(\.isWhitespace) || [.float, .date].contains { AttributeValue(String(text), as: $0) != nil }
    }
}

extension [SearchRequest.WeightedColor] {
    /// Weights from 1 to 100 in about the same ratio.
    var weighted: [ViSearch.ColorSearch.Color] {
        let maximum = map(\.weight).max() ?? 1
        return map { color in
            let share = color.weight / maximum * 100
            let weight = share.isFinite ? Swift.max(1, Int(share.rounded())) : 0
            return ViSearch.ColorSearch.Color(color.color.hex, weight: count == 1 && share.isFinite ? nil : weight)
        }
    }
}

extension Detection {
    var choice: ViSearch.DetectionChoice { type.map { .type($0) } ?? .all }

    var limits: [Parameters.Parameter] {
        [.init("detection_limit", String(limit)), .init("detection_sensitivity", sensitivity.rawValue)]
    }

    /// The values that objects must have, for each field with commas between them.
    func wantedAttributes() throws(SearchError) -> [Parameters.Parameter] {
        var parameters: [Parameters.Parameter] = []
        for (field, values) in attributes.sorted(by: { $0.key < $1.key }) {
            guard !field.isEmpty, !field.contains(where: { "[]".contains($0) }) else {
                throw .unsayable("the attribute '\(field)' of objects")
            }
            for value in values {
                let isBlank = value.allSatisfy(\.isWhitespace)
                if isBlank || value.contains(",") {
                    throw .unsayable("the value '\(value)' of an attribute of objects")
                }
            }
            // No object has one of no values.
            if values.isEmpty { throw .unsayable("an attribute of objects without a value") }
            parameters.append(.init("detection_attribute[\(field)]", values.joined(separator: ",")))
        }
        return parameters
    }
}

extension SearchAnswer {
    init(_ results: ViSearch.Results, _ request: SearchRequest, scale: UploadScale?) {
        var queryItem: Item?
        if case .item(let id) = request.query.example, let info = results.queryInfo {
            queryItem = Item(id: id, source: info["im_url"]?.text, attributes: info.compactMapValues(\.asAttribute))
        }
        let facets = (results.facets ?? []).map { facet in
            Facet(
                field: facet.field, values: (facet.values ?? []).map { Facet.Value($0.value, count: $0.count ?? 0) },
                range: facet.range)
        }
        self.init(
            total: results.total ?? results.hits.count, page: results.page ?? request.page, limit: request.limit,
            hits: results.hits.map { Hit($0) },
            groups: (results.groups ?? []).map { Group(value: $0.value, hits: $0.hits.map { Hit($0) }) },
            facets: facets, queryItem: queryItem,
            objects: (results.productTypes ?? []).map { RecognizedObject($0, scale: scale) })
    }
}

extension Hit {
    init(_ hit: ViSearch.Hit) {
        self.init(
            id: hit.name, score: hit.score ?? 0, source: hit.url,
            attributes: hit.values.compactMapValues(\.asAttribute))
    }
}

extension RecognizedObject {
    init(_ object: ViSearch.FoundObject, scale: UploadScale?) {
        let box = object.box ?? Box(covering: scale?.uploaded ?? Size(width: 1, height: 1))
        self.init(
            box: scale?.unmap(box) ?? box, score: object.score ?? 0, type: object.type,
            typeConfidence: object.score ?? 0,
            attributes: object.attributes)
    }
}

extension JSONValue {
    /// The service writes all values as strings.
    fileprivate var asAttribute: AttributeValue? { text.map { .string($0) } }
}
