import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("A file goes only if the kept one shows all of it", .timeLimit(.minutes(5)))
struct ContainmentTests {
    /// Such as "b.png: differs", for the files that were found to be near and stay.
    private func staying(_ folder: DuplicateFolder, _ found: Duplicates) -> [String] {
        found.groups.flatMap(\.others).compactMap { member in
            member.obstacle.map { "\(folder.files[member.file].lastPathComponent): \($0.word)" }
        }
    }

    private func removable(_ folder: DuplicateFolder, _ found: Duplicates) -> [String] {
        found.groups.filter { $0.kind != .alike }.flatMap(\.others).filter { $0.obstacle == nil }
            .map { folder.files[$0.file].lastPathComponent }.sorted()
    }

    @Test("two windows of one photo that overlap both stay", arguments: [(15, 8), (6, 0), (3, 3), (0, 2)])
    func overlaps(across: Int, down: Int) throws {
        for seed in UInt64(21)..<UInt64(21 + Effort.inputs(1, of: 4)) {
            let folder = try DuplicateFolder()
            let scene = Pictures.scene(1000, 800, seed: seed)
            let size = Size(width: 1000 - across * 10, height: 800 - down * 8)
            try folder.write(scene.cropped(Box(left: 0, top: 0, width: size.width, height: size.height)), to: "a.png")
            try folder.write(
                try encoded(
                    scene.cropped(Box(left: across * 10, top: down * 8, width: size.width, height: size.height)),
                    .jpeg(quality: 90)), to: "b.jpg")
            let found = try folder.find()
            #expect(removable(folder, found).isEmpty, "\(seed) \(staying(folder, found))")
        }
    }

    @Test("a crop goes for the whole, a resized one only when unclear copies are given up")
    func crops() throws {
        let folder = try DuplicateFolder()
        let scene = Pictures.scene(1000, 800, seed: 31)
        let box = Box(left: 31, top: 20, width: 950, height: 760)
        try folder.write(scene, to: "whole.png")
        try folder.write(try encoded(scene, .jpeg(quality: 96), box: box), to: "crop.jpg")
        try folder.write(try encoded(scene, .jpeg(quality: 85), side: 500, box: box), to: "half.jpg")
        let found = try folder.find()
        #expect(removable(folder, found) == ["crop.jpg"])
        #expect(staying(folder, found) == ["half.jpg: unclear"])
        #expect(found.groups.map(\.kind) == [.picture])
        var finder = DuplicateFinder()
        finder.givesUpUnclear = true
        let all = try finder.findBlocking(in: folder.files)
        #expect(removable(folder, all) == ["crop.jpg", "half.jpg"], "\(staying(folder, all))")
    }

    @Test("a table with another figure in one cell stays, in any coding and size", arguments: [10, 16, 40])
    func figures(size: Int) throws {
        for seed in 1...Effort.inputs(1, of: 4) {
            let (first, second) = (
                Drawings.table(900, 700, figure: size, seed: seed, changed: false),
                Drawings.table(900, 700, figure: size, seed: seed, changed: true)
            )
            #expect(first != second)
            for (encoding, side) in [
                (Output.Encoding.png, 900), (.jpeg(quality: 95), 900), (.jpeg(quality: 75), 900),
                (.jpeg(quality: 60), 900), (.webp(quality: 80), 900), (.jpeg(quality: 85), 675),
                (.jpeg(quality: 80), 450),
            ] {
                let folder = try DuplicateFolder()
                try folder.write(first, to: "a.png")
                try folder.write(second, to: "b", encoding, side: side)
                let found = try folder.find()
                #expect(removable(folder, found).isEmpty, "figure \(size), table \(seed), \(encoding), \(side)")
            }
        }
    }

    @Test("a table in another coding is a copy of it, and stays where a figure could hide in the coding")
    func tables() throws {
        let folder = try DuplicateFolder()
        let table = Drawings.table(900, 700, figure: 20, changed: false)
        try folder.write(table, to: "a.png")
        try folder.write(table, to: "b.jpg", .jpeg(quality: 98))
        try folder.write(table, to: "c.jpg", .jpeg(quality: 60))
        try folder.write(table, to: "d.webp", .webp(quality: 60))
        let found = try folder.find()
        #expect(found.groups.map(\.kind) == [.picture] && found.groups[0].others.count == 3)
        #expect(removable(folder, found) == ["b.jpg"])
        #expect(staying(folder, found).sorted() == ["c.jpg: unclear", "d.webp: unclear"])
        var finder = DuplicateFinder()
        finder.givesUpUnclear = true
        let all = try finder.findBlocking(in: folder.files)
        #expect(removable(folder, all) == ["b.jpg", "c.jpg", "d.webp"], "\(staying(folder, all))")
    }

    @Test("the original of an edit of light or sharpness stays beside it", arguments: ["lighter", "soft", "hard"])
    func edits(kind: String) throws {
        let scene = Pictures.scene(800, 600, seed: 71)
        let (own, row) = (scene.bytes.map(Int.init), 3 * 800)
        var bytes = scene.bytes
        for y in 1..<599 {
            for index in y * row + 3..<(y + 1) * row - 3 {
                let around = own[index - 3] + own[index + 3] + own[index - row] + own[index + row] - 4 * own[index]
                let value = own[index] + (kind == "lighter" ? 2 : kind == "soft" ? around / 16 : -around / 6)
                bytes[index] = UInt8(min(max(value, 0), 255))
            }
        }
        let folder = try DuplicateFolder()
        try folder.write(PixelBuffer(size: scene.size, bytes: bytes)!, to: "edit.png")
        try folder.write(scene, to: "camera.jpg", .jpeg(quality: 96))
        let found = try folder.find()
        #expect(removable(folder, found).isEmpty)
        #expect(staying(folder, found) == ["camera.jpg: edited"], "\(kind) \(staying(folder, found))")
    }

    @Test("a bird that has moved in the sky is another photo, and the report says where")
    func bursts() throws {
        let folder = try DuplicateFolder()
        let scene = Pictures.scene(1200, 900, seed: 41)
        func photo(_ left: Int) -> PixelBuffer {
            var bytes = scene.bytes
            for y in 300..<309 { for x in left..<left + 24 { for c in 0..<3 { bytes[3 * (y * 1200 + x) + c] = 20 } } }
            return PixelBuffer(size: scene.size, bytes: bytes)!
        }
        try folder.write(photo(400), to: "a.jpg", .jpeg(quality: 92), side: 1024)
        try folder.write(photo(700), to: "b.jpg", .jpeg(quality: 92), side: 1024)
        let found = try folder.find()
        #expect(removable(folder, found).isEmpty)
        guard case .differs(let box)? = found.groups.flatMap(\.others).first?.obstacle else { return }
        let (x, y) = (box.left + box.width / 2, box.top + box.height / 2)
        let left = x * 1200 / 1024 - 12
        let top = y * 900 / 768
        #expect(min(abs(left - 400), abs(left - 700)) < 40)
        #expect(abs(top - 304) < 40)
    }

    @Test("white drawings on a transparent ground that differ both stay")
    func logos() throws {
        func logo(_ isOther: Bool) -> [UInt8] {
            var samples: [UInt16] = []
            for y in 0..<300 {
                for x in 0..<400 {
                    let isFrame = x < 20 || y < 20 || x >= 380 || y >= 280
                    let isDot = (x - 90) * (x - 90) + (y - 90) * (y - 90) < 3000
                    let isMark = (isOther ? 150..<180 : 210..<240).contains(x) && (150..<240).contains(y)
                    samples +=
                        isFrame ? [0, 0, 0, 255] : isDot ? [200, 30, 30, 255] : [255, 255, 255, isMark ? 255 : 0]
                }
            }
            return Drawings.tiff(400, 300, channels: 4, samples)
        }
        let folder = try DuplicateFolder()
        try folder.write(logo(false), to: "a.tif")
        try folder.write(logo(true), to: "b.tif")
        try folder.write(logo(false) + [0], to: "c.tif")
        let found = try folder.find()
        #expect(
            removable(folder, found) == ["a.tif"] || removable(folder, found) == ["c.tif"], "\(staying(folder, found))")
    }

    @Test("pictures without loss that are not equal in each pixel both stay")
    func equalPixels() throws {
        let folder = try DuplicateFolder()
        let scene = Pictures.scene(400, 300, seed: 51)
        var bytes = scene.bytes
        bytes[60_000] ^= 2
        try folder.write(scene, to: "a.png")
        try folder.write(PixelBuffer(size: scene.size, bytes: bytes)!, to: "b.png")
        let found = try folder.find()
        #expect(removable(folder, found).isEmpty && staying(folder, found).map { $0.suffix(8) } == [": pixels"])
        // The same pixels in another file.
        try folder.write(try encoded(scene, .png) + [0], to: "c.png")
        #expect(removable(folder, try folder.find()).count == 1)
    }
}
