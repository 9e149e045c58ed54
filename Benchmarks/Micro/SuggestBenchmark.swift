import BenchmarkKit
import Foundation
import SearchAPI
import VisualSearch

/// Suggestions while texts are typed letter by letter, in a large catalog, on one core.
struct SuggestBenchmark {
    let options: CatalogOptions

    func run() throws {
        say("\(Machine.current())\n")
        let store = try TextStore()
        let titles = Titles()
        try store.insert(
            (0..<options.items).map { Item(id: "\($0)", attributes: ["title": .text(titles[$0])]) })
        let (cpu, resident) = (Clock.process(), Memory.resident())
        sink(try store.engine.suggestBlocking(SuggestRequest("a")))
        let first = (Clock.process() - cpu) * 1000
        let memory = Double(Memory.resident() - resident) / 1e6
        var times: [String: [Double]] = [:]
        for _ in 0..<options.rounds {
            for index in stride(from: 0, to: options.items, by: max(options.items / 50, 1)) {
                let title = titles[index].lowercased()
                for length in [1, 2, 3, 5, 8, 12] where length <= title.count {
                    let typed = String(title.prefix(length))
                    try measure(typed, as: "\(length) letters as typed", in: store.engine, &times)
                    // Two letters in the wrong order.
                    guard length >= 5 else { continue }
                    let slip = typed.dropLast(2) + String(typed.suffix(2).reversed())
                    try measure(String(slip), as: "\(length) letters with a slip", in: store.engine, &times)
                }
            }
        }
        var table = Table("", "ms CPU, median", "95 of 100", "largest")
        for (name, all) in times.sorted(by: { $0.key.compare($1.key, options: .numeric) == .orderedAscending }) {
            let ordered = all.sorted()
            let places = [ordered.count / 2, ordered.count * 95 / 100, ordered.count - 1]
            table.rows.append([name] + places.map { ordered[$0].formatted(digits: 3) })
        }
        say(
            "\(options.items) items; the first call reads words and titles: \(first.formatted(digits: 0)) ms CPU, "
                + "\(memory.formatted(digits: 0)) MB\n\n" + table.formatted())
    }

    private func measure(
        _ text: String, as name: String, in engine: SearchEngine, _ times: inout [String: [Double]]
    ) throws {
        let start = Clock.process()
        sink(try engine.suggestBlocking(SuggestRequest(text)))
        times[name, default: []].append((Clock.process() - start) * 1000)
    }

    /// Titles of words that are made of syllables, some of them far more frequent than others.
    private struct Titles {
        private let words: [String]

        init() {
            let syllables = [
                "ba", "ko", "li", "ram", "ten", "su", "vel", "dor", "ni", "pa", "shi", "mo", "gar", "fu", "jec",
            ]
            words = (0..<20_000).map { index in
                var (text, rest) = ("", index + 15)
                while rest > 0 {
                    text += syllables[rest % 15]
                    rest /= 15
                }
                return text
            }
        }

        /// Frequent words have small numbers: the square of an even distribution.
        subscript(index: Int) -> String {
            var random = UInt64(index) &* 0x9E37_79B9_7F4A_7C15 &+ 1
            let chosen = (0..<4).map { _ in
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let share = Double(random >> 40) / Double(1 << 24)
                return words[Int(share * share * Double(words.count))]
            }
            return chosen.joined(separator: " ").capitalized
        }
    }
}
