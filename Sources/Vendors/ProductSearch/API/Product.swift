extension ProductSearch {
    /// One product that was found.
    public struct Product: Hashable, Sendable {
        /// The name of the product.
        public var id: String
        /// The address of its main picture.
        public var imageURL: String?
        /// The fields asked for, of any JSON. The service writes prices as an object with `currency` and `value`.
        public var data: [String: JSONValue]
        /// 0…1; nil unless asked for.
        public var score: Double?
        /// Fields of the service's own image tags.
        public var tagData: [String: JSONValue]?
        /// Fields of the service's system.
        public var system: [String: JSONValue]?
        /// The score after the service put the products in another order.
        public var rerankScore: Double?
        /// The similarity of the pictures alone.
        public var similarity: Double?
        /// The address at which the service keeps the picture.
        public var storedURL: String?
        /// The type of the object of the product's picture that was found.
        public var detectedType: String?
        /// A word for that object.
        public var keyword: String?
        /// The place of that object in the product's picture.
        public var box: Box?
        /// Recommendations: why it stands here, such as its `category` and its `set_id`.
        public var tags: [String: JSONValue]?
        /// Recommendations: what could stand here in its place.
        public var alternatives: [Product]?
        /// Recommendations: somebody put it here by hand.
        public var isPinned: Bool?
        /// Recommendations: the pictures to show.
        public var bestImages: [BestImage]?
        /// The number, from 1, of the picture that agrees best with the query. Not on the wire; nil where one is unknown.
        package var bestPicture: Int?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates a product.
        package init(_ id: String, imageURL: String? = nil, score: Double? = nil, data: [String: JSONValue] = [:]) {
            self.id = id
            self.imageURL = imageURL
            self.score = score
            self.data = data
        }

        /// A field as text; nil for one that is missing or no scalar.
        public subscript(field: String) -> String? { data[field]?.text }
    }
}

extension ProductSearch.Product: ViSenze.WireHit {
    package static var isProduct: Bool { true }

    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        guard let id = try members.text("product_id") else {
            throw MalformedJSON(path: members.path("product_id"), reason: "expected text, found nothing")
        }
        self.init(id)
        imageURL = try members.text("main_image_url")
        data = try members.object("data") ?? [:]
        score = try members.number("score")
        tagData = try members.object("vs_data")
        system = try members.object("sys")
        rerankScore = try members.number("rerank_score")
        similarity = try members.number("similar_score")
        storedURL = try members.text("image_s3_url")
        detectedType = try members.text("detect")
        keyword = try members.text("keyword")
        box = try Box(&members)
        tags = try members.object("tags")
        alternatives = try members.array("alternatives", Self.init(json:at:))
        isPinned = try members.flag("pinned")
        bestImages = try members.array("best_images", ProductSearch.BestImage.init(json:at:))
    }

    package func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("product_id", id)
            writer.member("main_image_url", imageURL)
            writer.member("data", data)
            writer.member("score", score)
            writer.member("vs_data", tagData)
            writer.member("sys", system)
            writer.member("rerank_score", rerankScore)
            writer.member("similar_score", similarity)
            writer.member("image_s3_url", storedURL)
            writer.member("detect", detectedType)
            writer.member("keyword", keyword)
            box?.write(to: &writer)
            writer.member("tags", tags)
            writer.member("alternatives", alternatives) { writer, product in product.write(to: &writer) }
            // A string, because one client reads nothing else.
            if let isPinned { writer.member("pinned", isPinned ? "true" : "false") }
            writer.member("best_images", bestImages) { writer, image in image.write(to: &writer) }
        }
    }
}
