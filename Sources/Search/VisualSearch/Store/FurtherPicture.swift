internal import SQLite

/// A picture of an item beside its first one, as a store keeps it.
package struct FurtherPicture: Hashable, Sendable {
    /// The description of the picture.
    package var picture: StoredPicture
    /// The view that it gives; nil where that is unknown.
    package var role: PictureRole?
    /// The path or URL of the picture; nil where only bytes were given.
    package var source: String?
    /// The size, time and hash of its file. Default nil.
    package var fingerprint: Fingerprint?

    package init(
        _ picture: StoredPicture, role: PictureRole? = nil, source: String? = nil, fingerprint: Fingerprint? = nil
    ) {
        self.picture = picture
        self.role = role
        self.source = source
        self.fingerprint = fingerprint
    }

    /// The hash of what is stored of it, its place included; see ``CatalogStore/copyItems(to:progress:)``.
    func checksum(at ordinal: Int) -> Int {
        var sum = Checksum()
        sum.add(
            Checksum.ofPicture(ordinal: ordinal, role: role?.rawValue, source: source, fingerprint: fingerprint))
        sum.add(picture.checksum)
        sum.add(optional: picture.thumbnail)
        return sum.value
    }
}

/// The row of a picture beside the first one of its item, without its description.
struct PictureHead {
    var slot: Int
    /// The slot of the item.
    var owner: Int
    /// The number of the picture among those of the item, from 2.
    var ordinal: Int
    /// As stored; a role that this version does not know counts as unknown.
    var role: String?
    var source: String?
    var fingerprint: Fingerprint?
    var checksum: Int
    var pictureChecksum: Int

    /// The columns of `items` that ``init(_:)`` reads.
    static let columns =
        "slot, owner, ordinal, role, source, size, modified, hash, checksum, picture_checksum"

    init(_ row: Statement) {
        slot = row.integer(0)
        owner = row.integer(1)
        ordinal = row.integer(2)
        role = row.optionalText(3)
        source = row.optionalText(4)
        fingerprint = Fingerprint(row, from: 5)
        checksum = row.integer(8)
        pictureChecksum = row.integer(9)
    }

    var expectedChecksum: Int {
        Checksum.ofPicture(ordinal: ordinal, role: role, source: source, fingerprint: fingerprint)
    }

    /// As items have it.
    var told: Item.Picture { Item.Picture(role: role.flatMap(PictureRole.init), source: source) }
}

extension Database {
    /// False for a file of an older form that is only read: it has no columns for further pictures.
    func keepsPictures() throws(SearchError) -> Bool { try integer("PRAGMA user_version") >= Schema.pictureForm }

    /// True where some item has several pictures.
    func hasPictures() throws(SearchError) -> Bool {
        guard try keepsPictures() else { return false }
        return try first("SELECT 1 FROM items WHERE owner NOT NULL LIMIT 1") { _ in true } ?? false
    }
}

extension Schema {
    /// The form from which on items may have several pictures.
    static let pictureForm = (current.steps.firstIndex(of: pictures) ?? current.steps.count) + 1
}

extension ItemReading {
    /// The pictures of an item beside the first one, in their order.
    func pictures(of owner: Int) throws(SearchError) -> [PictureHead] {
        guard try database.keepsPictures() else { return [] }
        return try database.all(
            "SELECT \(PictureHead.columns) FROM items WHERE owner = ? ORDER BY ordinal", .integer(owner)
        ) { PictureHead($0) }
    }

    /// The row of a further picture; nil for a slot that holds an item or nothing.
    func pictureHead(at slot: Int) throws(SearchError) -> PictureHead? {
        guard try database.keepsPictures() else { return nil }
        return try database.first(
            "SELECT \(PictureHead.columns) FROM items WHERE slot = ? AND owner NOT NULL", .integer(slot)
        ) { PictureHead($0) }
    }

    /// All that is stored of the pictures of an item beside the first one.
    ///
    /// - Throws: `damaged` where a description is missing.
    func furtherPictures(of owner: Int) throws(SearchError) -> [FurtherPicture] {
        var found: [FurtherPicture] = []
        for head in try pictures(of: owner) {
            guard let picture = try wholePicture(at: head.slot) else {
                throw .damaged(path: database.path, detail: "picture \(head.ordinal) of row \(owner) is missing")
            }
            found.append(
                FurtherPicture(
                    picture, role: head.told.role, source: head.source, fingerprint: head.fingerprint))
        }
        return found
    }
}
