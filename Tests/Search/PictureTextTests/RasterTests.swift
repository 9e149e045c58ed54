import ImageTypes
import PictureTestSupport
import Testing

@testable import PictureText

@Suite("Pictures on their way to a model", .timeLimit(.minutes(5)))
struct RasterTests {
    private func gray(_ width: Int, _ values: [UInt8]) -> Raster {
        Raster(width: width, height: values.count / width, bytes: values.flatMap { [$0, $0, $0] })
    }

    private func levels(_ raster: Raster) -> [UInt8] {
        stride(from: 0, to: raster.bytes.count, by: 3).map { raster.bytes[$0] }
    }

    /// The values are those of OpenCV's `resize`.
    @Test("a resize takes the four nearest pixels, also where the picture becomes smaller")
    func resized() {
        #expect(levels(gray(2, [0, 255]).resized(width: 4, height: 1)) == [0, 64, 191, 255])
        #expect(levels(gray(5, [0, 250, 100, 250, 0]).resized(width: 1, height: 1)) == [100])
        #expect(levels(gray(4, [1, 2, 3, 9, 5, 6, 7, 1]).resized(width: 2, height: 1)) == [4, 5])
        #expect(gray(2, [7, 9]).resized(width: 2, height: 1) == gray(2, [7, 9]))
    }

    @Test("a crop along rows and columns has the pixels themselves")
    func cropped() throws {
        let picture = Pictures.numbered(60, 40)
        let corners = [Corner(x: 10, y: 5), Corner(x: 50, y: 5), Corner(x: 50, y: 25), Corner(x: 10, y: 25)]
        let crop = try #require(Raster(picture).cropped(corners))
        #expect(crop == Raster(picture.cropped(Box(left: 10, top: 5, width: 40, height: 20))))
    }

    @Test("a high crop is turned, and corners that are no area have none")
    func turned() throws {
        let picture = Raster(Pictures.numbered(60, 40))
        let corners = [Corner(x: 10, y: 5), Corner(x: 20, y: 5), Corner(x: 20, y: 25), Corner(x: 10, y: 25)]
        let crop = try #require(picture.cropped(corners))
        #expect((crop.width, crop.height) == (20, 10))
        // The right upper corner comes to the left upper one.
        #expect(Array(crop.bytes[..<2]) == [19, 5])
        #expect(picture.cropped([Corner](repeating: Corner(x: 3, y: 3), count: 4)) == nil)
        let flat = [Corner(x: 0, y: 0), Corner(x: 10, y: 0), Corner(x: 20, y: 0), Corner(x: 30, y: 0)]
        #expect(picture.cropped(flat) == nil)
        let endless = [Corner(x: .nan, y: 0), Corner(x: .infinity, y: 0), Corner(x: 9, y: 9), Corner(x: 0, y: 9)]
        #expect(picture.cropped(endless) == nil)
    }

    @Test("a crop in perspective and beyond the edge stays in the range of bytes")
    func perspective() throws {
        let checkered = Pictures.draw(64, 64) { x, y in (x / 3 + y / 3) % 2 == 0 ? (255, 255, 255) : (0, 0, 0) }
        let corners = [Corner(x: -8, y: -4), Corner(x: 70, y: 9), Corner(x: 60, y: 66), Corner(x: 3, y: 50)]
        let crop = try #require(Raster(checkered).cropped(corners))
        #expect(crop.bytes.contains(0) && crop.bytes.contains(255))
    }

    @Test("turns keep each pixel")
    func turns() {
        let picture = gray(3, [1, 2, 3, 4, 5, 6])
        #expect(picture.quarterTurned() == gray(2, [3, 6, 2, 5, 1, 4]))
        #expect(picture.halfTurned() == gray(3, [6, 5, 4, 3, 2, 1]))
        #expect(picture.padded(1) == gray(3, [0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0, 0]))
    }

    @Test("alpha lies over white where the visible pixels are dark, else over black")
    func alpha() throws {
        let size = Size(width: 2, height: 1)
        let dark = try #require(PixelBuffer(size: size, channels: 4, bytes: [9, 9, 9, 255, 0, 0, 0, 0]))
        #expect(Raster(dark).bytes == [9, 9, 9, 255, 255, 255])
        let light = try #require(PixelBuffer(size: size, channels: 4, bytes: [200, 200, 200, 255, 200, 100, 0, 51]))
        #expect(Raster(light).bytes == [200, 200, 200, 40, 20, 0])
        let clear = try #require(PixelBuffer(size: size, channels: 4, bytes: [UInt8](repeating: 0, count: 8)))
        #expect(Raster(clear).bytes == [UInt8](repeating: 255, count: 6))
    }

    @Test("planes are blue, green and red from -1 to 1, and mid gray beside the picture")
    func planes() {
        var planes = PlanesOfLines(count: 2, width: 2, height: 1)
        planes.set(Raster(width: 1, height: 1, bytes: [255, 0, 51]), at: 1, PlanesOfLines.Scale.line)
        #expect(planes.values == [0, 0, 0, 0, 0, 0, -0.6, 0, -1, 0, 1, 0])
    }
}

@Suite("Sizes in which text is looked for", .timeLimit(.minutes(5)))
struct PictureBoundsTests {
    private func bounded(_ width: Int, _ height: Int) -> PictureBounds? {
        PictureBounds(Raster(Pictures.solid(width, height, RGB(red: 1, green: 2, blue: 3))), 30...2000)
    }

    @Test(
        "long sides are reduced and short ones enlarged, to multiples of 32",
        arguments: [
            (900, 600, 900, 600), (4000, 3000, 1984, 1504), (2001, 100, 1984, 96), (300, 20, 448, 32), (8, 8, 32, 32),
        ])
    func sides(width: Int, height: Int, wide: Int, high: Int) throws {
        let bounds = try #require(bounded(width, height))
        #expect((bounds.picture.width, bounds.picture.height) == (wide, high))
    }

    @Test("a strip without a row left has no lines, and one that would become too large has none either")
    func strips() {
        #expect(bounded(4000, 9) == nil)
        #expect(TextReader.padding(width: 900, height: 600) == 0)
        #expect(TextReader.padding(width: 900, height: 100) == 62)
        #expect(TextReader.padding(width: 40, height: 30) == 15)
        #expect(TextReader.padding(width: 20_000, height: 32) == nil)
    }

    @Test("the map has a short side of 736 at least, each side as the nearest multiple of 32")
    func map() throws {
        func size(_ width: Int, _ height: Int) throws -> [Int] {
            let raster = Raster(Pictures.solid(width, height, RGB(red: 1, green: 2, blue: 3)))
            let size = try #require(LineDetector.mapSize(of: raster, 736))
            return [size.width, size.height]
        }
        #expect(try size(900, 600) == [1088, 736])
        #expect(try size(2016, 1504) == [2016, 1504])
        let strip = try size(30, 2000)
        #expect(strip[0] * strip[1] < LineDetector.mostPixels * 11 / 10)
    }

    @Test("corners come back in pixels of the given picture")
    func given() throws {
        let bounds = try #require(bounded(4000, 3000))
        let line = TextLine(text: "a", score: 1, corners: [Corner(x: 992, y: 752), Corner(x: -3, y: 3000)])
        #expect(bounds.given(line).corners == [Corner(x: 2000, y: 1500), Corner(x: 0, y: 3000)])
    }
}
