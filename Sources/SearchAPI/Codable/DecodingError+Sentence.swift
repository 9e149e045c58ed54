extension DecodingError {
    /// A value that does not fit, in words for whoever sent it.
    static func unfitting(_ sentence: String, at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(
            Context(
                codingPath: path, debugDescription: sentence, underlyingError: SearchError.invalidArgument(sentence)))
    }
}
