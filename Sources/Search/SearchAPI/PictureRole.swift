/// The view of a product that a picture gives.
public enum PictureRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// The view by which the product is known. The first picture of an item is taken as one.
    case front
    /// The product from behind.
    case back
    /// The product from the side, from above or from below.
    case side
    /// The product on a person, or in use.
    case worn
    /// A part of the product from near: a fabric, a seam, a label. It counts with 0.8 of its similarity: one fabric
    /// resembles many.
    case detail
    /// The product among other objects, in a room for example.
    case scene

    /// The role by its name.
    ///
    /// - Throws: `invalidArgument` with the roles, and the one that is probably meant.
    package init(named name: String) throws(SearchError) {
        guard let role = PictureRole(rawValue: name) else {
            let names = PictureRole.allCases.map(\.rawValue)
            let meant = SearchError.likeliest(name, among: names).map { "; did you mean `\($0)`?" } ?? ""
            throw .invalidArgument(
                "a picture has one of the roles \(names.joined(separator: ", ")), not `\(name)`\(meant)")
        }
        self = role
    }
}

extension Item {
    /// A picture of an item beside its first one.
    ///
    /// The first picture is the one that the item is shown with, and the only one of most items: its source is
    /// ``Item/source``. The others have the numbers from 2 on, in their order.
    public struct Picture: Hashable, Sendable, Codable {
        /// The view that it gives; nil where that is unknown.
        public var role: PictureRole?
        /// The origin of the picture: a path or a URL, as given. Nil when only bytes were given.
        public var source: String?

        /// Creates a picture; by default of an unknown role and without a source.
        public init(role: PictureRole? = nil, source: String? = nil) {
            self.role = role
            self.source = source
        }
    }
}

/// The picture of an item that agrees best with a query.
public struct HitPicture: Hashable, Sendable, Codable {
    /// The number of the picture among those of the item, from 1.
    public var number: Int
    /// The view that it gives; nil where that is unknown.
    public var role: PictureRole?
    /// The origin of the picture: a path or a URL, as given. Nil when only bytes were given.
    public var source: String?

    /// Creates the picture of a hit.
    public init(number: Int, role: PictureRole?, source: String?) {
        self.number = number
        self.role = role
        self.source = source
    }
}
