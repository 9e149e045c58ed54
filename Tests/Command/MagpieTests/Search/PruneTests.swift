import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie index --prune never empties a store by accident", .timeLimit(.minutes(5)))
struct PruneTests {
    /// A folder of small pictures, indexed.
    private func place(_ count: Int = 14) throws -> Workplace {
        let place = try Workplace()
        for number in 0..<count { try place.write(try picture(seed: number), to: "d/\(number / 7)/p\(number).jpg") }
        #expect(try place.magpie("index", "d", "-q").code == 0)
        return place
    }

    private func items(_ place: Workplace, of field: String = "items") throws -> Int? {
        try place.magpie("info", "--json").json().first?[field] as? Int
    }

    private func delete(_ name: String, in place: Workplace) throws {
        try FileManager.default.removeItem(atPath: (place / name).text)
    }

    @Test("a folder without any image is refused, and nothing is changed", arguments: [false, true])
    func empty(quiet: Bool) throws {
        let place = try place()
        try delete("d", in: place)
        try place.folder("d")
        let words = ["index", "d", "--prune"] + (quiet ? ["-q"] : [])
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 2)
        #expect(ended.errors.hasPrefix("magpie: nothing was changed: no image was found"))
        #expect(ended.errors.contains("14 of the 14 items below d"))
        #expect(ended.errors.contains("0/p0, 0/p1"))
        #expect(ended.errors.contains("--prune=all") && ended.errors.contains("--max-removed 14"))
        #expect(ended.output.isEmpty)
        #expect(try items(place) == 14)
        #expect(try place.magpie("index", "d", "--prune", "--max-removed", "13", "-q").code == 2)
        #expect(try place.magpie("index", "d", "--prune", "--max-removed", "14", "-q").code == 0)
        #expect(try items(place) == 0)
        #expect(try items(place, of: "removed") == 14)
    }

    @Test("more than a tenth is refused unless the caller says how many; a new image of that run is not added either")
    func tenth() throws {
        let place = try place(40)
        for number in 0..<10 { try delete("d/\(number / 7)/p\(number).jpg", in: place) }
        try place.write(try picture(seed: 99), to: "d/new.jpg")
        let refused = try place.magpie("index", "d", "--prune", "--json")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("10 of the 40 items below d would be removed"))
        #expect(refused.output.isEmpty)
        #expect(try items(place) == 40)
        let dry = try place.magpie("index", "d", "--prune=all", "--dry-run", "--json")
        #expect(dry.code == 0)
        #expect(try dry.json().actions == ["added": 1, "unchanged": 30, "removed": 10])
        #expect(try dry.json().allSatisfy { $0["dryRun"] as? Bool == true })
        #expect(try items(place) == 40)
        let listed = try place.magpie("index", "d", "--prune=all", "--dry-run").text
        #expect(listed.contains("would be: 1 added, 30 unchanged, 10 removed"))
        #expect(listed.contains("removed: 0/p0, 0/p1, 0/p2, 0/p3, 0/p4, …\n"))
        let done = try place.magpie("index", "d", "--prune=all")
        #expect(done.code == 0)
        #expect(done.text.contains("1 added, 30 unchanged, 10 removed"))
        #expect(done.text.contains("magpie store restore"))
        #expect(try items(place) == 31)
        #expect(try place.magpie("search", "--id", "0/p0").code != 0)
    }

    @Test("few may go without a word: up to nine, and a tenth of many")
    func few() throws {
        let place = try place(14)
        for number in 0..<9 { try delete("d/\(number / 7)/p\(number).jpg", in: place) }
        #expect(try place.magpie("index", "d", "--prune", "--json").json().actions == ["unchanged": 5, "removed": 9])
    }

    @Test("what was removed comes back with restore, and is gone after compact")
    func restore() throws {
        let place = try place(4)
        let before = try place.magpie("store", "export").text
        for number in 0..<3 { try delete("d/0/p\(number).jpg", in: place) }
        #expect(try place.magpie("index", "d", "--prune", "-q").code == 0)
        let list = try place.magpie("store", "restore", "catalog.magpie", "--list")
        #expect(list.lines.map { $0.split(separator: "\t").first } == ["0/p2", "0/p1", "0/p0"])
        let one = try place.magpie("store", "restore", "catalog.magpie", "0/p1", "0/p9")
        #expect(one.code == 2)
        #expect(one.text == "catalog.magpie: 1 item restored\n")
        #expect(one.errors.contains("no removed item has the id '0/p9'"))
        #expect(try place.magpie("store", "restore", "--all").text == "catalog.magpie: 2 items restored\n")
        #expect(Set(try place.magpie("store", "export").lines) == Set(before.split(separator: "\n").map(String.init)))
        #expect(try items(place) == 4)
        #expect(try place.magpie("index", "d", "--prune", "-q").code == 0)
        #expect(try place.magpie("store", "compact").text.contains("3 removed items dropped for good"))
        #expect(try place.magpie("store", "restore", "--all").text == "catalog.magpie: 0 items restored\n")
    }

    @Test("the items of a folder that cannot be read stay", .enabled(if: Workplace.canDropRoot, "skipped: not root"))
    func unreadable() throws {
        let place = try place(14)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.path.text)
        for end in ["", "-wal", "-shm"] {
            let file = (place / "catalog.magpie\(end)").text
            if FileManager.default.fileExists(atPath: file) {
                try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
            }
        }
        try delete("d/0/p0.jpg", in: place)
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: (place / "d/1").text)
        let ended = try place.magpieAsNobody("index", "d", "--prune", "--json")
        #expect(try ended.json().filter { $0.action == "removed" }.map(\.itemID) == ["0/p0"])
        #expect(ended.errors.contains("d/1 could not be followed"))
        #expect(try items(place) == 13)
    }

    @Test("what lies below a blind spot, or exists though it was not met, is not gone")
    func survey() throws {
        let place = try place(14)
        try place.write(try picture(), to: "d/hidden.odd")
        let store = try CatalogStore(path: (place / "catalog.magpie").text)
        _ = try store.upsert([
            StoredItem(
                Item(id: "odd", source: "d/hidden.odd"),
                picture: StoredPicture(vector: [Int8](repeating: 1, count: store.describer.dimensions))),
            StoredItem(
                Item(id: "url", source: "https://example.com/a.jpg"),
                picture: StoredPicture(vector: [Int8](repeating: 1, count: store.describer.dimensions))),
            StoredItem(
                Item(id: "far", source: "/nowhere/a.jpg"),
                picture: StoredPicture(vector: [Int8](repeating: 1, count: store.describer.dimensions))),
        ])
        try delete("d/0", in: place)
        try delete("d/1", in: place)
        let contents = try StoreContents(of: store)
        for word in ["d", "."] {
            let root = place.path / Path(word)
            let pruning = Pruning(
                [root], place: StorePlace(place / "catalog.magpie"), contents: contents, allowance: .all)
            #expect(pruning.gone(Pruning.Survey()).count == 14)
            let blind = Pruning.Survey(blindSpots: [place / "d/1"])
            #expect(pruning.gone(blind).map(\.source) == (0..<7).map { "d/0/p\($0).jpg" })
            let met = Pruning.Survey(sources: ["d/0/p0.jpg"], ids: ["1/p13"])
            #expect(pruning.gone(met).count == 12)
        }
    }

    @Test("an input that vanishes or is replaced during the run removes nothing")
    func vanished() throws {
        let place = try place(3)
        let store = StorePlace(place / "catalog.magpie")
        let contents = try StoreContents(of: try CatalogStore(path: store.path.text))
        let pruning = Pruning([place / "d"], place: store, contents: contents, allowance: .all)
        try pruning.checkInputs()
        try FileManager.default.moveItem(atPath: (place / "d").text, toPath: (place / "e").text)
        #expect(throws: SetupError.self) { try pruning.checkInputs() }
        try place.folder("d")
        #expect(throws: SetupError.self) { try pruning.checkInputs() }
    }

    @Test("moved files that keep their ids are not gone")
    func moved() throws {
        let place = try Workplace()
        for number in 0..<12 { try place.write(try picture(seed: number), to: "d/old/p\(number).jpg") }
        #expect(try place.magpie("index", "d", "-q", "--id-from", "name").code == 0)
        try FileManager.default.moveItem(atPath: (place / "d/old").text, toPath: (place / "d/new").text)
        let ended = try place.magpie("index", "d", "-q", "--id-from", "name", "--prune", "--json")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try items(place) == 12)
        #expect(try items(place, of: "removed") == 0)
    }

    @Test("a dry run makes no store and changes none")
    func dryRun() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "d/a.jpg")
        let ended = try place.magpie("index", "d", "--dry-run")
        #expect(ended.code == 0)
        #expect(ended.text.contains("would be: 1 added"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path.text) == ["d"])
        #expect(try place.magpie("index", "d", "-q").code == 0)
        let bytes = try contents(of: place / "catalog.magpie")
        try place.write(try picture(80, 80, seed: 5), to: "d/a.jpg")
        #expect(try place.magpie("index", "d", "--dry-run", "--json").json().actions == ["updated": 1])
        #expect(try contents(of: place / "catalog.magpie") == bytes)
    }

    @Test(
        "options that cannot be meant are explained",
        arguments: [
            ["--max-removed", "3"], ["--prune=some"], ["--prune=all", "--max-removed", "3"], ["--strict"],
            ["--prune", "--max-removed", "-1"],
        ])
    func usage(words: [String]) throws {
        let place = try Workplace()
        try place.folder("in")
        let ended = try Running(magpieBinary, ["index", "in"] + words, in: place.path).wait()
        #expect(ended.code == 1)
        #expect(ended.errors.hasPrefix("magpie: "))
    }
}
