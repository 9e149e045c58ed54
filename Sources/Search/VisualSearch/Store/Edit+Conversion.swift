internal import SQLite

// Converting the values of a field to another type. All in one transaction: an error leaves everything unchanged.
extension Edit {
    /// Makes values of another kind of all that a field has, by the text of each.
    ///
    /// - Parameter droppingMisfits: Removes values that the new type cannot have from their items. Without it they are
    ///   an error that names the first of them.
    mutating func convert(
        _ field: Field, to type: AttributeType, droppingMisfits: Bool = false
    ) throws(SearchError) {
        let slots = try database.all("SELECT DISTINCT slot FROM attributes WHERE field = ?", .integer(field.number)) {
            $0.integer(0)
        }
        var misfits = 0
        var examples: [String] = []
        for slot in slots {
            let (value, text) = try stored(field, at: slot)
            let rows = value.flatMap { Edit.rows(of: $0, text: text, as: type) }
            try database.run(
                "DELETE FROM attributes WHERE field = ? AND slot = ?", .integer(field.number), .integer(slot))
            if let rows {
                try write(rows, of: field.number, at: slot)
                continue
            }
            misfits += 1
            if examples.count < 5 {
                let id = try database.first("SELECT id FROM items WHERE slot = ?", .integer(slot)) { $0.text(0) }
                examples.append("`\((text ?? value?.written ?? "").prefix(40))` of `\(id ?? "row \(slot)")`")
            }
        }
        guard misfits == 0 || droppingMisfits else {
            throw .invalidArgument(
                "the field `\(field.name)` is \(field.type.rawValue) and cannot become \(type.rawValue): \(misfits) of "
                    + "its \(slots.count) values cannot, \(examples.joined(separator: ", "))"
                    + (misfits > examples.count ? ", …" : ""))
        }
        try database.run("UPDATE fields SET type = ? WHERE field = ?", .text(type.rawValue), .integer(field.number))
        fields[field.name]?.type = type
        isChanged = true
        try refresh(slots, words: field.type.hasWords || type.hasWords)
    }

    func write(_ rows: [Value], of field: Int, at slot: Int) throws(SearchError) {
        for (ordinal, value) in rows.enumerated() {
            try database.run(
                "INSERT INTO attributes VALUES (?, ?, ?, ?)", .integer(field), .integer(slot), .integer(ordinal), value)
        }
    }

    /// The value of a field, and the text of a number that was given otherwise than it is written.
    private func stored(_ field: Field, at slot: Int) throws(SearchError) -> (AttributeValue?, text: String?) {
        var value: AttributeValue?
        var text: String?
        try database.each(
            "SELECT value FROM attributes WHERE field = ? AND slot = ? ORDER BY ordinal", .integer(field.number),
            .integer(slot)
        ) { row in
            value = .reading(row, column: 0, type: field.type, after: value)
            if case .text(let given) = row.value(0), !field.type.hasWords { text = given }
        }
        return (value, text)
    }

    /// Nil where a value cannot be of the kind.
    private static func rows(of value: AttributeValue, text: String?, as type: AttributeType) -> [Value]? {
        switch (value, type) {
        case (.list(let strings), .string), (.list(let strings), .text):
            return strings.count == 1 ? strings.map(Value.text) : nil
        case (.list, _): return nil
        // Floats would round it.
        case (.int(let whole), .float) where whole.magnitude > 1 << 53: return nil
        default:
            let text = text ?? value.written
            return AttributeValue(text, as: type)?.converted(to: type)?.rows(givenAs: text)
        }
    }

    /// Updates the data that is derived from the attributes of items.
    private func refresh(_ slots: [Int], words: Bool) throws(SearchError) {
        let reading = ItemReading(database: database)
        for slot in slots {
            try database.run(
                "UPDATE items SET revision = ?, checksum = ? WHERE slot = ?", .integer(revision),
                .integer(try reading.checksum(at: slot)), .integer(slot))
            guard words else { continue }
            try database.clearIndex(at: slot)
            try database.index(try reading.words(at: slot), at: slot)
        }
    }
}

extension AttributeType {
    /// True if values are found by their words.
    var hasWords: Bool { self == .string || self == .text || self == .list }
}
