internal import Imaging

/// The vectors in the file of a store, read when a search needs them: its home searches them, or it is searched only once.
struct StoredVectors: DescribedVectors {
    /// The most that one step of a search reads of a shared store; it takes some seconds.
    private static let limit = 2_000_000
    /// More than this part of all is read in the order of the file.
    private static let scannedPart = 32

    let areInMemory = false
    /// Up to so many are always read one by one.
    let fewRows: Int
    let isShared: Bool

    func dots(_ vector: [Int8], at slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int32] {
        try compare(slots, in: snapshot) { Self.dot(vector, $0) }
    }

    func row(_ slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Int8]? {
        try snapshot.vector(at: slot)
    }

    func rows(_ slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [[Int8]?] {
        try snapshot.eachVector(at: slots) { $0 }
    }

    func mapped(by map: LearnedMap) -> any LearnedVectors { MappedStoredVectors(map, of: self) }

    /// Returns a number for the vector in each of the slots; 0 for an empty one.
    func compare(
        _ slots: [Int], in snapshot: borrowing Snapshot, by number: @Sendable (Span<Int8>) -> Int32
    ) throws(SearchError) -> [Int32] {
        guard !isShared || slots.count <= Self.limit else {
            throw .service(
                "the search compares \(slots.count) pictures one by one; with a shared store it may be at most "
                    + "\(Self.limit): add a filter, or leave out the words or colors")
        }
        if slots.count > max(fewRows, snapshot.count / Self.scannedPart) {
            let all = try scan(snapshot, by: number)
            return slots.map { $0 < all.count ? all[$0] : 0 }
        }
        return try snapshot.eachVector(at: slots) { number($0.span) }.map { $0 ?? 0 }
    }

    /// Returns a number for the vector in every slot, by several connections at once.
    private func scan(
        _ snapshot: borrowing Snapshot, by number: @Sendable (Span<Int8>) -> Int32
    ) throws(SearchError) -> [Int32] {
        let ranges = RowTable.ranges(snapshot.slots, count: min(Batch.usableCores, 8))
        let (store, revision) = (snapshot.store, snapshot.revision)
        let parts = try store.readParts(ranges.count, at: revision) { index, other throws(SearchError) in
            try numbers(of: ranges[index], in: other, by: number)
        }
        // Another connection may see a later state of the file.
        guard let parts else { return try numbers(of: 0..<snapshot.slots, in: snapshot, by: number) }
        return parts.flatMap(\.self)
    }

    private func numbers(
        of slots: Range<Int>, in snapshot: borrowing Snapshot, by number: @Sendable (Span<Int8>) -> Int32
    ) throws(SearchError) -> [Int32] {
        var numbers = [Int32](repeating: 0, count: slots.count)
        try snapshot.eachVector(in: slots) { slot, vector in numbers[slot - slots.lowerBound] = number(vector) }
        return numbers
    }

    static func dot(_ left: [Int8], _ right: Span<Int8>) -> Int32 {
        var sum: Int32 = 0
        for index in left.indices { sum &+= Int32(left[index]) &* Int32(right[index]) }
        return sum
    }
}

/// The same under a learned map. Those that were used lately are kept: mapping a vector takes longer than reading it.
final class MappedStoredVectors: LearnedVectors {
    let areInMemory = false
    private let map: LearnedMap
    private let stored: StoredVectors
    private let keptLimit: Int
    private let kept = Locked<[Int: [Int8]]>([:])
    var keptCount: Int { kept.withLock { $0.count } }
    var bytes: Int { kept.withLock { $0.capacity * 4 / 3 * 17 + $0.count * (map.dimensions + 48) } }

    /// - Parameter keptLimit: So many as the default take some 20 MB.
    init(_ map: LearnedMap, of stored: StoredVectors, keptLimit: Int = 65_536) {
        self.map = map
        self.stored = stored
        self.keptLimit = keptLimit
    }

    func dots(_ vector: [Int8], at slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int32] {
        // A scan would only displace what the next search needs.
        if slots.count > keptLimit / 4 {
            return try stored.compare(slots, in: snapshot) { StoredVectors.dot(vector, map.apply($0).span) }
        }
        return try rows(slots, in: snapshot).map { $0.map { StoredVectors.dot(vector, $0.span) } ?? 0 }
    }

    func row(_ slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Int8]? {
        try rows([slot], in: snapshot)[0]
    }

    func rows(_ slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [[Int8]?] {
        var rows = kept.withLock { kept in slots.map { kept[$0] } }
        let missing = rows.indices.filter { rows[$0] == nil }
        guard !missing.isEmpty else { return rows }
        let read = try snapshot.eachVector(at: missing.map { slots[$0] }) { map.apply($0.span) }
        for (place, row) in zip(missing, read) { rows[place] = row }
        guard read.count <= keptLimit else { return rows }
        kept.withLock { kept in
            if kept.count + read.count > keptLimit { kept.removeAll(keepingCapacity: true) }
            for place in missing { kept[slots[place]] = rows[place] }
        }
        return rows
    }

    func forget(_ slot: Int) { kept.withLock { _ = $0.removeValue(forKey: slot) } }

    // Each is mapped when it is first asked for.
    func fill() {}
}
