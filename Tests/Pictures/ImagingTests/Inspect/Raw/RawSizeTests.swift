import PictureTestSupport
import Testing

@testable import Imaging

@Suite("Sizes of a RAW file's preview and sensor")
struct RawSizeTests {
    private static let preview = Size(width: 480, height: 320)

    private func made(_ output: Output, sensor: Size = Size(width: 1800, height: 1200)) throws -> Size {
        var parts = try RawParts()
        parts.sensor = sensor
        return try prepare(.bytes(parts.file(.dng)), as: Recipe(output)).outputs[0].size
    }

    @Test(
        "an output beyond the preview is an error that names both sizes",
        arguments: [
            (Output(.fit(960)), Size(width: 960, height: 640)), (Output(.width(600)), Size(width: 600, height: 400)),
            (Output(.within(Size(width: 900, height: 900))), Size(width: 900, height: 600)),
            (Output(.exact(Size(width: 100, height: 400))), Size(width: 100, height: 400)),
            (Output(.fill(Size(width: 500, height: 100))), Size(width: 500, height: 100)),
            (Output(.fit(481), enlarges: true), Size(width: 481, height: 321)),
        ])
    func beyond(_ output: Output, _ asked: Size) throws {
        let error = ImageError.previewTooSmall(
            output: asked, preview: Self.preview, sensor: Size(width: 1800, height: 1200))
        #expect(throws: error) { try made(output) }
        #expect("\(error)".hasPrefix("the RAW's preview is 480 x 320; the sensor has 1800 x 1200; an output of"))
        #expect(error.code == "previewTooSmall" && error.stage == .plan)
    }

    @Test("outputs up to the preview, its own size and pixels are made")
    func within() throws {
        #expect(try made(Output(.fit(480))) == Self.preview)
        #expect(try made(Output(.original)) == Self.preview)
        #expect(try made(Output(.fill(Size(width: 300, height: 300)))) == Size(width: 300, height: 300))
        #expect(
            try made(Output(.exact(Size(width: 960, height: 640)), encoding: .pixels)) == Size(width: 960, height: 640))
    }

    @Test("a preview as large as the sensor, but for its edges, is a picture like others")
    func full() throws {
        let sensor = Size(width: 500, height: 330)
        #expect(try made(Output(.fit(960)), sensor: sensor) == Self.preview)
        #expect(
            try made(Output(.fit(960), enlarges: true), sensor: sensor) == Size(width: 960, height: 640))
    }

    @Test("a thumbnail is no picture", arguments: RawParts.Kind.allCases)
    func thumbnail(_ kind: RawParts.Kind) throws {
        let parts = try RawParts(size: Size(width: 160, height: 120))
        let error = ImageError.undecodable(
            stage: .inspect, format: .raw,
            detail: "its largest preview is a thumbnail of 160 x 120; the sensor has 1800 x 1200; "
                + "develop it to JPEG or TIFF first")
        #expect(throws: error) { try inspect(parts.file(kind)) }
    }

    @Test("a file without a preview says so", arguments: [RawParts.Kind.nef, .cr2, .cr3, .arw, .dng, .orf, .raf, .pef])
    func none(_ kind: RawParts.Kind) throws {
        var parts = RawParts(preview: [0xFF, 0xD8, 0xFF, 0xD9], thumbnail: [1, 2, 3, 4])
        parts.orientation = 6
        let error = ImageError.undecodable(
            stage: .inspect, format: .raw,
            detail: "it has no JPEG preview; the sensor has \(kind == .raf ? "1800 x 1200" : "1200 x 1800"); "
                + "develop it to JPEG or TIFF first")
        #expect(throws: error) { try inspect(parts.file(kind)) }
    }

    @Test("a preview whose header is broken gives way to a smaller one")
    func broken() throws {
        var parts = try RawParts()
        parts.thumbnail = parts.preview
        // A frame header of an impossible number of components; its sides are larger.
        parts.preview = [0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 3, 0, 4, 0, 9] + [UInt8](repeating: 0, count: 40)
        #expect(try inspect(parts.file(.nef)).storedSize == Self.preview)
    }

    @Test("a preview that is cut off is an error, and no smaller one")
    func cut() throws {
        // The preview of a RAF stands behind the data of the sensor, that of a NEF in front of its directories.
        let file = try RawParts().file(.cr3)
        #expect {
            try prepare(.bytes(Array(file.dropLast(1000))), as: Recipe(.fit(100)))
        } throws: {
            ($0 as? ImageError)?.code == "truncated"
        }
        let recipe = Recipe(Output(.fit(100)), allowsTruncated: true)
        #expect(try prepare(.bytes(Array(file.dropLast(1000))), as: recipe).isTruncated)
    }

    @Test("limits hold for the preview")
    func limits() throws {
        let file = try RawParts().file(.nef)
        #expect(throws: ImageError.self) { try inspect(file, limits: Limits(pixels: 480 * 320 - 1)) }
        #expect(throws: ImageError.unsupportedFormat(found: "a camera's RAW file")) {
            try inspect(file, limits: Limits(formats: [.jpeg, .tiff]))
        }
    }
}
