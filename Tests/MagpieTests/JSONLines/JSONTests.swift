import Foundation
import Testing

@testable import magpie

@Suite("JSON lines")
struct JSONTests {
    @Test("keys keep their order")
    func order() {
        let json: JSON = ["z": 1, "a": [true, .null, "x"], "m": ["k": .decimal(0.5, places: 3)]]
        #expect(json.text == #"{"z":1,"a":[true,null,"x"],"m":{"k":0.5}}"#)
    }

    @Test("every text survives the way there and back")
    func texts() throws {
        var odd = "\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}é日🍎\u{202e}\u{2028}\u{fffd}"
        odd += String(String.UnicodeScalarView((1..<0x3000).compactMap { Unicode.Scalar($0) }))
        let data = Data(JSON.string(odd).text.utf8)
        #expect(!data.contains(UInt8(ascii: "\n")))
        #expect(try JSONDecoder().decode(String.self, from: data) == odd)
    }

    @Test(
        "decimals are rounded and have no needless digits",
        arguments: [
            (18.25, 1, "18.3"), (18.0, 1, "18"), (0.0, 3, "0"), (0.3101, 4, "0.3101"), (-1.05, 1, "-1.1"),
            (0.004, 2, "0"), (99.999, 1, "100"), (0.05, 2, "0.05"),
        ])
    func decimals(value: Double, places: Int, text: String) {
        #expect(JSON.decimal(value, places: places).text == text)
    }

    @Test("what is no number is null")
    func notANumber() {
        #expect(JSON.decimal(.nan, places: 1).text == "null")
        #expect(JSON.decimal(.infinity, places: 1).text == "null")
        #expect(JSON.decimal(1e300, places: 1).text == "null")
    }

    @Test(
        "people read figures with units",
        arguments: [
            (Numbers.count(0), "0"), (Numbers.count(50_000), "50,000"), (Numbers.count(1_234_567), "1,234,567"),
            (Numbers.bytes(999), "999 B"), (Numbers.bytes(1000), "1 kB"), (Numbers.bytes(999_960), "1 MB"),
            (Numbers.bytes(4.12e9), "4.1 GB"), (Numbers.rate(0.456), "0.46"), (Numbers.rate(112.4), "112"),
            (Numbers.rate(12_345), "12,345"), (Numbers.duration(0.84), "0.8 s"), (Numbers.duration(59.6), "1 min 0 s"),
            (Numbers.duration(372), "6 min 12 s"), (Numbers.duration(12_000), "3 h 20 min"),
            (Numbers.duration(.infinity), "–"), (Numbers.plural(1, "error"), "1 error"),
        ])
    func figures(text: String, expected: String) {
        #expect(text == expected)
    }

    @Test("texts for a terminal or a page can neither move the cursor nor open a tag")
    func hostileTexts() {
        #expect("a\u{1b}[31mb\u{202e}c\nd".printable == "a\u{fffd}[31mb\u{fffd}c\u{fffd}d")
        #expect("<b>\"'&\u{202e}".htmlEscaped == "&lt;b&gt;&quot;&#39;&amp;\u{fffd}")
        #expect("日本語 🍎 👩‍🚀".printable == "日本語 🍎 👩‍🚀")
    }
}
