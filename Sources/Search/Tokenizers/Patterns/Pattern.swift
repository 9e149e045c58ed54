/// A compiled regular expression.
///
/// Matching goes back where it has to, with a stack of its own; the steps on a text are bounded, so that a pattern that
/// would try exponentially many ways is an error.
struct Pattern: Sendable {
    enum Step: Sendable {
        case set(Int)
        /// The set, so many times.
        case run(Int, least: Int, most: Int, PatternNode.Greed)
        /// Continues at the first place, and at the second where that fails.
        case fork(Int, Int)
        case jump(Int)
        /// The nodes up to the place must match next, or must not, and take nothing.
        case ahead(end: Int, isNegated: Bool)
        /// The nodes up to the place match one way only.
        case atomic(end: Int)
        case edge(PatternNode.Edge)
        case accept
    }

    private(set) var steps: [Step] = []
    private(set) var sets: [ScalarSet] = []

    init(_ text: String) throws(TokenizerError) {
        guard text.utf8.count <= Limits.patternSteps else { throw .unsupported("a pattern too long") }
        try add(try PatternParser.parse(text))
        try append(.accept)
    }

    private mutating func append(_ step: Step) throws(TokenizerError) {
        guard steps.count < Limits.patternSteps else { throw .unsupported("a pattern with too many steps") }
        steps.append(step)
    }

    private mutating func add(_ node: PatternNode) throws(TokenizerError) {
        switch node {
        case .set(let set):
            sets.append(set)
            try append(.set(sets.count - 1))
        case .sequence(let nodes): for node in nodes { try add(node) }
        case .choice(let nodes): try addChoice(nodes)
        case .repeated(.set(let set), let least, let most, let greed) where greed != .lazy:
            sets.append(set)
            try append(.run(sets.count - 1, least: least, most: most ?? .max, greed))
        case .repeated(let node, let least, let most, .possessive):
            try add(.atomic(.repeated(node, least: least, most: most, .greedy)))
        case .repeated(let node, let least, let most, let greed):
            try addRepetition(node, least, most, isLazy: greed == .lazy)
        case .ahead(let node, let isNegated):
            let place = steps.count
            try append(.accept)
            try add(node)
            try append(.accept)
            steps[place] = .ahead(end: steps.count, isNegated: isNegated)
        case .atomic(let node):
            let place = steps.count
            try append(.accept)
            try add(node)
            try append(.accept)
            steps[place] = .atomic(end: steps.count)
        case .edge(let edge): try append(.edge(edge))
        }
    }

    private mutating func addChoice(_ nodes: [PatternNode]) throws(TokenizerError) {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            guard index < nodes.count - 1 else {
                try add(node)
                break
            }
            let fork = steps.count
            try append(.accept)
            try add(node)
            jumps.append(steps.count)
            try append(.accept)
            steps[fork] = .fork(fork + 1, steps.count)
        }
        for jump in jumps { steps[jump] = .jump(steps.count) }
    }

    private mutating func addRepetition(
        _ node: PatternNode, _ least: Int, _ most: Int?, isLazy: Bool
    ) throws(TokenizerError) {
        for _ in 0..<least { try add(node) }
        func fork(_ into: Int, _ behind: Int) -> Step { isLazy ? .fork(behind, into) : .fork(into, behind) }
        if let most {
            var forks: [Int] = []
            for _ in least..<most {
                forks.append(steps.count)
                try append(.accept)
                try add(node)
            }
            for place in forks { steps[place] = fork(place + 1, steps.count) }
        } else {
            let place = steps.count
            try append(.accept)
            try add(node)
            try append(.jump(place))
            steps[place] = fork(place + 1, steps.count)
        }
    }
}
