import Foundation
import Imaging
import SearchAPI

extension Found {
    /// One object for each query.
    func json(place: StorePlace, fields: [String]?) -> JSON {
        var members: [JSON.Member] = [
            .init(key: "query", value: query.json(box: answer.queryBox)),
            .init(key: "ok", value: true),
            .init(key: "total", value: .integer(answer.total)),
            .init(key: "page", value: .integer(answer.page)),
            .init(key: "limit", value: .integer(answer.limit)),
        ]
        members += answer.members(place: place, fields: fields)
        members.append(.init(key: "ms", value: .decimal(milliseconds, places: 2)))
        return .object(members)
    }
}

extension SearchAnswer {
    /// Hits or groups, and facets where there are some.
    func members(place: StorePlace, fields: [String]?) -> [JSON.Member] {
        var members: [JSON.Member] = []
        if groups.isEmpty {
            members.append(.init(key: "hits", value: rows(hits, from: firstRank, place, fields)))
        } else {
            let groups = groups.map { group -> JSON in
                ["value": .string(group.value), "hits": rows(group.hits, from: 1, place, fields)]
            }
            members.append(.init(key: "groups", value: .array(groups)))
        }
        if !nearest.isEmpty { members.append(.init(key: "nearest", value: rows(nearest, from: 1, place, fields))) }
        if !facets.isEmpty { members.append(.init(key: "facets", value: .array(facets.map(\.json)))) }
        if !notices.isEmpty { members.append(.init(key: "notices", value: .array(notices.map(\.json)))) }
        return members
    }

    private func rows(_ hits: [Hit], from first: Int, _ place: StorePlace, _ fields: [String]?) -> JSON {
        .array(hits.enumerated().map { $1.json(rank: first + $0, place: place, fields: fields) })
    }
}

extension PictureQuery {
    func json(box: Box? = nil) -> JSON {
        var members: [JSON.Member] = []
        if let picture { members.append(.init(key: "image", value: .string(picture.text))) }
        if let id = options.id { members.append(.init(key: "id", value: .string(id))) }
        if picture != nil, let box { members.append(.init(key: "box", value: box.json)) }
        if !options.colors.isEmpty {
            let colors = options.colors.map { color -> JSON in
                ["hex": .string(color.color.hex), "weight": .decimal(color.weight, places: 4)]
            }
            members.append(.init(key: "colors", value: .array(colors)))
        }
        if let text = options.text { members.append(.init(key: "text", value: .string(text))) }
        return .object(members)
    }
}

extension Hit {
    fileprivate func json(rank: Int, place: StorePlace, fields: [String]?) -> JSON {
        var members: [JSON.Member] = [
            .init(key: "rank", value: .integer(rank)),
            .init(key: "id", value: .string(id)),
            .init(key: "score", value: .decimal(score, places: 4)),
            .init(key: "relevance", value: .decimal(relevance, places: 4)),
            .init(key: "relevant", value: .bool(isRelevant)),
        ]
        if let source { members.append(.init(key: "path", value: .string(place.file(of: source)?.text ?? source))) }
        let shown = attributes.filter { fields?.contains($0.key) ?? true }.sorted { $0.key < $1.key }
        members.append(
            .init(key: "attributes", value: .object(shown.map { JSON.Member(key: $0.key, value: $0.value.json) })))
        if let explanation {
            let parts = explanation.parts.map { JSON.Member(key: $0.name, value: .decimal($0.value, places: 4)) }
            members.append(.init(key: "explanation", value: .object(parts)))
        }
        return .object(members)
    }
}

extension Explanation {
    /// In the order in which they are shown.
    var parts: [(name: String, value: Double)] {
        [("shape", shape), ("color", color), ("pattern", pattern), ("text", text)]
    }
}

extension Facet {
    fileprivate var json: JSON {
        if let range {
            let ends: JSON = [.decimal(range.lowerBound, places: 6), .decimal(range.upperBound, places: 6)]
            let bins = histogram.map { bin -> JSON in
                [
                    "from": .decimal(bin.lower, places: 6), "to": .decimal(bin.upper, places: 6),
                    "count": .integer(bin.count),
                ]
            }
            return ["field": .string(field), "range": ends, "histogram": .array(bins)]
        }
        let values = values.map { value -> JSON in ["value": .string(value.value), "count": .integer(value.count)] }
        return ["field": .string(field), "values": .array(values)]
    }
}

extension Notice {
    fileprivate var json: JSON {
        var members: [JSON.Member] = [
            .init(key: "kind", value: .string(kind.rawValue)), .init(key: "text", value: .string(text)),
        ]
        if let field { members.append(.init(key: "field", value: .string(field))) }
        if let suggestion { members.append(.init(key: "suggestion", value: .string(suggestion))) }
        return .object(members)
    }
}

extension AttributeValue {
    var json: JSON {
        switch self {
        case .int(let value): .integer(value)
        case .float(let value): .decimal(value, places: 6)
        case .bool(let value): .bool(value)
        case .list(let values): .array(values.map { .string($0) })
        case .string, .text, .date: .string(written)
        }
    }
}
