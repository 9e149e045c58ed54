import Foundation
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("The metrics of a server", .timeLimit(.minutes(5)))
struct MetricsTests {
    private static let tool = "/usr/bin/promtool"

    private func search(_ query: String, _ shop: Shop) throws {
        let answer = try shop.ask(
            "POST", "/engine/search", headers: ["Content-Type: application/json"],
            body: Array("{\"query\":{\(query)}}".utf8))
        #expect(answer.answer.status == 200, "\(answer.json)")
    }

    @Test("count searches by what they came with, and those that found nothing")
    func searches() throws {
        let shop = try Shop(names: ["shoe-001"])
        for query in [#""text":"zzqqxx""#, #""text":"zzqqyy""#, #""example":{"item":"shoe-001"}"#] {
            try search(query, shop)
        }
        let text = try shop.ask("GET", "/metrics").answer.body
        #expect(text.contains("magpie_searches_total{with=\"words\"} 2\n"))
        #expect(text.contains("magpie_searches_total{with=\"item\"} 1\n"))
        #expect(text.contains("magpie_searches_without_hits_total{with=\"words\"} 2\n"))
        #expect(text.contains("magpie_image_stage_seconds_count{stage=\"search_without_picture\"} 3\n"))
    }

    @Test("tell each name once, and the memory of each part")
    func heads() throws {
        let shop = try Shop(names: ["shoe-001"])
        try search(#""example":{"item":"shoe-001"}"#, shop)
        let text = try shop.ask("GET", "/metrics").answer.body
        let heads = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
        #expect(heads.count > 30 && heads.count == Set(heads).count)
        for part in ["vectors", "networks", "database"] {
            let line = text.split(separator: "\n").first { $0.hasPrefix("magpie_memory_bytes{part=\"\(part)\"} ") }
            let value = line?.split(separator: " ").last.flatMap { Double($0) } ?? 0
            #expect(value > 100_000, "\(part): \(value)")
        }
    }

    @Test(
        "are such as Prometheus likes them",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: tool),
            "skipped: /usr/bin/promtool of the package prometheus is missing"))
    func linted() throws {
        let shop = try Shop(names: ["shoe-001"])
        try search(#""text":"zzqqxx""#, shop)
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: Self.tool)
        process.arguments = ["check", "metrics"]
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        let text = try shop.ask("GET", "/metrics").answer.body
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let complaints = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && complaints.isEmpty, "\(complaints)")
    }
}
