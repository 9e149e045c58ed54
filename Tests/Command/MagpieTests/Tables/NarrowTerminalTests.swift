import Foundation
import Recommendations
import Testing

@testable import magpie

@Suite("magpie in narrow and wide terminals", .timeLimit(.minutes(10)))
struct NarrowTerminalTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        var rows = "file,id,title,brand,color\n"
        for number in 0..<6 {
            try place.write(try picture(64, 48, seed: number), to: "in/\(number).jpg")
            let title =
                number % 2 == 0
                ? "ピンクのチェック柄スニーカー、白いソール、子ども用の大きいサイズ\(number)"
                : "Pink checked sneaker with a white sole for children, large sizes, number \(number)"
            rows += "in/\(number).jpg,item-00\(number),\"\(title)\",A rather long name of a brand,rosé\n"
        }
        try place.write(Array(rows.utf8), to: "rows.csv")
        let indexed = try place.magpie("index", "in", "--catalog", "rows.csv", "-q")
        #expect(indexed.code == 0, "\(indexed.errors)")
        let rule = #"{"rules":[{"name":"pink first","when":{"words":{"match":"contains","phrases":["pink","rosé"]}},"#
        try place.write(
            Array((rule + #""then":{"pins":[{"id":"item-003","place":1}]}}]}"#).utf8), to: "rules.json")
        let kept = try place.magpie("rules", "import", "rules.json")
        #expect(kept.code == 0, "\(kept.errors)")
        let events = try EventStore(path: (place / "catalog.magpie.events").text)
        try events.keep(
            (0..<9).map { index in
                RecordedSearch(
                    id: "s\(index)", kind: .words, words: "pink checked sneakers for children \(index % 2)", total: 3,
                    hasFound: true, rules: ["pink first"], shown: [RecordedSearch.Shown("item-001", place: 1)])
            })
        try events.add((0..<5).map { TrackedEvent(action: "product_click", query: "s\($0)", item: "item-001") })
    }

    /// The lines that a terminal of this width gets.
    private func shown(_ words: String, columns: Int, _ environment: [String: String] = [:]) throws -> [String] {
        let terminal = try PseudoTerminal(columns: columns, rows: 24)
        let process = Process()
        process.executableURL = URL(filePath: magpieBinary)
        process.arguments = words.split(separator: " ").map(String.init)
        process.currentDirectoryURL = URL(filePath: place.path.text)
        process.environment = ProcessInfo.processInfo.environment
            .merging(["TERM": "xterm", "NO_COLOR": "1"].merging(environment) { $1 }) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = terminal.slave
        process.standardError = terminal.slave
        try process.run()
        #expect(terminal.wait { _ in !process.isRunning }, "\(words)")
        _ = terminal.wait(seconds: 0.3) { _ in false }
        return terminal.raw.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Commands with tables; sentences are wrapped by the terminal.
    private static let tables = [
        "search in/0.jpg --report page.html", "search in/1.jpg --explain --fields title,brand,color",
        "search --text pink --facets brand,color", "discover in/0.jpg", "recommend --seed item-001",
        "recommend list", "events --by query", "events --by rule", "events --by position", "events --list", "events",
        "rules list", "catalog rows.csv", "info", "suggest pi",
    ]

    private static func isTable(_ line: String) -> Bool { line.hasPrefix("  ") || line.contains("  ") }

    @Test("no line of a table is wider than the terminal", arguments: tables)
    func widths(words: String) throws {
        for columns in [80, 40, 200] {
            let lines = try shown(words, columns: columns)
            #expect(lines.contains(where: Self.isTable), "\(words): \(lines)")
            for line in lines where Self.isTable(line) { #expect(line.columns <= columns, "\(words): \(line)") }
        }
    }

    @Test("ids are whole and the reason of a hit follows below it, also where letters are wide")
    func hits() throws {
        let answer = try place.magpie("search", "in/0.jpg", "--json").json().first
        let ids = (answer?["hits"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
        #expect(ids.count > 1)
        for columns in [80, 40] {
            let lines = try shown("search in/0.jpg --report page.html", columns: columns)
            for id in ids { #expect(lines.contains { $0.contains(id) }, "\(lines)") }
            #expect(lines.contains { $0.contains("…") } && lines.contains { $0.hasPrefix("    ") }, "\(lines)")
        }
    }

    @Test("a pipe gets the full width, as a terminal that is wide enough does")
    func pipe() throws {
        for words in Self.tables where !words.hasPrefix("search") && !words.hasPrefix("discover") {
            let piped = try place.magpie(words.split(separator: " ").map(String.init)).text
            let wide = try shown(words, columns: 1000)
            func plain(_ lines: [String]) -> [String] { lines.filter { Self.isTable($0) && !$0.contains(" ms") } }
            if words.hasPrefix("catalog") { continue }
            #expect(plain(piped.split(separator: "\n").map(String.init)) == plain(wide), "\(words)")
        }
    }

    @Test("errors are red where standard error is a terminal that has colors")
    func colors() throws {
        let red = "\u{1b}[1;31mmagpie:\u{1b}[0m "
        func first(_ environment: [String: String], _ words: String = "search gone.jpg") throws -> String {
            try shown(words, columns: 80, environment).first ?? ""
        }
        #expect(try first(["NO_COLOR": ""]).hasPrefix(red + "there is no file"))
        #expect(try first(["NO_COLOR": ""], "search --nonsense").hasPrefix(red + "unknown option"))
        for off in [["NO_COLOR": "1"], ["NO_COLOR": "", "TERM": "dumb"], ["NO_COLOR": "", "CLICOLOR": "0"]] {
            #expect(try first(off).hasPrefix("magpie: there is no file"), "\(off)")
        }
        let piped = try place.magpie("search", "gone.jpg", environment: ["NO_COLOR": "", "CLICOLOR": "1"])
        #expect(piped.errors.hasPrefix("magpie: "))
        let forced = try place.magpie("search", "gone.jpg", environment: ["NO_COLOR": "", "CLICOLOR_FORCE": "1"])
        #expect(forced.errors.hasPrefix(red))
        let both = try place.magpie("search", "gone.jpg", environment: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"])
        #expect(both.errors.hasPrefix("magpie: "))
    }
}
