/// The model of BERT: a word is taken apart into the longest tokens from its start; all but the first have a prefix.
///
/// Algorithm: the greedy one of M. Schuster and K. Nakajima, "Japanese and Korean Voice Search", ICASSP 2012.
struct WordPieces: Sendable {
    let tokens: TokenTable
    private let unknownToken: String
    let unknown: Int32?
    private let prefix: [UInt8]
    private let longestWord: Int

    init(_ file: TokenizerFile) throws(TokenizerError) {
        let model = file.model
        try model.allow("unk_token", "continuing_subword_prefix", "max_input_chars_per_word")
        let tokens = try file.tokens()
        self.tokens = tokens
        unknownToken = try model.optionalText("unk_token") ?? "[UNK]"
        unknown = tokens.id(unknownToken)
        prefix = Array((try model.optionalText("continuing_subword_prefix") ?? "##").utf8)
        longestWord = try model.integer("max_input_chars_per_word") ?? 100
        guard tokens.longest <= Limits.tokenScalars * 4 else {
            throw .unsupported("a token of more than \(Limits.tokenScalars * 4) bytes")
        }
    }

    func encode(_ piece: ArraySlice<Unicode.Scalar>, into ids: inout [Int32]) throws(TokenizerError) {
        let count = ids.count
        if piece.count <= longestWord, take(piece, into: &ids) { return }
        ids.removeLast(ids.count - count)
        guard let unknown else {
            throw .unencodable("a word is unknown, and the vocabulary has no token \"\(unknownToken)\"")
        }
        ids.append(unknown)
    }

    /// False where some rest of the word begins with no token.
    private func take(_ piece: ArraySlice<Unicode.Scalar>, into ids: inout [Int32]) -> Bool {
        // The bytes of the rest of the word, and where each of its characters ends.
        var (bytes, ends): ([UInt8], [Int]) = ([], [])
        var start = piece.startIndex
        while start < piece.endIndex {
            bytes.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            if start > piece.startIndex { bytes += prefix }
            for scalar in piece[start...] {
                bytes.append(scalar)
                guard bytes.count <= tokens.longest else { break }
                ends.append(bytes.count)
            }
            var found: Int32?
            while let end = ends.last {
                found = tokens.id(bytes, 0..<end)
                if found != nil { break }
                ends.removeLast()
            }
            guard let found else { return false }
            ids.append(found)
            start += ends.count
        }
        return true
    }
}
