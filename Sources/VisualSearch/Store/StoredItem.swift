public import SearchAPI

/// What a store's pictures were described with; a store holds descriptions of one kind only.
public struct DescriberIdentity: Hashable, Sendable {
    public var name: String
    /// Values of a vector, 1…4096.
    public var dimensions: Int
    /// Bytes of a color histogram, 0…4096; single pictures may come without.
    public var colors: Int

    public init(name: String, dimensions: Int, colors: Int = 144) {
        self.name = name
        self.dimensions = dimensions
        self.colors = colors
    }

    var summary: String { "\(name) (\(dimensions) values, \(colors) colors)" }
}

/// What a store keeps of a picture.
public struct StoredPicture: Hashable, Sendable {
    public var vector: [Int8]
    /// As long as the store's describer says, or empty.
    public var colors: [UInt8]
    /// What the vector lost by rounding, read for exact ranking only. Default none.
    public var fine: [UInt8]?
    /// A small encoded picture for reports. Default none.
    public var thumbnail: [UInt8]?

    public init(vector: [Int8], colors: [UInt8] = [], fine: [UInt8]? = nil, thumbnail: [UInt8]? = nil) {
        self.vector = vector
        self.colors = colors
        self.fine = fine
        self.thumbnail = thumbnail
    }
}

/// What tells cheaply whether a file is still the one that was indexed.
public struct Fingerprint: Hashable, Sendable {
    /// Bytes.
    public var size: Int
    /// Nanoseconds since 1970.
    public var modified: Int
    public var hash: [UInt8]

    public init(size: Int, modified: Int, hash: [UInt8]) {
        self.size = size
        self.modified = modified
        self.hash = hash
    }
}

/// An item to write.
public struct StoredItem: Hashable, Sendable {
    public var item: Item
    /// Nil leaves the picture that is there.
    public var picture: StoredPicture?
    /// Nil leaves the fingerprint that is there, unless a picture is given.
    public var fingerprint: Fingerprint?

    public init(_ item: Item, picture: StoredPicture?, fingerprint: Fingerprint? = nil) {
        self.item = item
        self.picture = picture
        self.fingerprint = fingerprint
    }
}

/// What happened to a slot.
public struct SlotChange: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// It holds no item any more.
        case removed
        /// Its picture is new or another one, and so may be its attributes.
        case picture
        /// Only its attributes are others.
        case attributes
    }

    public var slot: Int
    public var kind: Kind
}
