import Foundation
import Recommendations
import ServedShop
import TestSupport
import Testing
import ViSearchAPI
import VisualSearch

@testable import SearchServer

/// The files that are left of a server that was stopped or killed while clients insert.
@Suite("The files of magpie serve after its end", .timeLimit(.minutes(15)))
struct StoppedServerTests {
    /// `MAGPIE_TESTS_LONG=1` tries three times, `MAGPIE_STOPS=30` more often.
    static let rounds =
        ProcessInfo.processInfo.environment["MAGPIE_STOPS"].flatMap(Int.init) ?? Effort.inputs(2, of: 3)

    private let folder: TemporaryFolder
    private let store: URL
    private let files = FileManager.default

    init() throws {
        folder = try TemporaryFolder()
        store = folder.url.appending(path: "shop.magpie")
    }

    private func ids(_ path: String) throws -> [String] {
        let store = try CatalogStore(path: path)
        #expect(try store.check() == [])
        return try store.read { snapshot throws(SearchError) in
            var ids: [String] = []
            try snapshot.eachItem { id, _, _ in ids.append(id) }
            return ids
        }
    }

    private var logs: [String] {
        let names = (try? files.contentsOfDirectory(atPath: folder.url.path)) ?? []
        return names.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }
    }

    /// Inserts until the server is gone, and gives the names that it has acknowledged.
    private func insert(into server: ServeProcess, round: Int, ended: Locked<Bool>) -> [String] {
        var accepted: [String] = []
        let bytes = (try? Shop.picture("bag-001")) ?? []
        for number in 0..<10_000 {
            let name = "\(round)-\(number)"
            let answer = server.post(
                "/insert", parts: [("im_name[0]", Array(name.utf8), false), ("image[0]", bytes, true)])
            if answer?["total"] == .int(1) { accepted.append(name) }
            if answer == nil || ended.withLock({ $0 }) { break }
        }
        return accepted
    }

    private typealias Use = (method: String, target: String, body: String)

    /// Uses of a server before its end: recommendations, the page with its details, reports of the operator, in
    /// combinations.
    private static let uses: [[Use]] = {
        let models: [Use] = ["complementary", "together", "popular", "similar", "newest"].map {
            ("POST", "/engine/recommend", #"{"model": "\#($0)", "seeds": {"bag-001": 1}, "limit": 6}"#)
        }
        let page: [Use] = [("GET", "/", ""), ("GET", "/page", ""), ("GET", "/picture?im_name=bag-001&w=96", "")]
        let reports: [Use] = ["events", "searches", "consents", "categories", "overview"].map {
            ("POST", "/engine/\($0)", "{}")
        }
        let search: [Use] = [("POST", "/engine/search", #"{"query": {"example": {"item": "bag-001"}}}"#)]
        var uses = [search] + models.map { search + [$0] }
        uses += [page + reports, search + page + [models[0]], models + reports + search + page]
        return uses
    }()

    @Test("one that recommended, showed its page and reported leaves files without logs, each of them whole")
    func uses() throws {
        do {
            let engine = try SearchEngine(path: store.path, mode: .create)
            let entries = ["bag-001", "mug-001"].map { Entry(Item(id: $0), image: .file(Shop.file($0))) }
            for result in try engine.insertBlocking(entries) { try result.get() }
            engine.close()
            let consents = ConsentStore(path: SearchServer.events(of: store.path))
            try consents.define([ConsentCategory(id: "personalization")])
            try consents.record(Consent(category: "personalization", isGiven: true, timestamp: 1), of: "ann")
            consents.close()
            #expect(logs == [])
        }
        for (number, uses) in Self.uses.enumerated() {
            let server = try ServeProcess(store: store, ["--quiet"])
            let port = server.port
            DispatchQueue.concurrentPerform(iterations: 3) { _ in
                for use in uses {
                    let client = RawClient(port: port)
                    let length = use.body.isEmpty ? "" : "\(Shop.json)\r\nContent-Length: \(use.body.utf8.count)\r\n"
                    client.send("\(use.method) \(use.target) HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\(use.body)")
                    _ = client.readAnswer(seconds: 60)
                }
            }
            server.send(SIGTERM)
            #expect(server.wait() == 0)
            #expect(logs == [], "uses \(number)")
            let copy = folder.url.appending(path: "copy.\(number)")
            try files.copyItem(atPath: SearchServer.events(of: store.path), toPath: copy.path)
            let consents = ConsentStore(path: copy.path)
            #expect(try consents.history(of: ["ann"]).count == 1, "uses \(number)")
            consents.close()
        }
    }

    @Test("one inside a program leaves files without logs when it is stopped, and its engine when it is closed")
    func embedded() throws {
        let shop = try Shop(names: ["bag-001", "mug-001"])
        for use in Self.uses.joined() {
            _ = try shop.ask(
                use.method, use.target, headers: use.method == "POST" ? ["Content-Type: application/json"] : [],
                body: Array(use.body.utf8))
        }
        shop.server.stop()
        let names = { try FileManager.default.contentsOfDirectory(atPath: shop.folder.url.path) }
        #expect(
            try names().filter { $0.hasPrefix("shop.magpie.") && ($0.hasSuffix("-wal") || $0.hasSuffix("-shm")) } == [])
        shop.engine.close()
        #expect(try names().filter { $0 == "shop.magpie-wal" || $0 == "shop.magpie-shm" } == [])
        shop.server.stop()
        shop.engine.close()
    }

    @Test("a stopped one leaves files without logs, a killed one loses nothing, and no log gets into another store")
    func ends() throws {
        let other = folder.url.appending(path: "other.magpie")
        do {
            let engine = try SearchEngine(path: other.path, mode: .create)
            let entry = Entry(Item(id: "other"), image: .file(Shop.file("mug-001")))
            for result in try engine.insertBlocking([entry]) { try result.get() }
        }
        var accepted: [String] = []
        var (stopped, killed, refused) = (0, 0, 0)
        var random = SplitMix(seed: 5)
        for round in 0..<2 * Self.rounds {
            let signal = round.isMultiple(of: 2) ? SIGTERM : SIGKILL
            let options = round % 4 < 2 ? ["--quiet"] : ["--log", folder.url.appending(path: "log").path]
            let server = try ServeProcess(store: store, options)
            let ended = Locked(false)
            let delay = UInt32.random(in: 50_000...1_200_000, using: &random)
            let identifier = server.identifier
            Thread.detachNewThread {
                usleep(delay)
                kill(identifier, signal)
                ended.withLock { $0 = true }
            }
            accepted += insert(into: server, round: round, ended: ended)
            let code = server.wait()
            if signal == SIGTERM {
                stopped += 1
                #expect(code == 0)
                #expect(logs == [])
                // A plain copy of the one file is all of the store.
                let copy = folder.url.appending(path: "copy.magpie")
                try? files.removeItem(at: copy)
                try files.copyItem(at: store, to: copy)
                #expect(try ids(copy.path).sorted() == ids(store.path).sorted())
            } else {
                killed += 1
            }
            // Another store takes its place, beside what is left.
            let held = folder.url.appending(path: "held.magpie")
            try files.moveItem(at: store, to: held)
            try files.copyItem(at: other, to: store)
            do throws(SearchError) {
                _ = try SearchEngine(path: store.path, mode: .readWrite)
            } catch {
                refused += 1
                #expect(signal == SIGKILL && "\(error)".contains("belongs to another file"))
                #expect(files.contentsEqual(atPath: store.path, andPath: other.path))
            }
            if !logs.contains("shop.magpie-wal") { #expect(try ids(store.path) == ["other"]) }
            try files.removeItem(at: store)
            try files.moveItem(at: held, to: store)
        }
        // Waiting insertions are done by the next one.
        let server = try ServeProcess(store: store, ["--quiet"])
        try wait(for: "the insertions") {
            let text = RawClient(port: server.port)
            text.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return text.readAnswer(seconds: 30).body.contains("magpie_inserts_waiting 0")
        }
        server.send(SIGTERM)
        #expect(server.wait() == 0 && logs == [])
        let found = try ids(store.path)
        #expect(Set(found).count == found.count)
        #expect(Set(accepted).subtracting(found) == [])
        print(
            "stopped: \(stopped), killed: \(killed), logs refused: \(refused), accepted: \(accepted.count), kept: \(found.count)"
        )
        #expect(stopped == Self.rounds && killed == Self.rounds && !accepted.isEmpty)
    }
}
