import PictureTestSupport
import Testing

@testable import PictureText

@Suite("Pictures and lines between two processes", .timeLimit(.minutes(5)))
struct TextFrameTests {
    private let lines = [
        TextLine(text: "Straße \u{212B}", score: 0.5, corners: (0..<4).map { Corner(x: Float($0), y: 7.25) }),
        TextLine(text: "", score: 1, corners: (0..<4).map { Corner(x: Float($0) * -1, y: 2000) }),
    ]

    @Test("come back as they were sent")
    func back() throws {
        let picture = Raster(Pictures.numbered(7, 5))
        #expect(TextFrames.picture(TextFrames.bytes(picture)) == picture)
        let bytes = TextFrames.bytes(lines)
        let read = try TextFrames.lines(bytes)
        #expect(read == lines)
        #expect(read[0].text.unicodeScalars.last == "\u{212B}")
        #expect(try TextFrames.lines([]).isEmpty)
    }

    @Test("bytes that are no picture are none")
    func pictures() {
        let bytes = TextFrames.bytes(Raster(Pictures.numbered(7, 5)))
        for count in 0..<bytes.count { #expect(TextFrames.picture(Array(bytes[..<count])) == nil) }
        #expect(TextFrames.picture(bytes + [0]) == nil)
        #expect(TextFrames.picture([UInt8](repeating: 0xFF, count: 11)) == nil)
        #expect(TextFrames.picture([UInt8](repeating: 0, count: 8)) == nil)
    }

    @Test("bytes of a hostile process are errors, whatever they are")
    func hostile() throws {
        let bytes = TextFrames.bytes(lines)
        let whole = 44 + lines[0].text.utf8.count
        for count in 1..<bytes.count where count != whole {
            #expect(throws: TextReaderError.self) { try TextFrames.lines(Array(bytes[..<count])) }
        }
        for place in 0..<bytes.count {
            var changed = bytes
            changed[place] = 0xFF
            _ = try? TextFrames.lines(changed)
        }
        var wide = bytes
        for place in 8..<12 { wide[place] = 0xFF }
        #expect(throws: TextReaderError.self) { try TextFrames.lines(wide) }
        let empty = TextFrames.bytes([lines[1]])
        #expect(throws: TextReaderError.self) { try TextFrames.lines((0...1000).flatMap { _ in empty }) }
    }
}
