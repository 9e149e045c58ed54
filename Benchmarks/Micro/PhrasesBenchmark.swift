import BenchmarkKit
import Foundation
import SearchAPI
import VisualSearch

/// Reading the conditions of typed phrases in a large catalog, on one core.
struct PhrasesBenchmark {
    let options: CatalogOptions

    func run() throws {
        say("\(Machine.current())\n")
        let store = try TextStore()
        try store.insert((0..<options.items).map(item))
        let first = try time("under 50", in: store.engine)
        var table = Table("", "ms CPU, median", "95 of 100", "largest")
        for name in ["new words", "the same again"] {
            var times: [Double] = []
            for round in 0..<options.rounds {
                for index in 0..<100 {
                    // The same texts in both rows: those of the second are known.
                    times.append(try time(text(round * 100 + index), in: store.engine))
                }
            }
            let ordered = times.sorted()
            let places = [ordered.count / 2, ordered.count * 95 / 100, ordered.count - 1]
            table.rows.append([name] + places.map { ordered[$0].formatted(digits: 3) })
        }
        say(
            "\(options.items) items; the first call reads the values: \(first.formatted(digits: 0)) ms CPU\n\n"
                + table.formatted())
    }

    private func time(_ text: String, in engine: SearchEngine) throws -> Double {
        let start = Clock.process()
        sink(try engine.readPhrases(of: SearchRequest(.init(text: text, readsPhrases: true))).phrases)
        return (Clock.process() - start) * 1000
    }

    private static let colors = ["red", "blue", "black", "white", "green", "brown", "gold", "pink", "gray", "orange"]
    private static let kinds = [
        "boots", "bags", "lamps", "mugs", "watches", "chairs", "tables", "hats", "shirts", "vases",
    ]

    private func brand(_ index: Int) -> String { "Brand\(index % 3000)x" }

    private func item(_ index: Int) -> Item {
        let (color, kind) = (Self.colors[index % 10], Self.kinds[index / 10 % 10])
        return Item(
            id: "\(index)",
            attributes: [
                "title": .text("\(color.capitalized) \(kind) of \(brand(index)), model \(index / 7)"),
                "category": .string("Shop > Part \(index / 10 % 5) > \(kind.capitalized)"), "color": .string(color),
                "brand": .string(brand(index)), "price": .float(Double(index % 500) + 0.5),
                "in_stock": .bool(index % 3 > 0),
            ])
    }

    private func text(_ index: Int) -> String {
        let words = "\(Self.colors[index % 10]) \(Self.kinds[index % 9]) \(brand(index * 7).lowercased())"
        return ["cheapest \(words)", "\(words) under 50", "\(words) in stock", "\(words), not green"][index % 4]
    }
}
