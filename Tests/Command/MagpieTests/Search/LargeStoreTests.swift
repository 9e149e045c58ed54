import Foundation
import TestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("Lists that commands leave in a large store", .timeLimit(.minutes(15)), .serialized)
struct LargeStoreTests {
    @Test(
        "each command that fills a store leaves them behind",
        arguments: [
            ["index", "in", "--store", "large.magpie"], ["store", "merge", "large.magpie", "-o", "new.magpie"],
            ["store", "restore", "large.magpie", "7"],
            ["store", "copy", "large.magpie", "new.magpie"], ["store", "repair", "large.magpie", "-o", "new.magpie"],
        ].prefix(Effort.inputs(1, of: 5)))
    func left(_ words: [String]) throws {
        let large = try LargeStore()
        try large.place.write(try picture(), to: "in/a.jpg")
        if words.contains("restore") { _ = try CatalogStore(path: (large.place / "large.magpie").text).remove(["7"]) }
        #expect(try !large.hasLists())
        let ended = try Running(magpieBinary, words, in: large.place.path).wait()
        #expect(ended.code == 0 && ended.errors == "", "\(ended.errors)")
        let store = words.contains("new.magpie") ? "new.magpie" : "large.magpie"
        #expect(try large.hasLists(store))
        #expect(try large.place.magpie("store", "check", store).code == 0)
    }

    @Test(
        "info tells the memory that a server of it takes, by parts whose sum is about what the system counts",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/smaps"), "skipped: there is no /proc"),
        .disabled(if: Sanitizer.isOn, "skipped: a sanitizer takes more memory than all else"))
    func memory() throws {
        let large = try LargeStore()
        let ended = try large.place.magpie("info", "large.magpie", "--memory", "--json")
        #expect(ended.code == 0 && ended.errors == "", "\(ended.errors)")
        let all = try #require(try JSONSerialization.jsonObject(with: Data(ended.text.utf8)) as? [String: Any])
        let memory = try #require(all["memory"] as? [String: Int])
        let resident = try #require(memory["resident"])
        let sum = memory.values.reduce(-resident, +)
        #expect(abs(sum - resident) < resident / 10, "\(memory), resident \(resident)")
        // A vector has 256 bytes; the lists and their codes are less than half of that.
        #expect((256 * LargeStore.size...400 * LargeStore.size).contains(memory["vectors"] ?? 0), "\(memory)")
        #expect(memory["networks"] ?? 0 > 5 << 20 && memory["threads"] ?? 0 > 0 && memory["program"] ?? 0 > 0)
        #expect((memory["other"] ?? .max) + (memory["unused"] ?? .max) < resident / 5, "\(memory)")
    }

    /// The remark of a command on a store without lists, after the reason.
    private static func remark(_ store: String = "large.magpie") -> String {
        "; all items are stored in \(store), only the lists that make its searches quick are missing, and the next "
            + "'magpie index' or 'magpie serve' builds them\n"
    }

    @Test(
        "a run without room for them says that all items are stored, and the next one builds them",
        .enabled(if: FullDiskTests.canMount, "skipped: cannot mount"))
    func failing() throws {
        let large = try LargeStore()
        let place = large.place
        try place.write(try picture(), to: "in/a.jpg")
        let bytes = try contents(of: place / "large.magpie")
        try place.folder("disk")
        // Room for the log of one more item, not for that of the lists.
        let disk = try #require(
            try FullDiskTests.SmallDisk(place / "disk", options: "size=\(bytes.count / 1024 + 1500)k"))
        try place.write(bytes, to: "disk/large.magpie")
        let words = ["index", "in", "--store", "disk/large.magpie"]
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 75)
        #expect(
            ended.errors.hasPrefix("magpie: disk full: ") && ended.errors.hasSuffix(Self.remark("disk/large.magpie")),
            "\(ended.errors)")
        #expect(ended.text.contains("1 added") && ended.text.contains("disk/large.magpie holds 50,021 items"))
        #expect(try !large.hasLists("disk/large.magpie"))
        #expect(try place.magpie("search", "in/a.jpg", "--store", "disk/large.magpie").code == 0)
        #expect(try run("/bin/mount", ["-o", "remount,size=64m", disk.path.text]).code == 0)
        #expect(try Running(magpieBinary, words, in: place.path).wait().code == 0)
        #expect(try large.hasLists("disk/large.magpie"))
        withExtendedLifetime(disk) {}
    }

    @Test("an interrupt while they are built ends a run soon, and says that only they are missing")
    func interrupted() throws {
        let large = try LargeStore()
        try large.place.write(try picture(), to: "in/a.jpg")
        var ended: Ended
        var tries: UInt32 = 0
        repeat {
            let running = try large.place.start(
                "index", "in", "--store", "large.magpie", "--json", "--quiet", "--no-learning")
            running.wait { !running.output.isEmpty }
            // Not while it still looks for pictures, which takes longer on a busy machine.
            tries += 1
            usleep(tries * 200_000)
            running.send(SIGINT)
            ended = try running.wait()
            // On a busy machine it may have no time for its last words.
        } while tries < 10 && (ended.errors.isEmpty || ended.errors.contains(" done"))
        #expect(ended.code == 130)
        #expect(ended.errors == "magpie: interrupted" + Self.remark(), "\(ended.errors)")
        #expect(try !large.hasLists())
        #expect(try large.place.magpie("store", "check", "large.magpie").code == 0)
    }

    @Test(
        "an interrupt while a merge or a restoration builds them says the same",
        .enabled(if: Effort.isFull, "skipped: MAGPIE_TESTS_LONG=1 tries it"), arguments: ["restore", "merge"])
    func interruptedStore(_ verb: String) throws {
        let large = try LargeStore()
        let (words, store): ([String], String)
        if verb == "merge" {
            (words, store) = (["large.magpie", "-o", "new.magpie", "--no-learning"], "new.magpie")
        } else {
            (words, store) = (["large.magpie", "7"], "large.magpie")
            _ = try CatalogStore(path: (large.place / store).text).remove(["7"])
        }
        let isFull = { (try? large.count(store)) == LargeStore.size }
        var ended: Ended
        var tries: UInt32 = 0
        repeat {
            if verb == "merge" { try? FileManager.default.removeItem(atPath: (large.place / store).text) }
            let running = try Running(magpieBinary, ["store", verb] + words, in: large.place.path)
            running.wait(until: isFull)
            tries += 1
            usleep(tries * 200_000)
            running.send(SIGINT)
            ended = try running.wait()
            // As above.
        } while tries < 5 && ended.errors.isEmpty
        #expect(ended.code == 130)
        #expect(ended.errors == "magpie: interrupted" + Self.remark(store), "\(ended.errors)")
        #expect(try !large.hasLists(store))
        #expect(try large.place.magpie("store", "check", store).text.contains("50,020 items"))
    }
}
