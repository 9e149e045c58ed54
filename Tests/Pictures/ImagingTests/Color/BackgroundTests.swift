import Testing

@testable import Imaging

private let lime = RGB(0x668420)

@Suite("dominant colors of product shots")
struct BackgroundTests {
    /// A disk in the middle that covers `part` of the picture, its rim blended.
    private func shot(of color: RGB, part: Double, on background: RGB = .white) -> Picture {
        let radius = (part * 400 * 400 / Double.pi).squareRoot()
        return Picture(400, 400) { x, y in
            let distance = Double((x - 200) * (x - 200) + (y - 200) * (y - 200)).squareRoot()
            return background.mixed(with: color, min(max(radius - distance, 0), 1))
        }
    }

    @Test("a product on white is named after the product when the background is ignored", arguments: [0.05, 0.2, 0.4])
    func product(part: Double) {
        let picture = shot(of: lime, part: part).withNoise(2)
        let ignoring = picture.colors(ignoringBackground: true)
        #expect(ignoring.first?.color.isWithin(1, of: lime) == true)
        #expect((ignoring.first?.share ?? 0) > 0.9)
        #expect(ignoring.allSatisfy { !$0.color.isWithin(10, of: .white) })

        let plain = picture.colors()
        #expect(plain.first?.color.isWithin(2, of: .white) == true)
        let second = plain.dropFirst().first
        #expect(second?.color.isWithin(1, of: lime) == true)
        #expect(abs((second?.share ?? 0) - part) < 0.015)
    }

    @Test("a white carton with gray print stays white", arguments: [0.02, 0.05, 0.09], [0x808080, 0xA0A4A0, 0x303030])
    func carton(part: Double, print: Int) {
        let picture = Picture(400, 400) { x, y in
            let isPrinted = (120..<280).contains(x) && (120..<280).contains(y)
            if isPrinted, Double((x * 31 + y * 17) % 100) < 100 * part / 0.16 { return RGB(print) }
            return (100..<300).contains(x) && (100..<300).contains(y) ? RGB(gray: 246) : .white
        }
        #expect(picture.colors(ignoringBackground: true) == picture.colors())
        #expect(picture.colors(ignoringBackground: true).first?.color.isWithin(9, of: .white) == true)
    }

    @Test("a gray product that fills enough of the picture is found")
    func grayProduct() {
        #expect(shot(of: RGB(0x404244), part: 0.2).colors(ignoringBackground: true).first?.hex == "#404244")
    }

    @Test("an all-white picture stays white")
    func allWhite() {
        let picture = Picture(200, 200) { _, _ in RGB(gray: 250) }.withNoise(3)
        #expect(picture.colors(ignoringBackground: true) == picture.colors())
    }

    @Test("a colored or gray studio is no white background", arguments: [0xD8D8D8, 0xF6D8D8, 0x1A1A1A])
    func studio(background: Int) {
        let picture = shot(of: lime, part: 0.2, on: RGB(background))
        #expect(picture.colors(ignoringBackground: true) == picture.colors())
        #expect(picture.colors().first?.color == RGB(background))
    }

    @Test("white in the middle of a colored picture counts")
    func whiteInside() {
        let picture = shot(of: .white, part: 0.4, on: lime)
        #expect(picture.colors(ignoringBackground: true) == picture.colors())
        #expect(picture.colors().prefix(2).map(\.hex) == ["#668420", "#ffffff"])
    }

    @Test("a product that runs out of the picture on one side is still on white")
    func cutProduct() {
        let picture = Picture(400, 400) { _, y in y < 280 ? .white : lime }
        #expect(picture.colors(ignoringBackground: true) == [DominantColor(color: lime, share: 1)])
    }
}
