import EngineTestSupport
import Foundation
import TestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("Faults of the machine", .timeLimit(.minutes(5)))
struct ShortageTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        for number in 0..<6 { try place.write(try picture(64, 48, seed: number), to: "in/\(number).jpg") }
    }

    private func magpie(_ words: String, limit: String) throws -> Ended {
        try Running("/bin/bash", ["-c", "\(limit); exec '\(magpieBinary)' \(words)"], in: place.path).wait()
    }

    @Test(
        "too few descriptors end every command with 75 and a sentence, also with -q, and never with a trap",
        arguments: [
            "index in -q", "prep in -o out -q", "search in/0.jpg", "serve --port 0", "store check", "colors in/0.jpg",
            "events", "--version",
        ])
    func descriptors(words: String) throws {
        for limit in [5, 9, 14] {
            let ended = try magpie(words, limit: "ulimit -n \(limit)")
            #expect(ended.code == 75, "\(limit) \(words): \(ended.code) \(ended.errors)")
            #expect(ended.errors.contains("ulimit -n"), "\(limit) \(words): \(ended.errors)")
        }
    }

    @Test(
        "a file that may not become larger is an error with 75 as a full disk is, and what was said is kept",
        .disabled(if: Sanitizer.isOn, "skipped: the thread sanitizer maps a file of its own that cannot grow either"))
    func fileSize() throws {
        for words in ["index in -q", "prep in -o out -q", "index in --thumbnails 512"] {
            let ended = try magpie(words, limit: "ulimit -f 1")
            #expect(ended.code == 75 || ended.code == 0, "\(words): \(ended.code) \(ended.errors)")
            #expect(ended.code != 153)
        }
        let ended = try magpie("index in -q", limit: "ulimit -f 64")
        #expect(ended.code == 75, "\(ended.code) \(ended.errors)")
        let next = try place.magpie("index", "in", "-q")
        #expect(next.code == 0, "\(next.errors)")
        #expect(try place.ids().count == 6)
    }

    @Test("a new store is offered where there is none, and not for a disk that fails")
    func hints() {
        let path = (place / "no.magpie").text
        #expect(SearchError.store(path: path, reason: CatalogStore.missing).sentence.contains("creates a store"))
        let reason = "reading or writing failed (disk I/O error)"
        #expect(!SearchError.store(path: path, reason: reason).sentence.contains("creates a store"))
    }

    @Test("errors that say nothing of the picture are told from those that do")
    func told() {
        for code in [EMFILE, ENFILE, ENOMEM] {
            let text = SystemError(code).text
            #expect(ImageError.unreadable(path: "a", reason: text).shortage == text)
            #expect(ImageError.writeFailed(path: "a", reason: text).shortage == text)
        }
        #expect(ImageError.unreadable(path: "a", reason: SystemError(EACCES).text).shortage == nil)
        #expect(ImageError.internal(stage: .decode, detail: "out of memory").shortage != nil)
        #expect(ImageError.empty.shortage == nil)
    }

    @Test("exit code 75 comes with the cause of an error, not with the words of its message")
    func causes() {
        let shortage = SystemError(ENFILE)
        #expect(SetupError("cannot read a", shortage).exitCode == .tryAgain)
        #expect(SetupError("cannot read a", shortage).message == "cannot read a: \(shortage.text)")
        #expect(SetupError("cannot read a", SystemError(EACCES)).exitCode == .setup)
        #expect(SetupError("cannot read a: \(shortage.text)").exitCode == .setup)
        let unread = SearchError.invalidArgument("a.csv: cannot be read: \(shortage.text)")
        #expect(SetupError("cannot use the catalog", because: unread).exitCode == .tryAgain)
        #expect(SetupError("cannot use the catalog", because: SearchError.cancelled).exitCode == .setup)
    }

    @Test(
        "descriptors that run out in the middle end the run with 75, and the next one goes on",
        .enabled(if: DiskErrorTests.strace != nil, "skipped: no strace"))
    func inTheMiddle() throws {
        let inject = [
            "-f", "-o", "/dev/null", "-P", "in/3.jpg", "-e", "trace=openat", "-e", "inject=openat:error=EMFILE",
        ]
        for words in [["index", "in", "--jobs", "1", "-q"], ["prep", "in", "-o", "out", "--jobs", "1", "-q"]] {
            let ended = try Running(
                try #require(DiskErrorTests.strace), inject + [magpieBinary] + words, in: place.path
            )
            .wait()
            #expect(ended.code == 75, "\(words): \(ended.code) \(ended.errors)")
            #expect(ended.errors.contains("Too many open files"), "\(words): \(ended.errors)")
        }
        #expect(try place.magpie("index", "in", "-q").code == 0)
        #expect(try place.ids().count == 6)
    }
}

@Suite("The files that a command leaves", .timeLimit(.minutes(5)))
struct LeftFileTests {
    @Test("no command leaves a log beside a store: neither one that writes, nor one that reads, nor one that fails")
    func noLogs() throws {
        let place = try Workplace()
        for number in 0..<3 { try place.write(try picture(64, 48, seed: number), to: "in/\(number).jpg") }
        func logs() -> [String] {
            place.names(in: "").filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") || $0.contains("partial") }
        }
        for words in [
            ["index", "in", "-q"], ["search", "in/0.jpg"], ["search", "--text", "x"], ["info"], ["store", "check"],
            ["store", "export"], ["store", "compact"], ["store", "learn"], ["store", "restore", "--list"],
            ["store", "backup", "catalog.magpie", "b.magpie"], ["store", "copy", "catalog.magpie", "c.magpie"],
            ["store", "repair", "catalog.magpie"], ["discover", "in/0.jpg"], ["suggest", "x"], ["events"],
            ["store", "restore", "catalog.magpie", "--from", "b.magpie"], ["search", "in/none.jpg"],
            ["content", "modules"], ["recommend", "--item", "in/0.jpg"],
        ] {
            let ended = try Running(magpieBinary, words, in: place.path).wait()
            #expect(logs() == [], "\(words): \(ended.code) \(ended.errors)")
        }
        #expect(try place.magpie("store", "check", "b.magpie").code == 0)
        #expect(try place.magpie("store", "check", "c.magpie").code == 0)
    }

    @Test("store verbs say what a file holds that they do not take")
    func kinds() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.write(Array(StepContract.lines.utf8), to: "rows.jsonl")
        #expect(try place.magpie("index", "in", "-q").code == 0)
        let steps = try place.magpie("steps", "import", "rows.jsonl", "-o", "steps.store")
        #expect(steps.code == 0, "\(steps.errors)")
        for words in [
            ["store", "check", "steps.store"], ["search", "in/a.jpg", "--store", "steps.store"],
            ["store", "repair", "steps.store"], ["info", "steps.store"],
        ] {
            let ended = try Running(magpieBinary, words, in: place.path).wait()
            #expect(ended.code == 2, "\(words)")
            #expect(ended.errors.contains("it holds a hierarchy, not a catalog"), "\(words): \(ended.errors)")
            #expect(ended.errors.contains("'magpie steps' takes it"), "\(words): \(ended.errors)")
        }
    }
}
