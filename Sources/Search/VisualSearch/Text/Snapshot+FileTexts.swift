internal import SQLite

extension Snapshot {
    /// The fields that `magpie index` fills from a picture's file and from where it lies, besides what people write into it
    /// for others to read. They seldom tell what a picture shows.
    static let fileFields: Set<String> = [
        "ai", "camera", "creator", "file_name", "folder", "lens", "raw", "rights", Item.pictureText,
    ]

    /// The fields with texts that words are searched in.
    func wordFields() throws(SearchError) -> [Field] {
        try store.columns.fields(of: self).values.filter { field in
            [.string, .text, .list].contains(field.type) && !field.name.hasPrefix(IndexedWords.keyPrefix)
        }.sorted { $0.name < $1.name }
    }

    /// The slots of items whose texts are all of their files: names of folders, a camera, what is printed on the picture.
    func namedByFilesAlone() throws(SearchError) -> Bitmap {
        let fields = try wordFields()
        var slots = Bitmap(size: self.slots)
        for field in fields where Self.fileFields.contains(field.name) {
            slots.formUnion(try self.slots(having: field))
        }
        guard slots.count > 0 else { return slots }
        for field in fields where !Self.fileFields.contains(field.name) {
            slots.subtract(try self.slots(having: field))
        }
        return slots
    }

    private func slots(having field: Field) throws(SearchError) -> Bitmap {
        try database.slots(
            "SELECT slot FROM attributes WHERE field = ? AND value <> ''", .integer(field.number), below: self.slots)
    }
}
