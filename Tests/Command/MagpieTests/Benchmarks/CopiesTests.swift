import ImageTypes
import Imaging
import Testing

@testable import benchmarks

@Suite("benchmarks copies", .timeLimit(.minutes(5)))
struct CopiesTests {
    private func noise(_ width: Int, _ height: Int) throws -> PixelBuffer {
        var random = SplitMix(seed: UInt64(width))
        let bytes = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        return try #require(PixelBuffer(size: Size(width: width, height: height), bytes: bytes))
    }

    private static let shapes = [(1, 1), (300, 7), (64, 200), (320, 240)]

    @Test("every kind makes a picture of any shape, another one for another seed", arguments: HardCopy.Kind.allCases)
    func kinds(_ kind: HardCopy.Kind) throws {
        let place = try noise(120, 80)
        for (width, height) in Self.shapes {
            let picture = try noise(width, height)
            var copies: Set<[UInt8]> = []
            for seed in 0..<8 as Range<UInt64> {
                var copy = HardCopy(seed: seed)
                let bytes = try copy.make(kind, of: picture, into: place)
                var again = HardCopy(seed: seed)
                #expect(try again.make(kind, of: picture, into: place) == bytes)
                copies.insert(bytes)
            }
            let isFixed = [.mirror, .compressed].contains(kind)
            if width == 320 { #expect(isFixed ? copies.count == 1 : copies.count > 2) }
        }
    }

    @Test("a near copy is smaller, turned, and the same for the same seed")
    func nearCopy() throws {
        let pixels = try #require(
            try prepare(.bytes(try picture(400, 300)), as: Recipe(.pixels(fitting: 400))).outputs[0].pixels)
        var first = NearCopy(seed: 5)
        var second = NearCopy(seed: 5)
        let copy = try first.make(of: pixels)
        #expect(copy == (try second.make(of: pixels)))
        #expect(copy != (try first.make(of: pixels)))
        let size = try prepare(.bytes(copy), as: Recipe(.pixels(fitting: 400))).uprightSize
        #expect((180...228).contains(size.width))
        #expect((134...171).contains(size.height))
    }

    @Test("mild copies find their originals, and each kind of strong copies has its line")
    func commands() throws {
        let shop = try LabelledCatalog()
        try EvalTests.writeLabels(in: shop)
        let mild = try shop.place.benchmarks("copies", "shop/labels.csv", "--json")
        let line = try #require(try mild.json().first)
        #expect(line["test"] as? String == "copies" && line["queries"] as? Int == 8 && line["gallery"] as? Int == 8)
        #expect(mild.errors.contains("1 picture could not be used"))
        #expect(try shop.place.benchmarks("copies", "shop/labels.csv", "--json").output == mild.output)
        let ended = try shop.place.benchmarks(
            "copies", "shop/labels.csv", "--json", "--hard", "--distractors", "shop")
        #expect(ended.code == 0, "\(ended.errors)")
        let hard = try ended.json().filter { ($0["test"] as? String)?.hasPrefix("hard") == true }
        #expect(
            hard.map { $0["test"] as? String } == [
                "hard crop", "hard mirror", "hard turn", "hard overlay", "hard frame", "hard filter", "hard compressed",
                "hard pasted", "hard", "hard copies",
            ])
        // The gallery of eight, and every second distractor.
        #expect(hard.dropLast(2).allSatisfy { $0["queries"] as? Int == 8 && ($0["gallery"] as? Int ?? 0) > 10 })
        #expect(hard[1]["r10"] as? Double == 1)
        for name in ["uap", "uap_normalized"] { #expect((0.01...1).contains(hard.last?[name] as? Double ?? -1)) }
        #expect(try shop.place.benchmarks("copies", "shop/labels.csv", "--distractors", "shop").code == 1)
    }
}
