internal import SQLite

/// Values that a store keeps beside what it has learned, so that the next process need not read it from the items:
/// their types, a byte and mostly two for each item, and the vectors of those whose types speak for others.
enum KeptTypes {
    /// The facts about the arrays.
    private struct Heading: Codable {
        /// Grows with every change of the arrays: those of another form are left alone.
        static let form = 1

        var form = Self.form
        /// Of the items whose types these are.
        var revision: Int
        /// Of the learned space that the vectors are in.
        var learned: Int
        var field: Int
        var type: AttributeType
        /// Slots are below it.
        var slots: Int
        /// The number of codes of all slots.
        var codes: Int
        var strings: [String]
        /// The number of vectors, and of the values of each.
        var vectors: Int
        var dimensions: Int

        /// The bytes of each array.
        var sizes: [Int] { PackedColumn.sizes(slots: slots, codes: codes) + [4 * vectors, vectors * dimensions] }
    }

    /// Text with so many bytes is not names of types.
    private static let mostText = 1 << 20

    /// Keeps a column and vectors in place of earlier ones; none where its values are not names of types: too many or too
    /// long.
    ///
    /// - Parameters:
    ///   - revision: Of the items.
    ///   - learned: Of the learned space.
    static func keep(
        _ column: StringColumn, of field: Field, revision: Int, _ vectors: VectorsBySlot, learned: Int,
        in database: Database
    ) throws(SearchError) {
        guard let packed = PackedColumn(column), packed.strings.reduce(0, { $0 + $1.utf8.count }) <= mostText else {
            return try database.forget(.types)
        }
        let dimensions = vectors.rows.first?.count ?? 0
        let heading = Heading(
            revision: revision, learned: learned, field: field.number, type: field.type, slots: packed.slots,
            codes: packed.codes.count, strings: packed.strings, vectors: vectors.slots.count, dimensions: dimensions)
        let (slots, values) = (
            AlignedBuffer<UInt32>(zeros: vectors.slots.count), AlignedBuffer<Int8>(zeros: heading.sizes[4])
        )
        for (place, slot) in vectors.slots.enumerated() { slots[place] = UInt32(slot) }
        for (place, value) in vectors.rows.joined().enumerated() { values[place] = value }
        try database.keep(heading, packed.arrays + [KeptTable(slots), KeptTable(values)], in: .types)
    }

    /// The heading of what is kept and can be true of a state of a store.
    private static func heading(
        in database: Database, revision: Int, slots: Int
    ) throws(SearchError) -> Heading? {
        guard let heading = try database.heading(Heading.self, of: .types), heading.form == Heading.form,
            heading.revision <= revision, (0...min(slots, Int(UInt32.max))).contains(heading.slots),
            (0...heading.slots * PackedColumn.mostCodes).contains(heading.codes),
            (0...heading.slots).contains(heading.vectors), (0...4096).contains(heading.dimensions),
            // A wrong heading would ask for memory that its arrays do not need.
            try database.hold(heading.sizes.reduce(0, +), of: .types)
        else { return nil }
        return heading
    }

    /// The revision of the items whose types are kept; nil without any.
    static func revision(in snapshot: borrowing Snapshot) throws(SearchError) -> Int? {
        try heading(in: snapshot.database, revision: snapshot.revision, slots: snapshot.slots)?.revision
    }

    /// The column that is kept of a field, and the revision that it is of. Nil for a missing column, and for a damaged
    /// one.
    static func column(
        of field: Int, _ type: AttributeType, in database: Database, revision: Int, slots: Int
    ) throws(SearchError) -> (column: StringColumn, revision: Int)? {
        guard let heading = try heading(in: database, revision: revision, slots: slots), heading.field == field,
            heading.type == type, let portions = try database.portions(of: heading.sizes, in: .types)
        else { return nil }
        let packed = PackedColumn(slots: heading.slots, codes: heading.codes, strings: heading.strings)
        guard try database.read(portions, into: packed.arrays, of: .types),
            let column = StringColumn(packed)
        else { return nil }
        return (column, heading.revision)
    }

    /// The vectors that are kept in a learned space, and the revision that they are of. Nil for missing vectors, and
    /// for damaged ones.
    static func vectors(
        learned: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (vectors: VectorsBySlot, revision: Int)? {
        let database = snapshot.database
        guard let heading = try heading(in: database, revision: snapshot.revision, slots: snapshot.slots),
            heading.learned == learned, heading.vectors > 0,
            let portions = try database.portions(of: heading.sizes, in: .types)
        else { return nil }
        let slots = AlignedBuffer<UInt32>(zeros: heading.vectors)
        let values = AlignedBuffer<Int8>(zeros: heading.sizes[4])
        guard try database.read(portions, into: [KeptTable(slots), KeptTable(values)], from: 3, of: .types) else {
            return nil
        }
        var vectors = VectorsBySlot()
        for place in 0..<heading.vectors {
            let slot = Int(slots[place])
            guard slot < heading.slots, slot > vectors.slots.last ?? -1 else { return nil }
            let first = place * heading.dimensions
            vectors.append(slot, (first..<first + heading.dimensions).map { values[$0] })
        }
        return (vectors, heading.revision)
    }
}

/// Vectors of some slots, in ascending order.
struct VectorsBySlot: Sendable {
    private(set) var slots: [Int] = []
    private(set) var rows: [[Int8]] = []

    mutating func append(_ slot: Int, _ row: [Int8]) {
        slots.append(slot)
        rows.append(row)
    }
}
