/// The unit of a store: a picture with a name and attributes, which searches find.
public struct Item: Hashable, Sendable, Codable {
    /// The name by which it is found again; `im_name` on the wire. An opaque key, 1…512 bytes of UTF-8, never a path.
    public var id: String
    /// The origin of the picture: a path or a URL, as given. Nil when only bytes were given.
    public var source: String?
    /// The values of the item, by field.
    public var attributes: [String: AttributeValue]

    /// Creates an item; by default without a source and without attributes.
    public init(id: String, source: String? = nil, attributes: [String: AttributeValue] = [:]) {
        self.id = id
        self.source = source
        self.attributes = attributes
    }
}
