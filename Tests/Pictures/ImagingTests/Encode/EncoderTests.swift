import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Encoders and their settings")
struct EncoderTests {
    private let picture = Pictures.scene(160, 120)

    private func made(
        _ encoding: Output.Encoding, _ options: EncoderOptions = EncoderOptions(), of picture: PixelBuffer? = nil
    ) throws -> PreparedOutput {
        let output = Output(.original, encoding: encoding, options: options)
        return try prepare(.pixels(picture ?? self.picture), as: Recipe(output)).outputs[0]
    }

    private func pixels(_ bytes: [UInt8]) throws -> PixelBuffer {
        let limits = Limits(formats: ImageFormat.standard.union([.jxl]))
        let prepared = try prepare(.bytes(bytes), as: Recipe(Output(.original, encoding: .pixels)), limits: limits)
        return try #require(prepared.outputs[0].pixels)
    }

    @Test("AVIF and JPEG XL give the picture back, smaller than a JPEG as good", arguments: [ImageFormat.avif, .jxl])
    func newFormats(format: ImageFormat) throws {
        let photo = Pictures.scene(512, 384, seed: 7)
        let file = try made(format == .avif ? .avif(quality: 90) : .jxl(quality: 90), of: photo)
        #expect(file.format == format && file.quality == 90 && file.size == photo.size)
        #expect(try pixels(file.bytes).psnr(against: photo) > 33)
        let coarse = try made(format == .avif ? .avif(quality: 30) : .jxl(quality: 30), of: photo)
        #expect(coarse.bytes.count < file.bytes.count)
        #expect(try made(format == .avif ? .avif() : .jxl()).quality == (format == .avif ? 60 : 80))
        let header = try inspect(file.bytes, limits: Limits(formats: ImageFormat.standard.union([.jxl])))
        #expect(header.format == format && header.exif == nil)
    }

    @Test("without loss each pixel comes back, and no quality is told", arguments: [ImageFormat.webp, .jxl])
    func lossless(format: ImageFormat) throws {
        let encoding: Output.Encoding = format == .webp ? .webp() : .jxl()
        let file = try made(encoding, EncoderOptions(isLossless: true))
        #expect(file.quality == nil)
        #expect(try pixels(file.bytes) == picture)
    }

    @Test("a progressive JPEG has the pixels of a baseline one, which is made the same after it as before")
    func progressive() throws {
        let before = try made(.jpeg(quality: 85))
        let file = try made(.jpeg(quality: 85), EncoderOptions(isProgressive: true))
        #expect(JPEGParts(file.bytes).isProgressive && !JPEGParts(before.bytes).isProgressive)
        #expect(try pixels(file.bytes) == pixels(before.bytes))
        #expect(try made(.jpeg(quality: 85)).bytes == before.bytes)
    }

    @Test("an interlaced PNG has the same pixels, and more effort makes it no larger")
    func png() throws {
        let plain = try made(.png)
        let interlaced = try made(.png, EncoderOptions(isProgressive: true))
        #expect(try inspect(interlaced.bytes).isInterlaced && !inspect(plain.bytes).isInterlaced)
        #expect(try pixels(interlaced.bytes) == picture)
        #expect(
            try made(.png, EncoderOptions(effort: 9)).bytes.count <= made(.png, EncoderOptions(effort: 1)).bytes.count)
    }

    @Test("the resolution of color is that which is asked for, at any quality", arguments: [50, 95])
    func chroma(quality: Int) throws {
        let full = try made(.jpeg(quality: quality), EncoderOptions(chroma: .full))
        let half = try made(.jpeg(quality: quality), EncoderOptions(chroma: .half))
        #expect(JPEGParts(full.bytes).sampling == [0x11, 0x11, 0x11])
        #expect(JPEGParts(half.bytes).sampling == [0x22, 0x11, 0x11])
        let (avif, small) = (
            try made(.avif(quality: quality), EncoderOptions(chroma: .full)),
            try made(.avif(quality: quality), EncoderOptions(chroma: .half))
        )
        #expect(avif.bytes.count > small.bytes.count)
    }

    @Test("the highest quality that fits into a size is taken", arguments: [ImageFormat.jpeg, .webp, .avif])
    func maxBytes(format: ImageFormat) throws {
        func encoding(_ quality: Int?) -> Output.Encoding {
            format == .jpeg
                ? .jpeg(quality: quality) : format == .webp ? .webp(quality: quality) : .avif(quality: quality)
        }
        let limit = try made(encoding(60)).bytes.count
        let file = try made(encoding(90), EncoderOptions(maxBytes: limit))
        let quality = try #require(file.quality)
        #expect(file.bytes.count <= limit && (60..<90).contains(quality))
        #expect(file.bytes == (try made(encoding(quality)).bytes))
        #expect(try made(encoding(quality + 1)).bytes.count > limit)
        // The quality of the encoding is the highest one.
        #expect(try made(encoding(60), EncoderOptions(maxBytes: 1 << 20)).quality == 60)
    }

    @Test("a picture that fits at no quality is refused with the size that it would have")
    func tooSmall() throws {
        let least = try made(.jpeg(quality: 1)).bytes.count
        #expect(throws: ImageError.tooLarge(stage: .encode, value: least, limit: 100, unit: "bytes at quality 1")) {
            try made(.jpeg(), EncoderOptions(maxBytes: 100))
        }
    }

    @Test("the lowest quality that is similar enough is taken", arguments: [ImageFormat.jpeg, .webp, .avif])
    func leastSimilarity(format: ImageFormat) throws {
        func encoding(_ quality: Int?) -> Output.Encoding {
            format == .jpeg
                ? .jpeg(quality: quality) : format == .webp ? .webp(quality: quality) : .avif(quality: quality)
        }
        let file = try made(encoding(nil), EncoderOptions(leastSimilarity: 0.9))
        let quality = try #require(file.quality)
        let measured = try #require(try pixels(file.bytes).structuralSimilarity(to: picture))
        #expect(measured >= 0.9 && file.similarity == measured)
        #expect(file.bytes == (try made(encoding(quality)).bytes))
        let below = try pixels(try made(encoding(quality - 1)).bytes).structuralSimilarity(to: picture)
        #expect(try #require(below) < 0.9)
        let finer = try made(encoding(nil), EncoderOptions(leastSimilarity: 0.97))
        #expect(try #require(finer.quality) > quality)
    }

    @Test("color is at full resolution from 90 up also where the quality is searched for")
    func searchedChroma() throws {
        let photo = Pictures.scene(200, 150, seed: 5)
        let file = try made(.avif(), EncoderOptions(leastSimilarity: 0.995), of: photo)
        let quality = try #require(file.quality)
        try #require(quality >= 90)
        #expect(file.bytes == (try made(.avif(quality: quality), of: photo).bytes))
    }

    @Test("settings that a format lacks, or that contradict each other, are refused by name")
    func refused() throws {
        let cases: [(Output.Encoding, EncoderOptions, String)] = [
            (.png, EncoderOptions(maxBytes: 5), "options"), (.webp(), EncoderOptions(chroma: .half), "options"),
            (.jpeg(), EncoderOptions(isLossless: true), "options"),
            (.avif(), EncoderOptions(isLossless: true), "options"),
            (.jpeg(), EncoderOptions(effort: 3), "effort"), (.webp(), EncoderOptions(effort: 7), "effort"),
            (.avif(), EncoderOptions(isProgressive: true), "options"),
            (.jpeg(), EncoderOptions(maxBytes: 0), "maxBytes"),
            (.jpeg(), EncoderOptions(leastSimilarity: 1), "leastSimilarity"),
            (.jpeg(), EncoderOptions(maxBytes: 9, leastSimilarity: 0.9), "options"),
            (.pixels, EncoderOptions(isProgressive: true), "options"),
            (.avif(quality: 0), EncoderOptions(), "encoding"),
        ]
        for (encoding, options, property) in cases {
            let error = #expect(throws: ImageError.self) { try made(encoding, options) }
            guard case .invalidRecipe(let name, _, _) = error else {
                Issue.record("\(encoding) \(options): \(String(describing: error))")
                continue
            }
            #expect(name.hasSuffix(property), "\(name)")
        }
    }

    @Test("EXIF that AVIF and JPEG XL have no room for is told to be left out")
    func metadata() throws {
        let plain = try made(.jpeg(quality: 90)).bytes
        let jpeg = Array(plain[..<2]) + Made.exifSegment(Made.exif(orientation: 6)) + plain[2...]
        for encoding in [Output.Encoding.avif(), .jxl()] {
            let output = try prepare(.bytes(jpeg), as: Recipe(Output(.fit(64), encoding: encoding), keeps: [.exif]))
            #expect(output.outputs[0].leftOut == [.exif])
        }
        #expect(try prepare(.bytes(jpeg), as: Recipe(.fit(64), keeps: [.exif])).outputs[0].leftOut.isEmpty)
    }
}
