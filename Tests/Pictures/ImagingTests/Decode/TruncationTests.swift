import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("A cut-off picture is never taken for a whole one")
struct TruncationTests {
    private static let picture = Pictures.scene(160, 120)
    private let whole = Recipe(.pixels(fitting: 512))
    private let lenient = Recipe(.pixels(fitting: 512), allowsTruncated: true)

    enum Container: CaseIterable { case jpeg, jpegHalfColor, png, tiff, webp }

    private static func file(_ container: Container) throws -> [UInt8] {
        switch container {
        case .jpeg: try Real.jpeg(picture)
        case .jpegHalfColor: try Real.jpeg(picture, quality: 80)
        case .png: try Real.png(picture)
        case .tiff: Real.tiff(picture)
        case .webp: try Real.webp(picture)
        }
    }

    @Test("cut anywhere in the pixels, it is refused", arguments: Container.allCases, [20, 50, 75, 90, 98])
    func refused(container: Container, percent: Int) throws {
        let bytes = try Self.file(container)
        let cut = Array(bytes[..<(bytes.count * percent / 100)])
        #expect { try prepare(.bytes(cut), as: whole) } throws: { ($0 as? ImageError)?.code == "truncated" }
    }

    @Test("the rows that are there are given where that is allowed", arguments: [Container.jpeg, .png], [60, 80])
    func allowed(container: Container, percent: Int) throws {
        let bytes = try Self.file(container)
        let prepared = try prepare(.bytes(Array(bytes[..<(bytes.count * percent / 100)])), as: lenient)
        #expect(prepared.isTruncated)
        #expect(prepared.uprightSize == Self.picture.size)
        let top = Box(left: 0, top: 0, width: 160, height: 120 * percent / 300)
        let made = try #require(prepared.outputs[0].pixels)
        #expect(made.cropped(top).psnr(against: Self.picture.cropped(top)) > 36)
    }

    @Test("a whole picture is not called cut off", arguments: Container.allCases)
    func complete(container: Container) throws {
        let bytes = try Self.file(container)
        #expect(try prepare(.bytes(bytes), as: lenient).isTruncated == false)
        #expect(try prepare(.bytes(bytes), as: lenient).outputs == prepare(.bytes(bytes), as: whole).outputs)
    }

    @Test("a JPEG without its end marker is whole", arguments: [97, 80])
    func withoutEnd(quality: Int) throws {
        let bytes = try Real.jpeg(Self.picture, quality: quality)
        for side in [512, 80, 20] {
            let recipe = Recipe(.pixels(fitting: side), allowsTruncated: true)
            let prepared = try prepare(.bytes(Array(bytes.dropLast(2))), as: recipe)
            #expect(!prepared.isTruncated)
            #expect(prepared.outputs == (try prepare(.bytes(bytes), as: recipe)).outputs)
        }
    }

    @Test("an end marker does not hide that rows are missing")
    func closed() throws {
        let bytes = try Real.jpeg(Self.picture)
        let cut = Array(bytes[..<(bytes.count / 2)]) + [0xFF, 0xD9]
        #expect { try prepare(.bytes(cut), as: whole) } throws: { ($0 as? ImageError)?.code == "truncated" }
        #expect(try prepare(.bytes(cut), as: lenient).isTruncated)
    }

    @Test("pixel data that end early in an intact PNG are found by the decoder, also where that is allowed")
    func shortStream() throws {
        // Half of the rows that the header promises.
        let bytes = PNGPicture.file(width: 20, height: 10, color: 0) { _ in [UInt8](repeating: 200, count: 20) }
        var short = bytes
        short.replaceSubrange(8..<33, with: Made.png(width: 20, height: 20, color: 0, isComplete: false)[8...])
        #expect(throws: ImageError.self) { try prepare(.bytes(short), as: whole) }
        let prepared = try prepare(.bytes(short), as: lenient)
        #expect(prepared.isTruncated)
        #expect(try #require(prepared.outputs[0].pixels).pixel(10, 4) == RGB(red: 200, green: 200, blue: 200))
    }

    @Test("a wrong checksum is noticed, also where cut-off pictures are allowed")
    func checksum() throws {
        var bytes = try Real.png(Self.picture)
        bytes[bytes.count - 14] ^= 0xFF
        #expect(throws: ImageError.self) { try prepare(.bytes(bytes), as: whole) }
        #expect(try prepare(.bytes(bytes), as: lenient).isTruncated)
    }

    @Test("a part above the cut is whole")
    func cropAbove() throws {
        let bytes = try Real.jpeg(Self.picture)
        let recipe = Recipe(.pixels(fitting: 512), box: Box(left: 10, top: 5, width: 100, height: 30))
        let cut = try prepare(.bytes(Array(bytes[..<(bytes.count * 3 / 4)])), as: recipe)
        #expect(cut.outputs == (try prepare(.bytes(bytes), as: recipe)).outputs)
    }
}
