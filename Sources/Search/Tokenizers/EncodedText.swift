/// A text as a model gets it. The three lists have the same length.
package struct EncodedText: Hashable, Sendable {
    /// The ids of the tokens.
    package internal(set) var ids: [Int32] = []
    /// The token types ("segments") that BERT's models get; 0 where the file says nothing else.
    package internal(set) var types: [Int32] = []
    /// 1 for tokens of the text and special ones, 0 for padding.
    package internal(set) var mask: [Int32] = []

    /// Creates a text of one token, as often as `count` says.
    package init(of id: Int32, count: Int) { for _ in 0..<count { append(id, type: 0) } }

    init() {}

    mutating func append(_ id: Int32, type: Int32) {
        ids.append(id)
        types.append(type)
        mask.append(1)
    }
}
