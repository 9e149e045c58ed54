import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("A recipe that asks for what cannot be is refused, with the range")
struct RecipeTests {
    private let picture = Pictures.scene(40, 30)

    private func refusal(_ recipe: Recipe) -> String {
        do throws(ImageError) {
            _ = try prepare(.pixels(picture), as: recipe)
            return "nothing"
        } catch {
            #expect(error.code == "invalidRecipe" && error.stage == .read)
            return "\(error)"
        }
    }

    @Test(
        "sides, qualities and counts of colors outside their ranges",
        arguments: [
            (Recipe(.fit(16_385)), "outputs[0].shape is fit 16385; allowed: sides of 1 to 16384 pixels"),
            (Recipe(.fit(9), .fit(0)), "outputs[1].shape is fit 0"),
            (Recipe(.fill(width: -3, height: 50)), "outputs[0].shape is fill -3x50"),
            (Recipe(.exact(width: 5, height: .max)), "outputs[0].shape is exact 5x9223372036854775807"),
            (Recipe(.fit(9, quality: 101)), "outputs[0].encoding is quality 101; allowed: 1 to 100"),
            (Recipe(.fit(9, quality: 0)), "outputs[0].encoding is quality 0"),
            (Recipe(.fit(9).labeled("a"), .fit(5).labeled("a")), "two labels a; allowed: each label once"),
            (Recipe(Output(.fit(9), encoding: .webp(quality: -1))), "outputs[0].encoding is quality -1"),
            (Recipe(colors: 40), "colors is 40; allowed: 0 to 16"),
            (Recipe(colors: -1), "colors is -1"),
        ])
    func ranges(recipe: Recipe, text: String) {
        #expect(refusal(recipe).contains(text))
    }

    @Test("what is set later is looked at, too")
    func assignment() {
        var output = Output.fit(512)
        output.shape = .exact(Size(width: -1, height: 1))
        #expect(refusal(Recipe(output)).contains("exact -1x1"))
        output = .fit(512)
        output.encoding = .jpeg(quality: .max)
        #expect(refusal(Recipe(output)).contains("quality 9223372036854775807"))
        var recipe = Recipe(.fit(512))
        recipe.colors = .min
        #expect(refusal(recipe).contains("colors"))
    }

    @Test("the ends of the ranges are allowed")
    func ends() throws {
        let recipe = Recipe(
            .fit(1, quality: 1), .fit(1024, quality: 100), Output(.fill(Size(width: 1024, height: 1))), colors: 16)
        let prepared = try prepare(.pixels(picture), as: recipe)
        #expect(prepared.outputs.map(\.quality) == [1, 100, 98])
    }

    @Test("numbers at the edge of integers and doubles give a picture or an error, never a trap")
    func edges() {
        var random = SplitMix(seed: 5)
        let integers = [Int.min, Int.min + 1, -1, 0, 1, 7, 40, 1 << 31, 1 << 53, Int.max - 1, Int.max]
        let doubles = [-Double.infinity, -1, 0, 0.5, 1, 1e9, 1e300, .infinity, .nan]
        func integer() -> Int { integers.randomElement(using: &random) ?? 0 }
        let jpeg = try? Real.jpeg(picture)
        let webp = try? Real.webp(picture)
        for _ in 0..<Effort.inputs(200, of: 600) {
            let box = Box(left: integer(), top: integer(), width: integer(), height: integer())
            let shape: Output.Shape = [
                .fit(integer()), .fill(Size(width: integer(), height: integer())),
                .exact(Size(width: integer(), height: integer())),
            ][Int.random(in: 0..<3, using: &random)]
            let isAsked = Bool.random(using: &random)
            let recipe = Recipe(
                isAsked ? Output(shape) : .fit(20), box: Bool.random(using: &random) ? box : nil,
                colors: isAsked ? integer() : 2)
            let limits = Limits(
                pixels: integer(), inputBytes: integer(), decodedBytes: integer(), scans: integer(),
                seconds: doubles.randomElement(using: &random) ?? 1)
            let inputs: [ImageInput] = [.pixels(picture), .bytes(jpeg ?? []), .bytes(webp ?? [])]
            for input in inputs { _ = try? prepare(input, as: recipe, limits: limits) }
            let part = Recipe(.fit(20), box: Box(left: 3, top: 2, width: 9, height: 9))
            guard let prepared = try? prepare(.pixels(picture), as: part) else { continue }
            let output = prepared.outputs[0]
            for placed in [output.map(box), output.unmap(box), output.map(output.unmap(box))] {
                #expect(placed.right >= placed.left || box.width < 0, "\(box)")
            }
            #expect(box.width < 0 || box.right >= box.left)
        }
        for workers in [Int.min, 0, 1025, .max] {
            #expect(throws: ImageError.invalidRecipe(property: "workers", value: "\(workers)", allowed: "1…1024")) {
                try Batch(workers: workers)
            }
        }
    }
}
