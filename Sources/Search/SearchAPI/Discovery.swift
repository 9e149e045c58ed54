/// Finds the objects in a picture, and for each of them the items that look like it.
public struct DiscoverRequest: Hashable, Sendable {
    /// The picture in which objects are found.
    public var image: ImageInput
    /// The detection options, used when ``regions`` is empty.
    public var detection: Detection
    /// Parts of the picture to search with in place of detected objects, at most 30. A box that detection gives as
    /// well, or nearly (an overlap of 0.9), is cut out as the detected object is; any other one is taken as it is.
    public var regions: [Region]
    /// The request for each object: filter, page, limit, fields, facets and the rest. The example of its query is
    /// replaced by the object; words and colors of its query count for each of them.
    public var each: SearchRequest

    /// Creates a request for a picture; by default it detects objects and uses the defaults of ``SearchRequest``.
    public init(
        _ image: ImageInput, detection: Detection = Detection(), regions: [Region] = [],
        each: SearchRequest = SearchRequest(SearchRequest.Query())
    ) {
        self.image = image
        self.detection = detection
        self.regions = regions
        self.each = each
    }
}

/// Members that are missing have their defaults; only the image is needed. A box without an area is a point.
extension DiscoverRequest: MemberCodable {
    static let blank = DiscoverRequest(.bytes([]))
    static let members: [Member<DiscoverRequest>] = [
        .init("image", \.image, .required), .init("detection", \.detection, .written), .init("boxes", \.boxes),
        .init("each", \.each, .written),
    ]

    private var boxes: [Box] {
        get { regions.map(\.wireBox) }
        set { regions = newValue.map(Region.init) }
    }
}

/// The answer to a ``DiscoverRequest``: the hits for each object in a picture.
public struct DiscoverAnswer: Hashable, Sendable, Codable {
    /// One object and its hits.
    public struct ObjectAnswer: Hashable, Sendable, Codable {
        /// The object, with its place in the picture.
        public var object: RecognizedObject
        /// The hits for the object.
        public var answer: SearchAnswer

        /// Creates an entry from an object and its answer.
        public init(_ object: RecognizedObject, answer: SearchAnswer) {
            self.object = object
            self.answer = answer
        }
    }

    /// The sides of the original as a person sees it, in pixels.
    public var uprightSize: Size
    /// The objects and their hits, best object first, or in the order of the regions of the request. Empty when no
    /// object has the type or attributes of the request.
    public var objects: [ObjectAnswer]
    /// The objects that were found but left out, because they lack the type or attributes of the request.
    public var others: [RecognizedObject]

    /// Creates an answer from the size of the original and the objects found in it.
    public init(uprightSize: Size, objects: [ObjectAnswer], others: [RecognizedObject] = []) {
        self.uprightSize = uprightSize
        self.objects = objects
        self.others = others
    }
}
