import Foundation
import Testing

@testable import Imaging

private let red = RGB(0xFF0000)
private let blue = RGB(0x0000FF)
private let rust = RGB(0xB8482A)

@Suite("dominant colors of drawn pictures")
struct DominantColorsTests {
    @Test("half red and half blue give these two, half each")
    func halves() {
        let colors = Picture(512, 384) { x, _ in x < 256 ? red : blue }.colors()
        #expect(Set(colors.map(\.hex)) == ["#ff0000", "#0000ff"])
        for color in colors { #expect(abs(color.share - 0.5) < 0.005) }
    }

    @Test("a number of colors out of range is a fault of the caller, not another number", arguments: [0, 17])
    func count(_ count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            _ = PixelBuffer(size: Size(width: 1, height: 1), channels: 3, bytes: [1, 2, 3])?.dominantColors(count)
        }
    }

    @Test("fine patterns of red and blue never give purple", arguments: 1...5, 0...2)
    func patterns(period: Int, direction: Int) {
        for (width, height) in [(512, 384), (511, 383), (60, 60)] {
            let colors = Picture(width, height) { x, y in
                let step = [x / period, y / period, x / period + y / period][direction]
                return step.isMultiple(of: 2) ? red : blue
            }.colors()
            #expect(Set(colors.map(\.hex)) == ["#ff0000", "#0000ff"], "\(width)x\(height)")
            for color in colors { #expect(abs(color.share - 0.5) < 0.04, "\(width)x\(height)") }
        }
    }

    @Test(
        "a gradient gives colors that are on it",
        arguments: [(0x000000, 0xFFFFFF), (0xFF0000, 0x0000FF), (0x00FF00, 0xFF00FF), (0x203040, 0xFFE0C0)])
    func gradients(from: Int, to: Int) {
        let picture = Picture(512, 64) { x, _ in RGB(from).mixed(with: RGB(to), Double(x) / 511) }
        let colors = picture.colors()
        #expect(colors.count == 5)
        for color in colors { #expect(picture.has(color.color, within: 1), "\(color.hex)") }
    }

    @Test(
        "a flat area comes back as its very color",
        arguments: [0xB8482A, 0x000000, 0xFFFFFF, 0x010101, 0x7F7F80, 0x00FF00, 0xFFFF00, 0x123456, 0xFEFDFC])
    func flat(value: Int) {
        let color = RGB(value)
        let whole = Picture(300, 200) { _, _ in color }.colors()
        #expect(whole == [DominantColor(color: color, share: 1)])

        let other = RGB(0x3CB0C8)
        let part = Picture(512, 384) { x, y in (100..<300).contains(x) && (100..<300).contains(y) ? color : other }
        let colors = part.colors()
        #expect(colors.map(\.color) == [other, color])
        let covered = 200.0 * 200.0 / (512.0 * 384.0)
        #expect(abs((colors.last?.share ?? 0) - covered) < 0.005)
    }

    @Test("a flat area keeps its color among its own shades")
    func flatAmongShades() {
        let shades = Picture(256, 256) { _, _ in RGB(0xB0402A) }.withNoise(8)
        let picture = Picture(256, 256) { x, y in
            let at = 3 * (256 * y + x)
            return x < 154
                ? rust : RGB(red: shades.bytes[at], green: shades.bytes[at + 1], blue: shades.bytes[at + 2])
        }
        #expect(picture.colors().map(\.hex) == ["#b8482a"])
    }

    @Test("flat colors survive noise", arguments: [2, 6, 12, 20])
    func noise(amplitude: Int) {
        let colors = Picture(512, 384) { x, _ in x < 128 ? rust : RGB(0x2E6A9E) }.withNoise(amplitude).colors()
        #expect(colors.count == 2)
        #expect(colors.first?.color.isWithin(2, of: RGB(0x2E6A9E)) == true)
        #expect(colors.last?.color.isWithin(2, of: rust) == true)
        let named = colors.reduce(0) { $0 + $1.share }
        if amplitude <= 12 { #expect(named > 0.97) }
    }

    @Test("flat colors survive JPEG", arguments: [97, 85, 70])
    func jpeg(quality: Int) throws {
        let picture = Picture(512, 384) { x, y in
            (150..<350).contains(x) && (100..<300).contains(y) ? rust : RGB(0xE8E4DC)
        }
        let encoded = try prepare(.pixels(picture.pixels), as: Recipe(.fit(512, quality: quality))).outputs[0].jpeg
        let colors = try prepare(.bytes(encoded), as: Recipe(.fit(512), colors: 5)).colors
        try #require(colors.count == 2)
        #expect(colors[0].color.isWithin(2, of: RGB(0xE8E4DC)))
        #expect(colors[1].color.isWithin(2, of: rust))
    }

    @Test(
        "shades that look the same count as one, and its name is one of them",
        arguments: [
            (0x808080, 0x8A8A8A), (0x000000, 0x080808), (0xC03030, 0xC43636), (0xFFFFFF, 0xF4F4F4),
            (0x0A1020, 0x0C1226),
        ])
    func merging(one: Int, other: Int) {
        for (part, whole) in [(3, 5), (1, 2)] {
            let picture = Picture(200, 200) { x, y in (x + y) % whole < part ? RGB(one) : RGB(other) }
            let colors = picture.colors()
            #expect(colors.count == 1)
            #expect(picture.has(colors[0].color, within: 0), "\(colors[0].hex)")
            #expect(colors[0].share > 0.99)
        }
    }

    @Test(
        "shades that look different stay apart",
        arguments: [(0x808080, 0xA8A8A8), (0x000000, 0x303030), (0xC03030, 0xC06030), (0xF0F0F0, 0xC8C8C8)])
    func distinct(one: Int, other: Int) {
        let colors = Picture(200, 200) { x, _ in x < 120 ? RGB(one) : RGB(other) }.colors()
        #expect(colors.map(\.color) == [RGB(one), RGB(other)])
        #expect(abs(colors[0].share - 0.6) < 0.01)
    }

    @Test("as many colors as asked for, 1…16, the largest shares first")
    func counts() {
        let palette = [
            0xE6194B, 0x3CB44B, 0xFFE119, 0x4363D8, 0xF58231, 0x911EB4, 0x46F0F0, 0xF032E6, 0xBCF60C, 0xFABEBE,
            0x008080, 0xE6BEFF, 0x9A6324, 0xFFFAC8, 0x800000, 0xAAFFC3, 0x808000, 0x000075, 0x808080, 0x000000,
        ].map { RGB($0) }
        // Bands of 30, 29, 28 … pixels.
        let bands = palette.enumerated().flatMap { Array(repeating: $1, count: 30 - $0) }
        let picture = Picture(bands.count, 20) { x, _ in bands[x] }
        for count in 1...16 {
            let colors = picture.colors(count)
            #expect(colors.map(\.color) == Array(palette.prefix(count)))
            #expect(colors.map(\.share) == colors.map(\.share).sorted(by: >))
            let named = colors.reduce(0) { $0 + $1.share }
            #expect(named <= 1 + 1e-9)
        }
    }

    @Test("specks of less than 0.4 % do not appear")
    func specks() {
        func picture(_ side: Int) -> Picture {
            Picture(400, 400) { x, y in x < side && y < side ? RGB(0x00AA00) : RGB(0xDDDDDD) }
        }
        #expect(picture(15).colors(16).map(\.hex) == ["#dddddd"])
        #expect(picture(40).colors(16).map(\.hex) == ["#dddddd", "#00aa00"])
    }

    @Test("the smallest pictures have their colors")
    func tiny() {
        #expect(Picture(1, 1) { _, _ in rust }.colors(16) == [DominantColor(color: rust, share: 1)])
        let three = Picture(3, 1) { x, _ in x < 2 ? rust : blue }.colors(16)
        #expect(three.map(\.color) == [rust, blue])
        let thirds: [Double] = [2.0 / 3, 1.0 / 3]
        #expect(three.map(\.share) == thirds)
        #expect(Picture(1, 1) { _, _ in .white }.colors(ignoringBackground: true).map(\.hex) == ["#ffffff"])
        #expect(Picture(2, 2) { x, _ in x == 0 ? red : .white }.colors(ignoringBackground: true).count == 2)
    }

    @Test("a gray picture gives grays")
    func gray() {
        let picture = Picture(256, 256) { x, y in RGB(gray: 40 + 60 * (x / 64) + (x * 7 + y * 13) % 9) }
        let colors = picture.colors(16)
        #expect(colors.count == 4)
        for color in colors {
            #expect(picture.has(color.color, within: 0))
            #expect(abs(color.share - 0.25) < 0.02)
        }
    }

    @Test("every color is lower-case #rrggbb")
    func hex() {
        let colors = Picture(64, 64) { x, y in RGB(red: UInt8(4 * x), green: UInt8(4 * y), blue: 0xAB) }.colors(16)
        #expect(colors.count == 16)
        for color in colors { #expect(color.hex.wholeMatch(of: /#[0-9a-f]{6}/) != nil) }
    }

    @Test("transparent pixels take the background's color")
    func transparency() {
        let bytes: [UInt8] = (0..<10_000).flatMap { $0 % 100 < 30 ? [0xB8, 0x48, 0x2A, 255] : [1, 2, 3, 0] }
        let picture = PixelBuffer(size: Size(width: 100, height: 100), channels: 4, bytes: bytes)!
        #expect(picture.dominantColors().map(\.hex) == ["#ffffff", "#b8482a"])
        #expect(picture.dominantColors(background: RGB(0x102030)).map(\.hex) == ["#102030", "#b8482a"])
    }

    @Test("the same pixels give the same answer in every thread, and on every machine")
    func determinism() {
        let picture = Picture(500, 375) { x, y in
            RGB(
                red: UInt8((x * x / 1000 + y / 4) % 256), green: UInt8((x / 2 + y * y / 900) % 256),
                blue: UInt8(128 + (x * y / 3000) % 64))
        }.withNoise(9)
        let expected = picture.colors(8)
        #expect(
            expected.map(\.hex) == [
                "#73af8c", "#2f5084", "#528787", "#9ad391", "#162088", "#d1ee92", "#3d6d8c", "#e422a4",
            ])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in #expect(picture.colors(8) == expected) }
    }
}
