internal import VisualSearch

extension ContentQuery {
    /// The query without the age that its answer may have: what the answer depends on, beside the content.
    var key: ContentQuery {
        var key = self
        key.cacheSeconds = 0
        return key
    }

    /// About the bytes of the query in memory. A picture counts as more than any cache keeps.
    var bytes: Int {
        if picture != nil { return 1 << 30 }
        var bytes = 256 + (text?.utf8.count ?? 0) + filter.bytes
        for list in [modules, ids ?? [], fields ?? []] + relations.map({ $0.ids ?? [] }) { bytes += list.bytes }
        for tag in audience?.tags ?? [] { bytes += 64 + tag.name.utf8.count + (tag.value?.utf8.count ?? 0) }
        return bytes + 64 * (relations.count + order.count)
    }
}

extension [String] {
    fileprivate var bytes: Int { reduce(0) { $0 + $1.utf8.count + 32 } }
}

extension Filter {
    fileprivate var bytes: Int {
        switch self {
        case .all: 16
        case .and(let filters), .or(let filters): filters.reduce(64) { $0 + $1.bytes }
        case .not(let filter): 64 + filter.bytes
        case .exists(let field): 64 + field.utf8.count
        case .equal(let field, let value), .differs(let field, let value), .less(let field, let value),
            .lessOrEqual(let field, let value), .greater(let field, let value), .greaterOrEqual(let field, let value):
            64 + field.utf8.count + value.bytes
        case .oneOf(let field, let values), .differsFromAll(let field, let values):
            values.reduce(64 + field.utf8.count) { $0 + $1.bytes }
        case .between(let field, let low, let high): 64 + field.utf8.count + low.bytes + high.bytes
        case .like(let field, let pattern): 96 + field.utf8.count + pattern.utf8.count
        }
    }
}

extension AttributeValue {
    fileprivate var bytes: Int {
        switch self {
        case .string(let text), .text(let text): 64 + text.utf8.count
        case .list(let texts): 64 + texts.bytes
        case .int, .float, .bool, .date: 64
        }
    }
}
