public import Imaging

/// Which objects of a picture to find.
public struct Detection: Hashable, Sendable, Codable {
    /// What counts as an object.
    public enum Sensitivity: String, Hashable, Sendable, Codable, CaseIterable {
        /// Favors precision: scores of 0.3 and above, without parts beside their whole or boxes around several objects.
        case low
        /// Favors recall: everything that may be an object, parts and unions included.
        case high

        /// The lowest score that is reported unless ``Detection/minimumScore`` says another.
        public var minimumScore: Double {
            switch self {
            case .low: 0.3
            case .high: 0.005
            }
        }
    }

    /// Only objects of this product type; nil, the default, finds all. Case and plural do not matter (`bag`, `Bags`).
    public var type: String?
    /// The most objects to find, 1…30, best first. Default 5.
    public var limit: Int
    /// Default low.
    public var sensitivity: Sensitivity
    /// Only objects with this score or a higher one, 0…1. Nil, the default: as the sensitivity says.
    public var minimumScore: Double?
    /// Only objects that have one of the values of each of these fields, as far as the items that look like them tell;
    /// upper and lower case do not matter. Empty, the default, finds all.
    public var attributes: [String: [String]]

    public init(
        type: String? = nil, limit: Int = 5, sensitivity: Sensitivity = .low, minimumScore: Double? = nil,
        attributes: [String: [String]] = [:]
    ) {
        self.type = type
        self.limit = limit
        self.sensitivity = sensitivity
        self.minimumScore = minimumScore
        self.attributes = attributes
    }

    /// Members that are missing have their defaults.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        type = try values.decodeIfPresent(String.self, forKey: .type)
        limit = try values.decodeIfPresent(Int.self, forKey: .limit) ?? 5
        sensitivity = try values.decodeIfPresent(Sensitivity.self, forKey: .sensitivity) ?? .low
        minimumScore = try values.decodeIfPresent(Double.self, forKey: .minimumScore)
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
