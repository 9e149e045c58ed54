import CKernels
import TestSupport
import Testing

@Suite("Channels: gray to RGB, alpha over a background")
struct ColorLoopTests {
    @Test("gray is repeated in red, green and blue", arguments: [0, 1, 5, 64, 333])
    func grayToRGB(count: Int) {
        var dice = SplitMix(seed: count)
        let gray = dice.bytes(count)
        var rgb = [UInt8](repeating: 0xA5, count: 3 * count + 1)
        // Safe: `rgb` has three bytes for each one of `gray`.
        unsafe ck_gray_to_rgb(gray, &rgb, count)
        #expect(rgb == gray.flatMap { [$0, $0, $0] } + [0xA5])
    }

    private func flatten(_ rgba: [UInt8], over background: (UInt8, UInt8, UInt8)) -> [UInt8] {
        var rgb = [UInt8](repeating: 0xA5, count: rgba.count / 4 * 3)
        // Safe: `rgb` has three bytes for each four of `rgba`.
        unsafe ck_flatten(rgba, &rgb, rgba.count / 4, background.0, background.1, background.2)
        return rgb
    }

    @Test("alpha mixes color and background, rounded to nearest, for every value and alpha")
    func flattenDefinition() {
        let pairs = (0...255).flatMap { value in (0...255).map { (UInt8(value), UInt8($0)) } }
        for background in [UInt8(0), 1, 100, 254, 255] {
            let found = flatten(pairs.flatMap { [$0, 255 - $0, $0, $1] }, over: (background, background, 255))
            let expected = pairs.flatMap { value, alpha in
                let share = Double(alpha) / 255
                func mix(_ color: UInt8, _ behind: UInt8) -> UInt8 {
                    UInt8((Double(color) * share + Double(behind) * (1 - share)).rounded())
                }
                return [mix(value, background), mix(255 - value, background), mix(value, 255)]
            }
            #expect(found == expected)
        }
    }

    @Test("opaque pixels stay, transparent ones become the background")
    func flattenExtremes() {
        var dice = SplitMix(seed: 3)
        let colors = (0..<100).map { _ in dice.bytes(3) }
        let opaque = flatten(colors.flatMap { $0 + [255] }, over: (9, 8, 7))
        let clear = flatten(colors.flatMap { $0 + [0] }, over: (9, 8, 7))
        #expect(opaque == colors.flatMap { $0 })
        #expect(clear == colors.flatMap { _ in [UInt8(9), 8, 7] })
    }
}
