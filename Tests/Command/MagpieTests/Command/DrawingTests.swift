import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("Drawings are decoded by a process of their own")
struct DrawingTests {
    /// Two rows of two colors, at 40 x 30 pixels.
    private static let small = """
        <svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="15" fill="#c82828"/>\
        <rect y="15" width="40" height="15" fill="#3246c8"/></svg>
        """
    /// Noise of billions of octaves, each of which is drawn.
    private static let endless = """
        <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f">\
        <feTurbulence baseFrequency=".01" numOctaves="4294967295"/></filter>\
        <rect width="3000" height="3000" filter="url(#f)"/></svg>
        """
    /// A page of 20 x 20 points with one square.
    private static let page = """
        %PDF-1.4
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 20 20]/Contents 4 0 R>>endobj
        4 0 obj<</Length 27>>stream
        1 0 0 rg 0 0 20 20 re f    
        endstream endobj
        trailer<</Root 1 0 R>>
        """

    @Test("the colors of an SVG and of a PDF are those of the drawing", arguments: [("a.svg", small), ("a.pdf", page)])
    func colors(name: String, text: String) throws {
        let place = try Workplace()
        try place.write(Array(text.utf8), to: name)
        let ended = try place.magpie("colors", name, "--accept", name.hasSuffix("svg") ? "svg" : "pdf", "--all-files")
        // A libvips without a loader for PDF says so.
        if ended.errors.contains("which the installed libvips cannot load") { return }
        #expect(ended.code == 0, "\(ended.errors)")
        let found = ended.text.split(separator: " ").filter { $0.hasPrefix("#") }.sorted()
        #expect(found == (name == "a.svg" ? ["#3246c8", "#c82828"] : ["#ff0000"]), "\(ended.text)")
    }

    @Test("one that never ends is ended at the limit, and the others are done")
    func endless() throws {
        let place = try Workplace()
        try place.write(Array(Self.endless.utf8), to: "in/0.svg")
        try place.write(Array(Self.small.utf8), to: "in/1.svg")
        for number in 2..<12 { try place.write(try picture(seed: number), to: "in/\(number).jpg") }
        let ended = try place.magpie(
            "prep", "in", "-o", "out", "--accept", "svg", "--all-files", "--timeout", "1", "--json", "--jobs", "2")
        let lines = try ended.byPath()
        #expect(lines.count == 12 && lines.values.filter(\.isOK).count == 11)
        #expect(lines["in/0.svg"]?.errorCode == "timedOut")
        #expect(place.files(in: "out").count == 11)
    }

    @Test("broken ones and ones of too many pixels are errors of their own")
    func broken() throws {
        let place = try Workplace()
        try place.write(Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\"><rect".utf8), to: "cut.svg")
        let large = Self.small.replacing("width=\"40\" height=\"30\"", with: "width=\"30000\" height=\"30000\"")
        try place.write(Array(large.utf8), to: "large.svg")
        try place.write(Array(Self.small.utf8), to: "small.svg")
        let ended = try place.magpie(
            "prep", "cut.svg", "large.svg", "small.svg", "-o", "out", "--accept", "svg", "--json")
        let lines = try ended.byPath()
        #expect(lines["cut.svg"]?.errorCode == "undecodable" && lines["large.svg"]?.errorCode == "tooLarge")
        #expect(lines["small.svg"]?.isOK == true)
    }
}
