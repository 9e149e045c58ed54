import BenchmarkKit
import Foundation
import Testing

@Suite("PSNR and SSIM")
struct FidelityTests {
    /// Waves and edges in color, with a little of `noise` on top; the same on every machine.
    func pattern(width: Int = 40, height: Int = 30, noise: Int = 0) -> Picture {
        var state: UInt32 = 7
        let bytes = (0..<width * height * 3).map { index -> UInt8 in
            let (x, y) = (index / 3 % width, index / 3 / width)
            state = state &* 1_664_525 &+ 1_013_904_223
            let jitter = noise == 0 ? 0 : Int(state >> 16) % (2 * noise + 1) - noise
            let value = (x * 6 + y * (index % 3 + 1) * 2 + (x / 7 + y / 5) % 2 * 60) % 200 + 20
            return UInt8(clamping: value + jitter)
        }
        return Picture(width: width, height: height, bytes: bytes)
    }

    func even(_ value: UInt8) -> Picture {
        Picture(width: 16, height: 12, bytes: Array(repeating: value, count: 16 * 12 * 3))
    }

    @Test("equal pictures are at infinity and at 1")
    func equal() throws {
        #expect(psnr(pattern(), pattern()) == .infinity)
        #expect(abs(try #require(ssim(pattern(), pattern())) - 1) < 1e-12)
    }

    @Test("a difference of 5 everywhere is 20 log10(255 / 5) decibels")
    func offset() {
        #expect(abs(psnr(even(100), even(105)) - 34.1514) < 1e-4)
    }

    @Test("pictures without structure are compared by their brightness alone")
    func brightness() throws {
        let c1 = 2.55 * 2.55
        let expected = (2 * 100 * 110 + c1) / (100 * 100 + 110 * 110 + c1)
        #expect(abs(try #require(ssim(even(100), even(110))) - expected) < 1e-9)
    }

    @Test("SSIM is the mean over all windows, computed here one window at a time from the definition")
    func definition() throws {
        let one = pattern()
        let other = pattern(noise: 25)
        let fast = try #require(ssim(one, other))
        #expect(abs(fast - slowSSIM(one, other)) < 1e-9)
        #expect(fast < 0.99)
    }

    @Test("more noise is worse in both, whichever picture comes first")
    func order() throws {
        let clean = pattern()
        let (little, much) = (pattern(noise: 4), pattern(noise: 30))
        #expect(psnr(clean, little) > psnr(clean, much))
        #expect(try #require(ssim(clean, little)) > #require(ssim(clean, much)))
        #expect(psnr(clean, much) == psnr(much, clean))
        #expect(abs(try #require(ssim(clean, much)) - #require(ssim(much, clean))) < 1e-12)
    }

    @Test("a picture smaller than the window has no SSIM")
    func small() {
        #expect(ssim(pattern(width: 10, height: 30), pattern(width: 10, height: 30)) == nil)
    }

    /// The published formula, with no separation and no sharing between windows.
    func slowSSIM(_ one: Picture, _ other: Picture) -> Double {
        func luma(_ picture: Picture, _ x: Int, _ y: Int) -> Double {
            let pixel = (y * picture.width + x) * 3
            return 0.299 * Double(picture.bytes[pixel]) + 0.587 * Double(picture.bytes[pixel + 1])
                + 0.114 * Double(picture.bytes[pixel + 2])
        }
        var weights: [Double] = []
        for y in -5...5 { for x in -5...5 { weights.append(exp(-Double(x * x + y * y) / 4.5)) } }
        let total = weights.reduce(0, +)
        var scores: [Double] = []
        for top in 0...(one.height - 11) {
            for left in 0...(one.width - 11) {
                let a = (0..<121).map { luma(one, left + $0 % 11, top + $0 / 11) }
                let b = (0..<121).map { luma(other, left + $0 % 11, top + $0 / 11) }
                func weighted(_ value: (Int) -> Double) -> Double {
                    (0..<121).reduce(0) { $0 + weights[$1] / total * value($1) }
                }
                let (ma, mb) = (weighted { a[$0] }, weighted { b[$0] })
                let va = weighted { (a[$0] - ma) * (a[$0] - ma) }
                let vb = weighted { (b[$0] - mb) * (b[$0] - mb) }
                let cov = weighted { (a[$0] - ma) * (b[$0] - mb) }
                let (c1, c2) = (2.55 * 2.55, 7.65 * 7.65)
                scores.append((2 * ma * mb + c1) * (2 * cov + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2)))
            }
        }
        return mean(scores) ?? 0
    }
}
