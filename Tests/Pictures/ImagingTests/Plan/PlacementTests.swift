import TestSupport
import Testing

@testable import Imaging

@Suite("Boxes travel between the original and an output")
struct PlacementTests {
    private struct Case {
        var placement: Placement
        var used: Box
        var box: Box
    }

    /// A random picture, used as a whole or in part, and a random box inside the part that an output shows.
    private static func randomCase(_ random: inout SplitMix) throws -> Case {
        let size = Size(
            width: Int.random(in: 1...6000, using: &random), height: Int.random(in: 1...6000, using: &random))
        func box(in outer: Box) -> Box {
            let left = Int.random(in: outer.left..<outer.right, using: &random)
            let top = Int.random(in: outer.top..<outer.bottom, using: &random)
            return Box(
                left: left, top: top, width: Int.random(in: 0...(outer.right - left), using: &random),
                height: Int.random(in: 0...(outer.bottom - top), using: &random))
        }
        let whole = Box(covering: size)
        var used = Bool.random(using: &random) ? box(in: whole) : whole
        if used.width == 0 || used.height == 0 { used = whole }
        let plan = try Plan(
            stored: size, orientation: 1, recipe: Recipe(.fit(Int.random(in: 16...1024, using: &random)), box: used),
            decoder: .shrinking)
        return Case(
            placement: Placement(product: plan.products[0], uprightSize: size), used: used, box: box(in: used))
    }

    @Test("a box inside the picture stays inside the output")
    func inside() throws {
        var random = SplitMix(seed: 4)
        for _ in 0..<Effort.inputs(1500, of: 5000) {
            let example = try Self.randomCase(&random)
            let mapped = example.placement.map(example.box)
            let size = example.placement.product.size
            #expect(mapped.left >= 0 && mapped.top >= 0 && mapped.width >= 0 && mapped.height >= 0)
            #expect(mapped.right <= size.width && mapped.bottom <= size.height, "\(example)")
        }
    }

    @Test("to the output and back is at most one and a half output pixels off")
    func roundTrip() throws {
        var random = SplitMix(seed: 5)
        for _ in 0..<Effort.inputs(1500, of: 5000) {
            let example = try Self.randomCase(&random)
            let placement = example.placement
            let back = placement.unmap(placement.map(example.box))
            // One output pixel for truncation and a half for the rounded short side, which boxes to the output
            // ignore as ViSearch clients do; then the rounding to whole pixels of the original.
            let across = 1.5 / placement.product.horizontalDensity + 0.5
            let down = 1.5 / placement.product.verticalDensity + 0.5
            #expect(abs(Double(back.left - example.box.left)) <= across + 1e-6, "\(example)")
            #expect(abs(Double(back.right - example.box.right)) <= across + 1e-6, "\(example)")
            #expect(abs(Double(back.top - example.box.top)) <= down + 1e-6, "\(example)")
            #expect(abs(Double(back.bottom - example.box.bottom)) <= down + 1e-6, "\(example)")
            #expect(back.left >= 0 && back.top >= 0)
            #expect(back.right <= placement.uprightSize.width && back.bottom <= placement.uprightSize.height)
        }
    }

    @Test("a point comes to the pixel in which it lies, and one outside to the nearest")
    func points() throws {
        var random = SplitMix(seed: 6)
        for _ in 0..<1000 {
            let placement = try Self.randomCase(&random).placement
            let box = Box(covering: placement.uprightSize)
            for (left, top) in [(0, 0), (box.right - 1, box.bottom - 1), (-7, 5), (.max, .min)] {
                let point = placement.map(Point(left: left, top: top))
                #expect(Box(covering: placement.product.size).contains(point))
            }
            let (left, top) = (box.width / 3, box.height / 2)
            let mapped = placement.map(Box(left: left, top: top, width: 1, height: 1))
            let point = placement.map(Point(left: left, top: top))
            #expect(point.left == min(max(mapped.left, 0), placement.product.size.width - 1))
            #expect(point.top == min(max(mapped.top, 0), placement.product.size.height - 1))
        }
    }

    @Test("the whole output is the whole box")
    func whole() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<1000 {
            let example = try Self.randomCase(&random)
            let placement = example.placement
            #expect(placement.unmap(Box(covering: placement.product.size)) == example.used)
        }
    }

    @Test("coordinates that no picture has are carried without a trap")
    func absurd() throws {
        let plan = try Plan(
            stored: Size(width: 3, height: 2), orientation: 1, recipe: Recipe(Output(.fit(1024), enlarges: true)),
            decoder: .whole)
        let placement = Placement(product: plan.products[0], uprightSize: Size(width: 3, height: 2))
        for value in [Int.min, -1, Int.max] {
            let box = Box(left: value, top: value, width: Int.max, height: Int.max)
            _ = placement.map(box)
            let back = placement.unmap(box)
            #expect(back.left >= 0 && back.right <= 3 && back.top >= 0 && back.bottom <= 2)
        }
    }
}

extension Box {
    fileprivate func contains(_ point: Point) -> Bool {
        (left..<right).contains(point.left) && (top..<bottom).contains(point.top)
    }
}
