internal import SearchAPI

// Fields whose kind was guessed from the values that came first.
extension Edit {
    /// Gives a field that is new a kind that later values may widen.
    mutating func guess(_ name: String, as type: AttributeType) throws(SearchError) {
        guard fields[name] == nil else { return }
        try define(name, as: type)
        try database.run("UPDATE fields SET guessed = 1 WHERE name = ?", .text(name))
        guessed.insert(name)
    }

    /// The guessed fields of whole numbers that have to be floats for these values.
    func widening(for attributes: [String: AttributeValue]) throws(SearchError) -> Set<String> {
        var names: Set<String> = []
        for (name, value) in attributes {
            guard case .float(let number) = value, number.isFinite, let field = fields[name] else { continue }
            if try canWiden(field) { names.insert(name) }
        }
        return names
    }

    /// Whether a field was only guessed to be of whole numbers, and floats can hold all that it has, digit for digit.
    func canWiden(_ field: Field) throws(SearchError) -> Bool {
        guard guessed.contains(field.name), field.type == .int else { return false }
        let large = try database.first(
            "SELECT 1 FROM attributes WHERE field = ?1 AND value NOT BETWEEN -?2 AND ?2 LIMIT 1",
            .integer(field.number), .integer(1 << 53)
        ) { _ in true }
        return large == nil
    }

    /// Makes floats of whole numbers, in all items.
    mutating func widen(_ field: Field) throws(SearchError) {
        try database.run("UPDATE fields SET type = 'float' WHERE field = ?", .integer(field.number))
        fields[field.name]?.type = .float
        isChanged = true
        try database.run(
            "UPDATE attributes SET value = CAST(value AS REAL) WHERE field = ?", .integer(field.number))
        var slots: [Int] = []
        try database.each("SELECT slot FROM attributes WHERE field = ?", .integer(field.number)) {
            slots.append($0.integer(0))
        }
        let reading = ItemReading(database: database)
        for slot in slots {
            try database.run(
                "UPDATE items SET revision = ?, checksum = ? WHERE slot = ?", .integer(revision),
                .integer(try reading.checksum(at: slot)), .integer(slot))
        }
    }
}
