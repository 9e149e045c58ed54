/// The splitting of GPT-2: into words with the blank before them, whose bytes are written in ``ByteAlphabet``.
struct ByteLevel: Sendable {
    private let addsBlank: Bool
    private let words: Finder?

    init(_ section: Section) throws(TokenizerError) {
        // `trim_offsets` is about places in the text, which are not told.
        try section.allow("add_prefix_space", "trim_offsets", "use_regex")
        addsBlank = try section.flag("add_prefix_space", default: true)
        words = try section.flag("use_regex", default: true) ? .pattern(try Pattern(Self.pattern)) : nil
    }

    /// Published with GPT-2.
    private static let pattern =
        #"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"#

    func split(_ piece: Piece) throws(TokenizerError) -> [Piece] {
        var piece = piece
        if addsBlank, piece.text.first != " " { piece.text = ([" "] + piece.text)[...] }
        let pieces = if let words { try piece.split(.isolated, at: words) } else { [piece] }
        return pieces.map { Piece(text: ByteAlphabet.spell($0.text)[...], isFirst: $0.isFirst) }
    }
}
