/// A node of a pattern's syntax tree.
indirect enum PatternNode {
    enum Edge: Sendable { case textStart, textEnd, lineStart, lineEnd, word, noWord }
    enum Greed: Sendable { case greedy, lazy, possessive }

    case set(ScalarSet)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repeated(PatternNode, least: Int, most: Int?, Greed)
    case ahead(PatternNode, isNegated: Bool)
    case atomic(PatternNode)
    case edge(Edge)

    /// The fewest characters that it takes.
    var least: Int {
        switch self {
        case .set: 1
        case .sequence(let nodes): nodes.reduce(0) { min($0 + $1.least, 1 << 20) }
        case .choice(let nodes): nodes.map(\.least).min() ?? 0
        case .repeated(let node, let least, _, _): min(node.least * least, 1 << 20)
        case .atomic(let node): node.least
        case .ahead, .edge: 0
        }
    }
}
