internal import Essentials

/// A comparison of a catalog filter.
///
/// `contains` is in the vendor's description; of the others it has no list that we could read, so that each has the
/// words that its pages use. `like` is ours.
enum CatalogOperator: CaseIterable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, between, notBetween, oneOf, noneOf
    case contains, lacks, starts, ends, like, exists, missing

    /// The words for it; the first one is written.
    var words: [String] {
        switch self {
        case .equal: ["equals", "equal to", "is"]
        case .notEqual: ["does not equal", "not equal to", "is not"]
        case .less: ["less than", "before"]
        case .lessOrEqual: ["less than or equal to"]
        case .greater: ["greater than", "after"]
        case .greaterOrEqual: ["greater than or equal to"]
        case .between: ["in between"]
        case .notBetween: ["not between"]
        case .oneOf: ["in"]
        case .noneOf: ["not in"]
        case .contains: ["contains"]
        case .lacks: ["does not contain"]
        case .starts: ["starts with"]
        case .ends: ["ends with"]
        case .like: ["like"]
        case .exists: ["has value", "is set"]
        case .missing: ["has no value", "is not set"]
        }
    }

    /// Case is ignored, and `_` is as good as a blank.
    init?(_ text: String) {
        let plain = text.lowercased().replacing("_", with: " ")
        guard let known = CatalogOperator.allCases.first(where: { $0.words.contains(plain) }) else { return nil }
        self = known
    }

    /// The number of its values.
    var operands: ClosedRange<Int> {
        switch self {
        case .exists, .missing: 0...0
        case .between, .notBetween: 2...2
        case .oneOf, .noneOf: 1...Bloomreach.Limits.operands
        default: 1...1
        }
    }

    /// - Parameter values: As many as ``operands`` says.
    func filter(_ field: String, _ values: [AttributeValue]) -> Filter {
        func text() -> String { CatalogOperator.escaped(values[0].written) }
        switch self {
        case .equal: return .equal(field, values[0])
        case .notEqual: return .differs(field, values[0])
        case .less: return .less(field, values[0])
        case .lessOrEqual: return .lessOrEqual(field, values[0])
        case .greater: return .greater(field, values[0])
        case .greaterOrEqual: return .greaterOrEqual(field, values[0])
        case .between: return .between(field, values[0], values[1])
        // An item without the field is not outside either, as with the other comparisons.
        case .notBetween: return .and([.exists(field), .not(.between(field, values[0], values[1]))])
        case .oneOf: return .oneOf(field, values)
        case .noneOf: return .differsFromAll(field, values)
        case .contains: return .like(field, "%\(text())%")
        case .lacks: return .and([.exists(field), .not(.like(field, "%\(text())%"))])
        case .starts: return .like(field, "\(text())%")
        case .ends: return .like(field, "%\(text())")
        case .like: return .like(field, values[0].written)
        case .exists: return .exists(field)
        case .missing: return .not(.exists(field))
        }
    }

    /// A text as a part of a pattern that means itself.
    private static func escaped(_ text: String) -> String {
        String(text.flatMap { "%_\\".contains($0) ? ["\\", $0] : [$0] })
    }

    /// The operator and the text that a pattern stands for: one of the vendor's where there is one.
    static func reading(pattern: String) -> (operator: CatalogOperator, text: String) {
        var rest = pattern[...]
        let isOpenFirst = rest.first == "%"
        if isOpenFirst { rest.removeFirst() }
        var text = ""
        var isOpenLast = false
        while let first = rest.popFirst() {
            if first == "\\", let next = rest.popFirst() {
                text.append(next)
            } else if first == "%", rest.isEmpty {
                isOpenLast = true
            } else if first == "%" || first == "_" {
                return (.like, pattern)
            } else {
                text.append(first)
            }
        }
        switch (isOpenFirst, isOpenLast) {
        case (true, true): return (.contains, text)
        case (false, true): return (.starts, text)
        case (true, false): return (.ends, text)
        // Without case, unlike `equals`.
        case (false, false): return (.like, pattern)
        }
    }
}
