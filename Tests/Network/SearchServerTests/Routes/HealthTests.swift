import Foundation
import Imaging
import SQLite
import SearchAPI
import ServedShop
import TestSupport
import Testing
import VisualSearch

@testable import SearchServer

@Suite("How a server with a damaged store is", .timeLimit(.minutes(5)))
struct HealthTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "shop.magpie").path
        let engine = try SearchEngine(path: path, mode: .create)
        let entries = ["shoe-001", "bag-001"].map { name in
            Entry(Item(id: name, attributes: ["title": .text("A fine \(name)")]), image: .file(Shop.file(name)))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
    }

    /// Overwrites the page where a table begins.
    private func damage(_ table: String) throws {
        func place() throws -> (page: Int, size: Int) {
            let database = try Database(path: path, access: .write)
            // Pages in the log go before those of the file: an engine may still be open, as its load goes on behind.
            try #require(try database.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
            let page = try database.integer("SELECT rootpage FROM sqlite_schema WHERE name = ?", .text(table))
            return try (page, database.integer("PRAGMA page_size"))
        }
        let (page, size) = try place()
        try #require(page > 1 && size > 0)
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xA5, count: size))
        try file.close()
    }

    private func serving<Result>(_ body: (_ ask: (String) -> Answer) throws -> Result) throws -> Result {
        var setup = SearchServer.Setup()
        setup.protocols = Shop.protocols
        let server = try SearchServer(try SearchEngine(path: path, mode: .readWrite), setup: setup)
        let port = try server.start()
        defer { server.stop() }
        return try body { target in
            let client = RawClient(port: port)
            client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client.readAnswer(seconds: 60)
        }
    }

    private struct Plain: Describer {
        let identity = "plain 1"
        let dimensions = 2
        let scale = 127

        func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor { Descriptor(vector: [127, 0]) }
    }

    private func describe(by describer: any Describer) throws {
        let change = try DescriberChange(CatalogStore(path: path), to: describer) { source, _ in
            (try? Shop.picture(URL(filePath: source).deletingPathExtension().lastPathComponent)).map { .bytes($0) }
                ?? .none("none")
        }
        #expect(try change.run(acceptingMissing: true).isFinished)
    }

    @Test("one whose store got a describer that is not at hand is healthy and not ready, until it is at hand")
    func lostDescriber() throws {
        try serving { ask in
            #expect(ask("/readyz").status == 200)
            try describe(by: Plain())
            let lack = "pictures are not answered: the describer of the store is not at hand\n"
            #expect(ask("/readyz").status == 503 && ask("/readyz").body == lack)
            #expect(ask("/healthz").status == 200 && ask("/healthz").body == "ok\n" + lack)
            try describe(by: BuiltInDescriber.shared)
            #expect(ask("/readyz").status == 200 && ask("/readyz").body == "ok\n")
        }
        try describe(by: Plain())
        // One that began so is as its operator wants it.
        try serving { ask in
            #expect(ask("/readyz").status == 200 && ask("/readyz").body.contains("pictures are not answered"))
        }
    }

    @Test("a page that items need and that is damaged is told, though the process lives")
    func items() throws {
        try serving { ask in
            #expect(ask("/healthz").body == "ok\n" && ask("/readyz").body == "ok\n")
        }
        try damage("vectors")
        try serving { ask in
            for place in ["/healthz", "/readyz"] {
                let answer = ask(place)
                #expect(answer.status == 503 && answer.body == "the store cannot be read\n", "\(place): \(answer)")
            }
            #expect(ask("/livez").status == 200)
            #expect(ask("/search?im_name=shoe-001").status == 500)
        }
    }

    @Test("a page that a request came upon is told after it")
    func words() throws {
        try damage("words_data")
        try serving { ask in
            #expect(ask("/healthz").body == "ok\n")
            #expect(ask("/multisearch/autocomplete?q=fi").status == 500)
            for place in ["/healthz", "/readyz"] {
                let answer = ask(place)
                #expect(answer.status == 503, "\(place): \(answer)")
                #expect(answer.body == "the store could not be read within the last minute\n")
            }
            #expect(ask("/livez").status == 200)
        }
    }
}
