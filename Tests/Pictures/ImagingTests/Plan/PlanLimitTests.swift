import Testing

@testable import Imaging

@Suite("What a plan takes and allows")
struct PlanLimitTests {
    private static let stored = Size(width: 100, height: 50)

    private func plan(_ recipe: Recipe, of stored: Size = stored) throws -> Plan {
        try Plan(stored: stored, orientation: 1, recipe: recipe, decoder: .whole)
    }

    @Test("outputs take three bytes a pixel, frames twice as many each, and the largest one's encoder its own")
    func outputBytes() throws {
        let recipe = Recipe(.fit(50), Output(.fit(20), encoding: .png))
        let plan = try plan(recipe)
        // 50 x 25 pixels as JPEG, of 1 byte in the encoder, and 20 x 10 as PNG, of 10.
        #expect(plan.outputBytes(of: recipe) == 3 * (1250 + 200) + 2000)
        #expect(plan.outputBytes(of: recipe, frames: 2) == 3 * (1250 + 200) * 4 + 2000)
        #expect(plan.outputBytes(of: recipe, frames: 5) == 3 * (1250 + 200) * 10 + 2000)
        let colors = Recipe(colors: 3)
        #expect(try self.plan(colors).outputBytes(of: colors) == 0)
    }

    @Test("a resize takes four bytes for each pixel of the base and of the rows that one of its rows is made of")
    func resizedBytes() throws {
        // A tenth of the sides: 60 rows of the kernel and one more.
        let shrunk = try plan(Recipe(.fit(100)), of: Size(width: 1000, height: 500))
        #expect(shrunk.decode.resizedBytes == 4 * (1000 * 61 + 100 * 50))
        // As large as it was: the six rows of the kernel and one more.
        #expect(try plan(Recipe(.fit(100))).decode.resizedBytes == 4 * (100 * 7 + 100 * 50))
        // No more rows than there are.
        #expect(try plan(Recipe(.fit(10)), of: Size(width: 100, height: 5)).decode.resizedBytes == 4 * (500 + 10))
    }

    @Test("colors alone are read from a picture of 512 pixels, and a small one does not grow")
    func colors() throws {
        #expect(
            try plan(Recipe(colors: 3), of: Size(width: 4000, height: 2000)).base.size == Size(width: 512, height: 256))
        #expect(try plan(Recipe(colors: 3)).base.size == Self.stored)
    }

    @Test("a side may be as long as the format or the outputs allow, and not a pixel longer")
    func sides() throws {
        func makes(_ width: Int, _ encoding: Output.Encoding) -> Bool {
            (try? plan(Recipe(Output(.exact(Size(width: width, height: 1)), encoding: encoding)))) != nil
        }
        #expect(makes(16_384, .png) && !makes(16_385, .png))
        #expect(makes(16_383, .webp()) && !makes(16_384, .webp()))
        #expect(makes(16_385, .pixels))
    }

    @Test("the sides of a picture that keeps its size are limited by the format alone")
    func originalSides() throws {
        func makes(_ width: Int, _ encoding: Output.Encoding) -> Bool {
            (try? plan(Recipe(Output(.original, encoding: encoding)), of: Size(width: width, height: 1))) != nil
        }
        #expect(makes(70_000, .png) && makes(65_500, .jpeg()) && !makes(65_501, .jpeg()))
    }

    @Test("another picture of the same view is turned as its file says", arguments: 1...8)
    func otherPicture(orientation: Int) {
        let products = [
            Product(window: Window(Box(left: 0, top: 0, width: 10, height: 10)), size: Size(width: 5, height: 5))
        ]
        let plan = Plan(
            stored: Self.stored, orientation: orientation, products: products, decoder: .whole, effort: .fast)
        #expect(plan.uprightSize == (orientation < 5 ? Self.stored : Size(width: 50, height: 100)))
        #expect(plan.box == Box(covering: plan.uprightSize))
    }

    @Test("what products of several parts are made from covers them with the most pixels of each, and at least one")
    func base() {
        func base(_ parts: [(Window, Size)], of stored: Size) -> Product {
            Plan(
                stored: stored, orientation: 1, products: parts.map { Product(window: $0, size: $1) }, decoder: .whole,
                effort: .fast
            ).base
        }
        let tall = Size(width: 1, height: 1000)
        let made = base(
            [
                (Window(left: 0, top: 0, width: 1, height: 100), Size(width: 1, height: 50)),
                (Window(left: 0, top: 500, width: 1, height: 500), Size(width: 1, height: 125)),
            ], of: tall)
        #expect(made.size == Size(width: 1, height: 500))
        #expect(made.window == Window(left: 0, top: 0, width: 1, height: 1000))
        let wide = base(
            [
                (Window(left: 0, top: 0, width: 100, height: 1), Size(width: 200, height: 1)),
                (Window(left: 500, top: 0, width: 500, height: 1), Size(width: 125, height: 1)),
            ], of: tall.transposed)
        #expect(wide.size == Size(width: 1000, height: 1))
    }
}
