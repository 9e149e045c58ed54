internal import SQLite

// The pictures of an item beside its first one. Each has a slot of its own.
extension Edit {
    /// The first number of a further picture.
    static let firstOrdinal = 2

    /// The reason why further pictures cannot be stored; nil where they can.
    func misfit(_ pictures: [FurtherPicture]) -> SearchError? {
        guard pictures.count < Item.pictureLimit else {
            return .invalidArgument(
                "an item has at most \(Item.pictureLimit) pictures, not \(pictures.count + 1)")
        }
        for further in pictures { if let problem = misfit(further.picture) { return problem } }
        return nil
    }

    /// Makes these the further pictures of an item. Those that are there already keep their slots and revisions.
    mutating func replacePictures(of owner: Int, by pictures: [FurtherPicture]) throws(SearchError) {
        let reading = ItemReading(database: database)
        let known = try reading.pictures(of: owner)
        for (index, further) in pictures.enumerated() {
            let ordinal = index + Edit.firstOrdinal
            if index < known.count {
                let head = known[index]
                let isSame =
                    head.ordinal == ordinal && head.role == further.role?.rawValue && head.source == further.source
                    && head.fingerprint == further.fingerprint && head.pictureChecksum == further.picture.checksum
                let thumbnail = isSame ? try reading.picture(at: head.slot)?.thumbnail : nil
                if isSame, thumbnail == further.picture.thumbnail { continue }
                try clearPicture(head.slot)
                try write(further, owner, ordinal, at: head.slot)
            } else {
                try write(further, owner, ordinal, at: try freeSlot())
            }
        }
        for head in known.dropFirst(pictures.count) { try drop(head.slot) }
    }

    /// Frees the slots of the further pictures of an item.
    mutating func dropPictures(of owner: Int) throws(SearchError) {
        for head in try ItemReading(database: database).pictures(of: owner) { try drop(head.slot) }
    }

    private mutating func drop(_ slot: Int) throws(SearchError) {
        try clearPicture(slot)
        try free(slot)
        isChanged = true
    }

    private mutating func write(
        _ further: FurtherPicture, _ owner: Int, _ ordinal: Int, at slot: Int
    ) throws(SearchError) {
        let sum = Checksum.ofPicture(
            ordinal: ordinal, role: further.role?.rawValue, source: further.source, fingerprint: further.fingerprint)
        try database.run(
            """
            INSERT INTO items(slot, source, size, modified, hash, revision, picture_revision, checksum,
                picture_checksum, born, owner, ordinal, role)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?6, ?9, ?10, ?11)
            ON CONFLICT(slot) DO UPDATE SET source = ?2, size = ?3, modified = ?4, hash = ?5, revision = ?6,
                picture_revision = ?6, checksum = ?7, picture_checksum = ?8, born = ?6, owner = ?9, ordinal = ?10,
                role = ?11
            """,
            .integer(slot), .optional(further.source), .optional(further.fingerprint?.size),
            .optional(further.fingerprint?.modified), .optional(further.fingerprint?.hash), .integer(revision),
            .integer(sum), .integer(further.picture.checksum), .integer(owner), .integer(ordinal),
            .optional(further.role?.rawValue))
        try write(further.picture, slot)
        isChanged = true
    }
}
