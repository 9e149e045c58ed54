import Imaging
import Testing

@testable import magpie

@Suite(.timeLimit(.minutes(5))) struct HardCopyTests {
    private func picture(_ width: Int, _ height: Int) throws -> PixelBuffer {
        var random = SplitMix(seed: UInt64(width))
        let bytes = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        return try #require(PixelBuffer(size: Size(width: width, height: height), bytes: bytes))
    }

    @Test("every kind makes a picture of any shape, another one for another seed", arguments: HardCopy.Kind.allCases)
    func kinds(_ kind: HardCopy.Kind) throws {
        for (width, height) in [(1, 1), (300, 7), (64, 200), (640, 480)] {
            var copies: Set<[UInt8]> = []
            for seed in 0..<8 as Range<UInt64> {
                var copy = HardCopy(seed: seed)
                let bytes = try copy.make(kind, of: try picture(width, height), into: try picture(120, 80))
                var again = HardCopy(seed: seed)
                #expect(try again.make(kind, of: try picture(width, height), into: try picture(120, 80)) == bytes)
                copies.insert(bytes)
            }
            let isFixed = [.mirror, .compressed].contains(kind)
            if width == 640 { #expect(isFixed ? copies.count == 1 : copies.count > 2) }
        }
    }
}
