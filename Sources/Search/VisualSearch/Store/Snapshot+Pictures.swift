internal import SQLite

extension Snapshot {
    /// Calls `body` with all vectors in the order of their slots: one quick pass over the file, for building arrays in
    /// memory.
    ///
    /// The span is valid during the call. A vector of the wrong length is an error: the store is damaged.
    package func eachVector(_ body: (Int, Span<Int8>) -> Void) throws(SearchError) {
        try eachVector(in: .min ..< .max, body)
    }

    /// As ``eachVector(_:)``, of some slots.
    func eachVector(in range: Range<Int>, _ body: (Int, Span<Int8>) -> Void) throws(SearchError) {
        let length = store.describer.dimensions
        try database.each(
            "SELECT slot, bytes FROM \(store.vectors) WHERE slot BETWEEN ? AND ? ORDER BY slot",
            .integer(range.lowerBound), .integer(range.upperBound - 1)
        ) { row throws(SearchError) in
            try unsafe row.withBytes(1) { bytes throws(SearchError) in
                guard bytes.count == length, (0..<slots).contains(row.integer(0)) else {
                    throw damaged("vectors", slot: row.integer(0))
                }
                // Safe: the row lives during the call, and any byte is an Int8.
                let values = unsafe bytes.bindMemory(to: Int8.self)
                unsafe body(row.integer(0), Span(_unsafeElements: values))
            }
        }
    }

    /// Calls `body` with all palettes in the order of their slots. Items without one are left out.
    package func eachColors(_ body: (Int, Span<UInt8>) -> Void) throws(SearchError) {
        let length = store.describer.colors
        try database.each("SELECT slot, bytes FROM colors ORDER BY slot") { row throws(SearchError) in
            try unsafe row.withBytes(1) { bytes throws(SearchError) in
                guard bytes.count == length, (0..<slots).contains(row.integer(0)) else {
                    throw damaged("colors", slot: row.integer(0))
                }
                // Safe: the row lives during the call.
                let values = unsafe bytes.bindMemory(to: UInt8.self)
                unsafe body(row.integer(0), Span(_unsafeElements: values))
            }
        }
    }

    /// The vector in a slot; nil for an empty one.
    package func vector(at slot: Int) throws(SearchError) -> [Int8]? {
        let vector = try database.first("SELECT bytes FROM \(store.vectors) WHERE slot = ?", .integer(slot)) {
            $0.signedBytes(0)
        }
        if let vector, vector.count != store.describer.dimensions { throw damaged("vectors", slot: slot) }
        return vector
    }

    /// The palette in a slot; nil for an item without one.
    package func colors(at slot: Int) throws(SearchError) -> [UInt8]? {
        let colors = try database.first("SELECT bytes FROM colors WHERE slot = ?", .integer(slot)) { $0.bytes(0) }
        if let colors, colors.count != store.describer.colors { throw damaged("colors", slot: slot) }
        return colors
    }

    /// Returns the bytes of ``StoredPicture/thumbnail``, unchecked.
    package func thumbnail(at slot: Int) throws(SearchError) -> [UInt8]? {
        try database.first("SELECT bytes FROM thumbnails WHERE slot = ?", .integer(slot)) { $0.bytes(0) }
    }

    private func damaged(_ table: String, slot: Int) -> SearchError {
        .damaged(path: store.path, detail: "row \(slot) of \(table) has the wrong length")
    }
}
