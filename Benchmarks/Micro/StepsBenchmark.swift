import BenchmarkKit
import Foundation
import ImageTypes
import StepwiseSearch

/// Steps through the addresses of the registry, multiplied: the towns and houses of one prefecture also stand in as many
/// others as it takes.
struct StepsBenchmark {
    let options: StepsOptions

    func run() throws {
        say("\(Machine.current())\n")
        let folder = FileManager.default.temporaryDirectory.appending(path: "magpie-steps-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try multiplied(in: folder)
        let path = folder.appending(path: "addresses.store").path
        let (cpu, wall) = (Clock.process(), Clock.wall())
        let report = try StepImport(files).run(to: path)
        let loading = (cpu: Clock.process() - cpu, wall: Clock.wall() - wall)
        let bytes = try URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        say(
            "\(report.destinations) addresses from \(report.rows) rows; import: \(loading.cpu.formatted(digits: 1)) s CPU, "
                + "\(loading.wall.formatted(digits: 1)) s wall; file: \((Double(bytes) / 1e6).formatted(digits: 0)) MB; "
                + "peak of this process: \((Double(Memory.peak()) / 1e6).formatted(digits: 0)) MB\n")
        say(try steps(through: StepStore(path: path)).formatted())
    }

    /// The tables, with the rows of prefecture 30 repeated under the codes of others.
    private func multiplied(in folder: URL) throws -> [String] {
        let source = URL(filePath: options.folder)
        func lines(_ name: String) throws -> (head: String, rows: [Substring]) {
            let all = try String(contentsOf: source.appending(path: name), encoding: .utf8).split { $0.isNewline }
            guard let head = all.first else { throw UsageError("\(name) is empty") }
            return (String(head), Array(all.dropFirst()))
        }
        let names = ["mt_city_all.csv", "mt_town_pref30.csv", "mt_rsdtdsp_rsdt_pref30.csv"]
        let tables = try names.map(lines)
        let copies = min(max((options.addresses + tables[2].rows.count - 1) / max(tables[2].rows.count, 1), 1), 47)
        // The houses of one prefecture are not all of its addresses, so that fewer would do; more do no harm.
        let codes = [30] + (1...47).filter { $0 != 30 }.prefix(copies - 1)
        var files = [source.appending(path: "mt_pref_all.csv").path]
        for (name, table) in zip(names, tables) {
            let rows = table.rows.filter { $0.hasPrefix("30") }
            var text = table.head + "\n"
            for code in codes {
                let prefix = code < 10 ? "0\(code)" : "\(code)"
                for row in rows { text += prefix + row.dropFirst(2) + "\n" }
            }
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            files.append(file.path)
        }
        return files
    }

    private func steps(through store: StepStore) throws -> Table {
        var random = SplitMix(seed: 3)
        var times: [String: [Double]] = [:]
        func measure(_ name: String, _ call: StepCall) throws -> StepAnswer {
            let start = Clock.process()
            let answer = try store.stepBlocking(call)
            times[name, default: []].append((Clock.process() - start) * 1000)
            return answer
        }
        _ = try store.stepBlocking(StepCall())
        for _ in 0..<options.rounds {
            var path = StepPath(locale: Bool.random(using: &random) ? "en" : nil)
            var labels: [String] = []
            while true {
                let answer = try measure("list, 100 candidates at most", StepCall(path))
                guard case .choose(let page, _) = answer.step,
                    let next = page.candidates.filter({ $0.count > 0 }).randomElement(using: &random)
                else { break }
                let letter = String((next.reading ?? next.label).prefix(1))
                _ = try measure("list by prefix", StepCall(path, view: StepView(prefix: letter)))
                let behind = StepView(offset: page.total - 1)
                _ = try measure("last page", StepCall(path, view: behind))
                let there = try measure("select", StepCall(path, action: .select(next.id)))
                labels = there.step.path.map(\.label)
                path = there.path
            }
            _ = try measure("go back", StepCall(path, action: .goBack(1)))
            _ = try measure("go back to the first step", StepCall(path, action: .goBack(99)))
            let words = labels.dropFirst(2).joined(separator: " ")
            _ = try measure("find by all words", StepCall(view: StepView(limit: 10), words: words))
            let last = labels.suffix(2).joined(separator: " ")
            _ = try measure("find by town and number", StepCall(view: StepView(limit: 10), words: last))
            _ = try measure("find by one letter", StepCall(view: StepView(limit: 10), words: String(last.prefix(1))))
        }
        var table = Table("ms CPU", "median", "99 %", "most")
        for (name, all) in times.sorted(by: { $0.key < $1.key }) {
            let sorted = all.sorted()
            let figures = [sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], sorted[sorted.count - 1]]
            table.rows.append([name] + figures.map { $0.formatted(digits: 3) })
        }
        return table
    }
}

/// The words after `benchmarks steps`.
struct StepsOptions {
    var folder = ""
    var addresses = 1_000_000
    var rounds = 500

    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                folder = word
                continue
            }
            guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value") }
            switch (word, Int(value)) {
            case ("--addresses", let number?) where (1...1_500_000).contains(number): addresses = number
            case ("--rounds", let number?) where (1...100_000).contains(number): rounds = number
            default: throw UsageError("\(word) \(value) makes no sense")
            }
        }
        guard !folder.isEmpty else { throw UsageError("name the folder with the tables of the address registry") }
    }
}
