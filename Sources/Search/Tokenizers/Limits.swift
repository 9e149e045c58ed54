/// The bounds that keep memory and time of hostile files and texts small.
enum Limits {
    /// The longest file, in bytes. The largest in use have 34 MB.
    static let fileBytes = 256 << 20
    /// Objects and arrays inside each other.
    static let depth = 32
    /// Values in the parts of a file beside vocabulary and merges.
    static let smallValues = 4_000_000
    /// Tokens of a vocabulary, and added tokens.
    static let tokens = 4_000_000
    /// Merges of a model.
    static let merges = 16_000_000
    /// Scalars of a token that is found by walking along a text.
    static let tokenScalars = 1024
    /// Bytes of a text in UTF-8, also after its normalization.
    static let textBytes = 1 << 20
    /// Normalizers and other steps of one kind.
    static let steps = 64
    /// Instructions of a compiled pattern.
    static let patternSteps = 10_000
    /// The longest padding, and the largest length that a caller may ask for.
    static let length = 1 << 20
}
