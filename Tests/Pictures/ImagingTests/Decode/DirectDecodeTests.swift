import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("HEIC and AVIF without libheif")
struct DirectDecodeTests {
    private static let scene = Pictures.scene(300, 200)

    /// An AVIF whose color has half the resolution, as photos have it.
    private static let photo = Result { try Real.file(scene, .avif(quality: 70)) }

    /// Nine tiles of 64 pixels, cut to 150 x 140, with properties of the whole.
    private static func grid(_ more: [[UInt8]] = []) throws -> [UInt8] {
        let tiles = try (0..<9).map { try Real.file(Pictures.scene(64, 64, seed: UInt64($0 + 1)), .avif(quality: 70)) }
        return TiledAVIF.file(
            tiles, columns: 3, tile: Size(width: 64, height: 64), size: Size(width: 150, height: 140), more: more)
    }

    private func pixels(_ file: [UInt8], _ recipe: Recipe, isDirect: Bool) throws -> PixelBuffer {
        try HEIFLibraries.$areUsed.withValue(isDirect) {
            try #require(try prepare(.bytes(file), as: recipe).outputs[0].pixels)
        }
    }

    /// The largest difference of a sample; nil where the sizes differ.
    private func difference(_ file: [UInt8], _ recipe: Recipe) throws -> Int? {
        let direct = try pixels(file, recipe, isDirect: true)
        let other = try pixels(file, recipe, isDirect: false)
        guard direct.size == other.size else { return nil }
        return zip(direct.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max()
    }

    private static let whole = Recipe(Output(.original, encoding: .pixels))

    @Test("a picture in its own size has the same pixels but for rounding")
    func ownSize() throws {
        let scene = try Self.photo.get()
        let fine = try Real.file(Self.scene, .avif(quality: 100))
        for file in [scene, fine, CodedAVIF.plain, CodedAVIF.undescribed, CodedHEIC.photo, try Self.grid()] {
            #expect(try #require(try difference(file, Self.whole)) <= 1)
        }
    }

    @Test("turned and mirrored pictures lie the same way", arguments: 0..<4, 0..<3)
    func turns(quarters: Int, reflection: Int) throws {
        let turn = TiledAVIF.rotation(quarters)
        let more = reflection == 2 ? [turn] : [turn, TiledAVIF.reflection(reflection)]
        for properties in [more, more.reversed()] {
            let file = try Self.grid(properties)
            #expect(try #require(try difference(file, Self.whole)) <= 1)
            let box = Box(left: 20, top: 70, width: 90, height: 41)
            // A turn after the resize has its columns blended before its rows.
            #expect(try #require(try difference(file, Recipe(.pixels(fitting: 80), box: box))) <= 2)
        }
    }

    @Test("a picture that is cut by its properties is cut the same way, whatever is cut off", arguments: 0..<4)
    func cut(quarters: Int) throws {
        let size = Size(width: 150, height: 140)
        for part in [
            TiledAVIF.part(Size(width: 149, height: 139), of: size),
            TiledAVIF.part(Size(width: 31, height: 70), of: size),
            TiledAVIF.part(Size(width: 101, height: 90), of: size, left: 13, top: 8), TiledAVIF.part(size, of: size),
        ] {
            for properties in [[part], [part, TiledAVIF.rotation(quarters)]] {
                let file = try Self.grid(properties)
                #expect(try #require(try difference(file, Self.whole)) <= 1)
                let box = Box(left: 5, top: 3, width: 20, height: 22)
                #expect(try #require(try difference(file, Recipe(.pixels(fitting: 64), box: box))) <= 2)
            }
        }
    }

    @Test("what is cut off at the right and below needs no libheif, at the left and above it does")
    func cutDirectly() throws {
        let size = Size(width: 150, height: 140)
        let odd = Size(width: 149, height: 139)
        let file = try Self.grid([TiledAVIF.part(odd, of: size)])
        #expect(CodedTiles(in: file.span)?.size == odd)
        for (left, top) in [(1, 0), (0, 1)] {
            let other = try Self.grid([TiledAVIF.part(odd, of: size, left: left, top: top)])
            #expect(CodedTiles(in: other.span) == nil)
        }
        let turned = try Self.grid([TiledAVIF.rotation(1), TiledAVIF.part(odd, of: size)])
        #expect(CodedTiles(in: turned.span) == nil)
    }

    @Test("boxes of any place and size are those of the whole picture")
    func boxes() throws {
        var dice = SplitMix(seed: 7)
        let files = [try Self.photo.get(), try Self.grid(), CodedHEIC.photo]
        for file in files {
            let size = try inspect(file).uprightSize
            for _ in 0..<12 {
                let width = Int.random(in: 8...size.width, using: &dice)
                let height = Int.random(in: 8...size.height, using: &dice)
                let box = Box(
                    left: Int.random(in: 0...(size.width - width), using: &dice),
                    top: Int.random(in: 0...(size.height - height), using: &dice), width: width, height: height)
                let same = Recipe(Output(.original, encoding: .pixels), box: box)
                #expect(try #require(try difference(file, same)) <= 1, "\(box)")
                for effort in Recipe.Effort.allCases {
                    let side = Int.random(in: 8...max(width, height), using: &dice)
                    let recipe = Recipe(.pixels(fitting: side), box: box, effort: effort)
                    let direct = try pixels(file, recipe, isDirect: true)
                    let psnr = direct.psnr(against: try pixels(file, recipe, isDirect: false))
                    #expect(psnr > (effort == .fast ? 28 : 38), "\(box) to \(side): \(psnr) dB")
                }
            }
        }
    }

    @Test("a small output comes close to a full decode", arguments: [(Recipe.Effort.fast, 36.0), (.high, 44.0)])
    func quality(effort: Recipe.Effort, floor: Double) throws {
        let file = try Real.file(Pictures.scene(1024, 768), .avif(quality: 70))
        for side in [100, 256, 300] {
            let recipe = Recipe(.pixels(fitting: side), effort: effort)
            let made = try pixels(file, recipe, isDirect: true)
            let psnr = made.psnr(against: try pixels(file, recipe, isDirect: false))
            #expect(psnr >= floor, "\(side) pixels: \(psnr) dB")
        }
    }

    @Test("a file that is damaged has the error that libheif gives it, or the same pixels")
    func damage() throws {
        var dice = SplitMix(seed: 3)
        func outcome(_ file: [UInt8], _ recipe: Recipe, isDirect: Bool) -> (error: String?, size: Size?, isCut: Bool) {
            HEIFLibraries.$areUsed.withValue(isDirect) {
                do {
                    let made = try prepare(.bytes(file), as: recipe)
                    return (nil, made.outputs[0].size, made.isTruncated)
                } catch {
                    return ("\(error)", nil, false)
                }
            }
        }
        for original in [try Self.grid(), CodedHEIC.photo, CodedAVIF.plain] {
            for round in 0..<60 {
                var file = original
                for _ in 0..<3 { file[Int.random(in: 0..<file.count, using: &dice)] = UInt8(dice.next() & 255) }
                if round % 4 == 0 { file.removeLast(Int.random(in: 1..<file.count, using: &dice)) }
                let recipe = Recipe(.pixels(fitting: 40), allowsTruncated: round % 2 == 0)
                let direct = outcome(file, recipe, isDirect: true)
                let other = outcome(file, recipe, isDirect: false)
                #expect(direct == other, "round \(round)")
            }
        }
    }

    @Test("a coded picture that ends early is refused as libheif refuses it, and taken where that is allowed")
    func missingTile() throws {
        let file = try Self.grid()
        let cut = Array(file.dropLast(40))
        #expect(throws: ImageError.self) { try pixels(cut, Self.whole, isDirect: true) }
        let lenient = Recipe(Output(.original, encoding: .pixels), allowsTruncated: true)
        let errors = [true, false].map { isDirect in
            do {
                return try pixels(cut, lenient, isDirect: isDirect).bytes.description
            } catch {
                return "\(error)"
            }
        }
        #expect(errors[0] == errors[1])
    }

    @Test("the libraries are named with their versions")
    func versions() {
        for (name, version) in HEIFLibraries.versions {
            #expect(["dav1d", "libde265"].contains(name) && version.first?.isNumber == true, "\(version)")
        }
    }

    @Test(
        "a tile that is not needed is not decoded",
        .enabled(if: HEIFLibraries.versions.contains { $0.name == "dav1d" }))
    func onlyNeededTiles() throws {
        // The last tiles are broken: libheif, which decodes all of them, refuses the file. Behind them is the grid.
        let file = try Self.grid()
        var broken = file
        for place in (file.count * 2 / 3)..<(file.count - 8) { broken[place] = 0xFF }
        let corner = Recipe(
            Output(.original, encoding: .pixels), box: Box(left: 0, top: 0, width: 60, height: 60))
        #expect(throws: ImageError.self) { try pixels(broken, corner, isDirect: false) }
        #expect(try pixels(broken, corner, isDirect: true) == pixels(file, corner, isDirect: true))
    }
}
