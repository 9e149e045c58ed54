extension ViSenze {
    /// A hit of one of the protocols, with its wire form.
    package protocol WireHit: JSONRecord, Hashable, Sendable {
        /// The hit is a product; else it is a picture.
        static var isProduct: Bool { get }

        /// Writes the hit so that every official client reads it.
        func write(to writer: inout JSONWriter)
    }

    /// An object in the picture of a request, and if requested, the hits that look like it.
    public struct FoundObject<Hit: Hashable & Sendable>: Hashable, Sendable {
        /// A product type; nil where the service gives none.
        public var type: String?
        /// 0…1.
        public var score: Double?
        /// In pixels of the picture that the service got; the client carries it back to the original.
        public var box: Box?
        /// As the service defines it.
        public var boxType: String?
        /// Values by attribute.
        public var attributes: [String: [String]]
        /// The number of hits that look like it.
        public var total: Int?
        /// Nil for the objects of a search with the picture as a whole.
        public var hits: [Hit]?
        /// Those of its hits; nil unless asked for.
        public var facets: [Facet]?
        /// The place that was asked for.
        public var point: Point?
        /// Its hits by groups; nil unless asked for.
        public var groups: [Group<Hit>]?
        /// As the service defines them, like name and category.
        public var id: String?
        /// The name of the object, where the service gives one.
        public var name: String?
        /// The category of the object, where the service gives one.
        public var category: String?
        /// Recommendations: hits that somebody took out by hand.
        public var excludedNames: [String]?
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates an object.
        package init(
            type: String? = nil, score: Double? = nil, box: Box? = nil, attributes: [String: [String]] = [:],
            total: Int? = nil, hits: [Hit]? = nil, facets: [Facet]? = nil
        ) {
            (self.type, self.score, self.box, self.attributes) = (type, score, box, attributes)
            (self.total, self.hits, self.facets) = (total, hits, facets)
        }

        /// Creates the object that the engine has found.
        package init(_ object: RecognizedObject) {
            self.init(type: object.type, score: object.score, box: object.box, attributes: object.attributes)
        }
    }
}

extension ViSenze.FoundObject: JSONRecord where Hit: ViSenze.WireHit {
    private static var excludedKey: StaticString { Hit.isProduct ? "excluded_pids" : "excluded_im_names" }

    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init()
        type = try members.text("type")
        score = try members.number("score")
        box = try Box(&members)
        boxType = try members.text("box_type")
        attributes = try members.lists("attributes") ?? [:]
        total = try members.integer("total")
        hits = try members.array("result", Hit.init(json:at:))
        facets = try members.array("facets", ViSenze.Facet.init(json:at:))
        point = try members.pixels("point", count: 2).map { Point(left: $0[0], top: $0[1]) }
        groups = try members.array("group_results", ViSenze.Group<Hit>.init(json:at:))
        id = try members.text("id")
        name = try members.text("name")
        category = try members.text("category")
        excludedNames = try members.texts("\(Self.excludedKey)")
    }

    /// Writes an object. Type and attributes are always written: clients crash without them.
    ///
    /// - Parameter asTexts: Several values of an attribute are one text with commas: one client reads nothing else of
    ///   objects with products, and another nothing but lists of those without. Default false.
    package func write(to writer: inout JSONWriter, asTexts: Bool = false) {
        writer.object(other) { writer in
            writer.member("type", type ?? "other")
            writer.key("attributes" as StaticString)
            if asTexts {
                writer.value(attributes.mapValues { JSONValue.string($0.joined(separator: ",")) })
            } else {
                writer.value(attributes)
            }
            writer.member("score", score)
            box?.write(to: &writer)
            writer.member("box_type", boxType)
            writer.member("total", total ?? (Hit.isProduct ? nil : hits?.count))
            writer.member("result", hits) { writer, hit in hit.write(to: &writer) }
            if Hit.isProduct { writeGroups(to: &writer) }
            writer.member("facets", facets) { writer, facet in facet.write(to: &writer) }
            writer.member("point", point.map { [$0.left, $0.top] }) { writer, edge in writer.value(edge) }
            if !Hit.isProduct { writeGroups(to: &writer) }
            writer.member("id", id)
            writer.member("name", name)
            writer.member("category", category)
            writer.member(Self.excludedKey, excludedNames)
        }
    }

    private func writeGroups(to writer: inout JSONWriter) {
        writer.member("group_results", groups) { writer, group in group.write(to: &writer) }
    }
}

extension Box {
    /// Reads the member `box`, `[x1, y1, x2, y2]`; nil without it.
    package init?(_ members: inout JSONMembers) throws(MalformedJSON) {
        guard let corners = try members.pixels("box", count: 4) else { return nil }
        self.init(x1: corners[0], y1: corners[1], x2: corners[2], y2: corners[3])
    }

    /// Writes the member `box`, as four integers.
    package func write(to writer: inout JSONWriter) {
        writer.key("box" as StaticString)
        writer.array([left, top, right, bottom]) { writer, edge in writer.value(edge) }
    }
}
