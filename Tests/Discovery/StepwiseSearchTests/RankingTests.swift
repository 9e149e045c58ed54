import Foundation
import SQLite
import SearchAPI
import StepwiseAPI
import TestSupport
import Testing

@testable import StepwiseSearch

@Suite("Places by words, in their order", .timeLimit(.minutes(5)))
struct RankingTests {
    @Test(
        "on the registry, words find what a search through all ways finds, in its order",
        .enabled(if: SharedData.folder("addresses") != nil, "skipped: there is no ../shared/data/addresses"))
    func registry() throws {
        let folder = try #require(SharedData.folder("addresses"))
        let importer = try Importer()
        let names = ["mt_pref_all.csv", "mt_city_all.csv", "mt_town_pref30.csv", "mt_rsdtdsp_rsdt_pref30.csv"]
        _ = try StepImport(names.map { folder.appending(path: $0).path }).run(to: importer.path)
        let all = try AllWays(path: importer.path)
        var random = SplitMix(seed: 11)
        var queries = ["東", "大", "mi", "和歌山 東", "東 1", "k 2", "ミナミ", "wa wa", "東町9999", "海南市 大 1", "南"]
        for _ in 0..<40 {
            let path = all.randomPath(&random)
            for words in [path.suffix(1), path.suffix(2), path.suffix(3)] {
                let text = words.joined(separator: Bool.random(using: &random) ? " " : "")
                queries.append(text)
                queries.append(String(text.prefix(Int.random(in: 1...max(text.count, 1), using: &random))))
            }
        }
        try compare(queries, all, try importer.store())
    }

    @Test("names and beginnings that very many places share are found in their order, within each place")
    func sharedNames() throws {
        let importer = try Importer()
        var rows = "id,parent,label,passage\n"
        for town in 0..<40 {
            rows += "t\(town),,\(town % 2 == 0 ? "Eastham" : "Westham"),\n"
            for street in 0..<20 {
                rows += "t\(town)-\(street),t\(town),\(street % 3 == 0 ? "High Street" : "Hill \(street)"),\n"
                rows += "t\(town)-\(street)-1,t\(town)-\(street),\(street),\n"
            }
            rows += "t\(town)-p,t\(town),none,true\nt\(town)-p-7,t\(town)-p,7-\(town),\n"
        }
        for number in 0..<400 { rows += "n\(number),t0-0,\(1000 + number)-\(number % 7),\n" }
        try importer.load(["rows.csv": rows])
        let all = try AllWays(path: importer.path)
        let store = try importer.store()
        let queries = [
            "h", "high", "high street", "highstreet", "high street 3", "hi 1", "eastham h", "eastham high street 0",
            "westham hill 4", "east 7", "eastham 7 3", "eastham high street 1", "high street 10", "high street 1001",
            "n",
            "w h", "hill hill", "street", "zzz", "high zzz", "1", "none 7",
        ]
        try compare(queries, all, store)
        // Below a place, only what it holds.
        let inside = try store.stepBlocking(StepCall(StepPath(["t8"]), view: StepView(limit: 1000), words: "h")).found
        #expect(inside.count == 20 && inside.allSatisfy { $0.ids.first == "t8" })
        #expect(try store.stepBlocking(StepCall(StepPath(["t8"]), view: StepView(prefix: "7"))).step.page?.total == 0)
    }

    private func compare(_ queries: [String], _ all: AllWays, _ store: StepStore) throws {
        for words in queries {
            let found = try store.stepBlocking(StepCall(view: StepView(limit: 10), words: words)).found
            let expected = all.places(for: words, limit: 10)
            #expect(found.map { $0.ids.joined(separator: "/") } == expected.map { all.path($0) }, "\(words)")
        }
    }
}

extension Step {
    fileprivate var page: StepPage? {
        if case .choose(let page, _) = self { return page }
        return nil
    }
}

/// All ways to read a query, without any bound, apart from the code under test.
private struct AllWays {
    private struct Place {
        var id: String
        var label: String
        var parent: Int
        var depth = 0
        var isPassage: Bool
    }

    private var places: [Place] = []
    private var keys: [(key: [UInt8], numbers: Set<Int>)] = []

    init(path: String) throws {
        let database = try Database(path: path, access: .read)
        try database.each("SELECT id, label, parent, passage FROM node ORDER BY n") { row in
            places.append(
                Place(id: row.text(0), label: row.text(1), parent: row.integer(2), isPassage: row.integer(3) == 1))
        }
        for number in places.indices.dropFirst() { places[number].depth = places[places[number].parent].depth + 1 }
        var names: [String: Set<Int>] = [:]
        try database.each("SELECT key, n FROM name") { row in names[row.text(0), default: []].insert(row.integer(1)) }
        keys = names.map { (Array($0.key.utf8), $0.value) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }

    /// The places whose names begin with a part of a query: 0 for a whole name, 1 for a longer one.
    private func places(named part: String, mayBegin: Bool) -> [Int: Int] {
        let part = Array(part.utf8)
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].key.lexicographicallyPrecedes(part) { low = middle + 1 } else { high = middle }
        }
        var found: [Int: Int] = [:]
        for entry in keys[low...] {
            guard entry.key.starts(with: part), mayBegin || entry.key == part else { break }
            for number in entry.numbers { found[number] = min(found[number] ?? 1, entry.key == part ? 0 : 1) }
        }
        return found
    }

    func path(_ number: Int) -> String {
        var ids: [String] = []
        var next = number
        while next > 0 {
            ids.insert(places[next].id, at: 0)
            next = places[next].parent
        }
        return ids.joined(separator: "/")
    }

    func randomPath(_ random: inout SplitMix) -> [String] {
        var next = Int.random(in: 1..<places.count, using: &random)
        var labels: [String] = []
        while next > 0 {
            labels.insert(places[next].label, at: 0)
            next = places[next].parent
        }
        return labels
    }

    func places(for words: String, limit: Int) -> [Int] {
        let found = places(for: FoldedText(words))
        guard found.isEmpty, let reversed = FoldedText.reversed(words) else { return Array(found.prefix(limit)) }
        return Array(places(for: FoldedText(reversed)).prefix(limit))
    }

    private func places(for query: FoldedText) -> [Int] {
        let end = query.scalars.count
        // The gaps with which a place is reached after so many letters.
        var reached: [[Int: Int]] = Array(repeating: [:], count: end + 1)
        reached[0][0] = 0
        for position in 0..<end {
            guard !reached[position].isEmpty else { continue }
            var start = position
            while start < end, query.scalars[start] == "-" { start += 1 }
            for stop in start..<end where query.canEnd(at: stop + 1) {
                let isNumber = query.isDigit(at: start)
                let mayBegin = isNumber ? stop + 1 == end : query.wordEnds.contains(stop + 1)
                for (number, gap) in places(named: query[start..<stop + 1], mayBegin: mayBegin) {
                    let place = places[number]
                    if isNumber {
                        var above = place.parent
                        while true {
                            reach(number, from: above, position, gap, stop + 1, &reached)
                            guard above > 0, places[above].isPassage else { break }
                            above = places[above].parent
                        }
                        continue
                    }
                    // A word may also name the place again that was named last.
                    reach(number, from: number, position, gap + 1, stop + 1, &reached)
                    var above = place.parent
                    while above >= 0 {
                        reach(number, from: above, position, gap, stop + 1, &reached)
                        above = places[above].parent
                    }
                }
            }
        }
        return reached[end].filter { $0.key > 0 }.sorted {
            ($0.value, places[$0.key].depth, $0.key) < ($1.value, places[$1.key].depth, $1.key)
        }.map(\.key)
    }

    private func reach(
        _ number: Int, from above: Int, _ position: Int, _ gap: Int, _ stop: Int, _ reached: inout [[Int: Int]]
    ) {
        guard let gaps = reached[position][above] else { return }
        reached[stop][number] = min(reached[stop][number] ?? .max, gaps + gap)
    }
}
