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

    /// The kinds with which guessed fields hold these values too, where there are such.
    func widths(for attributes: [String: AttributeValue]) throws(SearchError) -> [String: AttributeType] {
        var widths: [String: AttributeType] = [:]
        for (name, value) in attributes where guessed.contains(name) {
            guard let field = fields[name] else { continue }
            for type in [field.type, value.type, .string] where type.holds(value.type) {
                guard type != .float || value.isExactNumber, try isGuess(field, within: type) else { continue }
                widths[name] = type
                break
            }
        }
        return widths
    }

    /// Whether a field was only guessed, and all its values can be of this kind and lose nothing.
    func isGuess(_ field: Field, within type: AttributeType) throws(SearchError) -> Bool {
        guard guessed.contains(field.name), type.holds(field.type) else { return false }
        guard field.type == .int, type == .float else { return true }
        let large = try database.first(
            "SELECT 1 FROM attributes WHERE field = ?1 AND value NOT BETWEEN -?2 AND ?2 LIMIT 1",
            .integer(field.number), .integer(AttributeValue.exactLimit)
        ) { _ in true }
        return large == nil
    }

    /// Makes the kind of a field wider, and with it all its values.
    mutating func widen(_ name: String, to type: AttributeType) throws(SearchError) {
        guard let field = fields[name], field.type != type else { return }
        try database.run("UPDATE fields SET type = ? WHERE field = ?", .text(type.rawValue), .integer(field.number))
        fields[name]?.type = type
        isChanged = true

        var values: [(slot: Int, value: AttributeValue)] = []
        try database.each("SELECT slot, value FROM attributes WHERE field = ?", .integer(field.number)) { row in
            values.append((row.integer(0), .reading(row, column: 1, type: field.type, after: nil)))
        }
        let reading = ItemReading(database: database)
        for (slot, value) in values {
            for row in value.widened(to: type)?.rows ?? [] {
                try database.run(
                    "UPDATE attributes SET value = ? WHERE field = ? AND slot = ?", row, .integer(field.number),
                    .integer(slot))
            }
            try database.run(
                "UPDATE items SET revision = ?, checksum = ? WHERE slot = ?", .integer(revision),
                .integer(try reading.checksum(at: slot)), .integer(slot))
            guard type != .float else { continue }
            try database.run("DELETE FROM words WHERE rowid = ?", .integer(slot))
            try database.run(
                "INSERT INTO words(rowid, text) VALUES (?, ?)", .integer(slot), .text(try reading.words(at: slot)))
        }
    }
}

extension AttributeType {
    /// Whether a guess of this kind may take the place of one of the other.
    fileprivate func holds(_ other: Self) -> Bool {
        guard let width, let other = other.width else { return false }
        return width >= other
    }

    private var width: Int? {
        switch self {
        case .int: 0
        case .float: 1
        case .string, .text: 2
        case .bool, .list, .date: nil
        }
    }
}

extension AttributeValue {
    /// Whole numbers up to this size are floats as well, digit for digit.
    fileprivate static let exactLimit = 1 << 53

    fileprivate var isExactNumber: Bool {
        if case .int(let value) = self { value.magnitude <= AttributeValue.exactLimit } else { true }
    }

    /// The value as a kind that may be wider: numbers become strings as well. Nil when it does not fit.
    func widened(to type: AttributeType) -> AttributeValue? {
        switch (self, type) {
        case (.int, .string), (.float, .string): .string(written)
        case (.int, .text), (.float, .text): .text(written)
        default: converted(to: type)
        }
    }
}
