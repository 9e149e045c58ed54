/// The reason for which a tokenizer file or a text is refused.
package enum TokenizerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file could not be read; the text has the system's words.
    case unreadable(String)
    /// The bytes are no JSON as of RFC 8259, or exceed a bound; `offset` counts bytes from the start of the file.
    case malformed(String, offset: Int)
    /// The file asks for something that this target does not do; the text names the place in the file.
    case unsupported(String)
    /// A part of the file contradicts itself or another; the text names the place in the file.
    case invalid(String)
    /// The text cannot be encoded with this tokenizer or within the given length.
    case unencodable(String)

    package var description: String {
        switch self {
        case .unreadable(let reason): "the tokenizer file cannot be read: \(reason)"
        case .malformed(let reason, let offset): "no tokenizer file: \(reason) at byte \(offset)"
        case .unsupported(let reason): "unsupported in a tokenizer file: \(reason)"
        case .invalid(let reason): "invalid tokenizer file: \(reason)"
        case .unencodable(let reason): "the text cannot be encoded: \(reason)"
        }
    }
}
