import Foundation
import Testing
import WireFormat

@testable import magpie

@Suite("JSON lines")
struct JSONTests {
    @Test("keys keep their order, and a line ends with a line break")
    func order() {
        let line = JSONWriter.line { json in
            json.member("z", 1)
            json.member("a", array: [true, false]) { $0.value($1) }
            json.member("m", object: { $0.member("k", 0.5, places: 3) })
            json.member("n", orNull: nil)
        }
        #expect(line == #"{"z":1,"a":[true,false],"m":{"k":0.5},"n":null}"# + "\n")
    }

    @Test("every text survives the way there and back, and moves no cursor")
    func texts() throws {
        var odd = "\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}é日🍎\u{202e}\u{2028}\u{fffd}"
        odd += String(String.UnicodeScalarView((1..<0x3000).compactMap { Unicode.Scalar($0) }))
        let line = JSONWriter.line { $0.member("text", odd) }
        #expect(line.utf8.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7f })
        #expect(try JSONDecoder().decode([String: String].self, from: Data(line.utf8)) == ["text": odd])
    }

    @Test(
        "decimals are rounded and have no needless digits",
        arguments: [
            (18.25, 1, "18.3"), (18.0, 1, "18"), (0.0, 3, "0"), (0.3101, 4, "0.3101"), (-1.05, 1, "-1.1"),
            (0.004, 2, "0"), (99.999, 1, "100"), (0.05, 2, "0.05"), (.nan, 1, "null"), (.infinity, 1, "null"),
            (1e300, 1, "null"),
        ])
    func decimals(value: Double, places: Int, text: String) {
        #expect(JSONWriter.line { $0.member("n", value, places: places) } == "{\"n\":\(text)}\n")
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
