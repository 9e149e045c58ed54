/// A further picture of an item, described.
package struct DescribedPicture: Sendable {
    /// The stored form of its picture.
    package var picture: StoredPicture
    /// The identity of what made the vector; nil where that is not known.
    package var describer: String?
    package var role: PictureRole?
    package var source: String?
    package var fingerprint: Fingerprint?

    package init(
        _ image: DescribedImage, role: PictureRole? = nil, source: String? = nil, fingerprint: Fingerprint? = nil
    ) {
        picture = image.stored
        describer = image.describer
        self.role = role
        self.source = source
        self.fingerprint = fingerprint
    }

    /// A picture that the store has, to stay or to move among those of its item.
    ///
    /// - Parameter describer: The identity of the store's describer when it was read.
    package init(_ stored: FurtherPicture, describer: String) {
        picture = stored.picture
        self.describer = describer
        role = stored.role
        source = stored.source
        fingerprint = stored.fingerprint
    }
}

/// An item to insert whose pictures were described.
package struct DescribedEntry: Sendable {
    package var item: Item
    /// The first picture; nil where only attributes or further pictures change.
    package var image: DescribedImage?
    package var fingerprint: Fingerprint?
    /// The further pictures; nil keeps those that the item has.
    package var pictures: [DescribedPicture]?

    package init(
        _ item: Item, image: DescribedImage? = nil, fingerprint: Fingerprint? = nil,
        pictures: [DescribedPicture]? = nil
    ) {
        self.item = item
        self.image = image
        self.fingerprint = fingerprint
        self.pictures = pictures
    }

    /// The describers of its pictures.
    var describers: [String] { ([image?.describer] + (pictures ?? []).map(\.describer)).compactMap(\.self) }

    var stored: StoredItem {
        var stored = StoredItem(item, picture: image?.stored, fingerprint: fingerprint)
        stored.pictures = pictures?.map {
            FurtherPicture($0.picture, role: $0.role, source: $0.source, fingerprint: $0.fingerprint)
        }
        return stored
    }
}

extension SearchEngine {
    /// Throws for an entry with too many pictures, before any of them is described.
    static func check(_ entry: Entry) throws(SearchError) {
        let count = 1 + (entry.pictures?.count ?? 0)
        guard count <= Item.pictureLimit else {
            throw .invalidArgument("an item has at most \(Item.pictureLimit) pictures, not \(count)")
        }
    }
}
