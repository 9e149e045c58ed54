extension SearchRequest.Query {
    /// True where a word of the text may have a minus that leaves items out: one after a blank or at the beginning, with
    /// neither a blank nor a digit nor another minus behind it.
    package var mayHaveMinusWords: Bool {
        guard readsMinus, let text else { return false }
        var (before, last): (Unicode.Scalar, Unicode.Scalar) = (" ", " ")
        for scalar in text.unicodeScalars {
            let isMinus = last == "-" || last == "\u{2212}"
            let isWord =
                !scalar.properties.isWhitespace && scalar.properties.generalCategory != .decimalNumber && scalar != "-"
            if isMinus, before.properties.isWhitespace, isWord { return true }
            (before, last) = (last, scalar)
        }
        return false
    }
}
