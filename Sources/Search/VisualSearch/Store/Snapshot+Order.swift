internal import SQLite

extension Snapshot {
    /// A key of an order: the first of the fields that an item has.
    package struct OrderKey: Hashable, Sendable {
        package var fields: [String]
        package var ascending: Bool

        package init(_ fields: [String], ascending: Bool) {
            self.fields = fields
            self.ascending = ascending
        }
    }

    /// The slots in the order of several keys, the first one first; those without a value come last. Numbers come before
    /// strings. Lists count by their first string, and empty ones have none. Slots that are equal by all keys keep their order.
    package func sorted(_ slots: [Int], by keys: [OrderKey]) throws(SearchError) -> [Int] {
        guard slots.count > 1, !keys.isEmpty else { return slots }
        let ranks = try keys.map { key throws(SearchError) in try self.ranks(of: slots, by: key) }
        let places = (0..<Int32(slots.count)).sorted { left, right in
            for rank in ranks where rank[Int(left)] != rank[Int(right)] { return rank[Int(left)] < rank[Int(right)] }
            return left < right
        }
        return places.map { slots[Int($0)] }
    }

    /// The places of slots in the order of one key; equal ones have the same place.
    private func ranks(of slots: [Int], by key: OrderKey) throws(SearchError) -> [Int32] {
        var numbers = [Double?](repeating: nil, count: slots.count)
        var strings = [String?](repeating: nil, count: slots.count)
        for name in key.fields {
            guard let field = try field(name) else { continue }
            switch try column(field, .whole) {
            case .integers(let column):
                for (place, slot) in slots.enumerated() where column.present[slot] {
                    if numbers[place] == nil, strings[place] == nil { numbers[place] = Double(column.values[slot]) }
                }
            case .floats(let column):
                for (place, slot) in slots.enumerated() where column.present[slot] {
                    if numbers[place] == nil, strings[place] == nil { numbers[place] = column.values[slot] }
                }
            case .strings(let column):
                for (place, slot) in slots.enumerated() where column.present[slot] {
                    guard numbers[place] == nil, strings[place] == nil else { continue }
                    strings[place] = column.first(slot).map { column.strings[Int($0)] }
                }
            }
        }
        var ranks = [Int32](repeating: .max, count: slots.count)
        let numbered = rank(numbers, from: 0, into: &ranks) { $0.sorted() }
        let ranked = rank(strings, from: numbered, into: &ranks) { different in
            let different = Array(different)
            return different.collated(at: Array(different.indices)).map { different[$0] }
        }
        if !key.ascending {
            for place in ranks.indices where ranks[place] != .max { ranks[place] = ranked - 1 - ranks[place] }
        }
        return ranks
    }

    private func rank<Key: Hashable>(
        _ keys: [Key?], from first: Int32, into ranks: inout [Int32], _ order: (Set<Key>) -> [Key]
    ) -> Int32 {
        let different = order(Set(keys.lazy.compactMap { $0 }))
        guard !different.isEmpty else { return first }
        let places = Dictionary(uniqueKeysWithValues: zip(different, first...))
        for (place, key) in keys.enumerated() {
            if let key, let rank = places[key] { ranks[place] = rank }
        }
        return first + Int32(different.count)
    }

    /// The different strings that items have in a field; empty for a field without strings and for one that is unknown.
    package func strings(of name: String) throws(SearchError) -> Set<String> {
        guard let field = try field(name), case .strings(let column) = try column(field, .whole) else { return [] }
        var codes = Set<UInt32>()
        for slot in visible(column.present) { codes.formUnion(column[slot]) }
        return Set(codes.map { column.strings[Int($0)] })
    }
}

extension Snapshot {
    /// The slots that have one of the strings in a field, by string, in the order of the slots.
    package func slots(having strings: Set<String>, in name: String) throws(SearchError) -> [String: [Int]] {
        guard let field = try field(name), case .strings(let column) = try column(field, .whole) else { return [:] }
        var wanted: [UInt32: String] = [:]
        for (code, string) in column.strings.enumerated() where strings.contains(string) {
            wanted[UInt32(code)] = string
        }
        guard !wanted.isEmpty else { return [:] }
        var found: [String: [Int]] = [:]
        for slot in visible(column.present) {
            for code in column[slot] {
                if let string = wanted[code] { found[string, default: []].append(slot) }
            }
        }
        return found
    }
}

extension Snapshot {
    /// The string of an item in a field that holds one; nil where it has none.
    package func string(of name: String, at slot: Int) throws(SearchError) -> String? {
        try database.first(
            "SELECT value FROM fields CROSS JOIN attributes USING (field) WHERE name = ? AND slot = ?", .text(name),
            .integer(slot)
        ) { $0.text(0) }
    }
}
