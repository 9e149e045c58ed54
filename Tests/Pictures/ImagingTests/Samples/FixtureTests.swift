import Foundation
import Imaging
import TestSupport
import Testing

/// The small corpus of `Tests/Fixtures`, which every checkout has; `make.py` there draws it.
@Suite("Fixtures")
struct FixtureTests {
    /// One file, and what it must give.
    struct Fixture: Sendable, CustomTestStringConvertible {
        let file: String
        let format: String
        let uprightSize: Size?
        let orientation: Int?
        /// `quarters`, `gray`, or `no blue` where the blue quarter is transparent.
        let colors: String
        /// Nil where the file is sound.
        let error: String?

        var testDescription: String { file }
        var url: URL { FixtureTests.folder.appending(path: file) }
    }

    private static let folder = SharedData.package.appending(path: "Tests/Fixtures")

    static let all: [Fixture] = {
        guard let text = try? String(contentsOf: folder.appending(path: "manifest.csv"), encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let (width, height) = (Int(cells[2]), Int(cells[3]))
            return Fixture(
                file: cells[0], format: cells[1],
                uprightSize: width.flatMap { width in height.map { Size(width: width, height: $0) } },
                orientation: Int(cells[4]), colors: cells[5], error: cells[6].isEmpty ? nil : cells[6])
        }
    }()

    static let sound = all.filter { $0.error == nil }
    static let unsound = all.filter { $0.error != nil }

    @Test("the manifest names every file of the folder once, sound and unsound ones")
    func manifest() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.filter { !["manifest.csv", "make.py"].contains($0) }.sorted() == Self.all.map(\.file).sorted())
        #expect(Self.sound.count >= 30)
        #expect(Self.unsound.count >= 10)
    }

    @Test("a sound file gives its format, its upright size and its orientation", arguments: sound)
    func headers(_ fixture: Fixture) throws {
        let header = try inspect(fixture.url)
        #expect(header.format.rawValue == fixture.format)
        #expect(header.uprightSize == fixture.uprightSize)
        #expect(header.orientation == fixture.orientation)
    }

    @Test("a sound file gives upright pixels: red and green above, blue and white below", arguments: sound)
    func pixels(_ fixture: Fixture) throws {
        let prepared = try prepare(.file(fixture.url), as: Recipe(.pixels(fitting: 96), .fit(48)))
        #expect(prepared.uprightSize == fixture.uprightSize)
        #expect(prepared.outputs[1].size == Size(width: 48, height: 32))
        let pixels = try #require(prepared.outputs[0].pixels)
        let expected: [Quarter] =
            switch fixture.colors {
            case "gray": [.gray, .gray, .gray, .white]
            case "no blue": [.red, .green, .white, .white]
            default: [.red, .green, .blue, .white]
            }
        #expect([(24, 16), (72, 16), (24, 48), (72, 48)].map { Quarter(pixels, $0, $1) } == expected)
    }

    @Test("an unsound file gives the error code of the manifest", arguments: unsound)
    func errors(_ fixture: Fixture) {
        let error = #expect(throws: ImageError.self) { try prepare(.file(fixture.url), as: Recipe(.fit(48))) }
        #expect(error?.code == fixture.error)
    }

    @Test("a cut-off file gives its picture where the recipe allows it", arguments: ["jpg", "png"])
    func cutOff(_ ending: String) throws {
        var recipe = Recipe(.fit(48))
        recipe.allowsTruncated = true
        let prepared = try prepare(.file(Self.folder.appending(path: "truncated.\(ending)")), as: recipe)
        #expect(prepared.isTruncated)
        #expect(prepared.outputs[0].size.longestSide == 48)
    }

    /// The color of a place, coarse enough for lossy formats and for conversions from CMYK.
    private enum Quarter: Equatable {
        case red, green, blue, white, gray

        init(_ pixels: PixelBuffer, _ x: Int, _ y: Int) {
            let start = (y * pixels.size.width + x) * pixels.channels
            let (red, green, blue) = (
                Int(pixels.bytes[start]), Int(pixels.bytes[start + 1]), Int(pixels.bytes[start + 2])
            )
            if max(red, green, blue) - min(red, green, blue) < 12 {
                self = red > 230 ? .white : .gray
            } else {
                self = red > max(green, blue) ? .red : green > blue ? .green : .blue
            }
        }
    }
}
