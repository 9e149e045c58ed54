import BenchmarkKit
import Foundation
import Testing

@Suite("the reference resize")
struct ReferenceTests {
    @Test("an even picture stays even, at every size", arguments: [(7, 5), (50, 3), (1, 1)])
    func even(width: Int, height: Int) {
        let gray = Picture(width: 23, height: 17, bytes: Array(repeating: 99, count: 23 * 17 * 3))
        let resized = lanczos3(gray, width: width, height: height)
        #expect(resized.width == width && resized.height == height)
        #expect(resized.bytes.allSatisfy { $0 == 99 })
    }

    @Test("the same size gives the same pixels")
    func same() {
        let bytes = (0..<216).map { (value: Int) -> UInt8 in UInt8(value * 7 % 256) }
        let picture = Picture(width: 9, height: 8, bytes: bytes)
        #expect(lanczos3(picture, width: 9, height: 8) == picture)
    }

    @Test("a shrink by two weighs neighbors by Lanczos with three lobes")
    func weights() {
        // One bright column in the dark: each output column shows the weight that it gives to that column.
        let (width, bright) = (40, 20)
        let bytes = (0..<width * 3).map { UInt8($0 / 3 == bright ? 255 : 0) }
        let resized = lanczos3(Picture(width: width, height: 1, bytes: bytes), width: width / 2, height: 1)
        for x in 4..<16 {
            let weights = (0..<width).map { lanczos((Double($0) + 0.5 - (Double(x) + 0.5) * 2) / 2) }
            let expected = max(0, 255 * weights[bright] / weights.reduce(0, +))
            #expect(abs(Double(resized.bytes[x * 3]) - expected) <= 0.51)
        }
    }

    func lanczos(_ x: Double) -> Double {
        func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
        return abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0
    }
}
