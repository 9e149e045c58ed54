extension PatternParser {
    /// A class in brackets, behind the first of them.
    mutating func characterClass(foldingCase: Bool, depth: Int) throws(TokenizerError) -> ScalarSet {
        guard depth < Limits.depth else { throw unsupported("classes too deep") }
        let isNegated = skip("^")
        var items: [ScalarSet.Item] = []
        while true {
            guard let scalar = take() else { throw unsupported("a class without end") }
            if scalar == "]", !items.isEmpty { break }
            if scalar == "[" {
                guard next != ":" else { throw unsupported("[:name:]") }
                items.append(.set(try characterClass(foldingCase: foldingCase, depth: depth + 1)))
                continue
            }
            if scalar == "&", next == "&" { throw unsupported("an intersection") }
            let first = scalar == "\\" ? try escape() : .range(scalar.value...scalar.value)
            guard case .range(let low) = first, skip("-") else {
                items.append(first)
                continue
            }
            if next == "]" {
                items += [first, .range(0x2D...0x2D)]
                continue
            }
            guard let other = take(), other != "[" else { throw unsupported("a class without end") }
            let last = other == "\\" ? try escape() : .range(other.value...other.value)
            guard case .range(let high) = last, low.lowerBound <= high.lowerBound else {
                throw unsupported("a range from its end to its start")
            }
            items.append(.range(low.lowerBound...high.lowerBound))
        }
        return ScalarSet(items, negated: isNegated, foldingCase: foldingCase)
    }

    /// An escape, after its backslash.
    mutating func escape() throws(TokenizerError) -> ScalarSet.Item {
        guard let scalar = take() else { throw unsupported("it ends early") }
        switch scalar {
        case "s": return .whitespace
        case "S": return .set(ScalarSet([.whitespace], negated: true))
        case "w": return .word
        case "W": return .set(ScalarSet([.word], negated: true))
        case "d": return .categories(.digits)
        case "D": return .set(ScalarSet([.categories(.digits)], negated: true))
        case "p", "P": return try property(isNegated: scalar == "P")
        case "n": return .range(0x0A...0x0A)
        case "r": return .range(0x0D...0x0D)
        case "t": return .range(0x09...0x09)
        case "f": return .range(0x0C...0x0C)
        case "v": return .range(0x0B...0x0B)
        case "x": return try hexadecimal(digits: 1...2)
        case "u": return try hexadecimal(digits: 4...4)
        default:
            let isLetter = scalar.value < 0x80 && (scalar.properties.isAlphabetic || 0x30...0x39 ~= scalar.value)
            guard !isLetter else { throw unsupported("\\\(scalar)") }
            return .range(scalar.value...scalar.value)
        }
    }

    private mutating func hexadecimal(digits: ClosedRange<Int>) throws(TokenizerError) -> ScalarSet.Item {
        let isBraced = skip("{")
        var text = ""
        while text.count < (isBraced ? 8 : digits.upperBound), let scalar = next, scalar.properties.isASCIIHexDigit {
            text.unicodeScalars.append(scalar)
            _ = take()
        }
        guard let value = UInt32(text, radix: 16), isBraced ? skip("}") : digits.contains(text.count) else {
            throw unsupported("a number of a character")
        }
        return .range(value...value)
    }

    private mutating func property(isNegated: Bool) throws(TokenizerError) -> ScalarSet.Item {
        guard skip("{") else { throw unsupported("\\p without braces") }
        let isInverse = skip("^")
        var name = ""
        while let scalar = take(), scalar != "}" { name.unicodeScalars.append(scalar) }
        guard let categories = CategorySet(named: name) else { throw unsupported("\\p{\(name)}") }
        return isNegated != isInverse
            ? .set(ScalarSet([.categories(categories)], negated: true)) : .categories(categories)
    }
}
