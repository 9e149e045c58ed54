extension SearchRequest {
    /// Throws for the first field that the store does not have, and for a condition that its field cannot meet. An empty
    /// store has no fields, which is no error of the request.
    func checkFields(in snapshot: borrowing Snapshot) throws(SearchError) {
        var asked: [String] = []
        if let sort { asked.append(sort.field) }
        if let grouping { asked.append(grouping.field) }
        if let variants { asked.append(variants.field) }
        if case .field(let name)? = diversity?.by { asked.append(name) }
        let colors = try snapshot.knowsPictureColors ? Facet.pictureColors : "*"
        asked += facets?.fields.filter { $0 != "*" && $0 != colors } ?? []
        asked += fields?.filter { $0 != "*" } ?? []
        guard !asked.isEmpty || filter != .all, snapshot.count > 0 else { return }
        let known = try snapshot.store.columns.fields(of: snapshot)
        for name in asked where known[name] == nil { throw .unknownField(name, known: known.keys) }
        try snapshot.check(filter)
    }
}

extension Snapshot {
    /// Throws for a condition of a filter that no item can meet by the type of its field; see ``/SearchAPI/Filter``.
    package func check(_ filter: Filter) throws(SearchError) {
        guard filter != .all, count > 0 else { return }
        var types = try store.columns.fields(of: self).mapValues(\.type)
        if try knowsPictureColors {
            if types.isEmpty, let name = filter.fields.sorted().first(where: { $0 != Facet.pictureColors }) {
                throw .unknownField(name, known: types.keys)
            }
            types[Facet.pictureColors] = .list
            try filter.checkPictureColors()
        }
        try filter.check(types)
    }

    /// Returns the notices about the filter and the facets of a request.
    ///
    /// - Parameter isEmpty: True if no item matches; only then values are checked.
    func notices(of request: SearchRequest, isEmpty: Bool) throws(SearchError) -> [Notice] {
        var notices: [Notice] = []
        let known = try store.columns.fields(of: self)
        var seen: Set<String> = []
        for name in request.facets?.fields ?? [] where known[name]?.type == .text && seen.insert(name).inserted {
            let text = "`\(name)` is text, and only whole values can be counted; make it a string or a list"
            notices.append(Notice(.noFacet, text, field: name))
        }
        guard isEmpty else { return notices }
        for (name, value) in request.filter.wantedValues.prefix(16) {
            guard let field = known[name], field.type == .string || field.type == .list,
                case .strings(let column) = try column(field, .whole)
            else { continue }
            for text in value.texts.prefix(16) where column.matching(anyOf: [text]).isEmpty {
                try Budget.checkCurrent()
                // A branch has items below it.
                if !column.matching({ $0.hasPrefix(text + Facet.branchSeparator) }).isEmpty { continue }
                // Some of the strings no item has any more.
                let strings = column.strings.prefix(Snapshot.comparedValues)
                let meant = SearchError.likeliest(text, among: strings).flatMap {
                    column.matching(anyOf: [$0]).isEmpty ? nil : $0
                }
                let hint = meant.map { "; did you mean `\($0)`?" } ?? ""
                notices.append(
                    Notice(.unknownValue, "no item has the \(name) `\(text)`\(hint)", field: name, suggestion: meant))
            }
        }
        return notices
    }

    /// Values of a field that a mistyped one is compared with at most.
    private static let comparedValues = 20_000
}
