public import Imaging

/// Finds the objects in a picture, and for each of them the items that look like it.
public struct DiscoverRequest: Hashable, Sendable {
    public var image: ImageInput
    /// Which objects are found where no box and no point is given.
    public var detection: Detection
    /// Parts of the picture to search with in place of detected objects, in upright pixels of the original. A point
    /// (an empty box) selects the object under it, or the nearest one. A box that detection gives as well, or nearly
    /// (an overlap of 0.9), is cut out as the detected object is; any other one is taken as it is.
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
    /// Best first, or in the order of the boxes asked for. Empty where a type or attributes were asked for that no object
    /// has.
    public var objects: [Found]
    /// Objects that were found and left out, because they are not of the type or have not the attributes asked for.
    public var others: [RecognizedObject]
    /// The hits of all things together, each once, with its best score: the merged form of ViSearch.
    public var merged: [Hit] { mergedHits() }

    public init(uprightSize: Size, objects: [Found], others: [RecognizedObject] = []) {
        self.uprightSize = uprightSize
        self.objects = objects
        self.others = others
    }

    private func mergedHits() -> [Hit] {
        var best: [String: Hit] = [:]
        for hit in objects.flatMap(\.answer.hits) where hit.score > best[hit.id]?.score ?? -1 { best[hit.id] = hit }
        return best.values.sorted { ($1.score, $0.id) < ($0.score, $1.id) }
    }
}
