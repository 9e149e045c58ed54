internal import Essentials
internal import SQLite

/// A field of the store: its number in the file and the kind of its values.
struct Field: Hashable {
    var number: Int
    var name: String
    var type: AttributeType
}

extension AttributeValue {
    /// Returns the value in the type of the field: whole numbers become floats, strings and texts each other. Nil when
    /// it does not fit, or is a number or date that no file format can hold.
    func converted(to type: AttributeType) -> AttributeValue? {
        switch (self, type) {
        case (.int(let value), .float): return .float(Double(value))
        case (.string(let value), .text): return .text(value)
        case (.text(let value), .string): return .string(value)
        case (.string(let value), .list), (.text(let value), .list): return .list([value])
        case (.float(let value), .float): return value.isFinite ? self : nil
        case (.date(let value), .date): return value.milliseconds == nil ? nil : self
        default: return self.type == type ? self : nil
        }
    }

    /// One value for each row of the table; a list has one for each string, an empty one a NULL.
    var rows: [Value] {
        switch self {
        case .string(let value), .text(let value): [.text(value)]
        case .int(let value): [.integer(value)]
        case .float(let value): [.real(value)]
        case .bool(let value): [.integer(value ? 1 : 0)]
        case .date(let value): [.integer(value.milliseconds ?? 0)]
        case .list(let values): values.isEmpty ? [.null] : values.map(Value.text)
        }
    }

    /// The rows of a value that was given as a text: of a number the text, where it is written otherwise.
    func rows(givenAs text: String?) -> [Value] {
        switch self {
        case .int, .float: if let text, text != written { return [.text(text)] }
        case .string, .text, .bool, .list, .date: break
        }
        return rows
    }

    /// Adds one more row of a field. Rows of one item come in order.
    static func reading(_ row: Statement, column: Int, type: AttributeType, after earlier: AttributeValue?) -> Self {
        switch type {
        case .string: return .string(row.text(column))
        case .text: return .text(row.text(column))
        case .int: return .int(.read(row, column: column))
        case .float: return .float(.read(row, column: column))
        case .bool: return .bool(row.integer(column) != 0)
        case .date: return .date(Date(milliseconds: row.integer(column)))
        case .list:
            guard !row.isNull(column) else { return .list([]) }
            if case .list(let strings) = earlier { return .list(strings + [row.text(column)]) }
            return .list([row.text(column)])
        }
    }

    /// The strings of the value that a search for words can find.
    var words: [String] {
        switch self {
        case .string(let value), .text(let value): [value]
        case .list(let values): values
        case .int, .float, .bool, .date: []
        }
    }
}

extension Date {
    /// Since 1970, rounded; nil for moments further than three million years away.
    var milliseconds: Int? {
        let value = (timeIntervalSince1970 * 1000).rounded()
        return value.magnitude < 1e17 ? Int(value) : nil
    }

    init(milliseconds: Int) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension Checksum {
    mutating func add(_ value: Value) {
        switch value {
        case .null: add(0)
        case .integer(let value):
            add(1)
            add(value)
        case .real(let value):
            add(2)
            add(Int(Int64(bitPattern: value.bitPattern)))
        case .text(let value):
            add(3)
            add(value)
        case .blob(let value):
            add(4)
            add(value)
        case .signed(let value):
            add(5)
            add(value)
        }
    }

    mutating func add(_ bytes: [Int8]) {
        add(bytes.count)
        for byte in bytes { add(UInt8(bitPattern: byte)) }
    }
}

extension StoredPicture {
    var checksum: Int {
        var sum = Checksum()
        sum.add(vector)
        sum.add(colors)
        // Older stores had a block more here.
        sum.add(optional: nil as [UInt8]?)
        sum.add(optional: thumbnail)
        return sum.value
    }
}
