import BenchmarkKit
import Foundation
import SearchAPI
import VisualSearch

/// The ranking of items by words, the reach of misspellings, and the cost of both; all through the engine.
struct TextBenchmark {
    let options: TextOptions

    func run() throws {
        say("\(Machine.current())\n")
        let folder = URL(filePath: options.folder)
        if let collection = try part("cranfield", in: folder, TextCollection.init) {
            try rank(collection)
            if options.items > 0 { try time(collection) }
            if let typos = try part("typos/aspell.dat", in: folder, TypoSet.init) { try correct(typos, collection) }
        }
    }

    /// Nil, and a word about it, where the folder has no such part.
    private func part<Part>(_ name: String, in folder: URL, _ read: (URL) throws -> Part) rethrows -> Part? {
        let place = folder.appending(path: name)
        if FileManager.default.fileExists(atPath: place.path) { return try read(place) }
        say("skipped: there is no \(name) in this folder\n")
        return nil
    }

    /// nDCG@10 with gain 1 for each document that was judged relevant, and the mean average precision of the first
    /// thousand.
    private func rank(_ collection: TextCollection) throws {
        let store = try TextStore()
        try store.insert(collection.documents.map { Item(id: "\($0.id)", attributes: attributes(of: $0)) })
        var (gains, precisions): ([Double], [Double]) = ([], [])
        for query in collection.queries {
            let found = try store.ids(query.text).map { query.relevant.contains(Int($0) ?? 0) }
            var (gain, ideal, sum, hits) = (0.0, 0.0, 0.0, 0)
            for (rank, isRelevant) in found.enumerated() where isRelevant {
                if rank < 10 { gain += 1 / log2(Double(rank + 2)) }
                hits += 1
                sum += Double(hits) / Double(rank + 1)
            }
            for rank in 0..<min(10, query.relevant.count) { ideal += 1 / log2(Double(rank + 2)) }
            gains.append(ideal > 0 ? gain / ideal : 0)
            precisions.append(query.relevant.isEmpty ? 0 : sum / Double(query.relevant.count))
        }
        var table = Table("\(collection.documents.count) documents, \(gains.count) queries", "measured", "must")
        table.rows = [
            ["nDCG@10", (mean(gains) ?? 0).formatted(digits: 3), "0.520"],
            ["MAP", (mean(precisions) ?? 0).formatted(digits: 3), "-"],
        ]
        say(table.formatted() + "\n")
    }

    /// Searches each misspelling in a store that has one item for each word of the documents and of the set.
    private func correct(_ typos: TypoSet, _ collection: TextCollection) throws {
        var counts: [String: Int] = [:]
        for pair in typos.pairs { counts[pair.right] = 1 }
        for document in collection.documents {
            for word in Set((document.title + " " + document.body).lowercased().split { !$0.isLetter }) {
                counts[String(word), default: 0] += 1
            }
        }
        let store = try TextStore()
        // More frequent words come first, as where whole texts are searched.
        let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        try store.insert(
            words.enumerated().map {
                Item(id: "\($0 + 1_000_000) \($1)", attributes: ["title": .string($1)])
            })
        var found = (first: 0, three: 0, sixteen: 0)
        for (wrong, right) in typos.pairs {
            // The blank says that the word is complete.
            let hits = try store.ids(wrong + " ", limit: 16)
            guard let rank = hits.firstIndex(where: { $0.hasSuffix(" " + right) }) else { continue }
            found.sixteen += 1
            if rank < 3 { found.three += 1 }
            if rank == 0 { found.first += 1 }
        }
        var table = Table("\(typos.pairs.count) misspellings among \(words.count) words", "%")
        let share = { (count: Int) in (100 * Double(count) / Double(typos.pairs.count)).formatted(digits: 1) }
        table.rows = [
            ["right word first", share(found.first)], ["in the first three", share(found.three)],
            ["among sixteen", share(found.sixteen)],
        ]
        say(table.formatted() + "\n")
    }

    /// CPU of inserting and of searching many items, each of a title and 40 words of the documents.
    private func time(_ collection: TextCollection) throws {
        let words = collection.documents.flatMap { $0.body.split(separator: " ") }
        func text(_ index: Int, _ count: Int) -> String {
            let start = index &* 7919 % (words.count - count)
            return words[start..<start + count].joined(separator: " ")
        }
        let store = try TextStore()
        let items = (0..<options.items).map { index in
            Item(
                id: "\(index)",
                attributes: ["title": .text(text(index, 4)), "description": .text(text(index &+ 31, 40))])
        }
        var start = Clock.process()
        try store.insert(items)
        var table = Table("\(options.items) items", "CPU")
        let cost = (Clock.process() - start) / Double(options.items)
        table.rows.append(["inserting, µs an item", (cost * 1e6).formatted(digits: 1)])
        let info = try store.engine.store.info()
        table.rows.append(["the file, bytes an item", "\(info.bytes / options.items)"])
        let queries = [
            ("a rare word", "shock tunnel calibration "), ("a common word", "flow "),
            ("five words", "heat transfer of a flat plate "),
            ("a word being typed", "aerod"), ("a misspelled word", "aerodinamic "),
        ]
        sink(try store.ids("flow ", limit: 10))
        for (name, text) in queries {
            start = Clock.process()
            sink(try store.ids(text, limit: 10))
            let first = Clock.process() - start
            var times: [Double] = []
            for _ in 0..<9 {
                start = Clock.process()
                sink(try store.ids(text, limit: 10))
                times.append(Clock.process() - start)
            }
            let milliseconds = { (seconds: Double) in (seconds * 1000).formatted(digits: 2) }
            table.rows.append(["\(name), ms (the first time \(milliseconds(first)))", milliseconds(median(times) ?? 0)])
        }
        say(table.formatted() + "\n")
    }

    private func attributes(of document: TextCollection.Document) -> [String: AttributeValue] {
        [
            "title": .text(document.title), "author": .string(document.author),
            "bibliography": .string(document.bibliography), "body": .text(document.body),
        ]
    }
}

/// The words after `benchmarks text`.
struct TextOptions {
    var folder = ""
    /// Items of the store that is timed; 0 times nothing.
    var items = 0

    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if !word.hasPrefix("--"), folder.isEmpty {
                folder = word
            } else if word == "--items", let number = rest.popFirst().flatMap({ Int($0) }),
                (1...10_000_000).contains(number)
            {
                items = number
            } else {
                throw UsageError("'\(word)' makes no sense; text takes a folder and --items N")
            }
        }
        guard !folder.isEmpty else { throw UsageError("name a folder with cranfield and typos") }
    }
}
