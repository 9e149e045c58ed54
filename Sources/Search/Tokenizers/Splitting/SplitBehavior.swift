/// The treatment of what a pre-tokenizer finds.
enum SplitBehavior: String, Sendable {
    /// Left out.
    case removed = "Removed"
    /// Pieces of their own.
    case isolated = "Isolated"
    /// The end of the piece before.
    case withPrevious = "MergedWithPrevious"
    /// The start of the piece behind.
    case withNext = "MergedWithNext"
    /// Neighbors of one kind are one piece.
    case contiguous = "Contiguous"

    init(_ section: Section) throws(TokenizerError) {
        let name = try section.text("behavior")
        guard let behavior = SplitBehavior(rawValue: name) else {
            throw .unsupported("\(section.place).behavior \"\(name)\"")
        }
        self = behavior
    }

    /// The pieces of `whole`, in which `matches` were found in this order; none is empty.
    func pieces(of whole: Range<Int>, matches: [Range<Int>], inverted: Bool = false) -> [Range<Int>] {
        var parts: [(range: Range<Int>, isMatch: Bool)] = []
        var last = whole.lowerBound
        for match in matches {
            if match.lowerBound > last { parts.append((last..<match.lowerBound, inverted)) }
            parts.append((match, !inverted))
            last = match.upperBound
        }
        if last < whole.upperBound { parts.append((last..<whole.upperBound, inverted)) }
        return joined(parts).filter { !$0.isEmpty }
    }

    private func joined(_ parts: [(range: Range<Int>, isMatch: Bool)]) -> [Range<Int>] {
        switch self {
        case .isolated: return parts.map(\.range)
        case .removed: return parts.filter { !$0.isMatch }.map(\.range)
        case .contiguous: return Self.merge(parts) { $0 == $1 }
        case .withPrevious: return Self.merge(parts) { !$0 && $1 }
        case .withNext:
            // From the end, a match goes to the piece behind it, unless that is a match as well.
            var (pieces, wasMatch): ([Range<Int>], Bool) = ([], true)
            for part in parts.reversed() {
                if part.isMatch, !wasMatch, let next = pieces.popLast() {
                    pieces.append(part.range.lowerBound..<next.upperBound)
                } else {
                    pieces.append(part.range)
                }
                wasMatch = part.isMatch
            }
            return pieces.reversed()
        }
    }

    /// Joins a part to the one before it where `isJoined` says so of what both are.
    private static func merge(
        _ parts: [(range: Range<Int>, isMatch: Bool)], _ isJoined: (Bool, Bool) -> Bool
    ) -> [Range<Int>] {
        var (pieces, former): ([Range<Int>], Bool?) = ([], nil)
        for part in parts {
            if let former, isJoined(former, part.isMatch), let last = pieces.popLast() {
                pieces.append(last.lowerBound..<part.range.upperBound)
            } else {
                pieces.append(part.range)
            }
            former = part.isMatch
        }
        return pieces
    }
}
