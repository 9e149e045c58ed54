internal import Essentials

/// Ends of ranges and bins of dates are written as dates, `"2024-05-31T00:00:00Z"`; `isDate` and `more` are omitted
/// where they are false and 0, `tree` and `mean` where they are missing.
extension Facet: Codable {
    private enum CodingKeys: String, CodingKey {
        case field, values, more, range, histogram, isDate, tree, mean
    }

    /// A number, or a moment as text.
    private struct End: Codable {
        var value: Double
        var isDate = false

        init(_ value: Double, isDate: Bool) {
            self.value = value
            self.isDate = isDate
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                value = number
                return
            }
            guard case .date(let date)? = AttributeValue(try container.decode(String.self), as: .date) else {
                throw DecodingError.unfitting("expected a number or a date", at: decoder.codingPath)
            }
            (value, isDate) = (date.timeIntervalSince1970, true)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if isDate {
                try container.encode(AttributeValue.date(Date(timeIntervalSince1970: value)).written)
            } else {
                try container.encode(value)
            }
        }
    }

    private struct WrittenBin: Codable {
        var lower: End
        var upper: End
        var count: Int
    }

    /// Decodes a facet; only the field is needed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let ends = try container.decodeIfPresent([End].self, forKey: .range)
        let (low, high) = (ends?.first?.value ?? 0, ends?.last?.value ?? 0)
        guard ends == nil || ends?.count == 2, low <= high else {
            throw DecodingError.unfitting("a range has two ends in order", at: decoder.codingPath)
        }
        self.init(
            field: try container.decode(String.self, forKey: .field),
            values: try container.decodeIfPresent([Value].self, forKey: .values) ?? [],
            more: try container.decodeIfPresent(Int.self, forKey: .more) ?? 0, range: ends == nil ? nil : low...high,
            histogram: try (container.decodeIfPresent([WrittenBin].self, forKey: .histogram) ?? []).map {
                Bin(lower: $0.lower.value, upper: $0.upper.value, count: $0.count)
            }, isDate: try container.decodeIfPresent(Bool.self, forKey: .isDate) ?? false,
            tree: try container.decodeIfPresent([Branch].self, forKey: .tree) ?? [],
            mean: try container.decodeIfPresent(End.self, forKey: .mean)?.value)
    }

    /// Encodes the facet.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func end(_ value: Double) -> End { End(value, isDate: isDate) }
        try container.encode(field, forKey: .field)
        try container.encode(values, forKey: .values)
        if more > 0 { try container.encode(more, forKey: .more) }
        if !tree.isEmpty { try container.encode(tree, forKey: .tree) }
        try container.encodeIfPresent(mean.map(end), forKey: .mean)
        if let range { try container.encode([end(range.lowerBound), end(range.upperBound)], forKey: .range) }
        try container.encode(
            histogram.map { WrittenBin(lower: end($0.lower), upper: end($0.upper), count: $0.count) },
            forKey: .histogram)
        if isDate { try container.encode(true, forKey: .isDate) }
    }
}
