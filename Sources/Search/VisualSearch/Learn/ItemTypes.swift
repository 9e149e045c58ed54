internal import SQLite

/// The types of the items by slot, as numbers, in one state of a store.
struct ItemTypes: Sendable {
    let revision: Int
    var field: String { source.name }
    private let source: Field
    /// The names of the types, by number.
    let names: [String]
    /// The numbers of the types, by name.
    let numbers: [String: Int]
    private let column: StringColumn
    /// The types that a string names, by its code.
    private let named: [[Int]]
    /// The last of them; nil for an empty string.
    private let lasts: [Int?]

    /// - Parameter names: The fields that may hold the types, the likeliest first. Nil where the items have none of
    ///   them.
    init?(_ fields: [String], in snapshot: borrowing Snapshot) throws(SearchError) {
        guard let (field, column) = try TypeTable.column(fields, in: snapshot) else { return nil }
        var numbers: [String: Int] = [:]
        var names: [String] = []
        named = column.strings.map { text in
            TypeTable.types(text).map { name in
                if let number = numbers[name] { return number }
                numbers[name] = names.count
                names.append(name)
                return names.count - 1
            }
        }
        lasts = named.map(\.last)
        revision = snapshot.revision
        source = field
        self.names = names
        self.numbers = numbers
        self.column = column
    }

    /// Keeps the types in the store that they are of, beside what it has learned, so that the next process need not read
    /// them from the items.
    ///
    /// - Parameters:
    ///   - witnesses: The vectors of the witnesses in the learned space.
    ///   - learned: The revision of that space.
    func keep(_ witnesses: VectorsBySlot, learned: Int, in database: Database) throws(SearchError) {
        try KeptTypes.keep(column, of: source, revision: revision, witnesses, learned: learned, in: database)
    }

    /// The slots of items with a type.
    var slots: Bitmap { column.present }

    /// The slots of items that are of one of the types.
    func slots(of types: Set<Int>) -> Bitmap {
        let wanted = named.map { $0.contains { types.contains($0) } }
        return column.slots { wanted[Int($0)] }.intersection(column.present)
    }

    /// The number of the most particular type of an item; nil for one without a type.
    func particular(_ slot: Int) -> Int? {
        guard column.present[slot] else { return nil }
        let codes = column[slot]
        return codes.count == 1 ? lasts[Int(codes[codes.startIndex])] : at(slot).last
    }

    /// The numbers of the types of an item, from the general to the particular; empty for one without a type.
    func at(_ slot: Int) -> [Int] {
        guard column.present[slot] else { return [] }
        let codes = column[slot]
        if codes.count == 1, let code = codes.first { return named[Int(code)] }
        var types: [Int] = []
        for code in codes { types += named[Int(code)].filter { !types.contains($0) } }
        return types
    }
}
