/// The pictures among the further examples of a query, described.
struct DescribedExamples: Sendable {
    struct Picture: Sendable {
        var vector: [Int8]
        /// By the built-in describer, of a picture to be unlike in a store that keeps such vectors beside its own.
        var builtIn: [Int8]?
        /// In upright pixels of the original.
        var box: Box
        /// The objects in the picture, best first; empty without detection.
        var objects: [RecognizedObject]
    }

    /// By their places among the examples of the query.
    var pictures: [Int: Picture] = [:]

    /// The first of them that hits are to resemble.
    func first(of query: SearchRequest.Query) -> Picture? {
        let place = query.examples.indices.first { query.examples[$0].weight > 0 && pictures[$0] != nil }
        return place.flatMap { pictures[$0] }
    }
}

extension SearchEngine {
    /// Describes the pictures among the further examples of a request, each as one that is searched with alone.
    func describedExamples(
        of request: SearchRequest, _ options: CallOptions
    ) throws(SearchError) -> DescribedExamples {
        var described = DescribedExamples()
        for (place, each) in request.query.examples.enumerated() {
            guard case .image(let input, let region) = each.example else { continue }
            let part = try part(of: input, region, request.detection, options)
            described.pictures[place] = .init(
                vector: part.vector,
                builtIn: each.weight < 0 ? try copyVector(of: input, box: part.box, options) : nil,
                box: part.box, objects: request.detection == nil ? [] : part.objects)
        }
        return described
    }

    /// The vector of a part of a picture by the built-in describer; nil where the store keeps none beside its own.
    private func copyVector(
        of input: ImageInput, box: Box, _ options: CallOptions
    ) throws(SearchError) -> [Int8]? {
        guard let form = core.copyDescriber else { return nil }
        let prepared = try options.prepare(input, as: Recipe(form.input, box: box))
        return try form.descriptor(of: prepared.pixels(), decodedFrom: prepared.box.size).vector
    }
}
