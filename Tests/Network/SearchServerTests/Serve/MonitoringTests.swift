import Foundation
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("The alert rules and the dashboard", .timeLimit(.minutes(5)))
struct MonitoringTests {
    private static let folder = SharedData.package.appending(path: "samples/monitoring")
    private static let tool = "/usr/bin/promtool"

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// The series of a server: of each metric its name, and of a histogram those of its parts.
    private func series() throws -> Set<String> {
        let shop = try Shop(names: ["shoe-001"])
        _ = try shop.ask(
            "POST", "/engine/search", headers: ["Content-Type: application/json"],
            body: Array(#"{"query":{"text":"zzqqxx"}}"#.utf8))
        let text = try shop.ask("GET", "/metrics").answer.body
        let heads = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ") }
        return Set(
            heads.flatMap { words in
                let name = String(words[2])
                return words[3] == "histogram" ? ["", "_bucket", "_sum", "_count"].map { name + $0 } : [name]
            })
    }

    @Test(
        "name metrics alone that a server has",
        arguments: ["magpie.rules.yml", "magpie.rules.test.yml", "grafana.json"])
    func names(file: String) throws {
        // Names end before a brace, a bracket or a comparison; the file of the rules has none of these in its own name.
        let used = Set(try Self.text(file).matches(of: /\b(magpie|process)_[a-z_]+/).map { String($0.output.0) })
        // A server shows these two from the first loss on.
        let known = try series().union([Metric.lostSearches, .lostImpressions].map(\.name))
        #expect(used.count > 8 && used.isSubset(of: known), "\(used.subtracting(known).sorted())")
    }

    @Test("each rule says what to do, and has a case in which it fires")
    func rules() throws {
        let rules = try Self.text("magpie.rules.yml")
        let alerts = rules.matches(of: /- alert: (\w+)/).map { String($0.1) }
        #expect(alerts.count == 12 && rules.matches(of: /\n +action: "/).count == 12)
        let cases = try Self.text("magpie.rules.test.yml")
        for alert in alerts {
            #expect(cases.contains("alertname: \(alert)}") && cases.contains("alertname=\"\(alert)\""), "\(alert)")
        }
    }

    @Test("the dashboard is JSON, its panels have places of their own, and each asks for something")
    func dashboard() throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "grafana.json"))
        let dashboard = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let panels = try #require(dashboard["panels"] as? [[String: Any]])
        #expect(panels.count > 12 && Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
        var taken: Set<[Int]> = []
        for panel in panels {
            let place = try #require(panel["gridPos"] as? [String: Int])
            for x in place["x"]!..<place["x"]! + place["w"]! {
                for y in place["y"]!..<place["y"]! + place["h"]! { #expect(x < 24 && taken.insert([x, y]).inserted) }
            }
            let targets = panel["targets"] as? [[String: Any]] ?? []
            #expect(
                !targets.isEmpty && targets.allSatisfy { ($0["expr"] as? String ?? "").contains("{job=\"magpie\"") })
        }
    }

    @Test(
        "promtool finds no fault in the rules, nor in the cases for them",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: tool),
            "skipped: /usr/bin/promtool of the package prometheus is missing"))
    func checked() throws {
        for words in [["check", "rules", "magpie.rules.yml"], ["test", "rules", "magpie.rules.test.yml"]] {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: Self.tool)
            process.arguments = words
            process.currentDirectoryURL = Self.folder
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(text)")
        }
    }
}
