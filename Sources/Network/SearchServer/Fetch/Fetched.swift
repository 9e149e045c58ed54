internal import HTTPClient

/// The result of a fetch.
package enum Fetched: Hashable, Sendable {
    case new([UInt8], FetchedVersion)
    /// The bytes are those of the version that was named.
    case unchanged
}

/// The version of a file by what its host says of it (RFC 9110, section 8.8); empty where it says nothing.
package struct FetchedVersion: Hashable, Sendable, Codable {
    /// `ETag`.
    package var tag: String?
    /// `Last-Modified`.
    package var modified: String?

    package init(tag: String? = nil, modified: String? = nil) { (self.tag, self.modified) = (tag, modified) }

    init(_ head: Head) {
        // Longer ones are kept by nobody, and would have to be sent back.
        func field(_ name: String) -> String? { head[name].flatMap { $0.isEmpty || $0.utf8.count > 512 ? nil : $0 } }
        self.init(tag: field("etag"), modified: field("last-modified"))
    }

    package var isEmpty: Bool { tag == nil && modified == nil }
}
