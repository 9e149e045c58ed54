import SQLite
import TestSupport
import Testing

@Suite("Normal forms of Unicode")
struct NormalizationTests {
    /// Texts of characters beside which others are moved and joined.
    private static let texts = {
        var random = SplitMix(seed: 1)
        let scalars = "aeé한ᄒ\u{1161}\u{11AB}か\u{3099}ｶﾞ\u{FF9E}ﬁ½㎏ſ\u{301}\u{323}\u{308}\u{5B0}\u{64B}ⅷ①℡ "
            .unicodeScalars.map(\.self)
        return (0..<2000).map { _ in
            String(String.UnicodeScalarView((0..<8).map { _ in scalars.randomElement(using: &random)! }))
        }
    }()

    private static var all: [String] {
        (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init).map { String($0) } + texts
    }

    private static func differing(_ form: NormalForm, _ own: (String) -> String) -> [String] {
        all.filter { !own($0).unicodeScalars.elementsEqual(form.of($0).unicodeScalars) }
            .map { $0.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") }
    }

    @Test("each form of each character, and of texts that are reordered and joined, is that of Foundation")
    func forms() {
        #expect(Self.differing(.d) { $0.decomposedStringWithCanonicalMapping } == [])
        #expect(Self.differing(.c) { $0.precomposedStringWithCanonicalMapping } == [])
        #expect(Self.differing(.kd) { $0.decomposedStringWithCompatibilityMapping } == [])
        #expect(Self.differing(.kc) { $0.precomposedStringWithCompatibilityMapping } == [])
    }
}
