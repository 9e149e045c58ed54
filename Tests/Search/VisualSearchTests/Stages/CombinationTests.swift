import TestSupport
import Testing

@testable import VisualSearch

/// Each stage is right alone; here they meet. `MAGPIE_TESTS_LONG=1` draws 100,000 requests.
@Suite("Combinations of the stages of a search", .timeLimit(.minutes(30)))
struct CombinationTests {
    private let shop = Result { try StageShop.shared.get().engine }

    /// The ids of an answer in their order, group by group.
    private func listed(_ answer: SearchAnswer) -> [String] {
        answer.groups.isEmpty ? answer.hits.map(\.id) : answer.groups.map { $0.hits.map(\.id).joined(separator: " ") }
    }

    /// The first fault of the answer to a request; nil for a right one.
    private func fault(of draw: StageDraw) throws -> String? {
        let engine = try shop.get()
        let request = draw.request
        let answer = try engine.searchBlocking(request)
        let all = listed(answer)
        if Set(all).count != all.count { return "an item is there twice: \(all)" }
        if answer.total != all.count { return "a total of \(answer.total) for \(all.count) hits" }
        var paged: [String] = []
        var page = request
        (page.limit, page.page) = (draw.pageSize, 1)
        repeat {
            let next = try engine.searchBlocking(page)
            if next.total != answer.total {
                return "page \(page.page) has a total of \(next.total), not \(answer.total)"
            }
            paged += listed(next)
            page.page += 1
        } while paged.count < all.count && page.page <= all.count + 1
        if paged != all { return "pages of \(draw.pageSize) are \(paged), and not \(all)" }
        for phrase in answer.phrases {
            guard let filter = phrase.filter else { continue }
            // The word stands in each title.
            let met = try engine.searchBlocking(
                SearchRequest(.init(text: "number"), filter: filter, limit: 100, scope: .all))
            let others = Set(answer.hits.map(\.id)).subtracting(met.hits.map(\.id))
            if !others.isEmpty { return "`\(phrase.label)` does not hold for \(others.sorted())" }
        }
        return fault(of: answer, all, draw)
    }

    private func fault(of answer: SearchAnswer, _ all: [String], _ draw: StageDraw) -> String? {
        let request = draw.request
        let prices = answer.hits.map { hit -> Double in
            if case .float(let price)? = hit.attributes["price"] { price } else { 0 }
        }
        let isCheapest = answer.phrases.contains { $0.text.hasPrefix("cheap") }
        let order: SearchRequest.Sort? = request.sort ?? (isCheapest ? .init("price") : nil)
        if let order, request.grouping == nil {
            let sorted = order.ascending ? prices.sorted() : prices.sorted().reversed()
            if prices != sorted { return "not in the order of price: \(prices)" }
        }
        if request.variants != nil, request.grouping == nil {
            let products = answer.hits.compactMap { $0.attributes["product"] }
            if Set(products).count != products.count { return "two hits of a product: \(products)" }
        }
        if let facets = request.facets, request.grouping == nil, request.variants == nil {
            for facet in answer.facets where facets.fields.contains(facet.field) {
                let counted = facet.values.map(\.count).reduce(0, +)
                if counted != answer.total { return "\(facet.field) counts \(counted) of \(answer.total)" }
            }
        }
        if request.grouping == nil {
            for rule in answer.rules where rule.effects.contains(.pins) && rule.skipped.isEmpty {
                guard let pin = draw.pins[rule.name] else { continue }
                guard let index = all.firstIndex(of: pin.id) else { return "the pin \(pin) is missing in \(all)" }
                // It comes earlier where nothing is left to fill the places before it.
                let isLast = all[index...].allSatisfy { id in draw.pins.values.contains { $0.id == id } }
                if index + 1 != pin.place, !isLast { return "the pin \(pin) is at \(index + 1) of \(all)" }
            }
        }
        return nil
    }

    @Test(
        "pages are one list without repeats, totals are lengths, and pins, orders, products and facets are right",
        arguments: 0..<4)
    func draws(quarter: Int) throws {
        let draws = Effort.inputs(125, of: 25_000)
        for number in 0..<draws {
            let draw = StageDraw(seed: UInt64(quarter * draws + number))
            if var fault = try fault(of: draw) {
                var least = draw
                while let (simpler, same) = try least.simpler.lazy.compactMap({ draw in
                    try self.fault(of: draw).map { (draw, $0) }
                }).first {
                    (least, fault) = (simpler, same)
                }
                Issue.record("\(least)\n\(fault)")
                return
            }
        }
    }
}
