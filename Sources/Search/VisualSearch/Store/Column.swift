internal import Essentials
internal import SQLite

/// One field of all items, by slot, in memory.
enum Column {
    /// int; bool as 0 and 1; date in milliseconds since 1970.
    case integers(NumberColumn<Int>)
    case floats(NumberColumn<Double>)
    /// string and list; text as its words, or as a whole.
    case strings(StringColumn)

    /// The form in which a text field is compared.
    enum Form: Hashable {
        case whole
        case words
    }

    init(type: AttributeType, form: Form) {
        switch type {
        case .int, .bool, .date: self = .integers(NumberColumn(zero: 0))
        case .float: self = .floats(NumberColumn(zero: 0))
        case .string, .text, .list: self = .strings(StringColumn(form: form))
        }
    }

    /// The slots that have a value.
    var present: Bitmap {
        switch self {
        case .integers(let column): column.present
        case .floats(let column): column.present
        case .strings(let column): column.present
        }
    }

    /// The bytes of the values.
    var bytes: Int {
        switch self {
        case .integers(let column): column.bytes
        case .floats(let column): column.bytes
        case .strings(let column): column.bytes
        }
    }

    /// True if the column holds more earlier values than present ones.
    var isMostlyLeftovers: Bool {
        if case .strings(let column) = self { column.isMostlyLeftovers } else { false }
    }

    /// Adds a column of the slots that follow, of the same kind. The number of slots so far is a multiple of 64.
    mutating func append(_ later: Column) {
        switch (self, later) {
        case (.integers(var values), .integers(let others)):
            values.append(others)
            self = .integers(values)
        case (.floats(var values), .floats(let others)):
            values.append(others)
            self = .floats(values)
        case (.strings(var values), .strings(let others)):
            values.append(others)
            self = .strings(values)
        default: preconditionFailure("columns of two kinds")
        }
    }

    /// Runs `change` on the values in place.
    mutating func update(_ change: (inout any ColumnValues) throws(SearchError) -> Void) throws(SearchError) {
        // The case must not hold on to the values meanwhile, or they would be copied.
        var values: any ColumnValues
        switch self {
        case .integers(let column): values = column
        case .floats(let column): values = column
        case .strings(let column): values = column
        }
        self = .integers(NumberColumn(zero: 0))
        try change(&values)
        switch values {
        case let column as NumberColumn<Int>: self = .integers(column)
        case let column as NumberColumn<Double>: self = .floats(column)
        case let column as StringColumn: self = .strings(column)
        default: break
        }
    }
}

/// The values of a column, which follow the table.
protocol ColumnValues {
    /// Grows the arrays to slots below `size`.
    mutating func resize(to size: Int)
    /// Clears the values of the slot.
    mutating func clear(_ slot: Int)
    /// Adds a row of the table; those of one slot come one after the other.
    mutating func read(_ row: Statement, column: Int, slot: Int)
}

/// A number for each slot.
struct NumberColumn<Number: StoredNumber>: ColumnValues {
    private(set) var values: [Number] = []
    private(set) var present = Bitmap(size: 0)
    let zero: Number
    var bytes: Int { values.capacity * MemoryLayout<Number>.stride + present.words.count * 8 }

    init(zero: Number) { self.zero = zero }

    mutating func resize(to size: Int) {
        if size < values.count { values.removeLast(values.count - size) }
        values.append(contentsOf: repeatElement(zero, count: size - values.count))
        present = present.resized(to: size)
    }

    mutating func clear(_ slot: Int) { present[slot] = false }

    mutating func read(_ row: Statement, column: Int, slot: Int) {
        values[slot] = Number.read(row, column: column)
        present[slot] = true
    }

    /// As ``Column/append(_:)``.
    mutating func append(_ later: NumberColumn) {
        values += later.values
        present.append(later.present)
    }

    /// Returns the slots whose number `holds` is true for.
    func matching(_ holds: (Number) -> Bool) -> Bitmap {
        Bitmap.matching(size: present.size) { holds(values[$0]) }.intersection(present)
    }
}

/// A number in the file, which may be kept as the text that it was given as.
protocol StoredNumber: Comparable, Hashable, Sendable {
    static func read(_ row: Statement, column: Int) -> Self
}

extension Int: StoredNumber {
    static func read(_ row: Statement, column: Int) -> Int {
        guard case .text(let text) = row.value(column) else { return row.integer(column) }
        if case .int(let value) = AttributeValue(text, as: .int) { return value }
        return 0
    }
}

extension Double: StoredNumber {
    static func read(_ row: Statement, column: Int) -> Double {
        guard case .text(let text) = row.value(column) else { return row.real(column) }
        if case .float(let value) = AttributeValue(text, as: .float) { return value }
        return 0
    }
}

/// Any number of different strings for each slot, as codes: indexes into a table of all strings of the field.
struct StringColumn: ColumnValues {
    private struct Run {
        var start: UInt32 = 0
        var count: UInt32 = 0
    }

    let form: Column.Form
    private(set) var strings: [String] = []
    private var codes: [String: UInt32] = [:]
    private var runs: [Run] = []
    /// The codes of all slots; the earlier codes of a changed slot stay behind, unused.
    private var all: [UInt32] = []
    /// The codes of values that were read lately, by a hash of their bytes.
    private var recent: [UInt32] = []
    private static let recentCount = 1024
    /// The bytes of the letters of all strings, counted as they come: a scrape of metrics holds up no search.
    private var letters = 0
    /// The codes in `all` that no slot has any more.
    private var leftovers = 0
    private(set) var present = Bitmap(size: 0)
    var bytes: Int {
        // A string is a key of the codes as well; both have its letters in common.
        let table = letters + strings.capacity * 16 + codes.capacity * 4 / 3 * 21
        return table + runs.capacity * 8 + (all.capacity + recent.capacity) * 4 + present.words.count * 8
    }

    init(form: Column.Form) { self.form = form }

    /// A column of whole strings; nil where the arrays cannot be of one.
    init?(_ packed: PackedColumn) {
        form = .whole
        strings = packed.strings
        var words: [UInt64] = []
        words.reserveCapacity(packed.present.count)
        for index in 0..<packed.present.count { words.append(packed.present[index]) }
        guard let present = Bitmap(words: words, size: packed.slots), strings.count <= PackedColumn.mostStrings,
            packed.codes.count <= Int(UInt32.max)
        else { return nil }
        all.reserveCapacity(packed.codes.count)
        for index in 0..<packed.codes.count {
            let code = UInt32(packed.codes[index])
            guard code < strings.count else { return nil }
            all.append(code)
        }
        runs.reserveCapacity(packed.slots)
        var start = 0
        for slot in 0..<packed.slots {
            let count = Int(packed.counts[slot])
            guard count == 0 || present[slot], start + count <= all.count else { return nil }
            runs.append(Run(start: UInt32(start), count: UInt32(count)))
            start += count
        }
        self.present = present
        letters = strings.reduce(0) { $0 + $1.heapBytes }
        codes = Dictionary(zip(strings, 0...), uniquingKeysWith: { first, _ in first })
        guard start == all.count, codes.count == strings.count else { return nil }
    }

    /// The codes of the slot, in the order of its strings.
    subscript(slot: Int) -> ArraySlice<UInt32> {
        let run = runs[slot]
        return all[Int(run.start)..<Int(run.start + run.count)]
    }

    /// True if more codes are left over than are used. A few, up to one for each slot, are not worth reading it anew.
    var isMostlyLeftovers: Bool { leftovers > max(all.count - leftovers, runs.count) }

    /// Calls `body` with the codes of the slot, without a slice for it.
    @inline(__always)
    func forEachCode(_ slot: Int, _ body: (UInt32) -> Void) {
        let run = runs[slot]
        for index in Int(run.start)..<Int(run.start + run.count) { body(all[index]) }
    }

    /// The first string of the slot, or nil.
    func first(_ slot: Int) -> UInt32? { self[slot].first }

    mutating func resize(to size: Int) {
        if size < runs.count {
            leftovers += runs[size...].reduce(0) { $0 + Int($1.count) }
            runs.removeLast(runs.count - size)
        }
        runs.append(contentsOf: repeatElement(Run(), count: size - runs.count))
        present = present.resized(to: size)
    }

    mutating func clear(_ slot: Int) {
        present[slot] = false
        leftovers += Int(runs[slot].count)
        runs[slot].count = 0
    }

    mutating func read(_ row: Statement, column: Int, slot: Int) {
        if !present[slot] {
            present[slot] = true
            runs[slot] = Run(start: UInt32(all.count))
        }
        guard !row.isNull(column) else { return }
        switch form {
        case .whole: add(code(of: row, column), to: slot)
        case .words: for word in Words(row.text(column)) { add(code(of: word), to: slot) }
        }
    }

    /// The code of the text in a row. Mostly another item has the same value: comparing its bytes takes a fraction of the time
    /// of making a string and looking it up.
    private mutating func code(of row: Statement, _ column: Int) -> UInt32 {
        guard row.isText(column) else { return code(of: row.text(column)) }
        if recent.isEmpty { recent = [UInt32](repeating: .max, count: Self.recentCount) }
        let place = unsafe row.withBytes(column) { unsafe $0.roughHash % Self.recentCount }
        let known = recent[place]
        if known != .max, unsafe row.withBytes(column, { unsafe strings[Int(known)].hasBytes($0) }) { return known }
        let code = code(of: row.text(column))
        recent[place] = code
        return code
    }

    private mutating func code(of string: String) -> UInt32 {
        let code = codes[string] ?? UInt32(strings.count)
        if code == strings.count {
            codes[string] = code
            strings.append(string)
            letters += string.heapBytes
        }
        return code
    }

    private mutating func add(_ code: UInt32, to slot: Int) {
        guard !self[slot].contains(code) else { return }
        all.append(code)
        runs[slot].count += 1
    }

    /// As ``Column/append(_:)``.
    mutating func append(_ later: StringColumn) {
        let codes = later.strings.map { code(of: $0) }
        let start = UInt32(all.count)
        all += later.all.lazy.map { codes[Int($0)] }
        runs += later.runs.lazy.map { Run(start: start + $0.start, count: $0.count) }
        leftovers += later.leftovers
        present.append(later.present)
    }

    /// Returns the slots that have a string for which `holds` is true. Each string is tested once.
    func matching(_ holds: (String) -> Bool) -> Bitmap {
        let wanted = strings.map(holds)
        return slots { wanted[Int($0)] }
    }

    /// The slots that have one of these strings.
    func matching(anyOf wanted: some Sequence<String>) -> Bitmap {
        let wanted = Set(wanted.compactMap { codes[$0] })
        if wanted.isEmpty { return Bitmap(size: present.size) }
        if wanted.count == 1, let only = wanted.first { return slots { $0 == only } }
        return slots { wanted.contains($0) }
    }

    /// The slots that have a code for which `holds` is true.
    func slots(where holds: (UInt32) -> Bool) -> Bitmap {
        Bitmap.matching(size: present.size) { slot in
            let run = runs[slot]
            for index in Int(run.start)..<Int(run.start + run.count) where holds(all[index]) { return true }
            return false
        }
    }
}

extension String {
    /// The bytes of the letters outside of the string itself: up to 15 are in it.
    var heapBytes: Int { utf8.count > 15 ? utf8.count + 48 : 0 }

    fileprivate func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Safe: both are read during the call alone.
        unsafe utf8.withContiguousStorageIfAvailable { own in
            unsafe own.count == bytes.count
                && (own.isEmpty || memcmp(own.baseAddress!, bytes.baseAddress!, own.count) == 0)
        } ?? false
    }
}

extension UnsafeRawBufferPointer {
    /// A hash of the bytes that tells most values apart.
    fileprivate var roughHash: Int {
        var hash = UInt64(count)
        var next = 0
        while next + 8 <= count {
            // Safe: eight bytes are left.
            hash = (hash ^ (unsafe loadUnaligned(fromByteOffset: next, as: UInt64.self))) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 29
            next += 8
        }
        while next < count {
            hash = (hash ^ UInt64(unsafe self[next])) &* 0x0100_0000_01b3
            next += 1
        }
        return Int((hash ^ (hash >> 31)) & 0xFFFF_FFFF)
    }
}
