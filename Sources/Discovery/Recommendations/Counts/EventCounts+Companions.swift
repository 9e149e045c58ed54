internal import Essentials
internal import SQLite
package import SearchAPI

extension EventCounts {
    /// The evidence of visits to an item for another one.
    private struct Shared {
        /// Sums over the visits: of products of the two weights, and of squares of the other's weight.
        var products = 0.0
        var squares = 0.0
        var visits = 0
    }

    private struct Candidate {
        var item: UInt32
        var shared: Shared
        /// The score cannot be higher: the other item has at least the squares that were seen.
        var bound: Double
    }

    /// The weighted visits of an item: all of them, and those that were looked at.
    private struct Sample {
        var all = 0.0
        var seen = 0.0

        /// The cosine as far as the sample tells it, shrunk by the prior. `squares` are those of the other item.
        func score(_ shared: Shared, squares: Double) -> Double {
            let share = seen / max(all, seen)
            let cosine = shared.products / (seen * squares * share).squareRoot()
            let visits = Double(shared.visits)
            return min(cosine, 1) * visits / (visits + CountRules.prior)
        }
    }

    package func companions(
        of item: String, by relation: Companionship, limit: Int
    ) throws(SearchError) -> [Companion] {
        if limit <= 0 { return [] }
        let found = try reader.read { database throws(SearchError) in
            let row = try database.first(
                "SELECT id, squares, bought FROM items WHERE name = ?", .text(item)
            ) { row in (number: UInt32(truncatingIfNeeded: row.integer(0)), squares: row.real(1), bought: row.real(2)) }
            guard let row else { return [Companion]() }
            var sample = Sample(all: relation == .wanted ? row.squares : row.bought)
            let shared = try shared(with: row.number, by: relation, &sample, database)
            return try best(shared, of: sample, by: relation, limit: limit, database)
        }
        return found ?? []
    }

    private func shared(
        with number: UInt32, by relation: Companionship, _ sample: inout Sample, _ database: Database
    ) throws(SearchError) -> [UInt32: Shared] {
        let (index, condition) =
            relation == .wanted ? ("", "") : ("INDEXED BY visited_and_bought", "AND visited.bought = 1")
        var shared: [UInt32: Shared] = [:]
        var seen = 0.0
        try database.each(
            """
            SELECT began, touches FROM visited \(index) JOIN visits ON visits.id = visited.visit
            WHERE visited.item = ? \(condition) ORDER BY visited.visit DESC LIMIT \(CountRules.sampleLimit)
            """, .integer(Int(number))
        ) { row in
            let items = [Touch](bytes: row.bytes(1)).wanted
            guard let touched = items.first(where: { $0.item == number }) else { return }
            let weight = CountRules.weight(row.integer(0))
            let wish = relation == .wanted ? touched.wishes.weight : 1
            seen += wish * wish * weight
            for item in items where item.item != number {
                if relation == .bought, !item.wishes.contains(.purchase) { continue }
                let other = relation == .wanted ? item.wishes.weight : 1
                var sums = shared[item.item] ?? Shared()
                sums.products += wish * other * weight
                sums.squares += other * other * weight
                sums.visits += 1
                shared[item.item] = sums
            }
        }
        sample.seen = seen
        return shared
    }

    /// Compares the candidates in the order of their bounds, until no other can be among the best.
    private func best(
        _ shared: [UInt32: Shared], of sample: Sample, by relation: Companionship, limit: Int, _ database: Database
    ) throws(SearchError) -> [Companion] {
        let column = relation == .wanted ? "squares" : "bought"
        var candidates: [Candidate] = []
        candidates.reserveCapacity(shared.count)
        for (item, sums) in shared {
            candidates.append(
                Candidate(item: item, shared: sums, bound: sample.score(sums, squares: sums.squares)))
        }
        candidates.sort { ($1.bound, $0.item) < ($0.bound, $1.item) }
        var best = FirstElements<Companion>(limit: limit)
        for candidate in candidates.prefix(max(CountRules.candidateLimit, limit)) {
            if best.elements.count == limit, let last = best.elements.last, candidate.bound < last.score { break }
            let row = try database.first(
                "SELECT name, \(column) FROM items WHERE id = ?", .integer(Int(candidate.item))
            ) { row in (name: row.text(0), squares: row.real(1)) }
            guard let row else { continue }
            let score = sample.score(candidate.shared, squares: max(row.squares, candidate.shared.squares))
            best.insert(Companion(item: row.name, score: score, count: candidate.shared.visits))
        }
        return best.elements
    }
}
