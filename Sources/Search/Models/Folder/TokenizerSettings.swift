import Essentials
import WireFormat

/// The parts of `tokenizer_config.json` and `special_tokens_map.json` that the tower needs.
struct TokenizerSettings {
    /// The class, as `CLIPTokenizer`.
    var kind: String?
    /// The token that fills up.
    var padding: String?
    /// The file that names it.
    var paddingFile: String?
    /// Its number, where `added_tokens_decoder` lists it.
    var paddingID: Int?
    /// The most tokens of a text; nil for no limit.
    var length: Int?

    /// - Parameter folder: The folder of the files, with `/` at its end; empty for that of the model.
    init(_ files: FolderFiles, _ folder: String) throws(ModelFolderError) {
        if let map = try files.object(folder + "special_tokens_map.json") {
            padding = try map.token("pad_token")
            paddingFile = map.file
        }
        guard let config = try files.object(folder + "tokenizer_config.json") else { return }
        kind = try config.text("tokenizer_class")
        length = try config.length("model_max_length")
        if let named = try config.token("pad_token") { (padding, paddingFile) = (named, config.file) }
        guard let padding, let added = try config.object("added_tokens_decoder") else { return }
        for (key, value) in added.members {
            guard case .object(let token) = value, token["content"] == .string(padding), let id = Int(key) else {
                continue
            }
            paddingID = id
        }
    }
}

extension ConfigObject {
    /// A token: text, or an object with the text in `content`.
    fileprivate func token(_ key: String) throws(ModelFolderError) -> String? {
        if case .object = self[key] { return try object(key)?.text("content") }
        return try text(key)
    }

    /// The number in `pad_token_id`.
    func paddingID() throws(ModelFolderError) -> Int? { try integer("pad_token_id", in: 0...Int(Int32.max)) }
}

extension TextTower {
    /// The rules of SigLIP, which no file of its tokenizer states as they are.
    ///
    /// Both fill up to 64 tokens. The first generation (32,000 pieces) fills with `</s>`, number 1, and knows no
    /// punctuation and no capitals; wrong filling moves its vectors by 0.7 of a cosine. The second (256,000 pieces of
    /// Gemma) fills with `<pad>`, number 0, and knows no capitals.
    mutating func applySigLIP(isSecond: Bool) {
        (padding, paddingID) = isSecond ? ("<pad>", 0) : ("</s>", 1)
        padsToLength = true
        cleaning.lowercases = true
        if !isSecond {
            cleaning.removesPunctuation = true
            cleaning.collapsesBlanks = true
        }
    }
}
