import BenchmarkKit
import Foundation
import Recommendations
import SearchAPI

/// Hit rates on simulated visits: counted on the first 20 days, asked on the last five.
struct SimulatedTest {
    let options: VisitsOptions
    private static let size = 10
    private static let items = 2_000
    private static let visitsADay = 600

    /// The names of recommended items by the seed or the customer and what must not come back.
    private typealias Model = (_ subject: String, _ known: Set<String>) throws -> [String]

    private struct Question {
        var subject: String
        var known: Set<String>
        var wanted: Set<String>
    }

    func run() throws {
        let place = try EventsOfSimulation()
        var shop = ShopSimulation(items: Self.items, customers: 1_500, pairs: 100, seed: options.seed)
        var visits: [[ShopSimulation.Visit]] = []
        for day in 0..<VisitsBenchmark.days {
            visits.append((0..<Self.visitsADay).map { _ in shop.visit(day: day) })
        }
        let store = try EventStore(path: place.path)
        let training = visits.prefix(VisitsBenchmark.training).joined()
        var events = 0
        for visit in training {
            let batch = place.events(of: visit)
            events += batch.count
            try store.add(batch)
        }
        let behavior: any Behavior = EventCounts(path: place.path)
        let tests = Array(visits.dropFirst(VisitsBenchmark.training).joined())
        let popular = try behavior.popular(since: nil, limit: 500).map(\.item)
        var numbers = SplitMix(seed: options.seed + 1)
        let chance: Model = { _, known in
            var drawn: [String] = []
            while drawn.count < Self.size {
                let item = "item-\(Int.random(in: 0..<Self.items, using: &numbers))"
                if !known.contains(item), !drawn.contains(item) { drawn.append(item) }
            }
            return drawn
        }
        let mostWanted: Model = { _, known in Array(popular.lazy.filter { !known.contains($0) }.prefix(Self.size)) }
        var table = Table("hit rate at 10, simulated", "questions", "model", "popular", "random")
        let seeds = Self.questionsBySeed(tests)
        table.rows.append(
            try ["together: rest of a visit from its first item", "\(seeds.count)"]
                + [Self.together(behavior), mostWanted, chance].map { try Self.rate(of: $0, seeds) })
        let people = Self.questionsByCustomer(tests, after: training)
        table.rows.append(
            try ["personal: next visit of a customer, new items", "\(people.count)"]
                + [Self.personal(behavior), mostWanted, chance].map { try Self.rate(of: $0, people) })
        say(
            "\(events) events of 20 days, \(Self.items) items, 1500 customers, seed \(options.seed)\n\n"
                + table.formatted() + "\n")
        try recover(shop.pairs, behavior)
    }

    /// The items that go with the seed.
    private static func together(_ behavior: any Behavior) -> Model {
        { seed, known in
            let found = try behavior.companions(of: seed, by: .wanted, limit: size + known.count).map(\.item)
            return Array(found.filter { !known.contains($0) }.prefix(size))
        }
    }

    /// Sums over the companions of the customer's latest interests.
    private static func personal(_ behavior: any Behavior) -> Model {
        { customer, known in
            var scores: [String: Double] = [:]
            for interest in try behavior.interests(of: [customer], limit: 20) {
                for companion in try behavior.companions(of: interest.item, by: .wanted, limit: 50)
                where !known.contains(companion.item) {
                    scores[companion.item, default: 0] += interest.weight * companion.score
                }
            }
            return scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(size).map(\.key)
        }
    }

    private static func questionsBySeed(_ visits: [ShopSimulation.Visit]) -> [Question] {
        visits.compactMap { visit in
            let clicked = visit.clicked.map { "item-\($0)" }
            guard let first = clicked.first else { return nil }
            let rest = Set(clicked).subtracting([first])
            return rest.isEmpty ? nil : Question(subject: first, known: [first], wanted: rest)
        }
    }

    private static func questionsByCustomer(
        _ visits: [ShopSimulation.Visit], after training: some Sequence<ShopSimulation.Visit>
    ) -> [Question] {
        var known: [Int: Set<String>] = [:]
        for visit in training {
            guard let customer = visit.customer else { continue }
            known[customer, default: []].formUnion(visit.steps.map { "item-\($0.item)" })
        }
        var asked: Set<Int> = []
        return visits.compactMap { visit in
            guard let customer = visit.customer, let before = known[customer] else { return nil }
            let wanted = Set(visit.clicked.map { "item-\($0)" }).subtracting(before)
            guard !wanted.isEmpty, asked.insert(customer).inserted else { return nil }
            return Question(subject: "customer-\(customer)", known: before, wanted: wanted)
        }
    }

    private static func rate(of model: Model, _ questions: [Question]) throws -> String {
        var hits = 0
        for question in questions {
            let found = try model(question.subject, question.known)
            if !question.wanted.isDisjoint(with: found) { hits += 1 }
        }
        return (Double(hits) / Double(max(questions.count, 1))).formatted(digits: 3)
    }

    private func recover(_ pairs: [Int: Int], _ behavior: any Behavior) throws {
        var table = Table("planted pairs found, simulated", "first", "among 10")
        for (name, relation) in [("wanted together", Companionship.wanted), ("bought together", .bought)] {
            var (first, ten) = (0, 0)
            for (item, partner) in pairs {
                let found = try behavior.companions(of: "item-\(item)", by: relation, limit: Self.size).map(\.item)
                if found.first == "item-\(partner)" { first += 1 }
                if found.contains("item-\(partner)") { ten += 1 }
            }
            table.rows.append([name, "\(first) of \(pairs.count)", "\(ten) of \(pairs.count)"])
        }
        say(table.formatted() + "\n")
    }
}
