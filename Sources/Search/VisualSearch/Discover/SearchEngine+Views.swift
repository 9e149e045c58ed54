extension SearchEngine {
    /// The share of each further object in a picture, which the similarity of the whole picture loses. Of .05, .07 and .1 the one
    /// that costs least in pictures of one object and in scenes (`Benchmarks/README.md`, Objects).
    private static let shareOfOthers = 0.07

    /// The similarity from which an item shows the picture itself, made smaller or compressed anew perhaps.
    private static let samePicture = 0.95

    /// Describes objects as they are searched with: each alone, on white, or with all of its picture, whichever has the
    /// more similar item in the store. A part that somebody pointed at is compared alone.
    ///
    /// A catalog has products alone and products as they are used. A carton in a hand before a shelf is found among
    /// pictures of the one kind by its outline, and among those of the other by the whole picture. In a scene of several
    /// objects the whole tells little of each.
    ///
    /// - Parameter takesItself: The first object is searched with all of its picture where that is the picture of an item.
    func describe(
        _ places: [Scene.Place], in scene: Scene, takesItself: Bool = false, _ options: CallOptions
    ) throws(SearchError) -> [DescribedObject] {
        let all = places + (places.contains { $0.others != nil } ? [scene.wholePicture] : [])
        let views = try options.map(all) { place throws(SearchError) -> (vector: [Int8], similarity: Double) in
            let size = place.object.isWholePicture ? scene.uprightSize : nil
            let vector = try self.describer.descriptor(of: scene.pixels(of: place), decodedFrom: size).vector
            return (vector, all.count > places.count ? try self.largestSimilarity(to: vector) : 0)
        }
        let whole = views[places.count...].first
        return try options.map(Array(places.indices)) { index throws(SearchError) -> DescribedObject in
            let (place, alone) = (places[index], views[index])
            var (vector, seenBox) = (alone.vector, Box?.none)
            if let others = place.others, let whole,
                whole.similarity - Double(others) * Self.shareOfOthers > alone.similarity
                    || takesItself && index == 0 && whole.similarity >= Self.samePicture
            {
                (vector, seenBox) = (whole.vector, scene.wholePicture.object.box)
            }
            return DescribedObject(
                place.object, vector: vector, seenBox: seenBox, neighborVote: try self.neighborVote(of: vector))
        }
    }

    /// The similarity of the item that is most similar to a picture, 1 for the same; 0 in a store without pictures.
    private func largestSimilarity(to vector: [Int8]) throws(SearchError) -> Double {
        try reading(withPalettes: false) { snapshot throws(SearchError) in
            let scale = try SimilarityScale(vector, parts: describer.parts)
            let rows = try catalog.nearest(
                scale.query, count: 1, among: try snapshot.live(), mode: .default, in: snapshot)
            return rows.first.map { scale.key(dot: $0.dot) } ?? 0
        }
    }
}
