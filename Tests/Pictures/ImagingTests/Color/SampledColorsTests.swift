import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Colors are those of real pixels, whatever the size of the picture")
struct SampledColorsTests {
    /// Squares of two colors.
    private static func board(_ side: Int, square: Int) -> PixelBuffer {
        Pictures.draw(side, side) { x, y in (x / square + y / square) % 2 == 0 ? (255, 0, 0) : (0, 0, 255) }
    }

    private func expectTwo(_ colors: [DominantColor], _ place: SourceLocation = #_sourceLocation) {
        #expect(Set(colors.map(\.hex)) == ["#ff0000", "#0000ff"], "\(colors)", sourceLocation: place)
        #expect(colors.allSatisfy { abs($0.share - 0.5) < 0.03 }, sourceLocation: place)
    }

    private static let sizes = [(512, 1), (1536, 1), (1536, 3), (1700, 2)].prefix(Effort.inputs(2, of: 4))

    @Test("a checkerboard has two colors and not their mean", arguments: sizes)
    func checkerboard(side: Int, square: Int) throws {
        let picture = Self.board(side, square: square)
        let files: [ImageInput] = [
            .bytes(Real.tiff(picture)),
            .bytes(TIFFPage(picture.size, samples: 3, data: picture.bytes).file(orientation: 6)),
            .pixels(picture),
        ]
        for file in files {
            expectTwo(try prepare(file, as: Recipe(colors: 4)).colors)
            expectTwo(try prepare(file, as: Recipe(.fit(300), .fit(80), colors: 4)).colors)
            expectTwo(try prepare(file, as: Recipe(.fit(1024), colors: 4)).colors)
            let box = Box(left: 101, top: 55, width: 333, height: 222)
            expectTwo(try prepare(file, as: Recipe(.fit(64), box: box, colors: 4)).colors)
        }
    }

    @Test("outputs do not change the colors")
    func outputs() throws {
        let picture = Pictures.scene(900, 700)
        let png = try prepare(.pixels(picture), as: Recipe(Output(.fit(900), encoding: .png))).outputs[0].bytes
        let alone = try prepare(.bytes(png), as: Recipe(colors: 5)).colors
        #expect(!alone.isEmpty)
        #expect(try prepare(.bytes(png), as: Recipe(.fit(200), colors: 5)).colors == alone)
        #expect(
            try prepare(.bytes(png), as: Recipe(.fit(1024), .fill(width: 50, height: 90), colors: 5)).colors == alone)
    }
}
