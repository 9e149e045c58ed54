extension PhraseReader {
    private func filter(
        _ comparison: PhraseLanguage.Comparison, _ number: Double, of field: PhraseField, isConverted: Bool
    ) -> Filter {
        func value(_ number: Double) -> AttributeValue {
            field.type == .int ? Int(exactly: number).map(AttributeValue.int) ?? .float(number) : .float(number)
        }
        switch comparison {
        case .less: return .less(field.name, value(number))
        case .atMost: return .lessOrEqual(field.name, value(number))
        case .more: return .greater(field.name, value(number))
        case .atLeast: return .greaterOrEqual(field.name, value(number))
        case .around: return .between(field.name, value(number * 0.8), value(number * 1.2))
        case .exactly:
            // 14 inches are 35.56 cm, and are listed as 35.6.
            return isConverted
                ? .between(field.name, value(number * 0.995), value(number * 1.005)) : .equal(field.name, value(number))
        }
    }

    /// The condition of amounts on a field; nil for a unit that the field does not have.
    func filter(
        _ comparison: PhraseLanguage.Comparison, low: PhraseAmount, high: PhraseAmount?, of index: Int
    ) -> Filter? {
        let field = catalog.fields[index]
        if !field.measures.isEmpty { return measured(comparison, low, high, of: field) }
        guard let number = low.number(in: field) else { return nil }
        let isConverted = low.unit.map { $0.size != field.unit?.size } ?? false
        var filter = filter(comparison, number, of: field, isConverted: isConverted)
        if let high {
            guard let upper = high.number(in: field), upper >= number,
                case .greaterOrEqual(_, let least) = self.filter(.atLeast, number, of: field, isConverted: false),
                case .lessOrEqual(_, let most) = self.filter(.atMost, upper, of: field, isConverted: false)
            else { return nil }
            filter = .between(field.name, least, most)
        }
        guard let code = low.currency ?? high?.currency, let own = catalog.currencyField,
            catalog.currencies?.count ?? 0 > 1
        else { return filter }
        let spellings = catalog.values[code.lowercased()]?.filter { $0.field == own }.map(\.text) ?? [code]
        return filter && .oneOf(catalog.fields[own].name, spellings)
    }

    /// The values of a field of measures, such as `171 g`, that meet a comparison.
    private func measured(
        _ comparison: PhraseLanguage.Comparison, _ low: PhraseAmount, _ high: PhraseAmount?, of field: PhraseField
    ) -> Filter? {
        guard let unit = low.unit, unit.dimension == field.dimension else { return nil }
        let number = low.number * unit.size
        let upper = high.map { $0.number * ($0.unit ?? unit).size }
        if let upper, upper < number { return nil }
        let values = field.measures.filter { measure in
            if let upper { return measure.size >= number && measure.size <= upper }
            switch comparison {
            case .less: return measure.size < number
            case .atMost: return measure.size <= number
            case .more: return measure.size > number
            case .atLeast: return measure.size >= number
            case .around: return measure.size >= number * 0.8 && measure.size <= number * 1.2
            case .exactly: return abs(measure.size - number) <= number * 0.005
            }
        }
        return .oneOf(field.name, values.map(\.value))
    }

    /// The condition to have one of the values, or what lies below one.
    func filter(_ group: PhraseCatalog.Group) -> Filter {
        let field = SearchAPI.Field(catalog.fields[group.field].name)
        let filters = group.values.map { value in
            catalog.hasBranches(group.field) ? field.isWithin(value.text) : .equal(field.name, .string(value.text))
        }
        return filters.count == 1 ? filters[0] : .or(filters)
    }

    /// The condition that no name of an item has a word.
    func filter(withoutName word: String) -> Filter? {
        let filters: [Filter] = catalog.fields.filter(\.isName).map { field in
            // A blank ends the word, which otherwise may be the beginning of one.
            field.type == .text ? .equal(field.name, .text(word + " ")) : SearchAPI.Field(field.name).contains(word)
        }
        return filters.isEmpty ? nil : .not(filters.count == 1 ? filters[0] : .or(filters))
    }
}
