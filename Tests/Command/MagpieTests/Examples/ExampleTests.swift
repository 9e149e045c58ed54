import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("Examples", .timeLimit(.minutes(15)))
struct ExampleTests {
    /// Sentences of answers without a result.
    private static let disappointments = [
        "nothing found", "no hits", "nothing in the store", "similar enough", "no item", " 0 items",
    ]

    /// Examples that need a network, another machine, a model or a terminal, with the tests that try them.
    private static let elsewhere = [
        "magpie serve": "ServeTests, TLSTests, ServedFetchTests",
        "magpie steps addresses.store --locale": "StepsTerminalTests",
        "magpie steps shop.magpie --catalog": "StepsTerminalTests",
        "magpie model check": "ModelCommandTests, ModelParityTests",
        "magpie index photos --model": "ModelCommandTests",
        "magpie index photos --read-text": "ReadTextTests",
        "magpie search carton.jpg --read-text": "ReadTextTests",
        "magpie read ": "ReadCommandTests, TextReaderTests",
        "magpie index --catalog products.csv --fetch": "FetchTests",
        "magpie duplicates photos --look-alikes=0.9 --model": "DuplicatesModelTests",
        "magpie search --text 'two people": "ModelCommandTests",
        "magpie events --by query": "SearchReportCommandTests",
        "magpie events --report searches.html": "SearchReportCommandTests",
        "magpie search photo.jpg --store milvus": "MilvusTests",
        "magpie store copy shop.magpie milvus": "MilvusTests",
        "magpie backup /var/backups/magpie": "BackupCommandTests, UnitTests",
    ]

    /// `serve` is in `elsewhere`; `steps` has a test of its own, which needs data.
    private static let commands = subcommands.filter { !$0.allExamples.isEmpty }.map { $0.name }
        .filter { !["serve", "steps"].contains($0) }

    @Test("each example of the help runs on what it names and finds what it promises", arguments: commands)
    func help(name: String) throws {
        let command = try Magpie.subcommand(named: name)
        let place = name == "index" ? try ExamplePlace(stores: []) : try ExamplePlace()
        try prepare(place, for: name)
        for (number, example) in command.allExamples.enumerated() {
            // Each finds a copy that those before it have not removed.
            if name == "duplicates" { try place.run("cp photos/my-bag-001.jpg photos/copy-\(number).jpg") }
            try check(example.line, in: place)
        }
    }

    @Test(
        "each example of `steps` runs on addresses of the registry",
        .enabled(if: SharedData.folder("addresses") != nil, "skipped: there is no ../shared/data/addresses"))
    func steps() throws { try help(name: "steps") }

    private static let texts = ["README.md", "Sources/Command/magpie/magpie.docc/Command.md"]

    @Test("each command of a text runs on what it names and finds something", arguments: texts)
    func text(_ name: String) throws {
        // The README makes its own store.
        let place = try name == "README.md" ? ExamplePlace(stores: []) : ExamplePlace()
        if name != "README.md" {
            try prepare(place, for: "recommend")
            try prepare(place, for: "content")
            try place.run("mkdir -p out; cp shop.magpie out/catalog.magpie")
        }
        let text = try String(contentsOf: SharedData.package.appending(path: name), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("    magpie ") }.map(Self.withoutRemark)
        #expect(lines.count > 2)
        for line in lines where !line.contains("milvus") && !line.contains(" serve ") && !line.contains(" steps ") {
            try check(line, in: place)
        }
    }

    private static func withoutRemark(_ line: Substring) -> String {
        String(line.prefix(upTo: line.range(of: "  #")?.lowerBound ?? line.endIndex)).trimmingCharacters(
            in: .whitespaces)
    }

    private func check(_ line: String, in place: ExamplePlace) throws {
        if Self.elsewhere.keys.contains(where: line.hasPrefix) { return }
        let ended = try place.run(line)
        #expect(ended.code == 0, "\(line): \(ended.errors)")
        let log = ended.text + ended.errors
        #expect(line.contains("> ") || line.contains(" -q") || line.contains("--quiet") || !log.isEmpty, "\(line)")
        for text in Self.disappointments { #expect(!log.contains(text), "\(line): \(text) in \(log.prefix(600))") }
        if line.contains("'red leather bag' --sort price:asc") { try checkBags(line, in: place) }
    }

    /// The wish of a shop for these words: red bags first, whatever the order.
    private func checkBags(_ line: String, in place: ExamplePlace) throws {
        let hits = try place.run(line + " --json --limit 5").json().first?["hits"] as? [[String: Any]] ?? []
        #expect(!hits.isEmpty)
        for hit in hits {
            let attributes = hit["attributes"] as? [String: Any] ?? [:]
            #expect(attributes["color"] as? String == "red", "\(attributes)")
            #expect((attributes["category"] as? String)?.contains("Bags") == true, "\(attributes)")
        }
    }

    /// Makes what the examples of one command expect beyond pictures, tables and stores.
    private func prepare(_ place: ExamplePlace, for name: String) throws {
        func run(_ line: String) throws {
            let ended = try place.run(line)
            #expect(ended.code == 0, "\(line): \(ended.errors)")
        }
        switch name {
        case "prep":
            // Stands for the network, which tests do not have.
            try run("mkdir bin; printf '#!/bin/sh\\ncat photo.jpg\\n' > bin/curl; chmod +x bin/curl")
        case "merge":
            for part in 0..<2 {
                try run("magpie prep --list all.txt -o out --shard \(part)/2 --json > out-\(part).jsonl")
            }
            try run("mv out-*.jsonl out")
        case "store":
            for part in 0..<8 { try run("magpie index --list all.txt --shard \(part)/8 -q") }
            try run("cp samples/images/bag-007.jpg photos/gone.jpg; magpie index photos --store shop.magpie -q")
            try run("rm photos/gone.jpg; magpie index photos --prune --store shop.magpie -q; rm catalog.magpie")
        case "restore":
            try run("magpie consents import categories.json --store shop.magpie")
            try run("magpie backup backups --store shop.magpie; mv backups/shop-* backups/shop-2026-11-30T224500Z")
        case "steps":
            let folder = SharedData.folder("addresses")?.path ?? ""
            try run("cp \(folder)/mt_*.csv .")
        case "content":
            let fields = #"[{"name":"title","kind":"text"},{"name":"author","kind":"relation","module":"authors"}]"#
            let article = #"{"id":"t-1","module":"articles","values":{"title":"Voyage","author":"a-12"},"#
            try place.place.write(
                Array((article + #""createdAt":"2026-01-01T00:00:00Z","publishedAt":"2026-01-02T00:00:00Z"}"#).utf8),
                to: "articles.jsonl")
            try place.place.write(Array("id,name\na-12,Ada\n".utf8), to: "authors.csv")
            try place.place.write(Array(#"{"name":"articles","fields":\#(fields)}"#.utf8), to: "schema.json")
            try run("magpie content import authors.csv && magpie content define schema.json")
            try run("magpie content import articles.jsonl")
        case "events", "consents", "recommend":
            try recordVisits(place)
            // A category of this name would ask everybody for a consent.
            if name != "recommend" { try run("magpie consents import categories.json") }
        default: break
        }
    }

    /// The port of a server that has said where it listens.
    private static func port(of server: Running) -> UInt16? {
        let log = String(decoding: server.output, as: UTF8.self)
        guard let match = log.firstMatch(of: /:([0-9]+)\//) else { return nil }
        return UInt16(match.1)
    }

    /// A visitor of a server looks at some items and clicks one.
    private func recordVisits(_ place: ExamplePlace) throws {
        for store in ["shop.magpie", "catalog.magpie"] {
            let server = try place.place.start("serve", "--store", store, "--port", "0")
            defer { server.send(SIGKILL) }
            server.wait(until: { Self.port(of: server) != nil })
            let port = try #require(Self.port(of: server))
            for (item, action) in [
                ("bag-007", "product_view"), ("shoe-001", "product_view"), ("bag-007", "product_click"),
            ] {
                let client = RawClient(port: port)
                let query = "code=k&action=\(action)&uid=c-17&sid=s-1&queryId=7475934028431196171&pid=\(item)&pos=1"
                client.send("GET /v3/__va.gif?\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(client.readAnswer().status == 200)
            }
            server.send(SIGTERM)
            #expect(try server.wait().code == 0)
        }
    }
}
