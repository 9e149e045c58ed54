/// Finds a pattern in a text.
struct PatternMatcher {
    /// A place to go back to. A run of a set may give back characters down to `lowest`.
    private struct Resume {
        let step: Int
        var place: Int
        let lowest: Int
    }

    private let pattern: Pattern
    private let text: ArraySlice<Unicode.Scalar>
    private var stack: [Resume] = []
    private var budget: Int

    init(_ pattern: Pattern, in text: ArraySlice<Unicode.Scalar>) {
        (self.pattern, self.text) = (pattern, text)
        budget = 1_000_000 + text.count * 200
    }

    /// All matches from the start, none of which overlap.
    static func matches(of pattern: Pattern, in text: ArraySlice<Unicode.Scalar>) throws(TokenizerError) -> [Range<Int>]
    {
        var matcher = PatternMatcher(pattern, in: text)
        var (matches, place): ([Range<Int>], Int) = ([], text.startIndex)
        while place <= text.endIndex {
            guard let end = try matcher.match(at: place, from: 0) else {
                place += 1
                continue
            }
            matches.append(place..<end)
            place = max(end, place + 1)
        }
        return matches
    }

    /// The end of the match at a place, with the steps from `start` on.
    private mutating func match(at start: Int, from first: Int) throws(TokenizerError) -> Int? {
        let bottom = stack.count
        defer { stack.removeLast(stack.count - bottom) }
        var (place, step) = (start, first)
        while true {
            budget -= 1
            guard budget > 0 else { throw .unencodable("a pattern of the tokenizer takes too many steps") }
            var isGood = true
            switch pattern.steps[step] {
            case .accept: return place
            case .jump(let target): step = target
            case .fork(let target, let other):
                stack.append(Resume(step: other, place: place, lowest: place))
                step = target
            case .set(let set):
                isGood = place < text.endIndex && pattern.sets[set].contains(text[place])
                place += 1
                step += 1
            case .run(let set, let least, let most, let greed):
                let from = place
                while place < text.endIndex, place - from < most, pattern.sets[set].contains(text[place]) { place += 1 }
                budget -= place - from
                isGood = place - from >= least
                step += 1
                if isGood, greed == .greedy, place - from > least {
                    stack.append(Resume(step: step, place: place - 1, lowest: from + least))
                }
            case .edge(let edge):
                isGood = isAt(edge, place)
                step += 1
            case .ahead(let end, let isNegated):
                isGood = (try match(at: place, from: step + 1) != nil) != isNegated
                step = end
            case .atomic(let end):
                let found = try match(at: place, from: step + 1)
                (isGood, place, step) = (found != nil, found ?? place, end)
            }
            guard !isGood else { continue }
            guard stack.count > bottom, let resume = stack.last else { return nil }
            (place, step) = (resume.place, resume.step)
            if resume.place > resume.lowest { stack[stack.count - 1].place -= 1 } else { stack.removeLast() }
        }
    }

    private func isAt(_ edge: PatternNode.Edge, _ place: Int) -> Bool {
        let (isStart, isEnd) = (place == text.startIndex, place == text.endIndex)
        let isBetween = (!isStart && text[place - 1].isPatternWord) != (!isEnd && text[place].isPatternWord)
        switch edge {
        case .textStart: return isStart
        case .textEnd: return isEnd
        case .lineStart: return isStart || !isEnd && text[place - 1] == "\n"
        case .lineEnd: return isEnd || text[place] == "\n"
        case .word: return isBetween
        case .noWord: return !isBetween
        }
    }
}
