package import Essentials

// Calls and answers of the routes for pages that show a catalog.

/// A request for a part of the catalog, in the order in which the store holds its items.
package struct ItemsRequest: Hashable, Sendable {
    /// The number of items before the first one, from 0. Default 0.
    package var offset = 0
    /// The most items, 1…1,000. Default 100.
    package var limit = 100
    /// The attributes to return; nil, the default, returns all.
    package var fields: [String]?

    /// The accepted numbers of items.
    package static let limits = 1...1000
}

extension ItemsRequest: MemberCodable {
    static let blank = ItemsRequest()
    static let members: [Member<ItemsRequest>] = [
        .init("offset", \.offset, .written), .init("limit", \.limit, .written), .init("fields", \.fields),
    ]
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
}

/// The name of an upload, and the sides of the picture as a person sees it, in pixels.
package struct UploadAnswer: Hashable, Sendable, Codable {
    package var upload: String
    package var width: Int
    package var height: Int

    package init(upload: String, size: Size) { (self.upload, width, height) = (upload, size.width, size.height) }
}
