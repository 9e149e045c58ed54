internal import Essentials
internal import SQLite

/// A pattern of SQL's LIKE: `%` any characters, `_` one, `\` quotes the next one. Capital and small letters are equal. A
/// letter without an accent stands for those with one; a letter with an accent for itself.
struct LikePattern {
    private enum Part: Hashable {
        case one(Unicode.Scalar)
        case any
        case some
    }

    private var parts: [Part] = []
    /// A pattern that ends in a lone `\` matches nothing, as in SQLite.
    private var isBroken = false

    init(_ pattern: String) {
        var isEscaped = false
        for scalar in pattern.composed {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "%" where !isEscaped: if parts.last != .some { parts.append(.some) }
            case "_" where !isEscaped: parts.append(.any)
            default: parts.append(.one(scalar.small))
            }
            isEscaped = false
        }
        isBroken = isEscaped
    }

    /// The comparisons that one text counts as.
    var cost: Int { 1 + parts.count / 64 }

    func matches(_ text: String) -> Bool {
        if isBroken { return false }
        let scalars = text.composed
        var (part, place) = (0, 0)
        var retry: (part: Int, place: Int)?
        while place < scalars.count {
            if part < parts.count {
                switch parts[part] {
                case .some:
                    part += 1
                    retry = (part, place)
                    continue
                case .any:
                    (part, place) = (part + 1, place + 1)
                    continue
                case .one(let scalar) where scalar == scalars[place].small || scalar == scalars[place].small.plain:
                    (part, place) = (part + 1, place + 1)
                    continue
                case .one: break
                }
            }
            // The last `%` matches one character more.
            guard let last = retry else { return false }
            (part, place) = (last.part, last.place + 1)
            retry = (part, place)
        }
        return parts[part...].allSatisfy { $0 == .some }
    }
}

extension Unicode.Scalar {
    /// The small letter, where that is one scalar.
    fileprivate var small: Unicode.Scalar {
        if value < 0x80 { return self >= "A" && self <= "Z" ? Unicode.Scalar(UInt8(value) | 0x20) : self }
        let mapped = properties.lowercaseMapping.unicodeScalars
        return mapped.count == 1 ? mapped.first ?? self : self
    }
}

extension Unicode.Scalar {
    /// The letter without its accents.
    fileprivate var plain: Unicode.Scalar {
        if value < 0xC0 { return self }
        return String(self).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? self
    }
}

extension String {
    /// The scalars, accents joined to their letters: however they were typed, equal strings match alike.
    fileprivate var composed: [Unicode.Scalar] {
        Array((utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping).unicodeScalars)
    }
}
