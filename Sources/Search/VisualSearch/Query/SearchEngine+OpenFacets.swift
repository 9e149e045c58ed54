/// A search as if its conditions did not speak of the field of a facet.
struct OpenFacet {
    var request: SearchRequest
    /// True if the text of the request is another one: a value of the field was typed.
    var isSaidOtherwise = false
    /// That text as the describer sees it; nil where it sees none.
    var text: TextJoin.Text?
}

extension SearchEngine {
    /// The searches of the facets that count more than the hits, by their field.
    ///
    /// A value that was read in the text is a condition like those of the filter. Its words go with it: items with another
    /// value do not say them.
    func openFacets(of request: SearchRequest) throws(SearchError) -> [String: OpenFacet] {
        guard let facets = request.facets, facets.excludesOwnFilter else { return [:] }
        var open: [String: OpenFacet] = [:]
        for field in request.filter.fields where facets.fields.contains(where: { $0 == field || $0 == "*" }) {
            var wider = OpenFacet(request: request)
            wider.request.filter = request.filter.without(field)
            wider.request.diversity = nil
            guard wider.request.filter != request.filter else { continue }
            if let text = request.query.textsWithout[field] {
                wider.request.query.text = text
                wider.isSaidOtherwise = true
                wider.text = try self.text(of: wider.request.query)
            }
            open[field] = wider
        }
        return open
    }
}
