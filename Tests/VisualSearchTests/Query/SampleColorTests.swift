import Foundation
import Imaging
import SearchAPI
import Testing

@testable import VisualSearch

@Suite struct SampleColorTests {
    let catalogue: SampleCatalogue

    init() throws { catalogue = try SampleCatalogue.shared.get() }

    @Test("the first ten for each catalogue color are of that color, 95 of 100 times")
    func firstTen() throws {
        var colors: [String: String] = [:]
        for item in catalogue.items {
            guard case .string(let name) = item.attributes["color"], case .string(let hex) = item.attributes["hex"]
            else { continue }
            colors[name] = hex
        }
        var right = 0
        var possible = 0
        for (name, hex) in colors {
            let color = try #require(RGB(hex: hex))
            let answer = try catalogue.engine.searchNow(
                SearchRequest(.init(colors: [.init(color)]), limit: 10, fields: ["color"]))
            let hits = answer.hits.filter { $0.attributes["color"] == .string(name) }
            right += hits.count
            possible += min(10, catalogue.items.filter { $0.attributes["color"] == .string(name) }.count)
        }
        #expect(Double(right) >= 0.95 * Double(possible), "\(right) of \(possible)")
    }

    @Test("the dominant color of hits moves away from the color looked for as the rank rises")
    func distanceRisesWithRank() throws {
        var means = [0.0, 0, 0]
        for hex in Set(catalogue.items.compactMap { $0.attributes["hex"]?.written }) {
            let color = try #require(RGB(hex: hex))
            let target = CIELab(color)
            let hits = try catalogue.engine.searchNow(SearchRequest(.init(colors: [.init(color)]), limit: 60)).hits
            let distances = try hits.map { hit in
                let bytes = try catalogue.engine.store.read { snapshot throws(SearchError) in
                    try snapshot.colors(at: try snapshot.slot(of: hit.id) ?? -1) ?? []
                }
                let (lightness, a, b) = (Double(bytes[0]) / 2.55, Double(bytes[1]) - 128, Double(bytes[2]) - 128)
                return hypot(hypot(lightness - target.lightness, a - target.a), b - target.b)
            }
            for third in 0..<3 { means[third] += distances[third * 20..<third * 20 + 20].reduce(0, +) }
        }
        #expect(means[0] < means[1] && means[1] < means[2], "\(means)")
    }
}
