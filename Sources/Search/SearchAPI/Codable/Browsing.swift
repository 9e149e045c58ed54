package import Essentials

// Calls and answers of the routes for pages that show a catalog.

/// A request for a part of the catalog, in the order in which the store holds its items.
package struct ItemsRequest: Hashable, Sendable, Codable {
    /// The number of items before the first one, from 0. Default 0.
    package var offset: Int
    /// The most items, 1…1,000. Default 100.
    package var limit: Int
    /// The attributes to return; nil, the default, returns all.
    package var fields: [String]?

    /// The accepted numbers of items.
    package static let limits = 1...1000

    package init(offset: Int = 0, limit: Int = 100, fields: [String]? = nil) {
        (self.offset, self.limit, self.fields) = (offset, limit, fields)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            offset: try container.decodeIfPresent(Int.self, forKey: .offset) ?? 0,
            limit: try container.decodeIfPresent(Int.self, forKey: .limit) ?? 100,
            fields: try container.decodeIfPresent([String].self, forKey: .fields))
    }
}

/// A part of the catalog.
package struct ItemsAnswer: Hashable, Sendable, Codable {
    /// The number of items of the store.
    package var total: Int
    /// The items; none beyond the last one.
    package var items: [Item]

    package init(total: Int, items: [Item]) { (self.total, self.items) = (total, items) }
}

/// A picture to keep for searches that follow: `{"bytes":base64}` or `{"url":"…"}`.
package struct UploadRequest: Hashable, Sendable, Codable {
    package var bytes: Data?
    package var url: String?

    package init(bytes: Data? = nil, url: String? = nil) { (self.bytes, self.url) = (bytes, url) }
}

/// The name of an upload, and the sides of the picture as a person sees it, in pixels.
package struct UploadAnswer: Hashable, Sendable, Codable {
    package var upload: String
    package var width: Int
    package var height: Int

    package init(upload: String, size: Size) { (self.upload, width, height) = (upload, size.width, size.height) }
}
