import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("The structural similarity of two pictures")
struct SimilarityTests {
    @Test("is one for equal pictures, less for others, and the same both ways")
    func order() throws {
        let picture = Pictures.scene(61, 47)
        #expect(picture.structuralSimilarity(to: picture) == 1)
        let soft = try prepare(.pixels(picture), as: Recipe(.fit(61, quality: 40)))
        let coarse = try prepare(.pixels(picture), as: Recipe(.fit(61, quality: 5)))
        let values = try [soft, coarse].map {
            try #require(try Real.pixels($0.outputs[0].bytes).structuralSimilarity(to: picture))
        }
        #expect(values[0] < 1 && values[1] < values[0] && values[1] > 0)
        let other = try Real.pixels(coarse.outputs[0].bytes)
        #expect(abs(other.structuralSimilarity(to: picture)! - picture.structuralSimilarity(to: other)!) < 1e-12)
    }

    @Test("is that of the brightness alone for two plain pictures")
    func plain() throws {
        let (dark, light) = (
            Pictures.solid(20, 20, RGB(red: 100, green: 100, blue: 100)),
            Pictures.solid(20, 20, RGB(red: 110, green: 110, blue: 110))
        )
        let expected: Double = 22_006.5025 / 22_106.5025
        #expect(abs(try #require(dark.structuralSimilarity(to: light)) - expected) < 1e-12)
    }

    @Test("is that of one square, computed by the formula, for a picture of eight pixels")
    func square() throws {
        let (one, two) = (Pictures.scene(8, 8, seed: 2), Pictures.scene(8, 8, seed: 3))
        func gray(_ picture: PixelBuffer) -> [Double] {
            (0..<64).map { place in
                let color = picture.pixel(place % 8, place / 8)
                let value = 0.299 * Double(color.red) + 0.587 * Double(color.green) + 0.114 * Double(color.blue)
                return value.rounded()
            }
        }
        let (a, b) = (gray(one), gray(two))
        let (meanA, meanB) = (a.reduce(0, +) / 64, b.reduce(0, +) / 64)
        let varianceA = a.reduce(0) { $0 + ($1 - meanA) * ($1 - meanA) } / 64
        let varianceB = b.reduce(0) { $0 + ($1 - meanB) * ($1 - meanB) } / 64
        let covariance = zip(a, b).reduce(0) { $0 + ($1.0 - meanA) * ($1.1 - meanB) } / 64
        let expected =
            (2 * meanA * meanB + 6.5025) * (2 * covariance + 58.5225)
            / ((meanA * meanA + meanB * meanB + 6.5025) * (varianceA + varianceB + 58.5225))
        #expect(abs(try #require(one.structuralSimilarity(to: two)) - expected) < 1e-3)
    }

    @Test("has no value for pictures of different sizes, and one for the smallest")
    func sizes() {
        #expect(Pictures.scene(8, 9).structuralSimilarity(to: Pictures.scene(9, 8)) == nil)
        #expect(Pictures.scene(1, 1).structuralSimilarity(to: Pictures.scene(1, 1)) == 1)
    }
}
