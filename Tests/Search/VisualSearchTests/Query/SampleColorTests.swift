import Foundation
import Testing

@testable import VisualSearch

@Suite struct SampleColorTests {
    let catalog: SampleCatalog

    init() throws { catalog = try SampleCatalog.shared.get() }

    @Test("the first ten for each catalog color are of that color, 95 of 100 times")
    func firstTen() throws {
        var colors: [String: String] = [:]
        for item in catalog.items {
            guard case .string(let name) = item.attributes["color"], case .string(let hex) = item.attributes["hex"]
            else { continue }
            colors[name] = hex
        }
        var right = 0
        var possible = 0
        for (name, hex) in colors {
            let color = try #require(RGB(hex: hex))
            let answer = try catalog.engine.searchBlocking(
                SearchRequest(.init(colors: [.init(color)]), limit: 10, fields: ["color"], scope: .all))
            let hits = answer.hits.filter { $0.attributes["color"] == .string(name) }
            right += hits.count
            possible += min(10, catalog.items.filter { $0.attributes["color"] == .string(name) }.count)
        }
        #expect(Double(right) >= 0.95 * Double(possible), "\(right) of \(possible)")
    }

    /// Known are the colors that the pictures were drawn in, so nothing that the search works with is compared with
    /// itself. Past the objects of the color itself come those with a little of it, in prints and trims, and whose main
    /// color may be any: so the order is looked at over the first forty, and not hit by hit.
    @Test("the distance of the color that hits were drawn in rises with the rank")
    func distanceRisesWithRank() throws {
        var means = [Double](repeating: 0, count: 4)
        var correlations: [String: Double] = [:]
        for hex in Set(catalog.items.compactMap { $0.attributes["hex"]?.written }) {
            let color = try #require(RGB(hex: hex))
            let wanted = CIELab(color)
            let hits = try catalog.engine.searchBlocking(
                SearchRequest(.init(colors: [.init(color)]), limit: 40, fields: ["hex"], scope: .all)
            ).hits
            let distances = try hits.map { hit in
                let hex = try #require(hit.attributes["hex"]?.written)
                let drawn = CIELab(try #require(RGB(hex: hex)))
                return hypot(
                    hypot(drawn.lightness - wanted.lightness, drawn.a - wanted.a), drawn.b - wanted.b)
            }
            let tens = (0..<4).map { distances[$0 * 10..<$0 * 10 + 10].reduce(0, +) / 10 }
            #expect(tens[0] < tens[1] && tens[0] < tens[2] && tens[0] < tens[3], "\(hex): \(tens)")
            for (index, mean) in tens.enumerated() { means[index] += mean }
            correlations[hex] = rankCorrelation(distances)
        }
        #expect(means[0] < means[1] && means[1] < means[2] && means[2] < means[3], "\(means)")
        #expect(correlations.values.allSatisfy { $0 > 0.3 }, "\(correlations)")
        #expect(correlations.values.reduce(0, +) >= 0.6 * Double(correlations.count), "\(correlations)")
    }

    /// Spearman's, of the values with their places: 1 when they rise throughout, 0 without an order.
    private func rankCorrelation(_ values: [Double]) -> Double {
        let ranks = values.map { value in
            Double(values.count { $0 < value }) + Double(values.count { $0 == value } - 1) / 2
        }
        let middle = Double(values.count - 1) / 2
        var (product, places, spread) = (0.0, 0.0, 0.0)
        for (index, rank) in ranks.enumerated() {
            product += (Double(index) - middle) * (rank - middle)
            places += (Double(index) - middle) * (Double(index) - middle)
            spread += (rank - middle) * (rank - middle)
        }
        return product / (places * spread).squareRoot()
    }
}
