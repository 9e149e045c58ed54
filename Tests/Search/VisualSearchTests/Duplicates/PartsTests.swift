import EngineTestSupport
import Foundation
import Imaging
import PictureTestSupport
import SearchAPI
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Pictures inside pictures", .timeLimit(.minutes(5)))
struct PartsTests {
    private static let place = Box(left: 250, top: 130, width: 320, height: 240)

    /// A drawing with another one pasted into it.
    private static func collage(_ ground: UInt64 = 40, of part: PixelBuffer) -> PixelBuffer {
        let whole = Pictures.scene(800, 600, seed: ground)
        return Pictures.draw(800, 600) { x, y in
            let (u, v) = (x - place.left, y - place.top)
            let isInside = (0..<place.width).contains(u) && (0..<place.height).contains(v)
            let picture = isInside ? part : whole
            let at =
                isInside
                ? (v * part.size.height / place.height * part.size.width + u * part.size.width / place.width) * 3
                : (y * 800 + x) * 3
            return (picture.bytes[at], picture.bytes[at + 1], picture.bytes[at + 2])
        }
    }

    @Test("a picture in a collage is shown with its place, and only when it is asked for")
    func collage() throws {
        let folder = try DuplicateFolder()
        let part = Pictures.scene(640, 480, seed: 3)
        try folder.write(part, to: "part.png")
        try folder.write(Self.collage(of: part), to: "collage.jpg", .jpeg(quality: 75))
        for seed: UInt64 in 50..<56 { try folder.write(Pictures.scene(640, 480, seed: seed), to: "\(seed).png") }
        let found = try folder.find { $0.findsParts = true }
        #expect(found.parts.map { [$0.whole, $0.part] } == [[1, 0]])
        let box = try #require(found.parts.first).box
        #expect(box.overlap(Self.place) > 0.9, "\(box)")
        #expect(try folder.find().parts.isEmpty)
        #expect(found == (try folder.find { ($0.findsParts, $0.workers) = (true, 1) }))
    }

    @Test("what lies in another picture is in no group for it, beside true copies as well")
    func groupsStay() throws {
        let folder = try DuplicateFolder()
        let part = Pictures.scene(640, 480, seed: 3)
        let collage = Self.collage(of: part)
        try folder.write(part, to: "part.png")
        try folder.write(part, to: "part-again.png")
        try folder.write(part, to: "part-small.jpg", .jpeg(quality: 80), side: 320)
        try folder.write(collage, to: "collage.png")
        try folder.write(collage, to: "collage.jpg", .jpeg(quality: 90))
        try folder.write(
            try encoded(collage, .png, box: Self.place), to: "cut-out.png")
        try folder.write(
            try encoded(collage, .png, box: Box(left: 100, top: 60, width: 600, height: 450)), to: "crop.png")
        let (plain, found) = (try folder.find(), try folder.find { $0.findsParts = true })
        #expect(found.groups == plain.groups && found.links == plain.links && found.files == plain.files)
        #expect(!found.parts.isEmpty)
        // The copies of what is kept are not told again.
        let given = Set(plain.groups.filter { $0.kind != .alike }.flatMap { $0.others.map(\.file) })
        #expect(found.parts.allSatisfy { !given.contains($0.whole) && !given.contains($0.part) })
    }

    @Test("another color of a part is another picture, and gray is not")
    func colors() throws {
        let part = Pictures.scene(256, 192, seed: 7)
        func changed(_ change: (Int, Int, Int) -> (Int, Int, Int)) -> PixelBuffer {
            Pictures.draw(256, 192) { x, y in
                let at = (y * 256 + x) * 3
                let color = change(Int(part.bytes[at]), Int(part.bytes[at + 1]), Int(part.bytes[at + 2]))
                return (UInt8(color.0), UInt8(color.1), UInt8(color.2))
            }
        }
        func proof(_ other: PixelBuffer) throws -> PartProof {
            let (first, second) = (SummedPicture(part), SummedPicture(other))
            let rough = try #require(PartProof.roughPlace(of: first, in: second, near: second.all))
            return try #require(PartProof(of: first, in: second, rough: rough))
        }
        #expect(try proof(part).isProven)
        let gray = try proof(
            changed { red, green, blue in
                let luma = (299 * red + 587 * green + 114 * blue) / 1000
                return (luma, luma, luma)
            })
        #expect(gray.isProven)
        let swapped = try proof(changed { red, green, blue in (blue, green, red) })
        #expect(swapped.agreement > 0.5 && !swapped.keepsColors && !swapped.isProven)
    }

    @Test("an area that is turned back shows the same pixels", arguments: PictureTurn.all)
    func turnedAreas(turn: PictureTurn) {
        let picture = Pictures.numbered(40, 30)
        let turned = picture.turned(turn)
        let area = PictureArea(left: 3, top: 5, width: 12, height: 9)
        let back = area.turnedBack(turn, in: turned.size)
        #expect(picture.cut(back).turned(turn) == turned.cut(area))
    }

    @Test("the means of areas are those of their pixels, between pixels as well")
    func means() {
        let picture = SummedPicture(
            Pictures.draw(6, 4) { x, y in (UInt8(10 * x + y), UInt8(10 * x + y), UInt8(10 * x + y)) })
        let cells = picture.means(
            PictureArea(left: 1, top: 0, width: 4, height: 4), columns: 2, rows: 1)
        #expect(cells.map { ($0 * 100).rounded() } == [1650, 3650])
        let half = picture.means(PictureArea(left: 0.5, top: 1, width: 1, height: 1), columns: 1, rows: 1)
        #expect(abs(half[0] - 6) < 0.01)
    }

    @Test("a part is found where it was proposed roughly, to the pixel")
    func places() throws {
        let part = Pictures.scene(640, 480, seed: 9)
        let whole = SummedPicture(Self.collage(of: part))
        let near = PictureArea(left: 210, top: 160, width: 360, height: 260)
        let small = SummedPicture(part)
        let rough = try #require(PartProof.roughPlace(of: small, in: whole, near: near))
        let proof = try #require(PartProof(of: small, in: whole, rough: rough))
        #expect(proof.isProven && proof.area.overlap(PictureArea(Self.place)) > 0.97, "\(proof)")
    }

    @Test("the borders of a pasted picture are among the rectangles")
    func borders() {
        let collage = Self.collage(of: Pictures.scene(640, 480, seed: 9))
        let unit = Size(width: 1, height: 1)
        let overlaps = BorderLines(SummedPicture(collage)).rectangles.map { area in
            area.scaled(from: unit, to: collage.size).overlap(PictureArea(Self.place))
        }
        #expect(overlaps.contains { $0 > 0.9 }, "\(overlaps)")
        #expect(BorderLines(SummedPicture(Pictures.solid(200, 100, .white))).rectangles.isEmpty)
    }
}
