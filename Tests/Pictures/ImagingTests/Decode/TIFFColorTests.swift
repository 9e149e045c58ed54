import Imaging
import PictureTestSupport
import TestSupport
import Testing

/// The expected colors are those on which libtiff's RGBA reader and GraphicsMagick or Pillow agree.
@Suite("An unusual TIFF is shown in its own colors, or refused by name")
struct TIFFColorTests {
    private static let picture = Pictures.scene(24, 16)
    private static let size = picture.size

    /// The samples of one channel of the picture.
    private static func plane(_ channel: Int) -> [UInt8] {
        stride(from: channel, to: picture.bytes.count, by: 3).map { picture.bytes[$0] }
    }

    /// Every pixel followed by these samples.
    private static func pixels(_ extras: UInt8...) -> [UInt8] {
        stride(from: 0, to: picture.bytes.count, by: 3).flatMap { Array(picture.bytes[$0..<($0 + 3)]) + extras }
    }

    private static func deep(_ values: [UInt8]) -> [UInt8] { values.flatMap { [$0, $0] } }

    private func refusal(_ page: TIFFPage) -> String? {
        do throws(ImageError) {
            _ = try prepare(.bytes(page.file()))
            return nil
        } catch {
            if case .unsupportedFormat(let found) = error { return found }
            return "\(error)"
        }
    }

    /// Four indices and the colors that they mean.
    private static let indices: [UInt8] = [0, 1, 2, 3]
    private static let colors = [RGB(red: 255, green: 0, blue: 0), .white, RGB(red: 10, green: 20, blue: 30), .black]

    /// The color map, with values of 16 bits, or of 8 as some writers have them.
    private static func map(of count: Int = 256, isNarrow: Bool = false) -> [Int] {
        [\RGB.red, \.green, \.blue].flatMap { channel in
            (0..<count).map { ($0 < 4 ? Int(colors[$0][keyPath: channel]) : 0) * (isNarrow ? 1 : 257) }
        }
    }

    private func read(_ page: TIFFPage) throws -> [RGB] {
        let pixels = try Real.pixels(page.file())
        return (0..<4).map { pixels.pixel($0, 0) }
    }

    @Test("a palette with values of 8 bits is as bright as one with values of 16", arguments: [false, true])
    func narrowPalette(isNarrow: Bool) throws {
        let row = Size(width: 4, height: 1)
        let map = Self.map(isNarrow: isNarrow)
        let page = TIFFPage(row, samples: 1, photometric: 3, tags: [320: map], data: Self.indices)
        #expect(try read(page) == Self.colors)
        let small = Self.map(of: 4, isNarrow: isNarrow)
        let packed = TIFFPage(row, samples: 1, bits: 2, photometric: 3, tags: [320: small], data: [0b00_01_10_11])
        #expect(try read(packed) == Self.colors)
    }

    @Test("an extra sample that is not said to be alpha hides nothing")
    func unspecified() throws {
        let row = Size(width: 4, height: 1)
        for extras in [[0], [0, 0]] {
            let data = Self.indices.flatMap { [$0] + [UInt8](repeating: 77, count: extras.count) }
            let tags = [320: Self.map(), 338: extras]
            let page = TIFFPage(row, samples: 1 + extras.count, photometric: 3, tags: tags, data: data)
            #expect(try read(page) == Self.colors, "palette, \(extras)")
            #expect(try !inspect(page.file()).hasAlpha)
            let gray = TIFFPage(
                row, samples: 1 + extras.count, photometric: 1, tags: [338: extras],
                data: [10, 90, 170, 250].flatMap { [$0] + [UInt8](repeating: 0, count: extras.count) })
            #expect(try read(gray).map(\.green) == [10, 90, 170, 250], "gray, \(extras)")
        }
        for bits in [8, 16] {
            for extras in [[0], [0, 0], [0, 0, 0]] {
                let bytes = stride(from: 0, to: Self.picture.bytes.count, by: 3).flatMap {
                    Array(Self.picture.bytes[$0..<($0 + 3)]) + [UInt8](repeating: 0, count: extras.count)
                }
                let page = TIFFPage(
                    Self.size, samples: 3 + extras.count, bits: bits, tags: [338: extras],
                    data: bits == 8 ? bytes : Self.deep(bytes))
                #expect(try Real.pixels(page.file()) == Self.picture, "\(bits) bits, \(extras)")
            }
        }
    }

    @Test("alpha that is said to be alpha, or is the fourth sample beside RGB, lets the background through")
    func alpha() throws {
        for tags in [[338: [2]], [338: [1]], [338: []]] {
            let page = TIFFPage(
                Self.size, samples: 4, tags: tags, data: [UInt8](repeating: 0, count: Self.size.pixelCount * 4))
            #expect(try Real.pixels(page.file()) == Pictures.solid(24, 16, .white), "\(tags)")
        }
        let page = TIFFPage(Self.size, samples: 5, tags: [338: [2, 0]], data: Self.pixels(255, 3))
        #expect(try Real.pixels(page.file()) == Self.picture)
    }

    @Test("planes of RGB and of inks are read as pixels are", arguments: [8, 16])
    func planes(bits: Int) throws {
        let planes = (0..<3).map { bits == 8 ? Self.plane($0) : Self.deep(Self.plane($0)) }
        #expect(try Real.pixels(TIFFPage(Self.size, samples: 3, bits: bits, planes: planes).file()) == Self.picture)
        let black = [UInt8](repeating: 9, count: Self.size.pixelCount * bits / 8)
        let inks = TIFFPage(Self.size, samples: 4, bits: bits, photometric: 5, planes: planes + [black])
        let mixed = TIFFPage(Self.size, samples: 4, photometric: 5, data: Self.pixels(9))
        #expect(try Real.pixels(inks.file()) == Real.pixels(mixed.file()))
    }

    @Test("what libvips would show in other colors is refused, with the reason")
    func refused() {
        func page(_ photometric: Int, bits: Int = 8, _ tags: [Int: [Int]] = [:], data: [UInt8]? = nil) -> TIFFPage {
            let data = data ?? Self.picture.bytes
            return TIFFPage(Self.size, samples: 3, bits: bits, photometric: photometric, tags: tags, data: data)
        }
        let planes = (0..<3).map(Self.plane)
        let gray = Self.plane(1)
        let cases: [(TIFFPage, String)] = [
            (page(6), "YCbCr without JPEG"),
            (page(6, [530: [1, 1]]), "YCbCr without JPEG"),
            (TIFFPage(Self.size, samples: 3, photometric: 6, tags: [530: [1, 1]], planes: planes), "YCbCr"),
            (page(6, [259: [6]]), "YCbCr without JPEG"),
            (page(2, [339: [2, 2, 2]]), "signed"),
            (TIFFPage(Self.size, samples: 1, tags: [339: [2]], data: gray), "signed"),
            (page(2, bits: 32, [339: [3, 3, 3]]), "floating-point"),
            (TIFFPage(Self.size, samples: 1, bits: 32, data: gray + gray + gray + gray), "32 bits"),
            (page(2, bits: 4), "4 bits"),
            (page(2, [258: [5, 6, 5]]), "different depths"),
            (page(9), "photometric interpretation 9"),
            (page(4), "transparency mask"),
            (page(5), "inks other than CMYK"),
            (TIFFPage(Self.size, samples: 4, photometric: 5, tags: [332: [2]], data: Self.pixels(0)), "inks other"),
            (TIFFPage(Self.size, samples: 2, tags: [338: [2]], planes: [gray, gray]), "separate planes"),
            (
                TIFFPage(
                    Self.size, samples: 2, photometric: 3, tags: [320: Self.map(), 338: [0]], planes: [gray, gray]),
                "separate planes"
            ),
            (
                TIFFPage(Self.size, samples: 3, tags: [322: [16], 323: [16]], planes: planes),
                "separate planes in tiles"
            ),
            (TIFFPage(Self.size, samples: 5, tags: [338: [0, 2]], data: Self.pixels(1, 2)), "alpha is not the first"),
            (
                TIFFPage(Self.size, samples: 2, photometric: 3, tags: [320: Self.map(), 338: [1]], data: gray + gray),
                "premultiplied"
            ),
        ]
        for (page, reason) in cases {
            let found = refusal(page) ?? "nothing refused it"
            #expect(found.contains("a TIFF image") && found.contains(reason), "\(reason): \(found)")
        }
    }
}
