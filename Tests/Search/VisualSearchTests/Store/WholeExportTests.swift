import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Stores made of the lines of a whole export", .timeLimit(.minutes(5)))
struct WholeExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lines(of store: CatalogStore) throws -> [String] {
        var lines: [String] = []
        try store.exportWhole { lines.append($0) }
        return lines
    }

    @discardableResult
    private func make(_ name: String, of lines: [String]) throws -> CatalogStore {
        _ = try CatalogStore.makeStore(at: folder.path(name), from: "lines") { body throws(SearchError) in
            for (index, line) in lines.enumerated() {
                guard try body(index + 1, Array(line.utf8)[...]) else { return }
            }
        }
        return try CatalogStore(path: folder.path(name))
    }

    private func filled(_ name: String = "first") throws -> CatalogStore {
        let store = try folder.store(name)
        try store.define(["declared": .date, "code": .string])
        var several = StoredItem(
            "several\"\u{0}\n", seed: 7, source: "x/é.jpg",
            [
                "int": .int(9_007_199_254_740_993), "float": .float(-1e300), "bool": .bool(true),
                "list": .list(["p", ""]), "text": .text("🦊\u{1}"), "code": .string("007"),
                "declared": .date(Date(timeIntervalSince1970: -0.25)),
            ])
        several.fingerprint = Fingerprint(size: 1, modified: -5, hash: [0, 255])
        several.picture?.thumbnail = [1, 2, 3]
        var further = FurtherPicture(StoredItem("", seed: 8).picture!, role: .back)
        further.fingerprint = Fingerprint(size: 2, modified: 3, hash: [4])
        further.picture.thumbnail = [5]
        several.pictures = [further, FurtherPicture(StoredItem("", seed: 9).picture!, source: "y.jpg")]
        #expect(try store.upsert([several] + (0..<1200).map { StoredItem("\($0)", seed: $0) }).allSatisfy { $0 == nil })
        try store.keep([SearchRule("first", then: .init(hiddenIDs: ["3"]))])
        try store.define(models: ["home": #"{"x": "ü"}"#])
        return store
    }

    @Test("a store with every kind of value, several pictures, rules and models is equal to the one that was written")
    func equal() throws {
        let store = try filled()
        let written = try lines(of: store)
        #expect(written.count == 1203 && written.allSatisfy { !$0.contains("\n") })
        let made = try make("second", of: written)
        #expect(try made.check() == [])
        #expect(try made.contentsSum() == store.contentsSum())
        #expect(try lines(of: made) == written)
        for read in [store, made] {
            let (fields, guessed) = try read.read { snapshot throws(SearchError) in
                (try snapshot.fields(), try snapshot.guessedFields())
            }
            #expect(fields["declared"] == .date && fields["code"] == .string && fields["int"] == .int)
            #expect(guessed.isDisjoint(with: ["declared", "code"]))
        }
    }

    @Test("vectors of the built-in describer beside those of a model, and the record of the model, go along")
    func model() throws {
        var settings = SearchEngine.Settings(describer: CoarseDescriber())
        settings.thumbnailSide = 80
        let engine = try SearchEngine(path: folder.path("first"), settings: settings)
        try engine.insert(pictures: (0..<3).map { ("\($0)", try NumberedScenes.bytes($0)) })
        try engine.store.keepDescriberRecord("folder of a model", of: engine.store.describer.name)
        let made = try make("second", of: lines(of: engine.store))
        #expect(try made.builtInVectors() == engine.store.builtInVectors())
        #expect(try made.builtInVectors().count == 3 && made.check() == [])
        #expect(try CatalogStore.describerRecord(at: folder.path("second")) == "folder of a model")
        #expect(try made.contentsSum() == engine.store.contentsSum())
    }

    @Test("lines that are missing, changed, foreign or of a newer form make no store, and say what is wrong")
    func faults() throws {
        let written = try lines(of: filled())
        var changed = written
        changed[2] = changed[2].replacing("\"id\":\"0\"", with: "\"id\":\"other\"")
        var newer = written
        newer[0] = newer[0].replacing("\"store\":1", with: "\"store\":2")
        var short = written
        short[3] = #"{"attributes":{},"colors":"","id":"x","vector":"AAA="}"#
        var wide = written
        wide[0] = wide[0].replacing("\"dimensions\":4", with: "\"dimensions\":0")
        for (lines, reason) in [
            ([], "it ends before the line with the number of items"),
            (Array(written.dropLast()), "it ends before the line with the number of items"),
            (written + [written[1]], "line 1204: nothing follows the line with the number of items"),
            (Array(written[..<5] + written[6...]), "its lines have 1200 items"),
            (changed, "a line is missing or changed"), (newer, "line 1: the lines have the form 2"),
            (wide, "line 1: a describer of 0 values"), (short, "the item 'x' cannot be kept: "),
            ([#"{"id":"a","attributes":{}}"#], "line 1: it is not the head of a whole export"),
            ([written[0], "[]"], "line 2: "), ([written[0], #"{"id":"a"}"#], "line 2: "),
            ([written[0], written[1].replacing("{\"int\":", with: "{\"unknown\":")], "line 2: "),
        ] {
            do throws(SearchError) {
                _ = try CatalogStore.makeStore(at: folder.path("none"), from: "lines") { body throws(SearchError) in
                    for (index, line) in lines.enumerated() { _ = try body(index + 1, Array(line.utf8)[...]) }
                }
                Issue.record("\(reason)")
            } catch { #expect("\(error)".contains("lines") && "\(error)".contains(reason), "\(error)") }
        }
        // Nothing is left of them.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["first"])
        // The same item twice is that item.
        try make("second", of: Array(written[..<5] + written[4...]))
        #expect(throws: SearchError.self) { try make("second", of: written) }
    }
}
