extension ProductSearch {
    /// The picture of a search.
    public struct Image: Hashable, Sendable, ViSenze.LocalPicture {
        package enum Source: Hashable, Sendable {
            /// The file part `image` of the request.
            case upload
            /// A picture of this machine, which becomes an upload.
            case local(ImageInput)
            case url(String)
            case id(String)
        }

        package var source: Source

        package init(_ source: Source) { self.source = source }

        /// A picture of this machine, which is prepared and uploaded.
        public static func local(_ input: ImageInput) -> Image { Image(.local(input)) }
        /// A picture that the service fetches.
        public static func url(_ url: String) -> Image { Image(.url(url)) }
        /// An earlier upload, by the name that its answer gave, see ``Results/imageID``.
        public static func id(_ id: String) -> Image { Image(.id(id)) }
    }

    /// The query of a search: a picture or a product, and words.
    ///
    /// Box and points are upright pixels of the picture, from its upper left corner.
    public struct Query: Hashable, Sendable {
        /// The picture. Default none.
        public var image: Image?
        /// A product in place of a picture, 1…512 bytes. Default none.
        public var productID: String?
        /// Words. Default none.
        public var text: String?
        /// The part of the picture to search with; a box without an area selects the object under it.
        public var box: Box?
        /// Places whose objects are searched with.
        public var points: [Point] = []
        /// Nil, the default, leaves it to the service: searches for all objects look for all, the others for nothing.
        public var detection: DetectionChoice?
        /// The most objects to find, 1…30; nil for the default, 5. A server takes more as 30.
        public var detectionLimit: Int?
        /// Nil for the default, low.
        public var sensitivity: Detection.Sensitivity?
        /// Answers for each object of the picture, see ``Results/objects``. Default false.
        public var allObjects = false

        /// Creates a query from its parts, all of them optional.
        public init(
            _ image: Image? = nil, productID: String? = nil, text: String? = nil, box: Box? = nil,
            points: [Point] = [], detection: DetectionChoice? = nil, allObjects: Bool = false
        ) {
            (self.image, self.productID, self.text) = (image, productID, text)
            (self.box, self.points) = (box, points)
            (self.detection, self.allObjects) = (detection, allObjects)
        }
    }
}
