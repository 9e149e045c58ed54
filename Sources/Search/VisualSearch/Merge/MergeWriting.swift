internal import Essentials
internal import SQLite

/// Writes the rows of a merge: first the items in their order, then the values of one field after the other, so that
/// every table is written from its beginning to its end.
struct MergeWriting {
    let merge: StoreMerge
    let fields: MergedFields
    /// By part, the slots of the items that stay behind.
    let losers: [Set<Int>]
    let database: Database
    private let tables: Tables
    private let builtIn: BuiltInVectors

    init(merge: StoreMerge, fields: MergedFields, losers: [Set<Int>], database: Database) throws(SearchError) {
        self.merge = merge
        self.fields = fields
        self.losers = losers
        self.database = database
        tables = try Tables(database)
        // All of one form: that of the first part that has some.
        builtIn =
            if let head = merge.builtInForm {
                try .begin(head.describer, dimensions: head.dimensions, in: database)
            } else {
                try BuiltInVectors(database)
            }
    }

    /// The tables that get rows of each item.
    private struct Tables {
        let items: Insertion
        /// The further pictures of items.
        let pictures: Insertion
        let vectors: Insertion
        let colors: Insertion
        let thumbnails: Insertion
        let attributes: Insertion
        /// The texts and their two indexes.
        let words: [Insertion]

        init(_ database: Database) throws(SearchError) {
            items = try Insertion(
                """
                INSERT INTO items(slot, id, source, size, modified, hash, revision, picture_revision, checksum,
                    picture_checksum, born) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9, ?7)
                """, in: database)
            pictures = try Insertion(
                """
                INSERT INTO items(slot, source, size, modified, hash, revision, picture_revision, checksum,
                    picture_checksum, born, owner, ordinal, role)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?6, ?9, ?10, ?11)
                """, in: database)
            vectors = try Insertion("INSERT INTO vectors VALUES (?, ?)", in: database)
            colors = try Insertion("INSERT INTO colors VALUES (?, ?)", in: database)
            thumbnails = try Insertion("INSERT INTO thumbnails VALUES (?, ?)", in: database)
            attributes = try Insertion("INSERT INTO attributes VALUES (?, ?, ?, ?)", in: database)
            var words: [Insertion] = []
            let places = WordColumn.allCases.map { _ in ", ?" }.joined()
            for (table, key) in [("texts", "slot"), ("words", "rowid"), ("stems", "rowid")] {
                words.append(
                    try Insertion(
                        "INSERT INTO \(table)(\(key), \(WordColumn.list)) VALUES (?\(places))", in: database))
            }
            self.words = words
        }
    }

    /// The revision of all rows; one write made them.
    private static let revision = 1
    /// Items between two looks at the cancellation.
    private static let portion = 1024

    /// Returns the number of items.
    func run() throws(SearchError) -> Int {
        for field in fields.fields {
            try database.run(
                "INSERT INTO fields(field, name, type, guessed) VALUES (?, ?, ?, ?)", .integer(field.number),
                .text(field.name), .text(field.type.rawValue), .integer(fields.guessed.contains(field.name) ? 1 : 0))
        }
        let order = try writeItems()
        for (index, field) in fields.fields.enumerated() {
            try write(field, of: order)
            merge.progress(0.8 + 0.2 * Double(index + 1) / Double(fields.fields.count))
        }
        try database.run(
            "UPDATE state SET revision = ?, items = ?", .integer(Self.revision), .integer(order.items))
        return order.items
    }

    /// By slot of the new store, the part and the slot there that an item is from.
    private struct Order {
        /// Stands for the part of a further picture, which has no attributes.
        static let picture = UInt16.max

        var parts: [UInt16] = []
        var slots: [UInt32] = []
        var items = 0
    }

    /// The next item of a part, by its place among the inputs.
    private struct Next: Ranked {
        let place: Int
        let part: Int

        func precedes(_ other: Next) -> Bool { (place, part) < (other.place, other.part) }
    }

    private func writeItems() throws(SearchError) -> Order {
        var order = Order()
        var readings: [PartReading] = []
        var queue = Heap<Next>()
        for (index, part) in merge.parts.enumerated() {
            readings.append(try PartReading(part))
            try advance(&readings[index], of: index, in: &queue)
        }
        let all = Double(max(merge.parts.reduce(0) { $0 + $1.count }, 1))
        while let part = queue.popFirst()?.part {
            if order.items % Self.portion == 0 {
                if merge.cancellation.isCancelled { throw .cancelled }
                merge.progress(0.8 * Double(order.items) / all)
            }
            guard let item = try readings[part].item() else { preconditionFailure("a reading in the queue has a row") }
            try write(item, of: part, at: order.parts.count)
            order.parts.append(UInt16(part))
            order.slots.append(UInt32(readings[part].slot))
            order.items += 1
            if merge.parts[part].hasPictures {
                try writePictures(of: readings[part].slot, of: part, owner: order.parts.count - 1, into: &order)
            }
            try advance(&readings[part], of: part, in: &queue)
        }
        return order
    }

    /// Moves to the next item that does not stay behind.
    private func advance(
        _ reading: inout PartReading, of part: Int, in queue: inout Heap<Next>
    ) throws(SearchError) {
        while try reading.next() {
            if losers[part].contains(reading.slot) { continue }
            return queue.insert(Next(place: reading.place, part: part))
        }
    }

    private func write(_ item: MergedItem, of part: Int, at slot: Int) throws(SearchError) {
        var item = item
        if let source = item.source { item.source = merge.source(part, source) }
        for index in item.attributes.indices {
            let known = item.attributes[index].field
            item.attributes[index].field = fields.numbers[part][known] ?? known
        }
        item.attributes.sort { $0.field < $1.field }
        try tables.items.run([
            .integer(slot), .text(item.id), .optional(item.source), .optional(item.fingerprint?.size),
            .optional(item.fingerprint?.modified), .optional(item.fingerprint?.hash), .integer(Self.revision),
            .integer(item.checksum), .integer(item.pictureChecksum),
        ])
        if let picture = item.picture { try write(picture, at: slot) }
        guard let texts = item.texts else { return }
        for table in tables.words { try table.run([.integer(slot)] + texts) }
    }

    private func write(_ picture: StoredPicture, at slot: Int) throws(SearchError) {
        try tables.vectors.run([.integer(slot), .signed(picture.vector)])
        if !picture.colors.isEmpty { try tables.colors.run([.integer(slot), .blob(picture.colors)]) }
        if let thumbnail = picture.thumbnail { try tables.thumbnails.run([.integer(slot), .blob(thumbnail)]) }
        if let vector = picture.builtIn { try builtIn.keep(vector, at: slot, revision: Self.revision) }
    }

    /// Writes the further pictures of the item in a slot of a part into the next slots.
    private func writePictures(
        of slot: Int, of part: Int, owner: Int, into order: inout Order
    ) throws(SearchError) {
        for (head, picture) in try merge.parts[part].pictures(of: slot) {
            let source = head.source.map { merge.source(part, $0) }
            let sum = Checksum.ofPicture(
                ordinal: head.ordinal, role: head.role, source: source, fingerprint: head.fingerprint)
            let next = order.parts.count
            try tables.pictures.run([
                .integer(next), .optional(source), .optional(head.fingerprint?.size),
                .optional(head.fingerprint?.modified), .optional(head.fingerprint?.hash), .integer(Self.revision),
                .integer(sum), .integer(head.pictureChecksum), .integer(owner), .integer(head.ordinal),
                .optional(head.role),
            ])
            try write(picture, at: next)
            order.parts.append(Order.picture)
            order.slots.append(0)
        }
    }

    private func write(_ field: Field, of order: Order) throws(SearchError) {
        var readings: [FieldReading?] = []
        for (index, part) in merge.parts.enumerated() {
            let found = fields.numbers[index].first { $0.value == field.number }?.key
            readings.append(try found.map { number throws(SearchError) in try FieldReading(number, in: part) })
        }
        for (slot, part) in order.parts.enumerated() {
            if slot % Self.portion == 0, merge.cancellation.isCancelled { throw .cancelled }
            if part == Order.picture { continue }
            var ordinal = 0
            try readings[Int(part)]?.each(at: Int(order.slots[slot])) { row throws(SearchError) in
                try tables.attributes.run(field.number, slot, ordinal, copying: 2, of: row)
                ordinal += 1
            }
        }
    }
}
