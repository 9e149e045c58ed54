extension SearchRequest {
    /// Throws for a request whose answer would spell out the text that was read in pictures: groups, variants and an order by it, and
    /// patterns of letters, which find it letter by letter. Words may be searched, and its existence filtered.
    ///
    /// Scores by the words in pictures spell it out as well: a picture with words of the caller's choice, or an item with
    /// them, tells by the scores of others which of them say these.
    ///
    /// - Parameter mayRead: The caller may see the text.
    func checkPrivateText(mayRead: Bool = false) throws(SearchError) {
        if query.pictureTextWeight > 0, !mayRead {
            throw .invalidArgument(
                "scores tell what is written in pictures, which may be private; leave out pictureTextWeight, which is for "
                    + "callers on the machine of the server")
        }
        var named = [sort?.field, grouping?.field, variants?.field]
        if case .field(let name)? = diversity?.by { named.append(name) }
        if named.contains(Item.pictureText) { throw .privateText }
        try filter.checkPrivateText()
    }
}

extension SearchError {
    fileprivate static var privateText: SearchError {
        .invalidArgument(
            "`\(Item.pictureText)` may be private: it can be searched by words, and be there or not; leave it out of orders, "
                + "groups, variants and patterns")
    }
}

extension Filter {
    /// Throws for a filter by which somebody finds that text letter by letter.
    func checkPrivateText() throws(SearchError) {
        if hasPattern(of: Item.pictureText) { throw .privateText }
    }

    /// True for a condition on the letters or the order of a field.
    fileprivate func hasPattern(of name: String) -> Bool {
        switch self {
        case .like, .less, .lessOrEqual, .greater, .greaterOrEqual, .between: fields.contains(name)
        case .and(let parts), .or(let parts): parts.contains { $0.hasPattern(of: name) }
        case .not(let part): part.hasPattern(of: name)
        default: false
        }
    }
}
