extension ViSearch {
    /// One item that was found.
    public struct Hit: Hashable, Sendable {
        /// The name of the item.
        public var name: String
        /// 0…1; nil unless asked for.
        public var score: Double?
        /// The attributes asked for. The service writes all of them as strings, numbers as `125.000000`.
        public var values: [String: JSONValue]
        /// Fields of the service's own image tags.
        public var tagValues: [String: JSONValue]?
        /// The address at which the service keeps the picture.
        public var storedURL: String?
        /// The score after the service put the hits in another order.
        public var rerankScore: Double?
        /// Recommendations: why it stands here.
        public var tags: [String: JSONValue]?
        /// Recommendations: what could stand here in its place.
        public var alternatives: [Hit]?
        /// Recommendations: somebody put it here by hand.
        public var isPinned: Bool?
        /// Recommendations: the pictures to show.
        public var bestImages: [BestImage]?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates a hit.
        package init(_ name: String, score: Double? = nil, values: [String: JSONValue] = [:]) {
            (self.name, self.score, self.values) = (name, score, values)
        }

        /// The address of the picture: the attribute `im_url`, where it was asked for, or else the one at which the
        /// service keeps the picture.
        public var url: String? { self["im_url"] ?? storedURL }

        /// The value of an attribute as text.
        public subscript(field: String) -> String? { values[field]?.text }
    }
}

extension ViSearch.Hit: ViSenze.WireHit {
    package static var isProduct: Bool { false }

    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        guard let name = try members.text("im_name") else {
            let isProduct = members.value("product_id") != nil
            throw MalformedJSON(
                path: members.path("im_name"),
                reason: "expected text, found nothing" + (isProduct ? "; this is an answer of ProductSearch" : ""))
        }
        self.init(name)
        score = try members.number("score")
        values = try members.object("value_map") ?? [:]
        tagValues = try members.object("vs_value_map")
        storedURL = try members.text("s3_url")
        rerankScore = try members.number("rerank_score")
        tags = try members.object("tags")
        alternatives = try members.array("alternatives", Self.init(json:at:))
        isPinned = try members.flag("pinned")
        bestImages = try members.array("best_images", ViSearch.BestImage.init(json:at:))
    }

    package func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("im_name", name)
            writer.member("score", score)
            writer.member("value_map", values.isEmpty ? nil : values)
            writer.member("vs_value_map", tagValues)
            writer.member("s3_url", storedURL)
            writer.member("rerank_score", rerankScore)
            writer.member("tags", tags)
            writer.member("alternatives", alternatives) { writer, hit in hit.write(to: &writer) }
            // A string, because one client reads nothing else.
            if let isPinned { writer.member("pinned", isPinned ? "true" : "false") }
            writer.member("best_images", bestImages) { writer, image in image.write(to: &writer) }
        }
    }
}
