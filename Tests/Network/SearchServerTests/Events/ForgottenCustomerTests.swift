import Foundation
import Recommendations
import SQLite
import SearchAPI
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite(.timeLimit(.minutes(5)))
struct ForgottenCustomerTests {
    @Test func `A customer who is forgotten while the server runs is in no file, and the server goes on`() throws {
        let shop = try Shop()
        func report(_ user: String, _ items: String...) throws {
            let events = items.map {
                #"{"action":"product_view","queryId":"7","pid":"\#($0)","uid":"\#(user)","sid":"visit of \#(user)"}"#
            }
            let (answer, _) = try shop.ask(
                "POST", "/v3/events", headers: ["Content-Type: application/json"],
                body: Array(#"{"events":[\#(events.joined(separator: ","))]}"#.utf8))
            #expect(answer.status == 200)
        }
        let path = SearchServer.events(of: shop.engine.store.path)
        let counts = EventCounts(path: path)
        for index in 0..<20 { try report("guest-\(index)", "bag-001", "shoe-001") }
        for _ in 0..<20 { try report("Slartibartfast", "bag-001", "fjord-42") }
        #expect(try counts.companions(of: "bag-001", by: .wanted, limit: 9).map(\.item).contains("fjord-42"))

        let gone = try EventStore(path: path).forget(["Slartibartfast"])
        #expect(gone.events == 40 && gone.visits == 1)
        let folder = URL(filePath: path).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { !$0.hasDirectoryPath }
        #expect(files.contains { $0.path == path })
        for needle in ["Slartibartfast", "fjord-42"] {
            for file in files {
                #expect(try Data(contentsOf: file).range(of: Data(needle.utf8)) == nil, "\(needle) in \(file)")
            }
        }
        try report("guest-99", "bag-001", "shoe-002")
        #expect(
            try counts.companions(of: "bag-001", by: .wanted, limit: 9).map(\.item) == ["shoe-001", "shoe-002"])
    }

    @Test func `A starting server counts what an older version has left`() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.url.appending(path: "shop.magpie").path, mode: .create)
        let path = SearchServer.events(of: engine.store.path)
        _ = try EventStore(path: path)
        let database = try Database(path: path, access: .write)
        for index in 0..<3000 {
            try database.run(
                "INSERT INTO events(received, action, user, item, members) VALUES (?, 'view', ?, ?, '{}')",
                .integer(1_700_000_000_000 + index), .text("u\(index / 2)"), .text("p\(index % 2)"))
        }
        #expect(try EventCounts(path: path).report().waiting == 3000)
        let server = try SearchServer(engine)
        _ = try server.start()
        defer { server.stop() }
        try wait(for: "the counts") { try EventCounts(path: path).report().waiting == 0 }
        let companions = try EventCounts(path: path).companions(of: "p0", by: .wanted, limit: 9)
        #expect(companions.map(\.count) == [CountRules.sampleLimit])
    }
}
