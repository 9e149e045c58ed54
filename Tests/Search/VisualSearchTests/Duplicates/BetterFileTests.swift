import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The better file stays", .timeLimit(.minutes(5)))
struct BetterFileTests {
    private let scene = Pictures.scene(800, 600, seed: 61)

    /// Also of unclear copies.
    private func removed(_ folder: DuplicateFolder) throws -> [String] {
        var finder = DuplicateFinder()
        finder.givesUpUnclear = true
        return try finder.findBlocking(in: folder.files).groups.filter { $0.kind != .alike }.flatMap(\.others).filter {
            $0.obstacle == nil
        }
        .map { folder.files[$0.file].lastPathComponent }
    }

    @Test("a photo with the block of its camera is never given up for a file without it")
    func cameras() throws {
        let folder = try DuplicateFolder()
        try folder.write(try encoded(scene, .jpeg(quality: 85), side: 700).asPhoto, to: "photo.jpg")
        // Larger, and finer: no rule but this one speaks for the photo.
        try folder.write(scene, to: "large.png")
        let found = try folder.find()
        #expect(found.groups.flatMap(\.others).map(\.obstacle) == [.camera])
        // Of as many pixels the photo is the one to keep.
        let second = try DuplicateFolder()
        try second.write(try encoded(scene, .jpeg(quality: 90)).asPhoto, to: "photo.jpg")
        try second.write(scene, to: "plain.jpg", .jpeg(quality: 80))
        let group = try #require(try second.find().groups.first)
        #expect(group.kept.file == 0 && group.reason == .camera && group.others[0].obstacle == .unclear)
    }

    @Test("an enlarged copy takes no place of its original", arguments: [60, 95])
    func enlarged(quality: Int) throws {
        let folder = try DuplicateFolder()
        let small = try encoded(scene, .jpeg(quality: 95), side: 500)
        let pixels = try upright(
            small, box: nil, size: Size(width: 1000, height: 750), background: .white, limits: Limits())
        try folder.write(small, to: "original.jpg")
        try folder.write(pixels, to: "large.jpg", .jpeg(quality: quality))
        #expect(try removed(folder).isEmpty)
    }

    @Test("a photo of more detail takes the place of its half")
    func genuine() throws {
        let folder = try DuplicateFolder()
        try folder.write(scene, to: "original.jpg", .jpeg(quality: 92))
        try folder.write(scene, to: "half.jpg", .jpeg(quality: 85), side: 400)
        #expect(try removed(folder) == ["half.jpg"])
    }

    @Test("a coarse copy of a few more pixels takes no place of a fine one")
    func coarse() throws {
        let folder = try DuplicateFolder()
        let pixels = try resized(scene, to: Size(width: 816, height: 612), limits: Limits())
        try folder.write(scene, to: "fine.jpg", .jpeg(quality: 95))
        try folder.write(pixels, to: "coarse.jpg", .jpeg(quality: 25))
        #expect(try removed(folder).isEmpty)
    }

    @Test("a file without loss that was made of a coarse JPEG takes no place of the original")
    func disguised() throws {
        let folder = try DuplicateFolder()
        try folder.write(scene, to: "original.png")
        let lossy = try upright(
            try encoded(scene, .jpeg(quality: 20)), box: nil, size: scene.size, background: .white, limits: Limits())
        try folder.write(
            Drawings.tiff(800, 600, channels: 3, lossy.bytes.map { UInt16($0) }), to: "lossy.tif")
        #expect(try removed(folder).isEmpty)
    }

    @Test("sixteen bits are never given up for eight")
    func depths() throws {
        let folder = try DuplicateFolder()
        try folder.write(
            Drawings.tiff(800, 600, channels: 3, bits: 16, scene.bytes.map { UInt16($0) * 257 }), to: "deep.tif")
        try folder.write(scene, to: "flat.png")
        let group = try #require(try folder.find().groups.first)
        #expect(group.kept.file == 0 && group.reason == .depth && group.others[0].obstacle == nil)
        // Also where the flat one has more pixels.
        let half = try resized(scene, to: Size(width: 600, height: 450), limits: Limits())
        let second = try DuplicateFolder()
        try second.write(scene, to: "flat.png")
        try second.write(
            Drawings.tiff(600, 450, channels: 3, bits: 16, half.bytes.map { UInt16($0) * 257 }), to: "deep.tif")
        #expect(try second.find().groups.flatMap(\.others).map(\.obstacle) == [.depth])
    }

    @Test("a file that holds more than one picture is never given up")
    func several() throws {
        let jpeg = try encoded(scene, .jpeg(quality: 80), side: 700)
        let film: [UInt8] = [0, 0, 0, 0x18] + Array("ftypmp42".utf8) + [UInt8](repeating: 7, count: 5000)
        let list: [UInt8] = [0xFF, 0xE2, 0, 10] + Array("MPF\0".utf8) + [0, 0, 0, 0]
        let half = try resized(scene, to: Size(width: 400, height: 300), limits: Limits())
        let samples = half.bytes.map { UInt16($0) }
        for (name, bytes) in [
            ("film.jpg", jpeg + film), ("second.jpg", jpeg + jpeg),
            ("list.jpg", Array(jpeg.prefix(2)) + list + jpeg.dropFirst(2)),
            ("sub.tif", Drawings.tiff(400, 300, channels: 3, tags: [(330, 8)], samples)),
        ] {
            let folder = try DuplicateFolder()
            try folder.write(bytes, to: name)
            try folder.write(scene, to: "still.png")
            #expect(try folder.find().groups.isEmpty, "\(name)")
        }
        // Filling behind the end is no film.
        let folder = try DuplicateFolder()
        try folder.write(jpeg + [UInt8](repeating: 0, count: 500), to: "filled.jpg")
        try folder.write(scene, to: "still.png")
        #expect(try removed(folder) == ["filled.jpg"])
    }
}
