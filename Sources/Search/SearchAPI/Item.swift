/// The unit of a store: a picture, or several of one product, with a name and attributes, which searches find.
public struct Item: Hashable, Sendable {
    /// The name by which it is found again; `im_name` on the wire. An opaque key, 1…512 bytes of UTF-8, never a path.
    public var id: String
    /// The origin of the picture: a path or a URL, as given. Nil when only bytes were given.
    public var source: String?
    /// The values of the item, by field.
    public var attributes: [String: AttributeValue]
    /// The pictures beside the first one, as the engine returns them; an insertion takes those of ``Entry/pictures``.
    /// Empty for an item with one picture.
    public var pictures: [Item.Picture]

    /// The most pictures of an item, the first one included.
    public static let pictureLimit = 16

    /// The field of the text that a model has read in a picture.
    package static let pictureText = "picture_text"

    /// Creates an item; by default without a source, without attributes, and with one picture.
    public init(
        id: String, source: String? = nil, attributes: [String: AttributeValue] = [:], pictures: [Item.Picture] = []
    ) {
        self.id = id
        self.source = source
        self.attributes = attributes
        self.pictures = pictures
    }
}
