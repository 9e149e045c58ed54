import TestSupport
import Testing

@testable import Imaging

@Suite("No bytes whatever make the first look trap or give an impossible header")
struct HostileBytesTests {
    /// Small files of all kinds, made in code.
    static let seeds: [[UInt8]] = [
        Made.jpeg(
            Made.exifSegment(Made.exif(orientation: 6)), Made.profileSegment(1, of: 1, Made.profile()), Made.frame(0xC2)
        ),
        Made.png(Made.chunk("eXIf", Made.exif(orientation: 8)), Made.chunk("tRNS", [0, 0, 0, 0, 0, 0])),
        Made.webp(
            Made.canvas(flags: 0x3C), Made.riff("ICCP", Made.profile()), Made.lossy(),
            Made.riff("EXIF", Made.exif(orientation: 5))),
        Made.webp(Made.lossless(hasAlpha: true)),
        Made.gif([0x21, 0xF9, 4, 1, 0, 0, 0, 0], Made.picture(), Made.picture(flags: 0x81)),
        Made.tiff([.init(tag: 256, value: 40), .init(tag: 257, value: 30)], next: [[.init(tag: 256, value: 2)]]),
        Made.tiff([.init(tag: 256, type: 16, value: 40), .init(tag: 257, value: 30)], isLittle: false, isBig: true),
        Made.heif(
            [Made.size(40, 30), Made.box("irot", [1]), Made.fullBox("pixi", [3, 8, 8, 8])],
            alpha: [Made.fullBox("auxC", Array("urn:mpeg:hevc:2015:auxid:1\0".utf8))]),
    ]

    /// Looks, and checks what every accepted header must satisfy.
    private func look(_ bytes: [UInt8]) {
        // All formats are allowed, and large pictures, so that as much code as possible runs.
        let limits = Limits(pixels: .max, formats: Set(ImageFormat.allCases))
        guard let header = try? inspect(bytes, limits: limits) else { return }
        let isSized = ![.svg, .jxl, .pdf].contains(header.format)
        #expect(!isSized || header.storedSize.width > 0 && header.storedSize.height > 0)
        #expect((1...8).contains(header.orientation) && header.frames > 0 && header.scans > 0)
        #expect((1...64).contains(header.components) && (1...255).contains(header.bitDepth))
        if let block = header.exif.flatMap({ EXIFBlock($0.span, keepsNote: true) }) {
            #expect(EXIF.orientation(block.written(header.uprightSize, colorSpace: nil).span) == 1)
        }
        _ = header.profile.flatMap { ColorProfile($0) }
        let holdings = PictureHoldings(header, in: bytes)
        #expect(holdings.loss(to: holdings) == nil)
        if header.format == .png, let copy = pngChunksForDecoding(bytes.span) {
            #expect((try? inspect(copy, limits: limits))?.storedSize == header.storedSize)
        }
    }

    private func mutated(_ seed: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        // Most of what is read stands at the beginning.
        let reach = Bool.random(using: &random) ? min(seed.count, 256) : seed.count
        var bytes = seed
        for _ in 0..<Int.random(in: 1...8, using: &random) where reach > 0 {
            let place = Int.random(in: 0..<reach, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            default:
                for next in place..<min(place + 8, bytes.count) { bytes[next] = Bool.random(using: &random) ? 0xFF : 0 }
            }
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
        }
        return bytes
    }

    @Test("made files with random changes do not crash it", arguments: seeds.indices)
    func madeFiles(_ index: Int) {
        var random = SplitMix(seed: index)
        for _ in 0..<Effort.inputs(400, of: 2000) { look(mutated(Self.seeds[index], &random)) }
    }

    @Test("made files cut at every byte do not crash it", arguments: seeds.indices)
    func madeCuts(_ index: Int) {
        let seed = Self.seeds[index]
        for count in 0...seed.count { look(Array(seed.prefix(count))) }
        #expect((try? inspect(seed)) != nil, "the seed itself is accepted")
    }

    @Test(
        "files of the input set, changed and cut, do not crash it",
        .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"))
    func corpus() throws {
        var random = SplitMix(seed: 99)
        let files = try ManifestRow.all.map { try $0.bytes() }.filter { $0.count < 100_000 }
        for bytes in files {
            for _ in 0..<10 { look(mutated(bytes, &random)) }
            for _ in 0..<4 { look(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))) }
        }
        #expect(files.count > 200)
    }
}
