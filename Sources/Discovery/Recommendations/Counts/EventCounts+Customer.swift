internal import Essentials
internal import SQLite
package import SearchAPI

extension EventCounts {
    package func interests(of customer: [String], limit: Int) throws(SearchError) -> [Interest] {
        if limit <= 0 { return [] }
        let found = try reader.read { database throws(SearchError) in
            let touches = try touches(of: customer, database)
            let newest = touches.map(\.time).max() ?? 0
            var sums: [UInt32: (weight: Double, latest: UInt32)] = [:]
            for touch in touches {
                // An age before the newest event, so that an answer does not change with the clock.
                let age = Double(newest - touch.time)
                let sum = sums[touch.item] ?? (0, 0)
                sums[touch.item] = (
                    sum.weight + touch.wishes.weight * exp2(-age / CountRules.interestHalfLife),
                    max(sum.latest, touch.time)
                )
            }
            let order = sums.sorted { first, second in
                (second.value.latest, second.value.weight, first.key)
                    < (first.value.latest, first.value.weight, second.key)
            }
            var interests: [Interest] = []
            for (item, sum) in order.prefix(limit) {
                guard let name = try name(of: item, database) else { continue }
                interests.append(
                    Interest(
                        item: name, weight: sum.weight, latest: Date(timeIntervalSince1970: Double(sum.latest))))
            }
            return interests
        }
        return found ?? []
    }

    package func purchases(of customer: [String]) throws(SearchError) -> Set<String> {
        let found = try reader.read { database throws(SearchError) in
            var items: Set<UInt32> = []
            for touch in try touches(of: customer, database) where touch.wishes.contains(.purchase) {
                items.insert(touch.item)
            }
            var names: Set<String> = []
            for item in items {
                if let name = try name(of: item, database) { names.insert(name) }
            }
            return names
        }
        return found ?? []
    }

    private func name(of item: UInt32, _ database: Database) throws(SearchError) -> String? {
        try database.first("SELECT name FROM items WHERE id = ?", .integer(Int(item))) { row in row.text(0) }
    }

    /// The actions of the customer in the latest visits; nothing without a consent.
    private func touches(of customer: [String], _ database: Database) throws(SearchError) -> [Touch] {
        guard try ConsentReading(database).allowsPersonalization(of: customer, at: .now) else { return [] }
        var touches: [Touch] = []
        for name in Set(customer).sorted() {
            let number = try database.integer("SELECT id FROM people WHERE name = ?", .text(name))
            if number == 0 { continue }
            try database.each(
                """
                SELECT touches FROM visitors JOIN visits ON visits.id = visitors.visit
                WHERE visitors.person = ? ORDER BY visitors.visit DESC LIMIT \(CountRules.historyLimit)
                """, .integer(number)
            ) { row in
                for touch in [Touch](bytes: row.bytes(0)) where Int(touch.person) == number { touches.append(touch) }
            }
        }
        return touches
    }
}
