/// The pictures beside the first one are omitted where the item has one alone.
extension Item: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, source, attributes, pictures
    }

    /// Decodes an item; without `pictures` it has one picture.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            source: try container.decodeIfPresent(String.self, forKey: .source),
            attributes: try container.decode([String: AttributeValue].self, forKey: .attributes),
            pictures: try container.decodeIfPresent([Item.Picture].self, forKey: .pictures) ?? [])
    }

    /// Encodes the item; a missing source and missing pictures are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(source, forKey: .source)
        try container.encode(attributes, forKey: .attributes)
        if !pictures.isEmpty { try container.encode(pictures, forKey: .pictures) }
    }
}

extension PictureRole {
    /// Decodes a role by its name; the error of an unknown one names the roles.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        do throws(SearchError) { self = try PictureRole(named: name) } catch {
            throw DecodingError.unfitting("\(error)", at: decoder.codingPath)
        }
    }
}
