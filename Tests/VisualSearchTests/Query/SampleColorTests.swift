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
}
