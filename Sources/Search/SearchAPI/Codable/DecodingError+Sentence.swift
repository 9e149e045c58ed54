extension DecodingError {
    /// Returns the error for a value that does not fit, with a message for its sender.
    static func unfitting(_ sentence: String, at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(
            Context(
                codingPath: path, debugDescription: sentence, underlyingError: SearchError.invalidArgument(sentence)))
    }
}
