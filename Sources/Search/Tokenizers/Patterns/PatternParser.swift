/// Reads regular expressions in the syntax of Oniguruma's Ruby, as far as tokenizer files use it.
///
/// Groups without number or with, alternatives, classes, `\s \d \w \p{..}`, repetitions (greedy, lazy, possessive),
/// lookahead, atomic groups, edges, and `(?i)`. Lookbehind, references, scripts and intersections are unsupported.
struct PatternParser {
    private let pattern: String
    private var rest: ArraySlice<Unicode.Scalar>
    private var depth = 0

    private init(_ pattern: String) {
        self.pattern = pattern
        rest = Array(pattern.unicodeScalars)[...]
    }

    static func parse(_ pattern: String) throws(TokenizerError) -> PatternNode {
        var parser = PatternParser(pattern)
        let node = try parser.choice(foldingCase: false)
        guard parser.rest.isEmpty else { throw parser.unsupported("a parenthesis too many") }
        return node
    }

    func unsupported(_ reason: String) -> TokenizerError { .unsupported("pattern \"\(pattern)\": \(reason)") }

    mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest = rest.dropFirst(text.unicodeScalars.count)
        return true
    }

    mutating func take() -> Unicode.Scalar? { rest.popFirst() }

    var next: Unicode.Scalar? { rest.first }

    private mutating func choice(foldingCase: Bool) throws(TokenizerError) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Limits.depth else { throw unsupported("groups too deep") }
        var (nodes, foldingCase) = ([] as [PatternNode], foldingCase)
        repeat { nodes.append(try sequence(foldingCase: &foldingCase)) } while skip("|")
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence(foldingCase: inout Bool) throws(TokenizerError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = rest.first, scalar != "|", scalar != ")" {
            if skip("(?i)") {
                guard nodes.isEmpty else { throw unsupported("(?i) inside a sequence") }
                foldingCase = true
                continue
            }
            nodes.append(try repetition(of: try atom(foldingCase: foldingCase)))
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func atom(foldingCase: Bool) throws(TokenizerError) -> PatternNode {
        guard let scalar = take() else { throw unsupported("it ends early") }
        switch scalar {
        case "(": return try group(foldingCase: foldingCase)
        case "[": return .set(try characterClass(foldingCase: foldingCase, depth: 0))
        case ".": return .set(ScalarSet([.range(0x0A...0x0A)], negated: true))
        case "^": return .edge(.lineStart)
        case "$": return .edge(.lineEnd)
        case "\\":
            for (letter, edge) in [
                ("A", .textStart), ("z", .textEnd), ("b", .word), ("B", .noWord),
            ] as [(String, PatternNode.Edge)] where skip(letter) { return .edge(edge) }
            return .set(ScalarSet([try escape()], foldingCase: foldingCase))
        case "*", "+", "?": throw unsupported("a repetition of nothing")
        default: return .set(ScalarSet([.range(scalar.value...scalar.value)], foldingCase: foldingCase))
        }
    }

    private mutating func group(foldingCase: Bool) throws(TokenizerError) -> PatternNode {
        var wrap: (PatternNode) -> PatternNode = { $0 }
        var folding = foldingCase
        if skip("?=") {
            wrap = { .ahead($0, isNegated: false) }
        } else if skip("?!") {
            wrap = { .ahead($0, isNegated: true) }
        } else if skip("?>") {
            wrap = { .atomic($0) }
        } else if skip("?i:") {
            folding = true
        } else if skip("?:") {
        } else if next == "?" {
            throw unsupported("a group of another kind than (?: (?i: (?= (?! (?>")
        }
        let node = try choice(foldingCase: folding)
        guard skip(")") else { throw unsupported("a group without end") }
        return wrap(node)
    }

    private mutating func repetition(of node: PatternNode) throws(TokenizerError) -> PatternNode {
        var (node, count) = (node, 0)
        while true {
            let bounds: (Int, Int?)
            var isInterval = false
            if skip("*") {
                bounds = (0, nil)
            } else if skip("+") {
                bounds = (1, nil)
            } else if skip("?") {
                bounds = (0, 1)
            } else if let interval = try interval() {
                (bounds, isInterval) = (interval, true)
            } else {
                return node
            }
            count += 1
            // Each one could multiply the length of the program.
            guard count <= 3 else { throw unsupported("a repetition of repetitions") }
            var greed = PatternNode.Greed.greedy
            if skip("?") { greed = .lazy } else if !isInterval, skip("+") { greed = .possessive }
            if bounds.1 ?? .max > 1, node.least == 0 { throw unsupported("a repetition of what may be empty") }
            node = .repeated(node, least: bounds.0, most: bounds.1, greed)
        }
    }

    private mutating func interval() throws(TokenizerError) -> (Int, Int?)? {
        guard next == "{" else { return nil }
        guard let end = rest.firstIndex(of: "}") else { throw unsupported("a brace without end") }
        let text = String(String.UnicodeScalarView(rest[(rest.startIndex + 1)..<end]))
        let sides = text.split(separator: ",", omittingEmptySubsequences: false)
        let least = sides.first.map { $0.isEmpty ? 0 : Int($0) } ?? nil
        let most = sides.last.map { $0.isEmpty ? Int.max : Int($0) } ?? nil
        guard let least, let most, sides.count <= 2, 0...1000 ~= least, most >= least, text != ",", !text.isEmpty,
            most == .max || most <= 1000
        else { throw unsupported("repetition {\(text)}") }
        rest = rest[(end + 1)...]
        return (least, most == .max ? nil : most)
    }
}
