/// A model that knows whole pieces only.
struct WordLevel: Sendable {
    let tokens: TokenTable
    let unknown: Int32?

    init(_ file: TokenizerFile) throws(TokenizerError) {
        try file.model.allow("unk_token")
        let tokens = try file.tokens()
        self.tokens = tokens
        unknown = tokens.id(try file.model.optionalText("unk_token") ?? "<unk>")
    }

    func encode(_ piece: ArraySlice<Unicode.Scalar>, into ids: inout [Int32]) throws(TokenizerError) {
        var bytes: [UInt8] = []
        for scalar in piece { bytes.append(scalar) }
        guard let id = tokens.id(bytes, 0..<bytes.count) ?? unknown else {
            throw .unencodable("a word is unknown, and the vocabulary has no token for that")
        }
        ids.append(id)
    }
}
