import ContentAPI
import Foundation
import SQLite
import TestSupport
import Testing
import VisualSearch

@testable import ContentSearch

@Suite("The kind of a file")
struct FileKindTests {
    private func books() throws -> TemporaryContent {
        let module = ContentModule("Book", fields: [ContentField("title", .text)])
        let instances = ["one", "two"].map {
            ContentInstance(
                id: $0, module: "Book", values: ["title": .string("Volume \($0)")],
                dates: .init(created: Date(timeIntervalSince1970: 1_700_000_000)))
        }
        return try TemporaryContent([module], instances)
    }

    private func reason(_ work: () throws -> Void) -> String {
        do {
            try work()
            return "nothing"
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "content is refused where a catalog is wanted, and a catalog where content is, with what was found and the command"
    )
    func demanded() throws {
        let content = try TemporaryContent()
        for mode in [CatalogStore.Mode.readOnly, .readWrite, .create] {
            let text = reason { _ = try SearchEngine(path: content.path, mode: mode) }
            #expect(text.contains("it holds content, not a catalog") && text.contains("magpie content"), "\(text)")
        }
        let catalog = content.folder.appending(path: "shop.magpie").path
        do { _ = try SearchEngine(path: catalog, mode: .create) }
        for mode in [CatalogStore.Mode.readOnly, .readWrite, .create] {
            let text = reason { _ = try ContentStore(path: catalog, mode: mode) }
            #expect(text.contains("it holds a catalog, not content") && text.contains("magpie search"), "\(text)")
        }
    }

    @Test("content of older versions, without a kind, is told by its tables")
    func olderForm() throws {
        let content = try books()
        do {
            let database = try Database(path: content.path, access: .write)
            try database.script("DROP TABLE file")
            #expect(try FileKind.of(database) == .content)
        }
        #expect(reason { _ = try SearchEngine(path: content.path, mode: .readOnly) }.contains("it holds content"))
        #expect(try ContentStore(path: content.path, mode: .readOnly).modules().count == 1)
        content.store.close()
        #expect(throws: SearchError.store(path: content.path, reason: "it was closed; open it again")) {
            try content.store.modules()
        }
    }

    @Test("repair and copy of content keep modules, instances and relations, and lose nothing")
    func whole() throws {
        let content = try books()
        let (repaired, copied) = (content.path + ".repaired", content.path + ".copied")
        let report = try CatalogStore.repair(path: content.path, to: repaired)
        #expect(report.lost == [] && report.doubtful == [] && report.kept == 2)
        let source = try CatalogStore(path: content.path, mode: .readOnly, kind: nil)
        #expect(try source.copyItems(toFile: copied).items == 2)
        for path in [repaired, copied] {
            let other = try ContentStore(path: path, mode: .readWrite)
            #expect(try other.check() == [])
            #expect(try other.modules() == content.store.modules())
            #expect(try other.counts() == content.store.counts())
            let query = ContentQuery("Book")
            #expect(try other.searchBlocking(query).items == content.store.searchBlocking(query).items)
        }
    }
}
