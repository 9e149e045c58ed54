import TestSupport
import Testing

@testable import Imaging

@Suite("A plan is right for any size, shape and box")
struct PlanTests {
    /// Sizes from one pixel to extremes, with odd numbers and long thin ones.
    private static func randomSize(_ random: inout SplitMix) -> Size {
        func side() -> Int {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: 1
            case 1: Int.random(in: 1...16, using: &random)
            case 2: Int.random(in: 500...1030, using: &random)
            case 3: Int.random(in: 1...65500, using: &random)
            default: Int.random(in: 1...5000, using: &random)
            }
        }
        return Size(width: side(), height: side())
    }

    private static func randomBox(in size: Size, _ random: inout SplitMix) -> Box {
        let left = Int.random(in: 0..<size.width, using: &random)
        let top = Int.random(in: 0..<size.height, using: &random)
        return Box(
            left: left, top: top, width: Int.random(in: 1...(size.width - left), using: &random),
            height: Int.random(in: 1...(size.height - top), using: &random))
    }

    @Test("the longest side is exact, nothing grows, and no side is ever zero")
    func fit() throws {
        var random = SplitMix(seed: 1)
        for _ in 0..<Effort.inputs(1000, of: 3000) {
            let size = Self.randomSize(&random)
            let side = Int.random(in: 1...1024, using: &random)
            let plan = try Plan(stored: size, orientation: 1, recipe: Recipe(.fit(side)), decoder: .shrinking)
            let made = plan.products[0].size
            if size.longestSide > side {
                #expect(made.longestSide == side, "\(size) to \(side)")
                let exact = Double(min(size.width, size.height)) * Double(side) / Double(size.longestSide)
                #expect(abs(Double(min(made.width, made.height)) - max(1, exact)) <= 0.5 + 1e-9, "\(size) to \(side)")
            } else {
                #expect(made == size)
            }
            #expect(made.width >= 1 && made.height >= 1)
            #expect(size.width > size.height ? made.width >= made.height : made.width <= made.height)
        }
    }

    @Test("a picture grows only where that is asked for")
    func enlarging() throws {
        func size(_ shape: Output.Shape, enlarges: Bool) throws -> Size {
            let recipe = Recipe(Output(shape, enlarges: enlarges))
            return try Plan(stored: Size(width: 100, height: 50), orientation: 1, recipe: recipe, decoder: .whole)
                .products[0].size
        }
        #expect(try size(.fit(512), enlarges: false) == Size(width: 100, height: 50))
        #expect(try size(.fit(512), enlarges: true) == Size(width: 512, height: 256))
        #expect(try size(.fill(Size(width: 200, height: 200)), enlarges: false) == Size(width: 50, height: 50))
        #expect(try size(.fill(Size(width: 200, height: 200)), enlarges: true) == Size(width: 200, height: 200))
        #expect(try size(.exact(Size(width: 200, height: 200)), enlarges: false) == Size(width: 200, height: 200))
    }

    @Test("fill covers its size, keeps the aspect ratio of the picture and cuts evenly")
    func fill() throws {
        var random = SplitMix(seed: 2)
        for _ in 0..<Effort.inputs(700, of: 2000) {
            let size = Self.randomSize(&random)
            let asked = Size(
                width: Int.random(in: 1...1024, using: &random), height: Int.random(in: 1...1024, using: &random))
            let enlarges = Bool.random(using: &random)
            let recipe = Recipe(Output(.fill(asked), enlarges: enlarges))
            let plan = try Plan(stored: size, orientation: 1, recipe: recipe, decoder: .whole)
            let product = plan.products[0]
            if enlarges || (size.width >= asked.width && size.height >= asked.height) {
                #expect(product.size == asked)
            } else {
                #expect(product.size.width <= max(1, size.width) && product.size.height <= max(1, size.height))
            }
            #expect(abs(product.horizontalDensity / product.verticalDensity - 1) < 1e-9)
            #expect(Window(Box(covering: size)).contains(product.window))
            #expect(abs(product.window.left - (Double(size.width) - product.window.right)) < 1e-6)
            #expect(abs(product.window.top - (Double(size.height) - product.window.bottom)) < 1e-6)
            #expect(product.size.width >= 1 && product.size.height >= 1)
        }
    }

    @Test("the decoder never shrinks below the output, nor decodes pixels outside the picture")
    func decode() throws {
        var random = SplitMix(seed: 3)
        for round in 0..<Effort.inputs(1000, of: 3000) {
            let size = Self.randomSize(&random)
            let orientation = Int.random(in: 1...8, using: &random)
            let upright = orientation < 5 ? size : size.transposed
            let effort: Recipe.Effort = round % 2 == 0 ? .fast : .high
            let recipe = Recipe(
                .fit(Int.random(in: 1...1024, using: &random)), .fit(Int.random(in: 1...1024, using: &random)),
                box: Self.randomBox(in: upright, &random), effort: effort)
            let plan = try Plan(stored: size, orientation: orientation, recipe: recipe, decoder: .shrinking)
            let decode = plan.decode
            #expect([1, 2, 4, 8].contains(decode.shrink))
            #expect(decode.region.left >= 0 && decode.region.top >= 0 && decode.region.width >= 1)
            #expect(decode.region.right <= decode.size.width && decode.region.bottom <= decode.size.height)
            let base = orientation < 5 ? decode.baseSize : decode.baseSize.transposed
            #expect(base == plan.base.size)
            let factor = effort == .high ? 2.0 : 1.0
            if decode.shrink > 1 {
                #expect(decode.window.width >= Double(decode.baseSize.width) * factor - 1e-6)
                #expect(decode.window.height >= Double(decode.baseSize.height) * factor - 1e-6)
            }
            for product in plan.products { #expect(plan.base.covers(product)) }
        }
    }

    @Test("a decoder that scales keeps half as much again, twice as much at high effort, and the place of every part")
    func scale() throws {
        var random = SplitMix(seed: 4)
        for round in 0..<Effort.inputs(1000, of: 3000) {
            let size = Self.randomSize(&random)
            let orientation = Int.random(in: 1...8, using: &random)
            let upright = orientation < 5 ? size : size.transposed
            let effort: Recipe.Effort = round % 2 == 0 ? .fast : .high
            let recipe = Recipe(
                .fit(Int.random(in: 1...1024, using: &random)), box: Self.randomBox(in: upright, &random),
                effort: effort)
            let plan = try Plan(stored: size, orientation: orientation, recipe: recipe, decoder: .scaling)
            let whole = try Plan(stored: size, orientation: orientation, recipe: recipe, decoder: .whole)
            let decode = plan.decode
            #expect(decode.scale <= 1 && plan.products == whole.products && decode.baseSize == whole.decode.baseSize)
            #expect(decode.region.left >= 0 && decode.region.top >= 0 && decode.region.width >= 1)
            #expect(decode.region.right <= decode.size.width && decode.region.bottom <= decode.size.height)
            guard decode.scale < 1 else { continue }
            // The sides are at least 16 pixels, and rounding takes no more than half of one.
            let factor = effort == .high ? 2.0 : 1.5
            #expect(decode.window.width >= Double(decode.baseSize.width) * factor * (1 - 1 / 32) - 1e-6)
            #expect(decode.window.height >= Double(decode.baseSize.height) * factor * (1 - 1 / 32) - 1e-6)
            let share = decode.window.left / Double(decode.size.width)
            #expect(abs(share - whole.decode.window.left / Double(size.width)) < 1e-9)
        }
    }

    @Test("outputs of very different parts do not blow up what they are made from")
    func unlike() throws {
        let size = Size(width: 10, height: 10_000)
        let recipe = Recipe(Output(.fill(Size(width: 1024, height: 1024)), enlarges: true), .fit(1024))
        let plan = try Plan(stored: size, orientation: 1, recipe: recipe, decoder: .whole)
        #expect(plan.products[0].size == Size(width: 1024, height: 1024))
        #expect(plan.base.size == size)
    }

    @Test("a 1 x N picture keeps its pixel at every scale", arguments: [1, 2, 7, 512, 1024])
    func thin(side: Int) throws {
        for size in [Size(width: 1, height: 65500), Size(width: 65500, height: 1), Size(width: 1, height: 1)] {
            for shape in [Output.Shape.fit(side), .fill(Size(width: side, height: side))] {
                let plan = try Plan(
                    stored: size, orientation: 6, recipe: Recipe(Output(shape)), decoder: .shrinking)
                #expect(plan.products[0].size.width >= 1 && plan.products[0].size.height >= 1)
                #expect(plan.decode.region.width >= 1 && plan.decode.region.height >= 1)
            }
        }
    }
}
