import Foundation
import Testing

@testable import magpie

@Suite(
    "magpie on a terminal that knows no codes",
    .enabled(if: FileManager.default.isExecutableFile(atPath: ColorsCommandTests.script), "skipped: needs script(1)"))
struct DumbTerminalTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        let bytes = try picture(900, 700)
        for number in 0..<40 { try place.write(bytes, to: "in/\(number).jpg") }
        try place.write([1], to: "in/bad.jpg")
    }

    /// The screen of a terminal of this kind.
    private func shown(_ terminal: String, _ words: String) throws -> String {
        try Running(
            ColorsCommandTests.script, ["-qec", "'\(magpieBinary)' \(words)", "/dev/null"], in: place.path,
            environment: ["TERM": terminal, "NO_COLOR": ""]
        ).wait().text
    }

    @Test(
        "TERM=dumb gets no codes and no line that is drawn again",
        arguments: ["prep in -o out --size 900", "colors in", "info in", "prep --help", "--help", "prep -x"])
    func dumb(words: String) throws {
        let text = try shown("dumb", words)
        #expect(!text.isEmpty)
        #expect(!text.contains("\u{1b}"), "\(text)")
        // The terminal itself ends lines with both.
        #expect(!text.replacing("\r\n", with: "\n").contains("\r"), "\(text)")
    }

    @Test("another one gets colors and progress")
    func other() throws {
        #expect(try shown("xterm", "prep in -o out --size 900").contains(ProgressLine.clear))
        #expect(try shown("xterm", "colors in").contains("\u{1b}[48;2;"))
    }
}
