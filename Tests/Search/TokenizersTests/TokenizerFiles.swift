import Foundation

@testable import Tokenizers

/// A tokenizer file with a model and further members, as JSON text.
func tokenizerFile(_ model: String, _ more: String = "") -> String {
    #"{"version":"1.0","truncation":null,"padding":null,"decoder":null,"model":"# + model
        + (more.isEmpty ? "" : "," + more) + "}"
}

/// Characters as tokens with ids from 0, and merges.
func bytePairs(_ tokens: [String], merges: String = "[]", _ more: String = "") -> String {
    let members = tokens.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
    return #"{"type":"BPE","vocab":{"# + members + #"},"merges":"# + merges + (more.isEmpty ? "" : "," + more) + "}"
}

func tokenizer(_ json: String) throws -> Tokenizer { try Tokenizer(json: Array(json.utf8)) }

/// An added token that is special and not normalized.
func addedToken(_ text: String, id: Int, _ flags: String...) -> String {
    let names = ["single_word", "lstrip", "rstrip", "normalized"]
    let members = names.map { "\"\($0)\":\(flags.contains($0))" }.joined(separator: ",")
    return #"{"id":\#(id),"content":"\#(text)","special":true,\#(members)}"#
}
