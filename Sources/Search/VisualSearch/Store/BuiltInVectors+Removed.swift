internal import SQLite

// The vectors of removed items: the values, and their checksum in eight bytes, the most significant first.
extension BuiltInVectors {
    private static let checksumBytes = 8

    /// The stored form of the vector of a removed item.
    static func packed(_ vector: BuiltInVector) -> [UInt8] {
        let sum = UInt64(bitPattern: Int64(checksum(of: vector)))
        return vector.values.map(UInt8.init(bitPattern:))
            + (0..<checksumBytes).map { UInt8(truncatingIfNeeded: sum >> UInt64(8 * (checksumBytes - 1 - $0))) }
    }

    /// The vector in the stored form; nil for one that is damaged or of another form.
    func unpacked(_ bytes: [UInt8]) -> BuiltInVector? {
        guard let head, bytes.count == head.dimensions + Self.checksumBytes else { return nil }
        let vector = BuiltInVector(
            describer: head.describer, values: bytes.prefix(head.dimensions).map { Int8(bitPattern: $0) })
        let sum = bytes.suffix(Self.checksumBytes).reduce(0) { $0 << 8 | UInt64($1) }
        return isSound(vector, Int(Int64(bitPattern: sum))) ? vector : nil
    }

    /// Keeps the vector in a slot with the removed item that the slot held.
    func keepRemoved(_ slot: Int, as number: Int) throws(SearchError) {
        guard let vector = try vector(at: slot, onlyIfSound: true) else { return }
        try keepRemoved(vector, as: number)
    }

    /// Keeps the vector of a removed item.
    func keepRemoved(_ vector: BuiltInVector, as number: Int) throws(SearchError) {
        guard let head, vector.describer == head.describer, vector.values.count == head.dimensions else { return }
        try database.run(
            "UPDATE removed SET fine = ? WHERE number = ?", .blob(Self.packed(vector)), .integer(number))
    }

    /// The vector of a removed item; nil without one.
    func removed(_ number: Int) throws(SearchError) -> BuiltInVector? {
        guard head != nil else { return nil }
        let bytes = try database.first("SELECT fine FROM removed WHERE number = ?", .integer(number)) {
            $0.isNull(0) ? nil : $0.bytes(0)
        }
        return (bytes ?? nil).flatMap(unpacked)
    }
}
