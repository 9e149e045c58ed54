extension SearchEngine {
    package func fields() throws(SearchError) -> [String: AttributeType] {
        try store.read { snapshot throws(SearchError) in try snapshot.fields() }
    }

    /// Those whose kind only inserted values have suggested; later ones may widen it.
    package func guessedFields() throws(SearchError) -> Set<String> {
        try store.read { snapshot throws(SearchError) in try snapshot.guessedFields() }
    }
}
