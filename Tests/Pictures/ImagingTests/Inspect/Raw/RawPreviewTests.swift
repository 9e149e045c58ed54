import PictureTestSupport
import Testing

@testable import Imaging

@Suite("A camera's RAW file is its largest preview")
struct RawPreviewTests {
    /// A kind of file, its byte order, and the order of its directories.
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: RawParts.Kind
        let isLittle: Bool
        let isSensorFirst: Bool
        var testDescription: String { "\(kind) \(isLittle ? "II" : "MM")\(isSensorFirst ? ", sensor first" : "")" }

        static let all = RawParts.Kind.allCases.flatMap { kind in
            kind.orders.flatMap { order in
                [false, true].map { Case(kind: kind, isLittle: order, isSensorFirst: $0) }
            }
        }

        /// A RAW file of this kind.
        func file(
            storedAs stored: Int = 1, raw: Int?, preview: Int? = nil, sensorBytes: Int = 600
        ) throws -> [UInt8] {
            var parts = try RawParts(storedAs: stored)
            parts.isLittle = isLittle
            parts.isSensorFirst = isSensorFirst
            parts.orientation = raw
            parts.sensorBytes = sensorBytes
            if let preview { parts.preview = Real.turning(parts.preview, to: preview) }
            return parts.file(kind)
        }
    }

    /// Red, green, blue and white quarters, in reading order.
    static func showsCorners(_ pixels: PixelBuffer) -> Bool {
        let (width, height) = (pixels.size.width, pixels.size.height)
        let colors: [(Int, Int, RGB)] = [
            (1, 1, RGB(red: 255, green: 0, blue: 0)), (3, 1, RGB(red: 0, green: 255, blue: 0)),
            (1, 3, RGB(red: 0, green: 0, blue: 255)), (3, 3, RGB(red: 255, green: 255, blue: 255)),
        ]
        return colors.allSatisfy { x, y, color in
            let found = pixels.pixel(width * x / 4, height * y / 4)
            return [(found.red, color.red), (found.green, color.green), (found.blue, color.blue)]
                .allSatisfy { abs(Int($0.0) - Int($0.1)) < 16 }
        }
    }

    @Test("the largest JPEG is decoded, and the header has both sizes", arguments: Case.all)
    func largest(_ test: Case) throws {
        let file = try test.file(raw: 1)
        let header = try inspect(file)
        #expect(header.format == .raw && header.storedSize == Size(width: 480, height: 320))
        #expect(header.preview?.size == Size(width: 480, height: 320))
        #expect(header.preview?.sensorSize == Size(width: 1800, height: 1200))
        #expect(header.preview?.isReduced == true)
        #expect(Self.showsCorners(try Real.pixels(file)))
        #expect(PictureWorth(header, in: file).isRaw && PictureHoldings(header, in: file).isUnread)
    }

    @Test("the RAW's orientation turns a preview without one, once", arguments: Case.all, [3, 5, 6, 8])
    func turnedByRaw(_ test: Case, _ orientation: Int) throws {
        // A RAF has none of its own.
        if test.kind == .raf { return }
        let file = try test.file(storedAs: orientation, raw: orientation)
        let header = try inspect(file)
        #expect(header.orientation == orientation)
        #expect(header.preview?.sensorSize == Size(width: 1800, height: 1200).turned(orientation))
        #expect(header.uprightSize == Size(width: 480, height: 320).turned(orientation))
        #expect(Self.showsCorners(try Real.pixels(file)))
    }

    @Test("the preview's own orientation comes first, and is applied once", arguments: Case.all, [1, 6])
    func turnedByPreview(_ test: Case, _ raw: Int) throws {
        let file = try test.file(storedAs: 8, raw: raw, preview: 8)
        #expect(try inspect(file).orientation == 8)
        #expect(Self.showsCorners(try Real.pixels(file)))
    }

    @Test("both orientations alike turn once", arguments: Case.all)
    func turnedByBoth(_ test: Case) throws {
        let file = try test.file(storedAs: 6, raw: 6, preview: 6)
        #expect(Self.showsCorners(try Real.pixels(file)))
    }

    @Test("the whole preview as it is gets turned without loss")
    func original() throws {
        let file = try Case(kind: .nef, isLittle: true, isSensorFirst: true).file(storedAs: 6, raw: 6)
        let made = try prepare(.bytes(file), as: Recipe(Output(.original, encoding: .jpeg()))).outputs[0]
        #expect(made.size == Size(width: 320, height: 480))
        #expect(Self.showsCorners(try Real.pixels(made.bytes)))
    }

    @Test("the preview's profile counts, as that of a JPEG")
    func profile() throws {
        var parts = try RawParts()
        parts.preview = parts.preview.adding(segment: 0xE2, "ICC_PROFILE\0", [1, 1] + FileBlocks.displayP3)
        let header = try inspect(parts.file(.nef))
        #expect(header.hasProfile && header.profile == FileBlocks.displayP3)
        let pixels = try Real.pixels(parts.file(.nef))
        #expect(pixels == (try Real.pixels(parts.preview)))
    }

    @Test("EXIF that only the RAW has is named as left out")
    func exif() throws {
        let file = try RawParts().file(.nef)
        let made = try prepare(.bytes(file), as: Recipe(Output(.fit(100)), keeps: .exif)).outputs[0]
        #expect(made.leftOut == .exif)
    }
}

extension Size {
    fileprivate func turned(_ orientation: Int) -> Size { orientation < 5 ? self : transposed }
}
