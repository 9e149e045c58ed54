import Foundation
import Testing

@testable import magpie

@Suite("magpie without room or permission")
struct FullDiskTests {
    /// A file system of 1 MB in memory; nil where it cannot be mounted.
    final class SmallDisk {
        let path: Path

        init?(_ path: Path, options: String) throws {
            self.path = path
            guard Workplace.isRoot,
                try run("/bin/mount", ["-t", "tmpfs", "-o", options, "magpie-test", path.text]).code == 0
            else { return nil }
        }

        deinit { _ = try? run("/bin/umount", [path.text]) }
    }

    /// True if this machine lets tests mount file systems.
    static let canMount: Bool = {
        guard let place = try? Workplace(), let disk = try? SmallDisk(place.path, options: "size=1m") else {
            return false
        }
        return withExtendedLifetime(disk) { true }
    }()

    @Test(
        "a full disk ends the run with 75 and leaves whole files only", .enabled(if: canMount, "skipped: cannot mount"))
    func full() throws {
        let place = try Workplace()
        for number in 0..<30 { try place.write(try picture(900, 900, seed: number), to: "in/\(number).jpg") }
        try place.folder("disk")
        let disk = try #require(try SmallDisk(place / "disk", options: "size=1m"))
        let words = ["prep", "in", "--size", "900", "--quality", "100", "--json"]
        let ended = try Running(magpieBinary, words + ["-o", "disk/out"], in: place.path).wait()
        #expect(ended.code == 75)
        #expect(ended.errors.contains("--update"))
        let failed = try ended.json().filter { !$0.isOK }
        #expect(!failed.isEmpty)
        #expect(failed.allSatisfy { $0.errorCode == "writeFailed" })
        let written = place.files(in: "disk/out")
        #expect(!written.isEmpty)
        #expect(try Running(magpieBinary, words + ["-o", "roomy"], in: place.path).wait().code == 0)
        let whole = place.files(in: "roomy")
        #expect(written.allSatisfy { whole[$0.key] == $0.value })
        withExtendedLifetime(disk) {}
    }

    @Test(
        "a report that finds no room ends search and discover with 75",
        .enabled(if: canMount, "skipped: cannot mount"),
        arguments: [["search", "in/a.jpg"], ["discover", "in/a.jpg"]])
    func fullReport(words: [String]) throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        #expect(try place.magpie("index", "in", "--quiet").code == 0)
        try place.folder("disk")
        let disk = try #require(try SmallDisk(place / "disk", options: "size=4k"))
        let ended = try Running(magpieBinary, words + ["--report", "disk/page.html"], in: place.path).wait()
        #expect(ended.code == 75)
        #expect(ended.errors.hasPrefix("magpie: cannot write the report disk/page.html: "), "\(ended.errors)")
        #expect(place.files(in: "disk").isEmpty)
        withExtendedLifetime(disk) {}
    }

    @Test("a disk that is read-only ends the run with 2", .enabled(if: canMount, "skipped: cannot mount"))
    func readOnly() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.folder("disk")
        let disk = try #require(try SmallDisk(place / "disk", options: "size=1m,ro"))
        #expect(try place.magpie("prep", "in", "-o", "disk").code == 2)
        #expect(try place.magpie("prep", "in", "-o", "disk/new").code == 2)
        withExtendedLifetime(disk) {}
    }

    @Test(
        "an output folder without permission ends it with 2, one below it is an error of its images",
        .enabled(if: Workplace.canDropRoot, "skipped: needs root and setpriv"))
    func permission() throws {
        let place = try Workplace()
        for name in ["in/a.jpg", "in/sub/b.jpg"] { try place.write(try picture(), to: name) }
        try place.folder("locked")
        try place.folder("out/sub")
        try run("/bin/chmod", ["755", place.path.text, (place / "locked").text, (place / "out/sub").text])
        try run("/bin/chmod", ["777", (place / "out").text])
        #expect(try place.magpieAsNobody("prep", "in", "-o", "locked").code == 2)
        let ended = try place.magpieAsNobody("prep", "in", "-o", "out", "--json", "--ordered")
        #expect(ended.code == 0)
        #expect(ended.errors.contains("cannot write out/sub/b.jpg"))
        #expect(try ended.json().map { $0.errorCode } == [nil, "writeFailed"])
        #expect(place.names(in: "out") == ["a.jpg"])
    }

    @Test("results that cannot be written end it", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullOutput() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        let command = "exec \"$0\" prep in -o out --json > /dev/full"
        let ended = try Running("/bin/sh", ["-c", command, magpieBinary], in: place.path).wait()
        #expect(ended.code == 75)
    }
}
