extension Snapshot {
    /// The greatest depth of nested filters.
    static let filterDepth = 100

    /// The slots that hold an item.
    package func live() throws(SearchError) -> Bitmap { visible(try store.columns.live(in: self)) }

    /// The slots without those that are hidden.
    func visible(_ slots: Bitmap) -> Bitmap { hidden.map { slots.subtracting($0) } ?? slots }

    /// Returns the slots of the items that pass a filter. See ``/SearchAPI/Filter`` for the meaning of each comparison.
    package func matching(_ filter: Filter) throws(SearchError) -> Bitmap {
        visible(try matching(filter, depth: 0))
    }

    private func matching(_ filter: Filter, depth: Int) throws(SearchError) -> Bitmap {
        guard depth <= Snapshot.filterDepth else {
            throw .invalidArgument("a filter is at most \(Snapshot.filterDepth) deep")
        }
        // Sets of slots are cheap: a comparison with a value costs as much as hundreds of their bits.
        try spend(1 + slots / 256)
        if let matches = try pictureColorMatches(filter) { return matches }
        switch filter {
        case .all: return try live()
        case .and(let filters):
            var result = try live()
            for filter in filters { result.formIntersection(try matching(filter, depth: depth + 1)) }
            return result
        case .or(let filters):
            var result = Bitmap(size: slots)
            for filter in filters { result.formUnion(try matching(filter, depth: depth + 1)) }
            return result
        case .not(let filter): return try live().subtracting(matching(filter, depth: depth + 1))
        case .exists(let name):
            guard let field = try field(name) else { return Bitmap(size: slots) }
            return try column(field, .whole).present
        case .equal(let name, let value):
            return try compare(name) { field throws(SearchError) in
                try equal(field, [value])
            }
        case .oneOf(let name, let values):
            return try compare(name) { field throws(SearchError) in
                try equal(field, values)
            }
        case .differs(let name, let value):
            return try compare(name) { field throws(SearchError) in
                try column(field, .whole).present.subtracting(equal(field, [value]))
            }
        case .differsFromAll(let name, let values):
            return try compare(name) { field throws(SearchError) in
                try column(field, .whole).present.subtracting(equal(field, values))
            }
        case .less(let name, let value):
            return try compare(name) { field throws(SearchError) in
                try ordered(field, value, orEqual: false, up: false)
            }
        case .lessOrEqual(let name, let value):
            return try compare(name) { field throws(SearchError) in
                try ordered(field, value, orEqual: true, up: false)
            }
        case .greater(let name, let value):
            return try compare(name) { field throws(SearchError) in
                try ordered(field, value, orEqual: false, up: true)
            }
        case .greaterOrEqual(let name, let value):
            return try compare(name) { field throws(SearchError) in
                try ordered(field, value, orEqual: true, up: true)
            }
        case .between(let name, let low, let high):
            return try compare(name) { field throws(SearchError) in
                try between(field, low, high)
            }
        case .like(let name, let pattern):
            return try compare(name) { field throws(SearchError) in
                guard case .strings(let column) = try column(field, .whole) else { return Bitmap(size: slots) }
                let pattern = LikePattern(pattern)
                try spend(column.strings.count * pattern.cost)
                var watch = Watch()
                let slots = column.matching { watch.goesOn() && pattern.matches($0) }
                try watch.check()
                return slots
            }
        }
    }

    func field(_ name: String) throws(SearchError) -> Field? { try store.columns.fields(of: self)[name] }

    func column(_ field: Field, _ form: Column.Form) throws(SearchError) -> Column {
        try store.columns.column(field, form, in: self)
    }

    /// A comparison with an unknown field holds for no item.
    private func compare(
        _ name: String, _ body: (Field) throws(SearchError) -> Bitmap
    ) throws(SearchError) -> Bitmap {
        guard let field = try field(name) else { return Bitmap(size: slots) }
        return try body(field)
    }

    private func equal(_ field: Field, _ values: [AttributeValue]) throws(SearchError) -> Bitmap {
        try spend(values.count / 8)
        switch try column(field, field.type == .text ? .words : .whole) {
        case .strings(let column):
            let texts = values.flatMap(\.texts)
            return column.matching(
                anyOf: field.type == .text ? Array(try words(meantBy: texts, in: column.strings)) : texts)
        case .integers(let column):
            let days = field.type == .date ? values.compactMap(\.days) : []
            if !days.isEmpty {
                let others = values.filter { $0.days == nil }
                return column.matching { value in days.contains { $0.contains(value) } }
                    .union(others.isEmpty ? Bitmap(size: slots) : try equal(field, others))
            }
            let wanted = values.compactMap { Operand($0, for: field.type) }
            let whole = Set(wanted.compactMap(\.whole))
            let fractions = Set(wanted.compactMap { $0.whole == nil ? $0.number : nil })
            if fractions.isEmpty { return column.matching { whole.contains($0) } }
            return column.matching { whole.contains($0) || fractions.contains(Double($0)) }
        case .floats(let column):
            let wanted = Set(values.compactMap { Operand($0, for: field.type)?.number })
            return column.matching { wanted.contains($0) }
        }
    }

    /// Values above or below one.
    private func ordered(
        _ field: Field, _ value: AttributeValue, orEqual: Bool, up: Bool
    ) throws(SearchError) -> Bitmap {
        func holds<Number: Comparable>(_ left: Number, _ right: Number) -> Bool {
            up ? (orEqual ? left >= right : left > right) : (orEqual ? left <= right : left < right)
        }
        switch try column(field, .whole) {
        case .strings(let column):
            let texts = value.texts
            try spend(column.strings.count * texts.count / 4)
            return column.matching { string in texts.contains { holds(string, $0) } }
        case .integers(let column):
            // The whole of a day or a month is after its last moment, or up to it.
            if field.type == .date, let days = value.days {
                let end = up == orEqual ? days.lowerBound : days.upperBound
                return column.matching { holds($0, end) }
            }
            guard let operand = Operand(value, for: field.type) else { return Bitmap(size: slots) }
            if let whole = operand.whole { return column.matching { holds($0, whole) } }
            return column.matching { holds(Double($0), operand.number) }
        case .floats(let column):
            guard let operand = Operand(value, for: field.type) else { return Bitmap(size: slots) }
            return column.matching { holds($0, operand.number) }
        }
    }

    /// For lists one and the same string has to be within.
    private func between(
        _ field: Field, _ low: AttributeValue, _ high: AttributeValue
    ) throws(SearchError) -> Bitmap {
        if case .strings(let column) = try column(field, .whole) {
            let (lows, highs) = (low.texts, high.texts)
            try spend(column.strings.count * (lows.count + highs.count) / 4)
            return column.matching { string in
                lows.contains { string >= $0 } && highs.contains { string <= $0 }
            }
        }
        return try ordered(field, low, orEqual: true, up: true)
            .intersection(ordered(field, high, orEqual: true, up: false))
    }
}
