extension PhraseReader {
    /// - Parameter numbers: Those that the amount may be; more than one where bytes are counted in two ways.
    private func filter(
        _ comparison: PhraseLanguage.Comparison, _ numbers: ClosedRange<Double>, of field: PhraseField,
        isConverted: Bool
    ) -> Filter {
        let (least, most) = (numbers.lowerBound, numbers.upperBound)
        func value(_ number: Double) -> AttributeValue {
            field.type == .int ? Int(exactly: number).map(AttributeValue.int) ?? .float(number) : .float(number)
        }
        switch comparison {
        case .less: return .less(field.name, value(least))
        case .atMost: return .lessOrEqual(field.name, value(most))
        case .more: return .greater(field.name, value(most))
        case .atLeast: return .greaterOrEqual(field.name, value(least))
        case .around: return .between(field.name, value(least * 0.8), value(most * 1.2))
        case .exactly:
            // 14 inches are 35.56 cm, and are listed as 35.6.
            return isConverted
                ? .between(field.name, value(least * 0.995), value(most * 1.005)) : .equal(field.name, value(least))
        }
    }

    /// The condition of amounts on a field; nil for a unit that the field does not have.
    func filter(
        _ comparison: PhraseLanguage.Comparison, low: PhraseAmount, high: PhraseAmount?, of index: Int
    ) -> Filter? {
        let field = catalog.fields[index]
        if !field.measures.isEmpty { return measured(comparison, low, high, of: field) }
        guard let numbers = low.numbers(in: field) else { return nil }
        let isConverted = low.unit.map { $0.size != field.unit?.size } ?? false
        var filter = filter(comparison, numbers, of: field, isConverted: isConverted)
        if let high {
            guard let upper = high.numbers(in: field), upper.upperBound >= numbers.lowerBound,
                case .greaterOrEqual(_, let least) = self.filter(.atLeast, numbers, of: field, isConverted: false),
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
        if let high, high.number * (high.unit ?? unit).size < low.number * unit.size { return nil }
        /// Compares by one way to count.
        func holds(_ size: Double, _ sizeOf: (PhraseUnit) -> Double) -> Bool {
            let number = low.number * sizeOf(unit)
            if let high { return size >= number && size <= high.number * sizeOf(high.unit ?? unit) }
            switch comparison {
            case .less: return size < number
            case .atMost: return size <= number
            case .more: return size > number
            case .atLeast: return size >= number
            case .around: return size >= number * 0.8 && size <= number * 1.2
            case .exactly: return abs(size - number) <= number * 0.005
            }
        }
        let isStrict = high == nil && [.less, .more].contains(comparison)
        let values = field.measures.filter { measure in
            let (binary, decimal) = (holds(measure.size, \.size), holds(measure.decimalSize, \.decimalSize))
            // 1,000 GB are 1 TB and neither less nor more.
            return isStrict ? binary && decimal : binary || decimal
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

    /// The condition that no name of an item has one of some words.
    func filter(withoutNames words: [String]) -> Filter? {
        let filters: [Filter] = catalog.fields.filter(\.isName).flatMap { field in
            words.map { word in
                // A blank ends the word, which otherwise may be the beginning of one.
                field.type == .text ? .equal(field.name, .text(word + " ")) : SearchAPI.Field(field.name).contains(word)
            }
        }
        return filters.isEmpty ? nil : .not(filters.count == 1 ? filters[0] : .or(filters))
    }
}
