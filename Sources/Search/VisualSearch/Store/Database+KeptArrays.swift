internal import Essentials
internal import SQLite

/// The tables of a file for arrays that let a process search at once: portions of a few megabytes, each with its hash. The
/// heading, as JSON, is part -1. They are only a help: the revision of the store stays, and where they are missing or
/// damaged a process does without them.
enum KeptArrays: String {
    /// The lists of the vectors.
    case lists
    /// The types of the items.
    case types
    /// The densities of the items.
    case densities

    /// Files of older forms, opened for reading, have no place for them.
    fileprivate var leastForm: Int {
        switch self {
        case .lists: 8
        case .types: 9
        case .densities: 11
        }
    }

    /// The bytes of a row, which is all that is copied at a time.
    fileprivate static let portion = 4 << 20
}

/// Some of the bytes of an array, which are a row of the file.
struct KeptPortion {
    fileprivate var array: Int
    fileprivate var number: Int
    fileprivate var start: Int
    fileprivate var count: Int
}

extension Database {
    /// Keeps arrays in place of those that were kept before.
    func keep(_ heading: some Encodable, _ arrays: [KeptTable], in kept: KeptArrays) throws(SearchError) {
        guard let record = try? JSONEncoder().encode(heading) else {
            preconditionFailure("strings and whole numbers only")
        }
        try forget(kept)
        try keep(Array(record), array: -1, number: 0, in: kept)
        for (array, table) in arrays.enumerated() {
            // Safe: the arrays live until the end of this call.
            let bytes = unsafe UnsafeRawBufferPointer(table.bytes)
            for (number, first) in stride(from: 0, to: bytes.count, by: KeptArrays.portion).enumerated() {
                let end = min(first + KeptArrays.portion, bytes.count)
                try keep(unsafe Array(bytes[first..<end]), array: array, number: number, in: kept)
            }
        }
    }

    /// Removes all arrays of this kind.
    func forget(_ kept: KeptArrays) throws(SearchError) { try run("DELETE FROM \(kept.rawValue)") }

    private func keep(_ bytes: [UInt8], array: Int, number: Int, in kept: KeptArrays) throws(SearchError) {
        try run(
            "INSERT INTO \(kept.rawValue)(part, number, bytes, hash) VALUES (?, ?, ?, ?)", .integer(array),
            .integer(number), .blob(bytes), .blob(bytes.contentHash))
    }

    private func hasPlace(for kept: KeptArrays) throws(SearchError) -> Bool {
        try integer("PRAGMA user_version") >= kept.leastForm
    }

    /// The facts about the arrays that are kept; nil without sound ones.
    func heading<Heading: Decodable>(_ type: Heading.Type, of kept: KeptArrays) throws(SearchError) -> Heading? {
        guard try hasPlace(for: kept) else { return nil }
        let row = try first("SELECT bytes, hash FROM \(kept.rawValue) WHERE part = -1") { ($0.bytes(0), $0.bytes(1)) }
        guard let (bytes, hash) = row, bytes.contentHash == hash else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// False where some bytes of the arrays are not as they were kept.
    func areSound(_ kept: KeptArrays) throws(SearchError) -> Bool {
        guard try hasPlace(for: kept) else { return true }
        var areSound = true
        try each("SELECT bytes, hash FROM \(kept.rawValue)") { row in
            areSound = areSound && row.bytes(0).contentHash == row.bytes(1)
        }
        return areSound
    }

    /// True where all arrays together have so many bytes, without the heading, and the file can hold them: a forged row may
    /// name any length, and only `PRAGMA cell_size_check` lets SQLite compare it with the page.
    func hold(_ count: Int, of kept: KeptArrays) throws(SearchError) -> Bool {
        let named = try integer("SELECT coalesce(sum(length(bytes)), 0) FROM \(kept.rawValue) WHERE part >= 0")
        guard named == count else { return false }
        return try count <= integer("PRAGMA page_count") * integer("PRAGMA page_size")
    }

    /// The rows that hold the bytes of arrays of these sizes; nil where they are not as many.
    func portions(of sizes: [Int], in kept: KeptArrays) throws(SearchError) -> [KeptPortion]? {
        var portions: [KeptPortion] = []
        var done = [Int](repeating: 0, count: sizes.count)
        try each(
            "SELECT part, number, length(bytes) FROM \(kept.rawValue) WHERE part >= 0 ORDER BY part, number"
        ) { row in
            let (array, count) = (row.integer(0), row.integer(2))
            guard done.indices.contains(array) else { return }
            portions.append(KeptPortion(array: array, number: row.integer(1), start: done[array], count: count))
            done[array] += count
        }
        return done == sizes ? portions : nil
    }

    /// Fills arrays with their portions, and passes over those of others; false where one is not as it was kept.
    ///
    /// - Parameter first: The number of the first of the arrays among those that are kept.
    func read(
        _ portions: [KeptPortion], into arrays: [KeptTable], from first: Int = 0, of kept: KeptArrays
    ) throws(SearchError) -> Bool {
        for portion in portions {
            guard arrays.indices.contains(portion.array - first) else { continue }
            let bytes = unsafe arrays[portion.array - first].bytes
            let isSound = try self.first(
                "SELECT bytes, hash FROM \(kept.rawValue) WHERE part = ? AND number = ?", .integer(portion.array),
                .integer(portion.number)
            ) { row in
                // Safe: the portions are within their arrays, and no two of them share a byte.
                let place = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: bytes[portion.start..<portion.start + portion.count])
                return unsafe row.withBytes(0) { kept in
                    guard kept.count == portion.count else { return false }
                    unsafe place.copyMemory(from: kept)
                    return UnsafeRawBufferPointer(place).contentHash == row.bytes(1)
                }
            }
            guard isSound == true else { return false }
        }
        return true
    }
}
