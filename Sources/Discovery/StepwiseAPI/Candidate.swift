/// A place in a hierarchy that can be selected: a prefecture, a town, a house number, a category, an item.
public struct Candidate: Hashable, Sendable, Codable, Identifiable {
    /// The stable name among the candidates of one list. Labels repeat, ids do not.
    public var id: String
    /// The kind of place.
    public var level: Level
    /// The text for people, in the best locale that there is.
    public var label: String
    /// The reading in katakana, for index buttons and search fields; nil where none is known.
    public var reading: String?
    /// The position on Earth; nil where none is known.
    public var coordinate: Coordinate?
    /// The destinations that it leads to: 1 for a destination, 0 where the data ends too early.
    public var count: Int
    /// True at the end of the way: selecting it arrives.
    public var isDestination: Bool

    package init(
        id: String, level: Level, label: String, reading: String? = nil, coordinate: Coordinate? = nil, count: Int = 1,
        isDestination: Bool = true
    ) {
        self.id = id
        self.level = level
        self.label = label
        self.reading = reading
        self.coordinate = coordinate
        self.count = count
        self.isDestination = isDestination
    }
}

extension Candidate {
    /// A kind of place, by name. Hierarchies may have others than the ones here.
    public struct Level: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
        /// The name of the level.
        public var rawValue: String

        /// Creates the level with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates the level with a name.
        public init(stringLiteral value: String) { rawValue = value }

        /// The whole of a hierarchy of addresses.
        public static let country: Self = "country"
        /// A prefecture of Japan.
        public static let prefecture: Self = "prefecture"
        /// A city, town or village with its county, or the ward of a large city.
        public static let municipality: Self = "municipality"
        /// A named part of a municipality (ōaza, chō).
        public static let town: Self = "town"
        /// A numbered part of a town.
        public static let chome: Self = "chome"
        /// A named part of a town (koaza).
        public static let aza: Self = "aza"
        /// A block and house number.
        public static let house: Self = "house"
        /// A category of a catalog.
        public static let category: Self = "category"
        /// An item of a catalog.
        public static let item: Self = "item"
    }

    /// A position in degrees (WGS 84).
    public struct Coordinate: Hashable, Sendable, Codable {
        /// Degrees to the north, -90…90.
        public var latitude: Double
        /// Degrees to the east, -180…180.
        public var longitude: Double

        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }
}
