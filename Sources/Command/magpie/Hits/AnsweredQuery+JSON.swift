import Essentials
import Imaging
import SearchAPI
import WireFormat

extension AnsweredQuery {
    /// One object for each query, on a line of its own.
    func line(place: StorePlace, fields: [String]?) -> String {
        JSONWriter.line { json in
            query.write(to: &json, box: answer.queryBox)
            json.member("ok", true)
            json.member("total", answer.total)
            json.member("page", answer.page)
            json.member("limit", answer.limit)
            answer.write(to: &json, place: place, fields: fields)
            json.member("ms", milliseconds, places: 2)
        }
    }
}

extension SearchAnswer {
    /// Hits or groups, and facets where there are some.
    func write(to json: inout JSONWriter, place: StorePlace, fields: [String]?) {
        func add(_ name: String, _ hits: [Hit], from first: Int = 1, to json: inout JSONWriter) {
            json.member(name, array: Array(hits.enumerated())) { json, hit in
                json.object { hit.element.write(to: &$0, rank: first + hit.offset, place: place, fields: fields) }
            }
        }
        if groups.isEmpty {
            add("hits", hits, from: firstRank, to: &json)
        } else {
            json.member("groups", array: groups) { json, group in
                json.object {
                    $0.member("value", group.value)
                    add("hits", group.hits, to: &$0)
                }
            }
        }
        if !nearest.isEmpty { add("nearest", nearest, to: &json) }
        if !facets.isEmpty { json.member("facets", array: facets) { json, facet in json.object(facet.write) } }
        if let correctedQuery { json.member("corrected_query", correctedQuery) }
        if !rules.isEmpty { json.member("rules", array: rules) { json, rule in json.object(rule.write) } }
        if let stages { json.member("stages", array: stages) { $0.value($1.rawValue) } }
        if let redirect { json.member("redirect", redirect) }
        if !phrases.isEmpty { json.member("phrases", array: phrases) { json, phrase in json.object(phrase.write) } }
        if !notices.isEmpty { json.member("notices", array: notices) { json, notice in json.object(notice.write) } }
    }
}

extension PictureQuery {
    /// The member `query`.
    func write(to json: inout JSONWriter, box: Box? = nil) {
        json.member("query") { json in
            if let picture { json.member("image", picture.text) }
            if pictures.count > 1 { json.member("images", array: pictures) { $0.value($1.text) } }
            if let id = ids.first { json.member("id", id) }
            if ids.count > 1 { json.member("ids", array: ids) { $0.value($1) } }
            if !options.unlike.isEmpty { json.member("unlike", array: options.unlike) { $0.value($1.text) } }
            if picture != nil, let box { json.member("box", box) }
            if !options.colors.isEmpty {
                json.member("colors", array: options.colors) { json, color in
                    json.object {
                        $0.member("hex", color.color.hex)
                        $0.member("weight", color.weight, places: 4)
                    }
                }
            }
            if !options.avoidedColors.isEmpty {
                json.member("avoided_colors", array: options.avoidedColors) { $0.value($1.hex) }
            }
            if let text = options.text { json.member("text", text) }
        }
    }

    /// The line of a query whose picture cannot be used.
    func line(_ error: ImageError) -> String {
        JSONWriter.line { json in
            write(to: &json)
            json.member("ok", false)
            json.member("error", error)
        }
    }
}

extension JSONWriter {
    /// The values of an item in some fields; nil for all.
    mutating func member(_ attributes: [String: AttributeValue], of fields: [String]?) {
        member("attributes") { json in
            for (name, value) in attributes.sorted(by: { $0.key < $1.key }) where fields?.contains(name) ?? true {
                json.key(name)
                value.write(to: &json)
            }
        }
    }
}

extension Hit {
    fileprivate func write(to json: inout JSONWriter, rank: Int, place: StorePlace, fields: [String]?) {
        json.member("rank", rank)
        json.member("id", id)
        json.member("score", score, places: 4)
        json.member("relevance", relevance, places: 4)
        json.member("relevant", isRelevant)
        if let source { json.member("path", place.file(of: source)?.text ?? source) }
        if let picture {
            json.member("picture") { json in
                json.member("number", picture.number)
                if let role = picture.role { json.member("role", role.rawValue) }
                if let source = picture.source { json.member("path", place.file(of: source)?.text ?? source) }
            }
        }
        json.member(attributes, of: fields)
        if let guessedType {
            json.member("guessed_type") { json in
                json.member("name", guessedType.name)
                json.member("probability", guessedType.probability, places: 4)
            }
        }
        if let variants {
            if let swatch { json.member("swatch", swatch.hex) }
            json.member("variants", array: variants) { json, variant in
                json.object { variant.write(to: &$0, place: place, fields: fields) }
            }
            json.member("variant_count", variantCount ?? variants.count)
        }
        if let explanation {
            json.member("explanation") { json in
                for part in explanation.parts { json.member(part.name, part.value, places: 4) }
                if let shownClass = explanation.shownClass { json.member("shown_class", shownClass) }
                if let stage = explanation.stage { json.member("stage", stage.rawValue) }
                if !explanation.rules.isEmpty {
                    json.member("rules", array: explanation.rules) { json, move in json.object(move.write) }
                }
            }
        }
    }
}

extension HitVariant {
    fileprivate func write(to json: inout JSONWriter, place: StorePlace, fields: [String]?) {
        json.member("id", id)
        json.member("score", score, places: 4)
        if let source { json.member("path", place.file(of: source)?.text ?? source) }
        if let color { json.member("color", color.hex) }
        json.member(attributes, of: fields)
    }
}

extension Explanation {
    /// In the order of the columns.
    var parts: [(name: String, value: Double)] {
        [("shape", shape), ("color", color), ("pattern", pattern), ("kind", kind), ("text", text), ("shown", shown)]
    }
}

extension ReadPhrase {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("text", text)
        json.member("label", label)
        json.member("range", array: [range.lowerBound, range.upperBound]) { $0.value($1) }
        if let filter { json.member("fields", array: filter.fields.sorted()) { $0.value($1) } }
        if let sort { json.member("sort", "\(sort.field):\(sort.ascending ? "asc" : "desc")") }
    }
}

extension Notice {
    func write(to json: inout JSONWriter) {
        json.member("kind", kind.rawValue)
        json.member("text", text)
        if let field { json.member("field", field) }
        if let suggestion { json.member("suggestion", suggestion) }
    }
}

extension AttributeValue {
    func write(to json: inout JSONWriter) {
        switch self {
        case .int(let value): json.value(value)
        case .float(let value): json.decimal(value, places: 6)
        case .bool(let value): json.value(value)
        case .list(let values): json.array(values) { $0.value($1) }
        case .string, .text, .date: json.value(written)
        }
    }
}
