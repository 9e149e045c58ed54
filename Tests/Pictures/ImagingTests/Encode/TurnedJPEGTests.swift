import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("A JPEG is turned upright without losing anything")
struct TurnedJPEGTests {
    /// JPEGs as they are written here.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case fullColor, halfColor, progressive

        var testDescription: String { rawValue }

        func file(_ picture: PixelBuffer) throws -> [UInt8] {
            switch self {
            case .fullColor: return try Real.jpeg(picture)
            case .halfColor: return try Real.jpeg(picture, quality: 80)
            case .progressive:
                let output = Output(
                    .exact(picture.size), encoding: .jpeg(quality: 97), options: EncoderOptions(isProgressive: true))
                return try prepare(.pixels(picture), as: Recipe(output)).outputs[0].bytes
            }
        }
    }

    private static let mirroringWidth = [2, 3, 7, 8]
    private static let mirroringHeight = [3, 4, 6, 7]

    /// Both sides end with whole blocks, also where color has half the resolution.
    private let picture = Pictures.scene(96, 64)

    private func turned(_ file: [UInt8], _ orientation: Int) throws -> [UInt8]? {
        try TurnedJPEG.turned(file, orientation: orientation, limits: Limits())
    }

    @Test("it shows the pixels of the file, upright", arguments: Kind.allCases, 2...8)
    func upright(kind: Kind, orientation: Int) throws {
        let file = try kind.file(picture)
        let stored = try Real.pixels(file)
        let made = try Real.pixels(try #require(try turned(file, orientation)))
        let again = made.stored(orientation: orientation)
        if kind != .halfColor, orientation < 5 {
            #expect(again == stored)
        } else {
            // Decoders round: between the columns and the rows of a block, and where they fill in color between samples
            // to the left more than to the right. Turned blocks are rounded the other way, by one step of each value.
            #expect(again.largestDifference(from: stored) <= 5)
            #expect(again.psnr(against: stored) > 45)
        }
    }

    @Test("turned and turned back, it has every pixel of the file", arguments: Kind.allCases, 2...8)
    func back(kind: Kind, orientation: Int) throws {
        let file = try kind.file(picture)
        let there = try #require(try turned(file, orientation))
        let back = try #require(try turned(there, [6: 8, 8: 6][orientation] ?? orientation))
        #expect(try Real.pixels(back) == Real.pixels(file))
    }

    @Test("it keeps the kind of file, and the steps of its quality", arguments: Kind.allCases, 2...8)
    func kept(kind: Kind, orientation: Int) throws {
        let file = try kind.file(picture)
        let made = try #require(try turned(file, orientation))
        let (before, after) = (JPEGParts(file), JPEGParts(made))
        #expect(after.isProgressive == before.isProgressive)
        #expect(after.sampling == before.sampling)
        #expect(after.luminance.sorted() == before.luminance.sorted())
        #expect((after.luminance == before.luminance) == (orientation < 5))
        let header = try inspect(made)
        #expect(header.storedSize == (orientation < 5 ? picture.size : picture.size.transposed))
        #expect(header.orientation == 1)
    }

    @Test("gray stays gray, and components that are RGB stay so", arguments: 2...8)
    func spaces(orientation: Int) throws {
        let gray: [[UInt8]] = (0..<6).map { (step: UInt8) in [20 + 40 * step] }
        let color: [[UInt8]] = (0..<6).map { (step: UInt8) in [20 + 40 * step, 250 - 30 * step, 7 * step] }
        for file in [
            BlockJPEG.file(columns: 3, blocks: gray), BlockJPEG.file(columns: 3, blocks: color, transform: 0),
            BlockJPEG.file(columns: 3, blocks: color),
        ] {
            let made = try #require(try turned(file, orientation))
            #expect(JPEGParts(made).sampling.count == JPEGParts(file).sampling.count)
            // Blocks of one color have nothing to round.
            #expect(try Real.pixels(made).stored(orientation: orientation) == Real.pixels(file))
        }
    }

    @Test("a mirrored side that does not end with a whole block gives nothing", arguments: 2...8)
    func impossible(orientation: Int) throws {
        let mirrorsWidth = Self.mirroringWidth.contains(orientation)
        let mirrorsHeight = Self.mirroringHeight.contains(orientation)
        for (size, kind, endsWidth, endsHeight) in [
            (Size(width: 40, height: 24), Kind.fullColor, true, true),
            (Size(width: 40, height: 32), Kind.halfColor, false, true),
            (Size(width: 48, height: 24), Kind.halfColor, true, false),
            (Size(width: 41, height: 24), Kind.fullColor, false, true),
            (Size(width: 40, height: 23), Kind.progressive, true, false),
            (Size(width: 53, height: 37), Kind.halfColor, false, false),
        ] {
            let file = try kind.file(Pictures.scene(size.width, size.height))
            let made = try turned(file, orientation)
            let isPossible = (endsWidth || !mirrorsWidth) && (endsHeight || !mirrorsHeight)
            #expect((made != nil) == isPossible, "\(kind) of \(size)")
            guard let made else { continue }
            let again = try Real.pixels(made).stored(orientation: orientation)
            #expect(try again.psnr(against: Real.pixels(file)) > 45, "\(kind) of \(size)")
        }
    }

    @Test("four components and other orientations give nothing")
    func others() throws {
        let ink = BlockJPEG.file(columns: 2, blocks: [[10, 20, 30, 40], [50, 60, 70, 80]], transform: 0)
        #expect(try turned(ink, 6) == nil)
        let file = try Real.jpeg(picture)
        for orientation in [-1, 0, 1, 9] { #expect(try turned(file, orientation) == nil) }
        #expect(try turned(try Real.png(picture), 6) == nil)
    }

    @Test("metadata, a tail and the resolution stay behind", arguments: [2, 6])
    func stripped(orientation: Int) throws {
        let secret = ascii("35.6895,139.6917")
        let plain = try Real.jpeg(picture)
        var dense = plain
        // The unit, and the low bytes of both values, in the segment of JFIF.
        (dense[13], dense[15], dense[17]) = (1, 72, 96)
        var tagged = Real.turning(dense, to: orientation) + secret
        for segment in [
            Made.profileSegment(1, of: 1, MatrixProfile.displayP3.bytes), Made.segment(0xFE, secret),
            Made.segment(0xE1, ascii("http://ns.adobe.com/xap/1.0/\0") + secret),
            Made.segment(0xED, ascii("Photoshop 3.0\0") + secret),
        ] {
            tagged.insert(contentsOf: segment, at: 2)
        }
        let made = try #require(try turned(tagged, orientation))
        #expect(try made == turned(plain, orientation))
        let markers = JPEGParts(made).segments.map(\.marker)
        #expect(markers == [0xE0, 0xDB, 0xDB, 0xC0, 0xC4, 0xC4, 0xC4, 0xC4, 0xDA])
        #expect(!made.contains(secret))
    }

    @Test("metadata that is to be kept and is not there costs no quality")
    func nothingKept() throws {
        let file = Real.turning(try Real.jpeg(picture), to: 6)
        let output = Output(.original)
        let plain = try prepare(.bytes(file), as: Recipe(output)).outputs[0].bytes
        #expect(plain == (try turned(file, 6)))
        #expect(try prepare(.bytes(file), as: Recipe(output, keeps: [.icc, .gainMap])).outputs[0].bytes == plain)
        // There is an EXIF block, which a turned file would lose.
        let kept = try prepare(.bytes(file), as: Recipe(output, keeps: .exif)).outputs[0].bytes
        #expect(try inspect(kept).exif != nil)
    }

    @Test("a file that is cut off is refused", arguments: Kind.allCases, [50, 60, 90])
    func cut(kind: Kind, percent: Int) throws {
        let file = try kind.file(picture)
        let part = Array(file[..<(file.count * percent / 100)])
        guard kind != .progressive else {
            // It may be cut inside a table, which is an error of its own.
            #expect(throws: ImageError.self) { try turned(part, 6) }
            return
        }
        // An end marker right behind the cut hides one in the last rows.
        for bytes in percent < 90 ? [part, part + [0xFF, 0xD9]] : [part] {
            #expect { try turned(bytes, 6) } throws: { ($0 as? ImageError)?.code == "truncated" }
        }
    }

    @Test("neither turning nor scans leave a trace in the pictures that are written next")
    func independent() throws {
        let before = try Real.jpeg(picture)
        for orientation in 2...8 {
            _ = try turned(try Kind.progressive.file(Pictures.solid(16, 16, .white)), orientation)
            #expect(try Real.jpeg(picture) == before)
        }
    }
}
