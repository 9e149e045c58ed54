import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("A RAW file always stays, and nothing is given up for one", .timeLimit(.minutes(15)))
struct RawSafetyTests {
    private static let scene = Pictures.scene(480, 320, seed: 71)

    private func raw(_ quality: Int = 97, kind: RawParts.Kind = .nef) throws -> [UInt8] {
        let thumbnail = try RawParts.jpeg(Pictures.solid(32, 20, .white))
        return RawParts(preview: try encoded(Self.scene, .jpeg(quality: quality)), thumbnail: thumbnail).file(kind)
    }

    @Test("beside its picture in another format, whichever is better")
    func picture() throws {
        for quality in [50, 80, 99] {
            let folder = try DuplicateFolder()
            try folder.write(raw(), to: "a.nef")
            try folder.write(Self.scene, to: "b.jpg", .jpeg(quality: quality))
            let found = try folder.find { $0.givesUpUnclear = true }
            #expect(folder.lines(found) == ["picture: b.jpg < a.nef"])
            #expect(found.groups.first?.reason == .raw)
            #expect(found.groups.flatMap(\.others).map(\.obstacle) == [.raw])
        }
    }

    @Test("beside another RAW file with the same preview")
    func two() throws {
        let folder = try DuplicateFolder()
        try folder.write(raw(), to: "a.nef")
        try folder.write(raw(kind: .dng), to: "b.dng")
        let others = try folder.find { $0.givesUpUnclear = true }.groups.flatMap(\.others)
        #expect(others.map(\.obstacle) == [.raw])
    }

    @Test("copies of a picture are found though its RAW file is there")
    func copies() throws {
        let folder = try DuplicateFolder()
        let jpeg = try encoded(Self.scene, .jpeg(quality: 95))
        try folder.write(raw(), to: "a.nef")
        try folder.write(jpeg, to: "b.jpg")
        try folder.write(jpeg.adding(segment: 0xEC, [1]), to: "c.jpg")
        let found = try folder.find()
        let removable = found.groups.flatMap(\.others).filter { $0.obstacle == nil }
        #expect(removable.count == 1 && removable.allSatisfy { $0.file != 0 })
        #expect(DuplicateObstacle.raw.word == "raw" && !DuplicateObstacle.raw.isVisible)
    }
}
