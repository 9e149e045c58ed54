import Testing

@testable import Imaging

/// The sizes and boxes that clients of the ViSearch protocol send, for one box in pixels of the original.
@Suite("Sizes and boxes are those of ViSearch clients")
struct VectorTests {
    struct Vector: CustomTestStringConvertible, Sendable {
        let width, height, side: Int
        let encoded: Size
        /// Left, top, right and bottom.
        let sent: [Int]
        var testDescription: String { "\(width)x\(height) to \(side)" }
    }

    static let vectors = [
        Vector(width: 4032, height: 3024, side: 512, encoded: Size(width: 512, height: 384), sent: [12, 7, 126, 98]),
        Vector(width: 3024, height: 4032, side: 512, encoded: Size(width: 384, height: 512), sent: [12, 7, 126, 98]),
        Vector(width: 1000, height: 667, side: 512, encoded: Size(width: 512, height: 342), sent: [51, 29, 511, 397]),
        Vector(width: 600, height: 600, side: 512, encoded: Size(width: 512, height: 512), sent: [86, 48, 852, 663]),
        Vector(width: 513, height: 100, side: 512, encoded: Size(width: 512, height: 100), sent: [100, 56, 997, 775]),
        Vector(width: 300, height: 200, side: 512, encoded: Size(width: 300, height: 200), sent: [101, 57, 999, 777]),
        Vector(
            width: 4032, height: 3024, side: 1024, encoded: Size(width: 1024, height: 768), sent: [25, 14, 253, 197]),
        Vector(
            width: 3000, height: 4000, side: 2048, encoded: Size(width: 768, height: 1024), sent: [25, 14, 255, 198]),
        // Official clients stretch these two; the sizes and boxes here are the right ones.
        Vector(
            width: 4000, height: 3000, side: 2048, encoded: Size(width: 1024, height: 768), sent: [25, 14, 255, 198]),
        Vector(
            width: 1500, height: 1000, side: 1200, encoded: Size(width: 1024, height: 683), sent: [68, 38, 681, 530]),
    ]

    @Test("the encoded size is right, and so is the box that is sent", arguments: vectors)
    func vector(_ vector: Vector) throws {
        let original = Size(width: vector.width, height: vector.height)
        let plan = try Plan(
            stored: original, orientation: 1, recipe: Recipe(.fit(min(vector.side, 1024))), decoder: .shrinking)
        #expect(plan.products[0].size == vector.encoded)
        let placement = Placement(product: plan.products[0], uprightSize: original)
        let sent = placement.map(Box(left: 101, top: 57, width: 999 - 101, height: 777 - 57))
        #expect([sent.left, sent.top, sent.right, sent.bottom] == vector.sent)
    }

    @Test("a point is scaled like a box, which official clients forget", arguments: vectors)
    func points(_ vector: Vector) throws {
        let original = Size(width: vector.width, height: vector.height)
        let plan = try Plan(
            stored: original, orientation: 1, recipe: Recipe(.fit(min(vector.side, 1024))), decoder: .shrinking)
        let placement = Placement(product: plan.products[0], uprightSize: original)
        #expect(placement.map(Point(left: 101, top: 57)) == Point(left: vector.sent[0], top: vector.sent[1]))
    }
}
