internal import Essentials

extension Snapshot {
    /// The slots in the order of an attribute. Those without it come last; those with equal values, and all when the
    /// field is not known, keep their order. Lists count by their first string.
    package func sorted(_ slots: [Int], by sort: SearchRequest.Sort) throws(SearchError) -> [Int] {
        guard let field = try field(sort.field) else { return slots }
        switch try column(field, .whole) {
        case .strings(let column):
            var ranks = Array(repeating: -1, count: column.strings.count)
            var used: [Int] = []
            for slot in slots {
                guard let code = column.first(slot).map(Int.init), ranks[code] < 0 else { continue }
                ranks[code] = 0
                used.append(code)
            }
            for (rank, place) in column.strings.collated(at: used).enumerated() { ranks[place] = rank }
            return Snapshot.sorted(slots, ascending: sort.ascending) { column.first($0).map { ranks[Int($0)] } }
        case .integers(let column):
            return Snapshot.sorted(slots, ascending: sort.ascending) { column.present[$0] ? column.values[$0] : nil }
        case .floats(let column):
            return Snapshot.sorted(slots, ascending: sort.ascending) { column.present[$0] ? column.values[$0] : nil }
        }
    }

    private static func sorted<Key: Comparable>(_ slots: [Int], ascending: Bool, by key: (Int) -> Key?) -> [Int] {
        var keyed: [(key: Key, place: Int)] = []
        var others: [Int] = []
        for (place, slot) in slots.enumerated() {
            if let key = key(slot) { keyed.append((key, place)) } else { others.append(slot) }
        }
        keyed.sort { left, right in
            if left.key == right.key { return left.place < right.place }
            return ascending ? left.key < right.key : left.key > right.key
        }
        return keyed.map { slots[$0.place] } + others
    }

    /// The slots that share a value, up to `limit` each, in the order in which the values first occur. Items without
    /// the field, or all when it is not known, share the empty value. Lists count by their first string.
    package func groups(
        _ slots: [Int], by grouping: SearchRequest.Grouping
    ) throws(SearchError) -> [(value: String, slots: [Int])] {
        guard let field = try field(grouping.field) else {
            return slots.isEmpty ? [] : [("", Array(slots.prefix(grouping.limit)))]
        }
        let column = try column(field, .whole)
        var places: [String: Int] = [:]
        var groups: [(value: String, slots: [Int])] = []
        for slot in slots {
            let value = column.text(at: slot, type: field.type)
            if let place = places[value] {
                if groups[place].slots.count < grouping.limit { groups[place].slots.append(slot) }
            } else {
                places[value] = groups.count
                groups.append((value, grouping.limit > 0 ? [slot] : []))
            }
        }
        return groups
    }
}

extension Column {
    /// Returns the value of a slot as text, empty for a slot without one.
    fileprivate func text(at slot: Int, type: AttributeType) -> String {
        switch self {
        case .strings(let column): return column.first(slot).map { column.strings[Int($0)] } ?? ""
        case .floats(let column): return column.present[slot] ? AttributeValue.float(column.values[slot]).written : ""
        case .integers(let column):
            guard column.present[slot] else { return "" }
            switch type {
            case .bool: return AttributeValue.bool(column.values[slot] != 0).written
            case .date: return AttributeValue.date(Date(milliseconds: column.values[slot])).written
            default: return String(column.values[slot])
            }
        }
    }
}
