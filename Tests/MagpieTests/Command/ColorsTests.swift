import Imaging
import Testing

@testable import magpie

@Suite("magpie colors")
struct ColorsCommandTests {
    @Test("one line for each image in the order of the inputs, a bad one among them")
    func lines() throws {
        let place = try Workplace()
        try place.write(try picture(seed: 1), to: "in/a.jpg")
        try place.write([1, 2, 3], to: "in/b.jpg")
        try place.write(try picture(seed: 2), to: "in/c.jpg")
        let ended = try place.magpie("colors", "in", "--colors", "2")
        #expect(ended.code == 0)
        #expect(ended.lines.count == 3)
        #expect(ended.lines[0].hasSuffix("in/a.jpg"))
        #expect(ended.lines[1].hasPrefix("unsupportedFormat: "))
        #expect(!ended.text.contains("\u{1b}"))
        let json = try place.magpie("colors", "in", "--json", "--ordered").json()
        #expect(json.map { $0.isOK } == [true, false, true])
        #expect(json[0]["colors"] is [Any])
        #expect(json[0]["outputs"] == nil)
    }

    @Test("patches are colored on terminals only, and names line up")
    func swatches() {
        let color = DominantColor(color: RGB(red: 184, green: 72, blue: 42), share: 0.314)
        let product = Product(colors: [color])
        let outcome = Outcome(path: Path("a.jpg"), result: .success(product))
        #expect(
            Swatches(isColored: false, columns: 2).line(outcome)
                == "#b8482a  31%  " + String(repeating: " ", count: 14) + "a.jpg\n")
        #expect(
            Swatches(isColored: true, columns: 1).line(outcome)
                == "\u{1b}[48;2;184;72;42m  \u{1b}[0m #b8482a  31%  a.jpg\n")
    }
}
