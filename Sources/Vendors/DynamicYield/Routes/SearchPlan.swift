internal import DynamicYieldAPI
internal import Essentials
internal import SearchServer

/// A search in the words of the engine.
struct SearchPlan {
    /// The order of hits.
    enum Order {
        case relevance
        case popularity(ascending: Bool)
        case field(SearchRequest.Sort)
    }

    let search: DynamicYield.Search
    let columns: CatalogColumns
    private(set) var filter = Filter.all
    /// The items that may be in the answer, where a filter names them; the id of an item is its sku.
    private(set) var skus: Set<String>?
    private(set) var order = Order.relevance
    private(set) var warnings: [DynamicYield.Warning] = []

    /// - Parameters:
    ///   - unknown: Members of the request that mean nothing.
    ///   - fields: The fields of the store.
    ///   - roles: The fields by the columns that somebody has chosen them for.
    /// - Throws: All faults that only the catalog shows.
    init(
        _ search: DynamicYield.Search, unknown: [String], fields: [String: AttributeType],
        roles: [String: String] = [:]
    ) throws(Faults) {
        self.search = search
        columns = CatalogColumns(fields, branch: search.branch, roles: roles)
        warnings = unknown.map { DynamicYield.Warning("unknownMember", "\($0) means nothing here and was ignored") }
        var faults: [DynamicYield.Fault] = []
        var filters: [Filter] = []
        for (index, filter) in search.filters.enumerated() {
            let path = "query.filters[\(index)]"
            if filter.field == "sku", columns.type("sku") == nil, case .anyOf(_, let values) = filter {
                skus = skus?.intersection(values) ?? Set(values)
                if !isListing { faults.append(.init(path, "products can be chosen by sku where the text is empty")) }
                continue
            }
            do throws(DynamicYield.Fault) { filters.append(try translated(filter)) } catch {
                faults.append(.init(path + error.path, error.text))
            }
        }
        if let limit = columns.limit { filters.append(limit) }
        filter = filters.count == 1 ? filters[0] : filters.isEmpty ? .all : .and(filters)
        do throws(DynamicYield.Fault) { try readOrder() } catch { faults.append(error) }
        readProductData()
        if !faults.isEmpty { throw Faults(faults) }
    }

    /// True for an empty text: all products that pass the filters.
    var isListing: Bool {
        guard case .text(let text, _) = search.query else { return false }
        return text.allSatisfy(\.isWhitespace)
    }

    /// A picture without a window has one bounded list.
    var window: DynamicYield.Window { search.window ?? .init(numItems: DynamicYield.Limits.slots.upperBound) }

    private func field(_ column: String) throws(DynamicYield.Fault) -> (name: String, type: AttributeType) {
        guard let name = columns.field(column), let type = columns.type(column) else {
            throw .init(".field", SearchError.unknownField(column, known: columns.all).description)
        }
        return (name, type)
    }

    private func translated(_ filter: DynamicYield.Filter) throws(DynamicYield.Fault) -> Filter {
        if columns.isEmpty { return .all }
        let (name, type) = try field(filter.field)
        switch filter {
        case .anyOf(_, let texts):
            var values: [AttributeValue] = []
            for (index, text) in texts.enumerated() {
                guard let value = AttributeValue(text, of: type) else {
                    throw .init(
                        ".values[\(index)]", "`\(text.prefix(64))` is no \(type.rawValue), as \(filter.field) is")
                }
                values.append(value)
            }
            return .oneOf(name, values)
        case .range(let column, let minimum, let maximum):
            guard [.int, .float, .date].contains(type) else {
                throw .init("", "\(column) holds \(type.rawValue) values; min and max are for numbers and dates")
            }
            switch (minimum, maximum) {
            case (let minimum?, let maximum?): return .between(name, .float(minimum), .float(maximum))
            case (let minimum?, nil): return .greaterOrEqual(name, .float(minimum))
            case (nil, let maximum?): return .lessOrEqual(name, .float(maximum))
            case (nil, nil): return .all
            }
        }
    }

    private mutating func readOrder() throws(DynamicYield.Fault) {
        switch search.sort {
        case .relevance: order = .relevance
        case .popularity(let direction): order = .popularity(ascending: direction == .ascending)
        case .field(let column, let declared, let direction):
            if columns.isEmpty { return }
            guard let name = columns.field(column), let type = columns.type(column) else {
                let known = columns.all + ["popularity", "relevance"]
                throw .init("query.sortBy.field", SearchError.unknownField(column, known: known).description)
            }
            order = .field(SearchRequest.Sort(name, ascending: direction == .ascending))
            if let declared, !declared.fits(type) {
                let text = "\(column) holds \(type.rawValue) values and was sorted as such, not as \(declared.rawValue)"
                warnings.append(DynamicYield.Warning("sortType", text))
            }
        }
    }

    private mutating func readProductData() {
        guard case .fields(let names) = search.productData, !columns.isEmpty else { return }
        for name in names.prefix(20) where !columns.has(name) {
            warnings.append(.init("unknownField", SearchError.unknownField(name, known: columns.all).description))
        }
    }
}

extension DynamicYield.Sort.ColumnType {
    fileprivate func fits(_ type: AttributeType) -> Bool {
        switch self {
        case .number: [.int, .float, .bool].contains(type)
        case .date: type == .date
        case .string: [.string, .text, .list].contains(type)
        }
    }
}

extension AttributeValue {
    /// A value to compare a field of a kind with; nil for a text that is no such value.
    fileprivate init?(_ text: String, of type: AttributeType) {
        switch type {
        case .string, .text, .list: self = .string(text)
        case .int:
            // A fraction is equal to no whole number, and no error.
            guard let value = AttributeValue(text, as: .int) ?? AttributeValue(text, as: .float) else { return nil }
            self = value
        case .float, .bool, .date:
            guard let value = AttributeValue(text, as: type) else { return nil }
            self = value
        }
    }
}
