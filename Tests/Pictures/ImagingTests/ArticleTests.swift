import Foundation
import Imaging
import TestSupport
import Testing

@Suite("The first example of Imaging")
struct ArticleTests {
    @Test("the lines of the article compile, run, and stand there word for word")
    func usage() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let photo = folder.appending(path: "photo.jpg")
        let pixels = try #require(
            PixelBuffer(size: Size(width: 1600, height: 1200), bytes: [UInt8](repeating: 90, count: 1600 * 1200 * 3)))
        try Data(prepare(.pixels(pixels), as: Recipe(.fit(1024))).outputs[0].jpeg).write(to: photo)

        try use(photo)

        #expect(
            try Readme.hasLines(
                in: "Sources/Pictures/Imaging/Imaging.docc/Imaging.md", importing: "Imaging", from: "Example begins",
                to: "Example ends"))
    }

    private func use(_ photo: URL) throws {
        // Example begins
        let recipe = Recipe(.fit(512, quality: 97), .fit(1024, quality: 98), colors: 5)
        let prepared = try prepare(.file(photo), as: recipe)

        let upload = prepared.outputs[0].jpeg  // [UInt8], upright, sRGB, no metadata
        let color = prepared.colors[0].hex  // "#b8482a"
        let box = Box(left: 40, top: 60, width: 300, height: 220)
        let sent = prepared.outputs[0].map(box)  // the same place in the pixels of the upload

        Batch().prepare([.file(photo), .bytes(upload)], as: recipe) { index, result in
            print(index, result.map(\.uprightSize))  // one bad image never stops the others
        }
        // Example ends
        #expect(color == "#5a5a5a")
        #expect(sent == Box(left: 20, top: 30, width: 150, height: 110))
    }
}
