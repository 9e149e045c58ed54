/// The types of the items by slot, as numbers, in one state of a store.
struct ItemTypes: Sendable {
    let revision: Int
    let field: String
    /// The names of the types, by number.
    let names: [String]
    /// The numbers of the types, by name.
    let numbers: [String: Int]
    private let column: StringColumn
    /// The types that a string names, by its code.
    private let named: [[Int]]

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
        revision = snapshot.revision
        self.field = field.name
        self.names = names
        self.numbers = numbers
        self.column = column
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
        return codes.count == 1 ? named[Int(codes[codes.startIndex])].last : at(slot).last
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
