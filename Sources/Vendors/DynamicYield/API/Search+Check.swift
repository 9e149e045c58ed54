extension DynamicYield.Search {
    /// Everything in the search that the service would refuse; empty for a proper one.
    ///
    /// - Parameter imageBytes: The bytes of the picture as it is sent, if there is one.
    package func faults(imageBytes: Int? = nil) -> [DynamicYield.Fault] {
        typealias Limits = DynamicYield.Limits
        var faults: [DynamicYield.Fault] = []
        func ensure(_ holds: Bool, _ path: String, _ text: @autoclosure () -> String) {
            if !holds { faults.append(DynamicYield.Fault(path, text())) }
        }
        if case .text(let text, _) = query {
            ensure(
                text.count <= Limits.textLength, "query.text",
                "must have at most \(Limits.textLength) characters, not \(text.count)")
        }
        if let imageBytes {
            ensure(imageBytes > 0, "query.imageBase64", "must not be empty")
            ensure(
                imageBytes <= Limits.imageBytes, "query.imageBase64",
                "must have at most \(Limits.imageBytes) bytes, not \(imageBytes)")
        }
        ensure(
            filters.count <= Limits.filters, "query.filters",
            "at most \(Limits.filters) filters are possible, not \(filters.count)")
        for (index, filter) in filters.enumerated() {
            for (member, text) in filter.faults {
                faults.append(DynamicYield.Fault("query.filters[\(index)]\(member)", text))
            }
        }
        if let window {
            ensure(
                Limits.slots.contains(window.numItems), "query.pagination.numItems",
                "must be from \(Limits.slots.lowerBound) to \(Limits.slots.upperBound), not \(window.numItems)")
            ensure(window.offset >= 0, "query.pagination.offset", "must be 0 or more, not \(window.offset)")
        }
        if case .field(let name, _, _) = sort {
            ensure(!name.isEmpty, "query.sortBy.field", "must not be empty")
        }
        return faults
    }
}

extension DynamicYield.Filter {
    fileprivate var faults: [(member: String, text: String)] {
        var faults: [(String, String)] = []
        if field.isEmpty { faults.append((".field", "must not be empty")) }
        let limit = DynamicYield.Limits.values
        switch self {
        case .anyOf(_, let values):
            if values.isEmpty { faults.append((".values", "must have at least one value")) }
            if values.count > limit {
                faults.append((".values", "must have at most \(limit) values, not \(values.count)"))
            }
        case .range(_, let least, let most):
            if least == nil, most == nil { faults.append(("", "needs values, or min, or max")) }
            for (name, bound) in [(".min", least), (".max", most)] where bound?.isFinite == false {
                faults.append((name, "must be a finite number"))
            }
            if let least, let most, least > most {
                faults.append(("", "min \(least) is greater than max \(most)"))
            }
        }
        return faults
    }
}
