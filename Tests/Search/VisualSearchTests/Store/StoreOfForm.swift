import SQLite

@testable import VisualSearch

/// A small store as the version of a form wrote it: two items, from the third form on a removed one, and from the twelfth on a
/// further picture.
enum StoreOfForm {
    static let forms = 1...Schema.current.version
    static let describer = CoarseDescriber(identity: "coarse 1", keepsBuiltInVectors: false)

    /// Makes the file at `path`, closed and without a log.
    static func make(_ form: Int, at path: String) throws(SearchError) {
        let schema = Schema(steps: Array(Schema.current.steps.prefix(form)), readable: 1)
        let identity = DescriberIdentity(
            name: describer.identity, dimensions: describer.dimensions, colors: Palette.byteCount)
        try CatalogStore(path: path, describer: identity, mode: .create, schema: schema)
            .write { database throws(SearchError) in
                try database.script(items)
                try database.script(form < 4 ? plainWords : weightedWords)
                if form >= 3 { try database.script(removed) }
                if form >= 6 { try database.script(model) }
                if form >= 12 { try database.script(picture) }
            }
        // The versions of these forms did not note the kind of a file.
        if form < 10 { try Database(path: path, access: .write).script("DROP TABLE file") }
    }

    /// The long numbers are checksums: they are written out, since a change of the sums would be one of the form.
    private static let items = """
        INSERT INTO fields(field, name, type) VALUES (1, 'title', 'text'), (2, 'price', 'float');
        INSERT INTO items(slot, id, source, size, modified, hash, revision, picture_revision, checksum, picture_checksum)
        VALUES
            (0, 'bag', 'https://img.example/bag.jpg', 10, 20, x'0102', 1, 1, 2968691647040435556, 8943528577107845266),
            (1, 'hat', NULL, NULL, NULL, NULL, 1, 1, -7369462130314890925, 550052105483121944);
        INSERT INTO vectors VALUES (0, x'7f00000000000000'), (1, x'007f000000000000');
        INSERT INTO colors SELECT slot, zeroblob(\(Palette.byteCount)) FROM items;
        INSERT INTO attributes VALUES
            (1, 0, 0, 'Leather bags'), (1, 1, 0, 'Woollen hat'), (2, 0, 0, 49.5), (2, 1, 0, 12.0);
        UPDATE state SET revision = 1, items = 2;
        """

    private static let plainWords = "INSERT INTO words(rowid, text) VALUES (0, 'Leather bags'), (1, 'Woollen hat');"

    private static let weightedWords = """
        INSERT INTO texts VALUES (0, 'Leather bags', '', '', ''), (1, 'Woollen hat', '', '', '');
        INSERT INTO words(words) VALUES ('rebuild');
        INSERT INTO stems(stems) VALUES ('rebuild');
        """

    private static let removed = """
        INSERT INTO removed VALUES (1, 'shoe', 1700000000000, NULL, NULL, NULL, NULL, 4661121614754620328, 8943528577107845266,
            x'7f00000000000000', zeroblob(\(Palette.byteCount)), NULL, NULL);
        INSERT INTO removed_attributes VALUES (1, 1, 0, 'text', 'Old shoe');
        """

    private static let model = "INSERT INTO models VALUES ('similar', '{}', -7437804398395500747);"

    private static let picture = """
        INSERT INTO items(slot, revision, picture_revision, checksum, picture_checksum, born, owner, ordinal, role)
        VALUES (2, 1, 1, -8012078655922982367, 550052105483121944, 1, 0, 2, 'back');
        INSERT INTO vectors VALUES (2, x'007f000000000000');
        INSERT INTO colors VALUES (2, zeroblob(\(Palette.byteCount)));
        """
}
