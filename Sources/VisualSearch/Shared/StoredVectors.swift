internal import Dispatch

/// The vectors in the file of a store whose home searches them.
struct StoredVectors: DescribedVectors {
    /// The most that one step of a search reads; it takes some seconds.
    static let most = 2_000_000

    /// Up to so many are read one by one.
    let fewRows: Int

    func dots(_ vector: [Int8], at slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int32] {
        var dots = [Int32](repeating: 0, count: slots.count)
        try each(of: slots, in: snapshot) { place, row in dots[place] = Self.dot(vector, row) }
        return dots
    }

    func row(_ slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Int8]? {
        try snapshot.vector(at: slot)
    }

    func mapped(by map: LearnedMap) -> any LearnedVectors { MappedStoredVectors(map, of: self) }

    /// Calls `body` with the vectors in the slots, and their places among these, in any order. Empty slots are left out.
    func each(
        of slots: [Int], in snapshot: borrowing Snapshot, _ body: (Int, Span<Int8>) -> Void
    ) throws(SearchError) {
        guard slots.count <= Self.most else {
            throw .service(
                "the search compares \(slots.count) pictures one by one; with a shared store it may be at most "
                    + "\(Self.most): add a filter, or leave out the words or colors")
        }
        guard slots.count > max(fewRows, snapshot.count / 8) else {
            for (place, slot) in slots.enumerated() {
                if let vector = try snapshot.vector(at: slot) { body(place, vector.span) }
            }
            return
        }
        // Many are read in the order of the file.
        var places = [Int32](repeating: -1, count: snapshot.slots)
        for (place, slot) in slots.enumerated() where slot < places.count { places[slot] = Int32(place) }
        try snapshot.eachVector { slot, vector in
            if places[slot] >= 0 { body(Int(places[slot]), vector) }
        }
    }

    static func dot(_ left: [Int8], _ right: Span<Int8>) -> Int32 {
        var sum: Int32 = 0
        for index in left.indices { sum &+= Int32(left[index]) &* Int32(right[index]) }
        return sum
    }
}

/// The same under a learned map. Those that were used lately are kept: mapping a vector takes longer than reading it.
final class MappedStoredVectors: LearnedVectors {
    /// So many take some 20 MB.
    private static let mostKept = 65_536
    /// So many are mapped on all cores.
    private static let many = 4096

    private let map: LearnedMap
    private let stored: StoredVectors
    private let kept = Locked<[Int: [Int8]]>([:])

    init(_ map: LearnedMap, of stored: StoredVectors) {
        self.map = map
        self.stored = stored
    }

    func dots(_ vector: [Int8], at slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int32] {
        var dots = [Int32](repeating: 0, count: slots.count)
        guard slots.count < Self.mostKept / 4 else {
            // A scan would only displace what the next search needs.
            var waiting: [(place: Int, vector: [Int8])] = []
            try stored.each(of: slots, in: snapshot) { place, row in
                waiting.append((place, row.indices.map { row[$0] }))
                if waiting.count == Self.many { compare(&waiting, with: vector, &dots) }
            }
            compare(&waiting, with: vector, &dots)
            return dots
        }
        for (place, slot) in slots.enumerated() {
            if let row = try row(slot, in: snapshot) { dots[place] = StoredVectors.dot(vector, row.span) }
        }
        return dots
    }

    func row(_ slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Int8]? {
        if let known = kept.withLock({ $0[slot] }) { return known }
        guard let row = try stored.row(slot, in: snapshot).map(map.apply) else { return nil }
        kept.withLock { kept in
            if kept.count >= Self.mostKept { kept.removeAll(keepingCapacity: true) }
            kept[slot] = row
        }
        return row
    }

    func forget(_ slot: Int) { kept.withLock { _ = $0.removeValue(forKey: slot) } }

    // Each is mapped when it is first asked for.
    func fill() {}

    private func compare(_ rows: inout [(place: Int, vector: [Int8])], with vector: [Int8], _ dots: inout [Int32]) {
        let portions = 8
        let found = Locked([(Int, Int32)]())
        DispatchQueue.concurrentPerform(iterations: portions) { [rows] portion in
            let part = rows[rows.count * portion / portions..<rows.count * (portion + 1) / portions]
            let own = part.map { ($0.place, StoredVectors.dot(vector, map.apply($0.vector).span)) }
            found.withLock { $0 += own }
        }
        for (place, dot) in found.withLock({ $0 }) { dots[place] = dot }
        rows.removeAll(keepingCapacity: true)
    }
}
