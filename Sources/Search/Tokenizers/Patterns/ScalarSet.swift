/// The characters that one position of a pattern accepts.
struct ScalarSet: Sendable {
    indirect enum Item: Sendable {
        case range(ClosedRange<UInt32>)
        case categories(CategorySet)
        case whitespace
        case word
        case set(ScalarSet)
    }

    private let items: [Item]
    private let isNegated: Bool
    private let foldsCase: Bool
    /// The members of the set in ASCII, since most texts have little else.
    private var ascii: (UInt64, UInt64) = (0, 0)

    init(_ items: [Item], negated isNegated: Bool = false, foldingCase foldsCase: Bool = false) {
        (self.items, self.isNegated, self.foldsCase) = (items, isNegated, foldsCase)
        for value in UInt8(0)..<128 where accepts(Unicode.Scalar(value)) {
            if value < 64 { ascii.0 |= 1 << UInt64(value) } else { ascii.1 |= 1 << UInt64(value - 64) }
        }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let value = UInt64(scalar.value)
        if value < 64 { return ascii.0 >> value & 1 == 1 }
        if value < 128 { return ascii.1 >> (value - 64) & 1 == 1 }
        return accepts(scalar)
    }

    private func accepts(_ scalar: Unicode.Scalar) -> Bool {
        var isIn = has(scalar)
        if !isIn, foldsCase { isIn = scalar.caseVariants.contains(where: has) }
        return isIn != isNegated
    }

    private func has(_ scalar: Unicode.Scalar) -> Bool {
        for item in items {
            switch item {
            case .range(let range): if range.contains(scalar.value) { return true }
            case .categories(let categories): if scalar.isIn(categories) { return true }
            case .whitespace: if scalar.properties.isWhitespace { return true }
            case .word: if scalar.isPatternWord { return true }
            case .set(let set): if set.contains(scalar) { return true }
            }
        }
        return false
    }
}

extension Unicode.Scalar {
    /// Characters that differ from this one in case alone.
    fileprivate var caseVariants: [Unicode.Scalar] {
        let upper = properties.uppercaseMapping.unicodeScalars
        let lower = properties.lowercaseMapping.unicodeScalars
        var variants: [Unicode.Scalar] = []
        for mapping in [upper, lower] where mapping.count == 1 {
            guard let scalar = mapping.first else { continue }
            variants.append(scalar)
            // The long s and the sign of kelvin have a letter of ASCII beyond their other case.
            let back = scalar.properties.lowercaseMapping.unicodeScalars
            if back.count == 1, let scalar = back.first { variants.append(scalar) }
        }
        switch self {
        case "s", "S": variants.append("\u{17F}")
        case "k", "K": variants.append("\u{212A}")
        default: break
        }
        return variants
    }
}
