/// An object in a picture, ready to be searched with.
struct DescribedObject: Sendable {
    private(set) var object: RecognizedObject
    /// Describes it, or the picture that shows it, whichever finds more.
    let vector: [Int8]
    /// The part of the picture that the vector describes.
    let seenBox: Box
    private let neighborVote: NeighborVote?
    /// The values that the items that look like it have in common, also those that no picture shows.
    private var common: [String: [String]] = [:]

    /// - Parameter seenBox: Nil, the default, is that of the object.
    init(_ object: RecognizedObject, vector: [Int8], seenBox: Box? = nil, neighborVote: NeighborVote?) {
        self.object = object
        self.vector = vector
        self.seenBox = seenBox ?? object.box
        self.neighborVote = neighborVote
        recognize(neighborVote?.type)
    }

    /// The same object seen as one of `type`, where at least a third of the evidence speaks for that.
    func taken(for type: String) -> DescribedObject? {
        guard let neighborVote, neighborVote.share(of: type) * 3 >= 1 else { return nil }
        var copy = self
        copy.recognize(type)
        return copy
    }

    private mutating func recognize(_ type: String?) {
        guard let neighborVote, let type else { return }
        object.type = type
        object.typeConfidence = neighborVote.share(of: type)
        common = neighborVote.attributes(of: type)
        object.attributes = common.filter { !DescribedObject.unseen.contains(FieldName.plain($0.key)) }
    }

    /// The fields that name a product, say where it is found, or who made it. Other products look the same: a value of
    /// the neighbors says nothing about the object, and only a search that asks for it counts it.
    private static let unseen: Set<String> = [
        "title", "name", "product_name", "description", "id", "sku", "gtin", "ean", "group_id", "item_group_id", "url",
        "link", "product_url", "image_url", "im_url", "brand", "manufacturer", "vendor", "seller",
    ]

    /// Returns true if the object has one of the values of each field.
    func has(_ wanted: [String: [String]]) -> Bool {
        wanted.allSatisfy { field, values in
            let wanted = Set(values.map { $0.lowercased() })
            return common[field, default: []].contains { wanted.contains($0.lowercased()) }
        }
    }
}
