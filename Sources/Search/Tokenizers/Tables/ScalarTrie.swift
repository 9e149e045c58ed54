/// A tree of texts by their scalars, which finds those that begin at a place of a text.
struct ScalarTrie: Sendable {
    private var edges: KeyTable
    private var values: [Int32] = [-1]

    init(capacity: Int = 16) { edges = KeyTable(capacity: capacity) }

    var isEmpty: Bool { values.count == 1 }

    /// Adds a text, or gives it another value from 0. The empty text is left out.
    mutating func insert(_ text: some Sequence<Unicode.Scalar>, value: Int32) throws(TokenizerError) {
        var (node, length) = (0, 0)
        for scalar in text {
            let key = UInt64(node) << 32 | UInt64(scalar.value)
            if let next = edges[key] {
                node = Int(next)
            } else {
                edges.set(key, to: UInt64(values.count))
                node = values.count
                values.append(-1)
            }
            length += 1
            guard length <= Limits.tokenScalars else {
                throw .unsupported("a token of more than \(Limits.tokenScalars) characters")
            }
        }
        if length > 0 { values[node] = value }
    }

    /// Calls `body` with the end and the value of each text that begins at a place, the shortest first.
    func eachMatch(_ text: [Unicode.Scalar], from start: Int, to end: Int, body: (Int, Int32) -> Void) {
        var (node, place) = (0, start)
        while place < end, let next = edges[UInt64(node) << 32 | UInt64(text[place].value)] {
            node = Int(next)
            place += 1
            if values[node] >= 0 { body(place, values[node]) }
        }
    }
}
