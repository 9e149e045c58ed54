import Foundation
import Testing

@testable import magpie

@Suite("Files that appear whole or not at all")
struct AtomicFileTests {
    @Test("nothing is to be seen before the commit, and nothing else after it")
    func commit() throws {
        let place = try Workplace()
        let file = try AtomicFile(replacing: place / "a.jpg")
        try file.write([1, 2])
        #expect(!place.names(in: "").contains("a.jpg"))
        try file.write([3])
        try file.commit(syncing: true)
        #expect(place.files(in: "") == [Path("a.jpg"): [1, 2, 3]])
    }

    @Test("what is not committed goes away")
    func abandon() throws {
        let place = try Workplace()
        try place.write([9], to: "a.jpg")
        do {
            let file = try AtomicFile(replacing: place / "a.jpg")
            try file.write([1, 2])
        }
        #expect(place.files(in: "") == [Path("a.jpg"): [9]])
    }

    @Test("leftovers of dead writers are removed, files that are being written stay")
    func leftovers() throws {
        let place = try Workplace()
        try place.write([1], to: AtomicFile.temporaryName(beside: Path("sub/x")))
        // Files of others.
        let kept = ["-notes", "-my-old-pictures", "-0123456789abc", "dust"].map { "sub/.magpie\($0)" }
        for name in kept { try place.write([1], to: name) }
        try place.folder("sub/.magpie-zzzzzzzzzz")
        try place.write([1], to: "keep.jpg")
        let file = try AtomicFile(replacing: place / "b.jpg")
        AtomicFile.removeLeftovers(below: place.path)
        try file.write([2])
        try file.commit()
        #expect(place.names(in: "") == (["b.jpg", "keep.jpg"] + kept).sorted())
        #expect(FileManager.default.fileExists(atPath: (place / "sub/.magpie-zzzzzzzzzz").text))
    }

    @Test("a file that nobody may replace is not, whatever comes between")
    func taken() throws {
        let place = try Workplace()
        let file = try AtomicFile(replacing: place / "a.jpg")
        try file.write([1, 2], modified: 1_600_000_000_000_000_000, permissions: 0o600)
        try place.write([9], to: "a.jpg")
        do throws(SystemError) {
            try file.commit(syncing: true, replacing: false)
            Issue.record("another file was replaced")
        } catch {
            #expect(error == SystemError(EEXIST))
        }
        #expect(place.files(in: "") == [Path("a.jpg"): [9]])
        try (place / "b.jpg").take([3], modified: 1_600_000_000_000_000_000, permissions: 0o600)
        let status = try FileStatus.of(place / "b.jpg")
        #expect(status.permissions == 0o600 && status.modified == 1_600_000_000_000_000_000)
        #expect(place.names(in: "") == ["a.jpg", "b.jpg"])
    }

    @Test("a folder that is missing is named by the error")
    func missing() throws {
        let place = try Workplace()
        #expect(throws: SystemError(ENOENT)) { _ = try AtomicFile(replacing: place / "no/a.jpg") }
    }
}
