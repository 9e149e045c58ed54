/// The part of a tokenizer that turns a piece of text into ids.
enum Model: Sendable {
    case bytePairs(BytePairs)
    case wordPieces(WordPieces)
    case unigram(Unigram)
    case words(WordLevel)

    init(_ file: TokenizerFile) throws(TokenizerError) {
        switch try Self.type(file) {
        case "BPE": self = .bytePairs(try BytePairs(file))
        case "WordPiece": self = .wordPieces(try WordPieces(file))
        case "Unigram": self = .unigram(try Unigram(file))
        case "WordLevel": self = .words(try WordLevel(file))
        case let type: throw .unsupported("model.type \"\(type)\"")
        }
    }

    /// The type of the model; files of 2021 do not name it, but have members that no other type has.
    private static func type(_ file: TokenizerFile) throws(TokenizerError) -> String {
        if let type = try file.model.optionalText("type") { return type }
        if file.merges != nil { return "BPE" }
        if file.model.members["max_input_chars_per_word"] != nil { return "WordPiece" }
        if file.model.members["unk_id"] != nil { return "Unigram" }
        throw .invalid("model.type is missing")
    }

    /// All tokens of the vocabulary.
    var tokens: TokenTable {
        switch self {
        case .bytePairs(let model): model.tokens
        case .wordPieces(let model): model.tokens
        case .unigram(let model): model.tokens
        case .words(let model): model.tokens
        }
    }

    /// Appends the ids of a piece to `ids`.
    func encode(_ piece: ArraySlice<Unicode.Scalar>, into ids: inout [Int32]) throws(TokenizerError) {
        guard !piece.isEmpty else { return }
        switch self {
        case .bytePairs(let model): try model.encode(piece, into: &ids)
        case .wordPieces(let model): try model.encode(piece, into: &ids)
        case .unigram(let model): try model.encode(piece, into: &ids)
        case .words(let model): try model.encode(piece, into: &ids)
        }
    }
}
