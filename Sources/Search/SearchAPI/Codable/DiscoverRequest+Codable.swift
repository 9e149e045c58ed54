/// Members that are missing have their defaults; only the image is needed. A box without an area is a point.
extension DiscoverRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case image, detection, each
        case regions = "boxes"
    }

    /// Decodes a request; `image` is required, and other missing members have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(ImageInput.self, forKey: .image),
            detection: try container.decodeIfPresent(Detection.self, forKey: .detection) ?? Detection(),
            regions: try container.decodeIfPresent([Box].self, forKey: .regions)?.map(Region.init) ?? [],
            each: try container.decodeIfPresent(SearchRequest.self, forKey: .each)
                ?? SearchRequest(SearchRequest.Query()))
    }

    /// Encodes the request; `boxes` is omitted when empty. Throws `EncodingError` for a picture that is a file.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(image, forKey: .image)
        try container.encode(detection, forKey: .detection)
        if !regions.isEmpty { try container.encode(regions.map(\.wireBox), forKey: .regions) }
        try container.encode(each, forKey: .each)
    }
}
