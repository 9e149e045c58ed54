/// The splitting of SentencePiece: blanks become a visible character, with which words begin.
struct Metaspace: Sendable {
    /// The pieces that get the character before them where they do not begin with it.
    private enum Scheme: String { case always, never, first }

    private let replacement: Unicode.Scalar
    private let scheme: Scheme
    private let splits: Bool

    init(_ section: Section) throws(TokenizerError) {
        try section.allow("replacement", "prepend_scheme", "add_prefix_space", "split", "str_rep")
        let scalars = Array(try section.text("replacement").unicodeScalars)
        guard scalars.count == 1 else { throw .invalid("\(section.place).replacement is not one character") }
        replacement = scalars[0]
        let name = try section.optionalText("prepend_scheme") ?? "always"
        guard let scheme = Scheme(rawValue: name) else {
            throw .unsupported("\(section.place).prepend_scheme \"\(name)\"")
        }
        // The older name of the scheme may only agree with it.
        if try !section.flag("add_prefix_space", default: true), scheme != .never {
            throw .invalid("\(section.place).add_prefix_space contradicts prepend_scheme")
        }
        self.scheme = scheme
        splits = try section.flag("split", default: true)
    }

    func split(_ piece: Piece) -> [Piece] {
        var text = piece.text.map { $0 == " " ? replacement : $0 }
        let prepends = scheme == .always || scheme == .first && piece.isFirst
        if prepends, text.first != replacement { text.insert(replacement, at: 0) }
        let whole = Piece(text: text[...], isFirst: piece.isFirst)
        return splits ? whole.split(.withNext) { $0 == replacement } : [whole]
    }
}
