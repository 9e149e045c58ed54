internal import SQLite

// Fields whose kind was guessed from the values that came first.
//
// A number of such a field that was given as a text is stored as that text (`1.10`, `3e8`) where the number has another
// notation. So nothing is lost when the field has to hold texts later.
extension Edit {
    /// The most items with values of a guessed field of numbers for which a text turns them all into strings. With
    /// more, one wrong value would take the ranges from a field that is well known.
    static let fewValues = 1000

    /// Gives a new field a type that later values may widen.
    mutating func guess(_ name: String, as type: AttributeType) throws(SearchError) {
        guard fields[name] == nil else { return }
        try define(name, as: type)
        try database.run("UPDATE fields SET guessed = 1 WHERE name = ?", .text(name))
        guessed.insert(name)
    }

    /// Returns the types that guessed fields of numbers must widen to for these values.
    func widening(for attributes: [String: AttributeValue]) throws(SearchError) -> [String: AttributeType] {
        var kinds: [String: AttributeType] = [:]
        for (name, value) in attributes {
            guard let field = fields[name], isGuessedNumber(field) else { continue }
            switch value {
            case .float(let number):
                if number.isFinite, try fitFloats(field) { kinds[name] = .float }
            case .string(let text), .text(let text):
                if AttributeValue(text, as: field.type) != nil { continue }
                if AttributeValue(text, as: .float) != nil, try fitFloats(field) {
                    kinds[name] = .float
                } else if try hasFewValues(field) {
                    kinds[name] = .string
                }
            case .int, .bool, .list, .date: continue
            }
        }
        return kinds.filter { fields[$0.key]?.type != $0.value }
    }

    /// Returns true if values of the field may be given as texts, and are kept as such.
    func isGuessedNumber(_ field: Field) -> Bool {
        guessed.contains(field.name) && (field.type == .int || field.type == .float)
    }

    /// The texts that numbers of an item were given as, or became, by field.
    func givenTexts(at slot: Int) throws(SearchError) -> [Int: String] {
        var texts: [Int: String] = [:]
        try database.each(
            """
            SELECT field, value FROM fields CROSS JOIN attributes USING (field)
            WHERE slot = ? AND guessed AND type IN ('int', 'float', 'string') AND typeof(value) = 'text'
            """, .integer(slot)
        ) { texts[$0.integer(0)] = $0.text(1) }
        return texts
    }

    /// Returns true if floats can hold all values of a field of numbers, digit for digit.
    private func fitFloats(_ field: Field) throws(SearchError) -> Bool {
        let large = try database.first(
            """
            SELECT 1 FROM attributes WHERE field = ?1 AND typeof(value) = 'integer' AND value NOT BETWEEN -?2 AND ?2
            LIMIT 1
            """, .integer(field.number), .integer(1 << 53)
        ) { _ in true }
        return large == nil
    }

    private func hasFewValues(_ field: Field) throws(SearchError) -> Bool {
        let count = try database.integer(
            "SELECT count(*) FROM (SELECT 1 FROM attributes WHERE field = ? LIMIT ?)", .integer(field.number),
            .integer(Edit.fewValues + 1))
        return count <= Edit.fewValues
    }
}
