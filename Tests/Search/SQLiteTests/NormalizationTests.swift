import Essentials
import SQLite
import TestSupport
import Testing

@Suite("Normal forms of Unicode")
struct NormalizationTests {
    /// Texts of characters beside which others are moved and joined.
    private static let texts = {
        var random = SplitMix(seed: 1)
        let scalars = "aeé한ᄒ\u{1161}\u{11AB}か\u{3099}ｶﬁ½㎏ſ\u{301}\u{323}\u{308}\u{5B0}\u{64B}ⅷ①℡ "
            .unicodeScalars.map(\.self)
        return (0..<2000).map { _ in
            String(String.UnicodeScalarView((0..<8).map { _ in scalars.randomElement(using: &random)! }))
        }
    }()

    /// Every assigned character, but of the syllables and ideographs that follow a rule one in a hundred: all would take
    /// minutes.
    private static var all: [String] {
        let scalars = (0...0x2FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
            let follows = scalar.properties.isIdeographic || 0xAC00...0xD7A3 ~= scalar.value
            // Foundation knows Unicode 15.
            let isKnown = scalar.properties.age.map { $0.major <= 15 } ?? false
            return isKnown && (!follows || scalar.value % 100 == 0)
        }
        let compatible = (0xF900...0xFAFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        return (scalars + compatible).map { String($0) } + texts
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

    /// Foundation leaves the mark of half width where it stands; the standard orders it, and joins it with what is before.
    @Test("a voiced mark of half width is moved and joined as any other mark")
    func voiced() {
        func kd(_ text: String) -> [Unicode.Scalar] {
            Array(text.decomposedStringWithCompatibilityMapping.unicodeScalars)
        }
        func kc(_ text: String) -> [Unicode.Scalar] {
            Array(text.precomposedStringWithCompatibilityMapping.unicodeScalars)
        }
        #expect(kd("\u{308}\u{FF9E}") == ["\u{3099}", "\u{308}"])
        #expect(kd("é\u{FF9E}") == ["e", "\u{3099}", "\u{301}"])
        for kana in ["\u{304B}\u{FF9E}", "\u{304B}\u{3099}"] { #expect(kc(kana) == ["\u{304C}"]) }
        #expect(kc("\u{FF76}\u{FF9E}") == ["\u{30AC}"])
        #expect(kc("\u{E9}\u{FF9E}") == ["\u{E9}", "\u{3099}"])
    }
}
