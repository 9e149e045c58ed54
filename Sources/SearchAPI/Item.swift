/// One thing that can be found: a picture with a name and attributes.
public struct Item: Hashable, Sendable, Codable {
    /// The name by which it is found again; `im_name` on the wire. An opaque key, 1…512 bytes of UTF-8, never a path.
    public var id: String
    /// Where the picture came from: a path or a URL, as given. Nil when only bytes were given.
    public var source: String?
    public var attributes: [String: AttributeValue]

    public init(id: String, source: String? = nil, attributes: [String: AttributeValue] = [:]) {
        self.id = id
        self.source = source
        self.attributes = attributes
    }
}
