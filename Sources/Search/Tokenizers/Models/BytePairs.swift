/// Byte pair encoding: the characters of a piece are merged in the order of a list of pairs.
///
/// Algorithm: P. Gage, "A New Algorithm for Data Compression", 1994, as used on words by R. Sennrich, B. Haddow and
/// A. Birch, ACL 2016. A queue of the possible merges keeps a long piece at n log n.
struct BytePairs: Sendable {
    let tokens: TokenTable
    let merges: MergeTable
    private let unknownToken: String?
    let unknown: Int32?
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    private let fusesUnknown: Bool
    private let ignoresMerges: Bool
    private let fallback: ByteFallback?

    init(_ file: TokenizerFile) throws(TokenizerError) {
        let model = file.model
        try model.allow(
            "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix", "fuse_unk", "byte_fallback",
            "ignore_merges")
        if let dropout = model.value("dropout") {
            guard case .number(0) = dropout else { throw .unsupported("model.dropout, which is for training") }
        }
        prefix = Array((try model.optionalText("continuing_subword_prefix") ?? "").utf8)
        suffix = Array((try model.optionalText("end_of_word_suffix") ?? "").utf8)
        fusesUnknown = try model.flag("fuse_unk", default: false)
        ignoresMerges = try model.flag("ignore_merges", default: false)
        let tokens = try file.tokens()
        merges = try MergeTable(file, tokens: tokens, prefix: prefix.count)
        self.tokens = tokens
        unknownToken = try model.optionalText("unk_token")
        unknown = unknownToken.flatMap { tokens.id($0) }
        fallback = try model.flag("byte_fallback", default: false) ? ByteFallback(tokens) : nil
    }

    func encode(_ piece: ArraySlice<Unicode.Scalar>, into ids: inout [Int32]) throws(TokenizerError) {
        var bytes: [UInt8] = []
        if ignoresMerges {
            for scalar in piece { bytes.append(scalar) }
            if let id = tokens.id(bytes, 0..<bytes.count) {
                ids.append(id)
                return
            }
        }
        var symbols: [Int32] = []
        symbols.reserveCapacity(piece.count)
        var pending: Int32?
        for index in piece.indices {
            bytes.removeAll(keepingCapacity: true)
            if index > piece.startIndex { bytes += prefix }
            bytes.append(piece[index])
            if index == piece.endIndex - 1 { bytes += suffix }
            if let id = tokens.id(bytes, 0..<bytes.count) {
                if let last = pending.take() { symbols.append(last) }
                symbols.append(id)
            } else if let spelled = fallback?.spell(bytes[...]) {
                // An unknown character before these bytes comes behind them, as in the reference.
                symbols += spelled
            } else if let unknownToken {
                guard let unknown else {
                    throw .unencodable("a character is unknown, and the vocabulary has no token \"\(unknownToken)\"")
                }
                if let last = pending, !fusesUnknown { symbols.append(last) }
                pending = unknown
            }
        }
        if let last = pending { symbols.append(last) }
        merges.apply(to: symbols, into: &ids)
    }
}
