/// Turns texts into the token ids of a model, as the `tokenizer.json` of its folder describes.
///
/// The file has the format of Hugging Face's library `tokenizers`, version 1.0, and the ids equal those of its
/// release 0.23. Supported are the models BPE, WordPiece, Unigram and WordLevel; what a file asks for beyond the supported parts
/// is an error that names it. A tokenizer never changes and may be used by several threads at once.
package struct Tokenizer: Sendable {
    /// The filling of short results.
    package enum Padding: Hashable, Sendable {
        /// As the file says; none where it says nothing.
        case asInFile
        case none
        /// At least to this length, from 0 to 1,048,576, with an id; nil takes that of the file.
        case length(Int, id: Int32? = nil)
    }

    private let model: Model
    private let normalizer: Normalizer?
    private let preTokenizer: PreTokenizer?
    private let added: AddedTokens
    private let postProcessor: PostProcessor?
    private let truncation: Truncation?
    private let padding: PaddingRule?

    /// Reads a file of at most 256 MiB.
    ///
    /// - Throws: `unreadable` where the system refuses, else as ``init(json:)``.
    package init(path: String) throws(TokenizerError) {
        try self.init(FileBytes(path: path))
    }

    /// Reads the bytes of a file.
    ///
    /// - Throws: `malformed`, `unsupported` or `invalid`. Depth, sizes and times are bounded, so bytes may come from
    ///   anywhere.
    package init(json bytes: [UInt8]) throws(TokenizerError) { try self.init(FileBytes(bytes)) }

    private init(_ bytes: FileBytes) throws(TokenizerError) {
        let file = try TokenizerFile(bytes)
        let parts = file.parts
        try parts.allow(
            "version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer", "post_processor",
            "decoder", "model")
        if let version = try parts.optionalText("version"), version != "1.0" {
            throw .unsupported("version \"\(version)\"")
        }
        func part(_ name: String) throws(TokenizerError) -> Section? {
            guard let value = parts.value(name) else { return nil }
            return try Section(value, at: name)
        }
        // The small parts first: what is unsupported shows at once.
        normalizer = if let section = try part("normalizer") { try Normalizer(section) } else { nil }
        preTokenizer = if let section = try part("pre_tokenizer") { try PreTokenizer(section) } else { nil }
        postProcessor = if let section = try part("post_processor") { try PostProcessor(section) } else { nil }
        truncation = if let section = try part("truncation") { try Truncation(section) } else { nil }
        padding = if let section = try part("padding") { try PaddingRule(section) } else { nil }
        model = try Model(file)
        added = try AddedTokens(parts, vocabulary: model.tokens, normalizer: normalizer)
    }

    /// The id of a token by its text; nil for an unknown text.
    package func id(of token: String) -> Int32? { added.ids[token] ?? model.tokens.id(token) }

    /// The ids of a text of at most 1 MiB in UTF-8.
    ///
    /// - Parameters:
    ///   - maxLength: The most ids, special tokens included; nil as the file says. A longer text loses its end, or its
    ///     start where the file says so.
    ///   - padding: The filling of a shorter result.
    /// - Throws: `unencodable` for a text or a length that the tokenizer cannot serve.
    package func encode(
        _ text: String, maxLength: Int? = nil, padding: Padding = .asInFile
    ) throws(TokenizerError) -> EncodedText {
        guard text.utf8.count <= Limits.textBytes else { throw .unencodable("it has more than 1 MiB") }
        var ids = try ids(of: text)
        if let truncation = try truncation(maxLength) {
            try truncation.apply(to: &ids, added: postProcessor?.count ?? 0)
        }
        var encoded = EncodedText()
        for id in ids { encoded.append(id, type: 0) }
        if let postProcessor { encoded = postProcessor.apply(to: encoded) }
        try rule(padding)?.apply(to: &encoded)
        return encoded
    }

    private func truncation(_ maxLength: Int?) throws(TokenizerError) -> Truncation? {
        guard let maxLength else { return truncation }
        guard 0...Limits.length ~= maxLength else { throw .unencodable("a length of \(maxLength)") }
        return Truncation(length: maxLength, keepsEnd: truncation?.keepsEnd ?? false)
    }

    private func rule(_ wanted: Padding) throws(TokenizerError) -> PaddingRule? {
        guard case .length(let length, let id) = wanted else { return wanted == .asInFile ? padding : nil }
        guard 0...Limits.length ~= length else { throw .unencodable("a padding to \(length)") }
        guard let id = id ?? padding?.id else { throw .unencodable("the file names no id for padding") }
        var rule = padding ?? PaddingRule(length: length, id: id)
        (rule.length, rule.id, rule.multiple) = (length, id, 0)
        return rule
    }

    private func ids(of text: String) throws(TokenizerError) -> [Int32] {
        let scalars = Array(text.unicodeScalars)
        var (ids, isFirst): ([Int32], Bool) = ([], true)
        for part in added.parts(of: scalars, isNormalized: false) {
            switch part {
            case .token(let id): ids.append(id)
            case .text(let range):
                let plain = Array(scalars[range])
                let normalized = try normalizer?.apply(to: plain) ?? plain
                guard normalized.count <= Limits.textBytes else {
                    throw .unencodable("it is too long after its normalization")
                }
                for part in added.parts(of: normalized, isNormalized: true) {
                    switch part {
                    case .token(let id): ids.append(id)
                    case .text(let range):
                        let isFirst = isFirst && range.lowerBound == 0
                        try encode(Piece(text: normalized[range], isFirst: isFirst), into: &ids)
                    }
                }
            }
            isFirst = false
        }
        return ids
    }

    private func encode(_ piece: Piece, into ids: inout [Int32]) throws(TokenizerError) {
        guard let preTokenizer else { return try model.encode(piece.text, into: &ids) }
        for piece in try preTokenizer.split(piece) { try model.encode(piece.text, into: &ids) }
    }
}
