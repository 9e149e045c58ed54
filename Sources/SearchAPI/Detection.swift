public import Imaging

/// Which things in a picture are looked for.
public struct Detection: Hashable, Sendable, Codable {
    /// How willingly something counts as a thing.
    public enum Sensitivity: String, Hashable, Sendable, Codable, CaseIterable {
        /// Few boxes that hold nothing: beside clear things only clear ones.
        case low
        /// All that may be a thing, as far as the limit goes.
        case high
    }

    /// Only things of this product type; nil, the default, finds all.
    public var type: String?
    /// The most things to find, 1…30, best first. Default 5.
    public var limit: Int
    /// Default low.
    public var sensitivity: Sensitivity
    /// Only things that have one of the values of each of these fields, as far as the items that look like them tell;
    /// upper and lower case do not matter. Empty, the default, finds all.
    public var attributes: [String: [String]]

    public init(
        type: String? = nil, limit: Int = 5, sensitivity: Sensitivity = .low, attributes: [String: [String]] = [:]
    ) {
        self.type = type
        self.limit = limit
        self.sensitivity = sensitivity
        self.attributes = attributes
    }

    /// Members that are missing have their defaults.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        type = try values.decodeIfPresent(String.self, forKey: .type)
        limit = try values.decodeIfPresent(Int.self, forKey: .limit) ?? 5
        sensitivity = try values.decodeIfPresent(Sensitivity.self, forKey: .sensitivity) ?? .low
        attributes = try values.decodeIfPresent([String: [String]].self, forKey: .attributes) ?? [:]
    }
}

/// One thing that was recognized in a picture.
public struct RecognizedObject: Hashable, Sendable, Codable {
    /// In upright pixels of the original picture.
    public var box: Box
    /// 0…1: how sure it is that this is a thing.
    public var score: Double
    /// Its product type, taken from the items that look like it. Nil when they do not agree or carry none.
    public var type: String?
    /// 0…1: how much of the evidence speaks for the type.
    public var typeConfidence: Double
    /// Values that the items that look like it have in common, by field.
    public var attributes: [String: [String]]
    /// No thing was found: the box is the whole picture.
    public var isWholePicture: Bool

    public init(
        box: Box, score: Double, type: String? = nil, typeConfidence: Double = 0,
        attributes: [String: [String]] = [:], isWholePicture: Bool = false
    ) {
        self.box = box
        self.score = score
        self.type = type
        self.typeConfidence = typeConfidence
        self.attributes = attributes
        self.isWholePicture = isWholePicture
    }
}

/// A type of product that the items of a store have, and the values that its items carry.
public struct ProductType: Hashable, Sendable, Codable {
    /// As the items of the store have it.
    public var name: String
    /// Values of string and list fields that occur with this type, by field, most frequent first.
    public var attributes: [String: [String]]

    public init(name: String, attributes: [String: [String]] = [:]) {
        self.name = name
        self.attributes = attributes
    }
}
