public import Imaging

/// Looks for every thing in a picture, and for what looks like each of them.
public struct DiscoverRequest: Hashable, Sendable {
    public var image: ImageInput
    /// Which things are looked for where no box and no point is given.
    public var detection: Detection
    /// Parts of the picture to search with in place of detected things, in upright pixels of the original; a point
    /// (an empty box) stands for the thing under it, or the nearest one.
    public var boxes: [Box]
    /// What is asked for each thing: filter, page, limit, fields, facets and the rest. The look of its query is the
    /// thing, whatever it was before; words and colors of its query count for each of them.
    public var each: SearchRequest

    public init(
        _ image: ImageInput, detection: Detection = Detection(), boxes: [Box] = [],
        each: SearchRequest = SearchRequest(SearchRequest.Query())
    ) {
        self.image = image
        self.detection = detection
        self.boxes = boxes
        self.each = each
    }
}

/// What was found for each thing in a picture.
public struct DiscoverAnswer: Hashable, Sendable, Codable {
    /// One thing and its hits.
    public struct Found: Hashable, Sendable, Codable {
        public var object: RecognizedObject
        public var answer: SearchAnswer

        public init(_ object: RecognizedObject, answer: SearchAnswer) {
            self.object = object
            self.answer = answer
        }
    }

    /// The sides of the original as a person sees it, in pixels.
    public var uprightSize: Size
    /// Best first, or in the order of the boxes asked for.
    public var objects: [Found]
    /// The hits of all things together, each once, with its best score: the merged form of ViSearch.
    public var merged: [Hit] { mergedHits() }

    public init(uprightSize: Size, objects: [Found]) {
        self.uprightSize = uprightSize
        self.objects = objects
    }

    private func mergedHits() -> [Hit] {
        var best: [String: Hit] = [:]
        for hit in objects.flatMap(\.answer.hits) where hit.score > best[hit.id]?.score ?? -1 { best[hit.id] = hit }
        return best.values.sorted { ($1.score, $0.id) < ($0.score, $1.id) }
    }
}
