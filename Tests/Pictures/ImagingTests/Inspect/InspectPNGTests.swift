import Testing

@testable import Imaging

@Suite("The first look at a PNG")
struct InspectPNGTests {
    @Test("color types and depths, legal and not")
    func colorTypes() throws {
        let components = [0: 1, 2: 3, 3: 3, 4: 2, 6: 4]
        let legal = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        for color in 0...7 {
            for bits in [0, 1, 2, 3, 4, 8, 16, 32] {
                let file = Made.png(bits: UInt8(bits), color: UInt8(color))
                guard legal[color]?.contains(bits) == true else {
                    #expect(refusal(file)?.code == "undecodable", "\(color) with \(bits)")
                    continue
                }
                let header = try inspect(file)
                #expect(header.components == components[color])
                #expect(header.bitDepth == bits)
                #expect(header.hasAlpha == (color >= 4))
                #expect(header.storedSize == Size(width: 40, height: 30))
            }
        }
    }

    @Test("interlacing is told, unknown methods are refused")
    func methods() throws {
        #expect(try !inspect(Made.png(methods: [0, 0, 0])).isInterlaced)
        #expect(try inspect(Made.png(methods: [0, 0, 1])).isInterlaced)
        for methods in [[1, 0, 0], [0, 1, 0], [0, 0, 2]] as [[UInt8]] {
            #expect(refusal(Made.png(methods: methods))?.code == "undecodable")
        }
    }

    @Test("impossible sides are refused, large ones too large")
    func sides() {
        #expect(refusal(Made.png(width: 0))?.code == "undecodable")
        #expect(refusal(Made.png(height: 0))?.code == "undecodable")
        #expect(refusal(Made.png(width: 1 << 31))?.code == "undecodable")
        #expect(refusal(Made.png(width: .max, height: 1))?.code == "undecodable")
        #expect(refusal(Made.png(width: 1 << 31 - 1, height: 1 << 31 - 1))?.code == "tooLarge")
        #expect(refusal(Made.png(width: 10001, height: 10000))?.code == "tooLarge")
        #expect(refusal(Made.png(width: 10000, height: 10000)) == nil)
    }

    @Test("transparency, profile, frames and orientation come from their chunks")
    func chunks() throws {
        let plain = try inspect(Made.png())
        #expect(!plain.hasAlpha && !plain.hasProfile && plain.frames == 1 && plain.orientation == 1)
        let header = try inspect(
            Made.png(
                Made.chunk("iCCP", ascii("x\0\0")), Made.chunk("tRNS", [0, 0, 0, 0, 0, 0]),
                Made.chunk("acTL", join(big(12, 4), big(0, 4))), Made.chunk("eXIf", Made.exif(orientation: 6)),
                Made.chunk("eXIf", Made.exif(orientation: 3))))
        #expect(header.hasAlpha && header.hasProfile && header.frames == 12)
        #expect(header.orientation == 6)
        #expect(header.profile == nil, "only the decoder can unpack it")
        #expect(header.exif == Made.exif(orientation: 6))
        #expect(header.uprightSize == Size(width: 30, height: 40))
    }

    @Test("an EXIF chunk behind the pixels counts")
    func lateEXIF() throws {
        let file = join(
            Made.png(Made.chunk("IDAT", [1]), isComplete: false), Made.chunk("eXIf", Made.exif(orientation: 5)),
            Made.chunk("IEND"))
        #expect(try inspect(file).orientation == 5)
    }

    @Test("a wrong checksum of IHDR, another first chunk or a second IHDR is refused")
    func brokenIHDR() {
        var file = Made.png()
        file[30] ^= 1
        #expect(refusal(file)?.code == "undecodable")
        #expect(
            refusal(join(Array(Made.png().prefix(8)), Made.chunk("IDAT", [UInt8](repeating: 0, count: 40))))?.code
                == "undecodable")
        #expect(refusal(Made.png(Made.chunk("IHDR", [UInt8](repeating: 1, count: 13))))?.code == "undecodable")
    }

    @Test("a chunk that claims a gigabyte is refused at once")
    func hugeChunk() {
        let claim = join(big(0x3FFF_FFFF, 4), ascii("tEXt"), [1, 2, 3, 4])
        #expect(refusal(Made.png(claim))?.code == "truncated")
    }

    @Test("a name that is no name, before the pixels, is refused")
    func brokenName() {
        #expect(refusal(Made.png(Made.chunk("a1b2")))?.code == "undecodable")
    }

    @Test("a picture without IDAT is refused")
    func noPixels() {
        #expect(refusal(Made.png(Made.chunk("IEND"), isComplete: false))?.code == "undecodable")
        #expect(refusal(Made.png(isComplete: false))?.code == "truncated")
    }

    @Test("missing pixel bytes are told; a missing end is not, since all pixels may be there")
    func truncation() throws {
        let whole = Made.png(Made.chunk("IDAT", [UInt8](repeating: 1, count: 100)), isComplete: false)
        #expect(try !inspect(whole).isTruncated)
        #expect(try !inspect(join(whole, Made.chunk("IEND"))).isTruncated)
        #expect(try !inspect(Array(whole.dropLast(4))).isTruncated, "only the checksum is missing")
        #expect(try inspect(Array(whole.dropLast(5))).isTruncated)
        #expect(try inspect(Array(whole.dropLast(90))).isTruncated)
    }

    @Test("what follows IEND is another file's")
    func trailingData() throws {
        let file = join(Made.png(), Made.chunk("eXIf", Made.exif(orientation: 6)), Made.chunk("IHDR"))
        #expect(try inspect(file).orientation == 1)
    }
}

@Suite("What of a PNG goes to the decoder")
struct PNGChunksTests {
    private static let text = Made.chunk("tEXt", [UInt8](repeating: 65, count: 5000))

    @Test("a file with little beside its pixels goes as it is")
    func small() {
        let file = Made.png(Made.chunk("tEXt", [1, 2, 3]), Made.chunk("tIME", [1, 2, 3, 4, 5, 6, 7]))
        #expect(pngChunksForDecoding(file.span) == nil)
    }

    @Test("large text is left out, and with it all that pixels and colors do not need")
    func largeText() {
        let needed = ["PLTE", "tRNS", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT", "bKGD"].map { Made.chunk($0, [1, 2]) }
        let others = ["zTXt", "iTXt", "sPLT", "eXIf", "tIME", "acTL", "fdAT", "prVt"].map { Made.chunk($0, [3]) }
        let mixed = zip(needed, others).flatMap { join($0, $1) }
        let copy = pngChunksForDecoding(join(Made.png(mixed, Self.text), ascii("tail")).span)
        #expect(copy == Made.png(join(needed)))
    }

    @Test("twenty thousand small chunks are left out")
    func manyChunks() {
        let file = Made.png(join(Array(repeating: Made.chunk("tEXt", [65]), count: 20_000)))
        #expect(pngChunksForDecoding(file.span) == Made.png())
    }

    @Test("a profile of more than 4 MiB is left out")
    func largeProfile() {
        let length = 4 << 20 + 1
        let file = Made.png(join(big(length, 4), ascii("iCCP"), [UInt8](repeating: 1, count: length + 4)))
        #expect(pngChunksForDecoding(file.span) == Made.png())
    }

    @Test("a cut last chunk of pixels stays cut")
    func truncated() {
        let file = Made.png(Self.text, Made.chunk("IDAT", [1, 2, 3, 4, 5, 6]), isComplete: false).dropLast(7)
        let expected = Made.png(Made.chunk("IDAT", [1, 2, 3, 4, 5, 6]), isComplete: false).dropLast(7)
        #expect(pngChunksForDecoding(Array(file).span) == Array(expected))
    }

    @Test("text behind the pixels that claims a gigabyte is left out")
    func hugeClaim() {
        let start = Made.png(Made.chunk("IDAT", [1]), isComplete: false)
        let file = join(start, big(0x3FFF_FFFF, 4), ascii("zTXt"), [1, 2, 3])
        #expect(pngChunksForDecoding(file.span) == start)
    }

    @Test("data behind the rows does not reach the decoder, in one chunk or in many", arguments: [1, 64])
    func dataBehindRows(_ chunks: Int) throws {
        let data = join(
            Array(repeating: Made.chunk("IDAT", [UInt8](repeating: 7, count: (1 << 20) / chunks)), count: chunks))
        let found = pngChunksForDecoding(Made.png(data).span)
        let copy = try #require(found)
        // 40 × 30 pixels of 3 bytes, twice, and some more.
        #expect((7200...20_000).contains(copy.count), "\(copy.count)")
        let whole = pngChunksForDecoding(Made.png(width: 2000, height: 1000, data).span)
        #expect(whole == nil)
    }

    @Test("unknown chunks that a decoder must understand stay, so that it can refuse them")
    func critical() {
        let file = Made.png(Self.text, Made.chunk("CRIT", [1]))
        #expect(pngChunksForDecoding(file.span) == Made.png(Made.chunk("CRIT", [1])))
    }
}
