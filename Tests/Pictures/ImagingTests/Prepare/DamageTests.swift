import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Damaged files give a picture or an error, never a crash")
struct DamageTests {
    private static func files() throws -> [(name: String, bytes: [UInt8])] {
        let picture = Pictures.scene(48, 40)
        let profile = MatrixProfile.displayP3.bytes
        let jpeg = try Real.jpeg(picture, orientation: 6)
        var files: [(name: String, bytes: [UInt8])] = [
            ("JPEG", jpeg), ("JPEG of half color", try Real.jpeg(picture, quality: 80)),
            (
                "inks",
                BlockJPEG.file(columns: 6, blocks: (0..<30).map { [UInt8($0), 90, 200, UInt8($0 * 8)] }, transform: 2)
            ),
            ("PNG", try Real.png(picture, orientation: 8)), ("WebP", try Real.webp(picture, orientation: 3)),
            ("TIFF", Real.tiff(picture, orientation: 5, profile: profile)),
        ]
        if let folder = SharedData.folder("inputs") {
            for name in [
                "made/modes/progressive.jpg", "made/modes/anim.gif", "made/modes/anim.webp", "made/modes/bilevel.tif",
                "repo/libheif/colors-no-alpha.heic", "repo/libavif/extended_pixi.avif",
                "made/modes/interlaced-alpha.gif",
            ] {
                files.append((name, [UInt8](try Data(contentsOf: folder.appending(path: name)))))
            }
        }
        return files
    }

    @Test("bytes changed, cut out, doubled and exchanged at random", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let recipes = [
            Recipe(.fit(16), colors: 2), Recipe(.pixels(fitting: 64), box: Box(left: 3, top: 5, width: 20, height: 11)),
            Recipe(Output(.fit(20), encoding: .png), keeps: [.icc, .exif], allowsTruncated: true),
        ]
        for (name, bytes) in try Self.files() {
            for round in 0..<Effort.inputs(24, of: 60) {
                var damaged = bytes
                for _ in 0...Int.random(in: 0..<4, using: &random) {
                    // Headers are short, so half of the damage is done there.
                    let limit = Bool.random(using: &random) ? min(damaged.count, 200) : damaged.count
                    let place = Int.random(in: 0..<limit, using: &random)
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: damaged[place] = .random(in: 0...255, using: &random)
                    case 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                    case 2:
                        damaged.removeSubrange(
                            place..<min(damaged.count, place + Int.random(in: 1...9, using: &random)))
                    case 3: damaged.insert(contentsOf: damaged[place..<min(damaged.count, place + 7)], at: place)
                    default:
                        damaged.replaceSubrange(place..<min(damaged.count, place + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
                    }
                    if damaged.isEmpty { damaged = [0] }
                }
                let recipe = recipes[round % recipes.count]
                guard let made = try? prepare(.bytes(damaged), as: recipe) else { continue }
                #expect(made.outputs.count == recipe.outputs.count, "\(name)")
                for output in made.outputs {
                    #expect(output.size.longestSide <= 64 && output.size.width > 0 && output.size.height > 0)
                    #expect(output.pixels != nil || !output.bytes.isEmpty)
                }
            }
        }
    }
}
