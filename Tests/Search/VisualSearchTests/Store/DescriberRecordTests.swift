import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The record of a describer")
struct DescriberRecordTests {
    private let folder: TemporaryFolder
    private var path: String { folder.url.appending(path: "store.magpie").path }

    init() throws { folder = try TemporaryFolder() }

    private func store(_ identity: String = "a model") throws -> CatalogStore {
        try CatalogStore(
            path: path, describer: DescriberIdentity(name: identity, dimensions: 64, colors: 32), mode: .create)
    }

    @Test("belongs to the describer that the store has, and a later one takes its place")
    func kept() throws {
        #expect(try CatalogStore.describerRecord(at: path) == nil)
        let store = try store()
        #expect(try CatalogStore.describerRecord(at: path) == nil)
        try store.keepDescriberRecord("of another", of: "another model")
        #expect(try CatalogStore.describerRecord(at: path) == nil)
        try store.keepDescriberRecord("first", of: "a model")
        try store.keepDescriberRecord("second", of: "a model")
        #expect(try CatalogStore.describerRecord(at: path) == "second")
    }

    @Test("is no item: the revision stays")
    func revision() throws {
        let store = try store()
        let before = try store.revision()
        try store.keepDescriberRecord("first", of: "a model")
        #expect(try store.revision() == before)
        #expect(try store.check().isEmpty)
    }

    @Test("of a store that may only be read is read")
    func readOnly() throws {
        try store().keepDescriberRecord("first", of: "a model")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        #expect(try CatalogStore.describerRecord(at: path) == "first")
    }

    @Test("goes along into a merge, a copy and a repair of the store")
    func moved() throws {
        try store().keepDescriberRecord("first", of: "a model")
        let other = folder.url.appending(path: "other.magpie").path
        let identity = DescriberIdentity(name: "a model", dimensions: 64, colors: 32)
        _ = try CatalogStore(path: other, describer: identity, mode: .create)
        let merged = folder.url.appending(path: "merged.magpie").path
        _ = try StoreMerge([try MergePart(other), try MergePart(path)]).write(to: merged)
        #expect(try CatalogStore.describerRecord(at: merged) == "first")
        let copy = folder.url.appending(path: "copy.magpie").path
        _ = try store().copyItems(to: try CatalogStore(path: copy, describer: identity, mode: .create))
        #expect(try CatalogStore.describerRecord(at: copy) == "first")
        let repaired = folder.url.appending(path: "repaired.magpie").path
        _ = try CatalogStore.repair(path: path, to: repaired)
        #expect(try CatalogStore.describerRecord(at: repaired) == "first")
    }

    @Test("a file that is no store is an error")
    func noStore() throws {
        try Data("no database at all, and longer than a heading".utf8).write(to: URL(filePath: path))
        #expect(throws: SearchError.self) { try CatalogStore.describerRecord(at: path) }
    }
}
