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
        try place.write([1], to: "sub/\(AtomicFile.prefix)dead")
        try place.write([1], to: "sub/.magpiedust")
        try place.write([1], to: "keep.jpg")
        let file = try AtomicFile(replacing: place / "b.jpg")
        AtomicFile.removeLeftovers(below: place.path)
        try file.write([2])
        try file.commit()
        #expect(place.names(in: "") == ["b.jpg", "keep.jpg", "sub/.magpiedust"])
    }

    @Test("a folder that is missing is named by the error")
    func missing() throws {
        let place = try Workplace()
        #expect(throws: SystemError(ENOENT)) { _ = try AtomicFile(replacing: place / "no/a.jpg") }
    }
}
