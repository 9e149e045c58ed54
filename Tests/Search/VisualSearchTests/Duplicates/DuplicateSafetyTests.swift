import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Duplicates that must not be lost", .timeLimit(.minutes(15)))
struct DuplicateSafetyTests {
    /// More copies than a search for neighbors returns, which are 32. The time grows with the square of their number.
    @Test("a picture that is there many times is one group")
    func heaps() throws {
        let folder = try DuplicateFolder()
        let count = Effort.inputs(40, of: 140)
        let scene = Pictures.scene(240, 180, seed: 11)
        for number in 0..<count {
            try folder.write(
                scene, to: "\(number).jpg", .jpeg(quality: 62 + number % 35), side: 240 - number / 35 * 12)
        }
        for number in 0..<10 {
            try folder.write(Pictures.scene(240, 180, seed: UInt64(100 + number)), to: "other\(number).png")
        }
        let found = try folder.find()
        #expect(found.groups.count == 1 && found.groups.first?.others.count == count - 1)
        #expect(found == (try folder.find { $0.workers = 1 }))
    }

    @Test(
        "pictures that differ in one drawn digit stay apart, also beside small copies",
        .enabled(if: SharedData.folder("photos") != nil, "skipped: there is no ../shared/data/photos"),
        arguments: [1, 2, 3, 4])
    func digits(shrink: Int) throws {
        let photos = try #require(SharedData.folder("photos"))
        let folder = try DuplicateFolder()
        for name in ["p177.jpg", "p179.jpg"] {
            let bytes = Array(try Data(contentsOf: photos.appending(path: name)))
            try folder.write(bytes, to: name)
            let small = try prepare(.bytes(bytes), as: Recipe(.fit(742 / shrink, quality: 80))).outputs[0].bytes
            try folder.write(small, to: "small-" + name)
        }
        let groups = try folder.find().groups.map { Set(([$0.kept] + $0.others).map(\.file)) }
        #expect(groups.count == 2 && groups.contains([0, 1]) && groups.contains([2, 3]))
    }

    @Test("pages of text that differ in one word stay apart")
    func pages() throws {
        let folder = try DuplicateFolder()
        // Lines of marks as large as letters on a page of 1,000 pixels; four marks of the second page are others.
        func page(_ changed: Bool) -> PixelBuffer {
            Pictures.draw(750, 1000) { x, y in
                let (column, row) = (x / 12, y / 20)
                guard (4..<58).contains(column), (4..<46).contains(row), x % 12 < 9, y % 20 < 12 else {
                    return (255, 255, 255)
                }
                let isOther = changed && row == 20 && (30..<34).contains(column)
                let letter = (column &* 2_654_435_761 ^ row &* 40_503 ^ (isOther ? 977 : 0)) >> 3
                return letter >> ((x % 12 / 3) * 4 + y % 20 / 3) & 1 == 0 ? (20, 20, 20) : (255, 255, 255)
            }
        }
        try folder.write(page(false), to: "a.png")
        try folder.write(page(true), to: "b.png")
        try folder.write(page(false), to: "copy.jpg", .jpeg(quality: 80), side: 800)
        let groups = try folder.find().groups.map { Set(([$0.kept] + $0.others).map(\.file)) }
        #expect(!groups.contains { $0.contains(1) }, "\(groups)")
    }

    @Test(
        "an animation is no copy of its first frame, and a transparent picture stays beside an opaque one",
        .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"))
    func frames() throws {
        let inputs = try #require(SharedData.folder("inputs"))
        for name in ["anim.gif", "anim.webp", "multipage.tif", "rgba.png", "rgba.webp"] {
            let folder = try DuplicateFolder()
            let bytes = Array(try Data(contentsOf: inputs.appending(path: "made/modes/\(name)")))
            try folder.write(bytes, to: name)
            let first = Recipe(Output(.fit(320), encoding: .png))
            try folder.write(try prepare(.bytes(bytes), as: first).outputs[0].bytes, to: "still.png")
            try folder.write(
                try prepare(.bytes(bytes), as: Recipe(.fit(320, quality: 100))).outputs[0].bytes, to: "still.jpg")
            for group in try folder.find().groups {
                // A transparent one is found beside an opaque one, and stays.
                #expect(!group.others.contains { $0.file == 0 && $0.obstacle == nil }, "\(name)")
                if !name.hasPrefix("rgba") {
                    #expect(!([group.kept] + group.others).contains { $0.file == 0 }, "\(name)")
                }
            }
        }
    }
}
