/// The selection of objects to find in a picture.
public struct Detection: Hashable, Sendable {
    /// The threshold for counting a region as an object.
    public enum Sensitivity: String, Hashable, Sendable, Codable, CaseIterable {
        /// Favors precision: scores of 0.3 and above, without parts beside their whole or boxes around several objects.
        case low
        /// Favors recall: everything that may be an object, parts and unions included.
        case high

        /// The lowest score that is reported unless ``Detection/minimumScore`` is set.
        package var minimumScore: Double {
            switch self {
            case .low: 0.3
            case .high: 0.005
            }
        }
    }

    /// The product type of the objects to find, and of the items that are searched for; nil, the default, finds all.
    /// Case and plural do not matter (`bag`, `Bags`). One that no item has counts as nil.
    public var type: String?
    /// The most objects to find, 1…30, best first. Default 5.
    public var limit: Int
    /// The balance of precision and recall. Default low.
    public var sensitivity: Sensitivity
    /// The lowest score of the objects to find, 0…1. Nil, the default, uses that of the sensitivity.
    public var minimumScore: Double?
    /// The accepted values by field: an object must have one of those of each field, as judged from the items that look
    /// like it; upper and lower case do not matter. Empty, the default, finds all.
    public var attributes: [String: [String]]

    /// Creates detection options; all parameters have the defaults of their properties.
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
}

/// Members that are missing have their defaults.
extension Detection: MemberCodable {
    static let blank = Detection()
    static let members: [Member<Detection>] = [
        .init("type", \.type), .init("limit", \.limit, .written), .init("sensitivity", \.sensitivity, .written),
        .init("minimumScore", \.minimumScore), .init("attributes", \.attributes, .written),
    ]
}

/// One object that was recognized in a picture.
public struct RecognizedObject: Hashable, Sendable, Codable {
    /// The place of the object, in upright pixels of the original picture.
    public var box: Box
    /// The confidence that this is an object, 0…1.
    public var score: Double
    /// The product type, taken from the items that look like it. Nil when they do not agree or carry none.
    public var type: String?
    /// The share of the evidence that supports the type, 0…1; where the store has learned from its types, the
    /// probability of the type.
    public var typeConfidence: Double
    /// Values that the items that look like it have in common, by field. Fields that no picture shows are left out: names,
    /// ids, addresses and brands.
    public var attributes: [String: [String]]
    /// True when no object was found, and the box is the whole picture.
    public var isWholePicture: Bool

    /// Creates a recognized object. By default it has no type and no attributes, and is not the whole picture.
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
    /// The name of the type, as the items of the store have it.
    public var name: String
    /// Values of string and list fields that occur with this type, by field, most frequent first.
    public var attributes: [String: [String]]

    /// Creates a product type from its name and the values that occur with it.
    public init(name: String, attributes: [String: [String]] = [:]) {
        self.name = name
        self.attributes = attributes
    }
}
