/// General categories of Unicode as bits, for a quick test.
struct CategorySet: OptionSet, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ category: Unicode.GeneralCategory) {
        let place: UInt32 =
            switch category {
            case .uppercaseLetter: 0
            case .lowercaseLetter: 1
            case .titlecaseLetter: 2
            case .modifierLetter: 3
            case .otherLetter: 4
            case .nonspacingMark: 5
            case .spacingMark: 6
            case .enclosingMark: 7
            case .decimalNumber: 8
            case .letterNumber: 9
            case .otherNumber: 10
            case .connectorPunctuation: 11
            case .dashPunctuation: 12
            case .openPunctuation: 13
            case .closePunctuation: 14
            case .initialPunctuation: 15
            case .finalPunctuation: 16
            case .otherPunctuation: 17
            case .mathSymbol: 18
            case .currencySymbol: 19
            case .modifierSymbol: 20
            case .otherSymbol: 21
            case .spaceSeparator: 22
            case .lineSeparator: 23
            case .paragraphSeparator: 24
            case .control: 25
            case .format: 26
            case .surrogate: 27
            case .privateUse: 28
            case .unassigned: 29
            @unknown default: 31
            }
        rawValue = 1 << place
    }

    /// The names of two letters, in the order of the bits.
    private static let names = [
        "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po",
        "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
    ]

    static let marks = CategorySet(rawValue: 0b111 << 5)
    static let numbers = CategorySet(rawValue: 0b111 << 8)
    static let punctuation = CategorySet(rawValue: 0b111_1111 << 11)
    static let digits = CategorySet(.decimalNumber)
    static let connectors = CategorySet(.connectorPunctuation)

    /// The categories with a name of one or two letters: `Lu` for capitals, `L` for letters; nil for other names.
    init?(named name: String) {
        var bits: UInt32 = 0
        for (place, known) in Self.names.enumerated()
        where known == name || name.utf8.count == 1 && known.hasPrefix(name) {
            bits |= 1 << UInt32(place)
        }
        guard bits != 0 else { return nil }
        rawValue = bits
    }
}

extension Unicode.Scalar {
    func isIn(_ categories: CategorySet) -> Bool { categories.contains(CategorySet(properties.generalCategory)) }
}
