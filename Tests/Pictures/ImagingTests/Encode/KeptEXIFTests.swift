import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("A kept EXIF block says what the output shows")
struct KeptEXIFTests {
    private static let picture = Pictures.scene(120, 80)

    private func source(_ block: [UInt8]) throws -> [UInt8] {
        let jpeg = try Real.jpeg(Self.picture)
        return Array(jpeg[..<2]) + Made.exifSegment(block) + jpeg[2...]
    }

    private func block(of output: PreparedOutput) throws -> [UInt8] { try #require(inspect(output.bytes).exif) }

    private static let shapes: [(name: String, recipe: Recipe)] = [
        ("--size", Recipe(Output(.fit(64)))), ("--fill", Recipe(Output(.fill(Size(width: 40, height: 40))))),
        ("--pad", Recipe(Output(.pad(Size(width: 64, height: 64))))),
        ("whole", Recipe(Output(.original, encoding: .png))),
        (
            "--box",
            Recipe(Output(.fit(64), encoding: .webp(quality: 80)), box: Box(left: 10, top: 10, width: 30, height: 20))
        ),
    ]

    @Test(
        "nothing that shows the whole photo is in it, and its sides are those of the output", arguments: [true, false])
    func cut(isLittle: Bool) throws {
        let camera = CameraBlock(isLittle: isLittle)
        let before = CameraBlock.values(camera.bytes)
        #expect(before["next/201"] != nil && before["8769/A005/1"] == ascii("R03\0"))
        for (name, recipe) in Self.shapes {
            var recipe = recipe
            recipe.keeps = .exif
            let output = try prepare(.bytes(source(camera.bytes)), as: recipe).outputs[0]
            #expect(output.leftOut.isEmpty)
            let block = try block(of: output)
            for hidden in [CameraBlock.secret, CameraBlock.thumbnail, CameraBlock.note] {
                #expect(!block.contains(hidden), "\(name): \(String(decoding: hidden, as: UTF8.self))")
            }
            let after = CameraBlock.values(block)
            for kept in ["10E", "10F", "132", "8298", "8769/9003", "8769/9286", "8825/0", "8825/1", "8825/2"] {
                #expect(after[kept] == before[kept] && after[kept] != nil, "\(name): \(kept)")
            }
            let gone = Set(before.keys).subtracting(after.keys)
            #expect(
                gone == [
                    "2BC", "C4A5", "8769/927C", "8769/9214", "next/103", "next/201", "next/202",
                ], "\(name)")
            func number(_ value: Int, _ width: Int) -> [UInt8] { isLittle ? little(value, width) : big(value, width) }
            #expect(after["112"] == number(1, 2))
            #expect(after["8769/A001"] == before["8769/A001"], "\(name): nothing says that it was converted")
            #expect(after["8769/A002"] == number(output.size.width, 4), "\(name)")
            #expect(after["8769/A003"] == number(output.size.height, 4), "\(name)")
        }
    }

    @Test("the note of the maker stays where it stood, where it is asked for", arguments: [true, false])
    func note(isLittle: Bool) throws {
        let camera = CameraBlock(isLittle: isLittle)
        let recipe = Recipe(Output(.fit(64)), keeps: .makerNote)
        let block = try block(of: prepare(.bytes(source(camera.bytes)), as: recipe).outputs[0])
        #expect(CameraBlock.values(block)["8769/927C"] == CameraBlock.note)
        #expect(Array(block[camera.noteOffset...].prefix(CameraBlock.note.count)) == CameraBlock.note)
        #expect(!block.contains(CameraBlock.secret))
    }

    @Test("it names the space of the pixels: that of a kept profile, and sRGB or another one where they were converted")
    func space() throws {
        let camera = CameraBlock(isLittle: true)
        let file = try source(camera.bytes)
        let profiled = Array(file[..<2]) + Made.profileSegment(1, of: 1, MatrixProfile.displayP3.bytes) + file[2...]
        func values(_ keeps: Recipe.Metadata, _ gamut: Recipe.Gamut = .sRGB) throws -> [String: [UInt8]] {
            let recipe = Recipe(Output(.fit(64)), keeps: keeps, gamut: gamut)
            return CameraBlock.values(try block(of: prepare(.bytes(profiled), as: recipe).outputs[0]))
        }
        let kept = try values([.exif, .icc])
        #expect(kept["8769/A001"] == [255, 255] && kept["8769/A005/1"] == ascii("R03\0"))
        // "R03" says Adobe RGB.
        let converted = try values(.exif)
        #expect(converted["8769/A001"] == [1, 0] && converted["8769/A005/1"] == nil)
        let wide = try values(.exif, .displayP3)
        #expect(wide["8769/A001"] == [255, 255] && wide["8769/A005/1"] == nil)
    }

    @Test("a block that cannot be read is left out, and the result says so")
    func unreadable() throws {
        for block in [ascii("MM*x"), ascii("XX*\0\u{8}\0\0\0"), Made.tiff([.init(tag: 0x10E, value: 1)], isBig: true)] {
            let output = try prepare(.bytes(source(block)), as: Recipe(Output(.fit(64)), keeps: .exif)).outputs[0]
            #expect(try output.leftOut == .exif && inspect(output.bytes).exif == nil)
        }
    }

    @Test("damaged blocks end in a block that can be read, or in none")
    func damaged() {
        for seed: UInt64 in 0..<UInt64(Effort.inputs(500, of: 20_000)) {
            var numbers = SplitMix(seed: seed)
            var bytes = CameraBlock(isLittle: seed % 2 == 0).bytes
            for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = [0, 1, 8, 127, 255].randomElement(
                    using: &numbers)!
            }
            bytes.removeLast(Int.random(in: 0..<40, using: &numbers))
            for keepsNote in [false, true] {
                guard let kept = EXIFBlock(bytes.span, keepsNote: keepsNote) else { continue }
                let written = kept.written(Size(width: 30, height: 20), colorSpace: nil)
                #expect(written.count <= 2 * bytes.count + 200, "seed \(seed)")
                if !keepsNote { #expect(!written.contains([0xFF, 0xD8, 0xFF]), "seed \(seed)") }
                guard let again = EXIFBlock(written.span, keepsNote: keepsNote) else {
                    #expect(written.isEmpty, "seed \(seed)")
                    continue
                }
                #expect(again.written(Size(width: 30, height: 20), colorSpace: nil) == written, "seed \(seed)")
            }
        }
    }
}
