import Testing
import VisualSearch

@testable import magpie

@Suite("Names of outputs")
struct OutputNameTests {
    func name(_ input: String, _ format: ImageFormat = .jpeg, suffix: String = "") -> String {
        Path(bytes: OutputName(format: format, suffix: suffix).name(for: Array(input.utf8))).text
    }

    @Test(
        "a name that ends as the format does stays, any other is added to",
        arguments: [
            ("a.jpg", "a.jpg"), ("IMG_1.JPG", "IMG_1.JPG"), ("a.jpeg", "a.jpeg"), ("a.png", "a.png.jpg"),
            ("a.HEIC", "a.HEIC.jpg"), ("a.b.jpg", "a.b.jpg"), ("noext", "noext~.jpg"), ("a.txt", "a.txt~.jpg"),
            ("a.png.jpg", "a.png.jpg.jpg"), ("a~.jpg", "a~.jpg.jpg"), ("x[page=9].jpg", "x[page=9].jpg"),
        ])
    func jpeg(input: String, output: String) {
        #expect(name(input) == output)
    }

    @Test("other formats have their own extension")
    func formats() {
        #expect(name("a.jpg", .png) == "a.jpg.png")
        #expect(name("a.png", .png) == "a.png")
        #expect(name("a.webp", .webp) == "a.webp")
    }

    @Test("several sizes are told apart before the extension")
    func suffixes() {
        #expect(name("a.jpg", suffix: "@512") == "a@512.jpg")
        #expect(name("a.png", suffix: "@512") == "a.png@512.jpg")
        let plan = OutputPlan(
            OutputOptions(shapes: [.fit(512), .fill(Size(width: 512, height: 512)), .fit(512), .fit(1024)]))
        #expect(plan.names.map(\.suffix) == ["@512", "@512x512", "@1024"])
        #expect(OutputPlan(OutputOptions(shapes: [.fit(512)])).names.map(\.suffix) == [""])
    }

    @Test("quality is left to the library unless one is given")
    func quality() {
        let plain = OutputOptions(shapes: [.fit(512), .fit(513)])
        #expect(OutputPlan(plain).outputs.map(\.encoding) == [.jpeg(), .jpeg()])
        let options = OutputOptions(shapes: [.fit(9)], formats: [.webp], quality: 50)
        #expect(OutputPlan(options).outputs[0].encoding == .webp(quality: 50))
    }

    @Test("no two names of one folder meet, whatever they are made of", arguments: ["", "@512"])
    func injective(suffix: String) {
        let pieces = ["a", "a~", "a.", "a.b", "a@512", "b.txt"]
        let ends = [
            "", ".jpg", ".JPG", ".jpeg", ".jpe", ".png", ".PNG", ".txt", "~", "@512", ".jpg~", "~.jpg", "@512.jpg",
        ]
        var inputs: Set<String> = []
        for piece in pieces {
            for first in ends {
                for second in ends { for third in ends { inputs.insert(piece + first + second + third) } }
            }
        }
        let outputs = Set(inputs.map { name($0, suffix: suffix) })
        #expect(outputs.count == inputs.count)
    }

    @Test("a long name is cut to what file systems take, between characters, and stays one of a kind")
    func long() throws {
        let names = ["a", "é", "語", "🍎"].flatMap { unit -> [String] in
            let stem = String(repeating: unit, count: 251 / unit.utf8.count)
            return [stem + ".png", stem + ".gif", stem + ".PNG"]
        }
        let outputs = names.map { name($0, suffix: "@1024") }
        #expect(outputs.allSatisfy { $0.utf8.count <= 255 && $0.hasSuffix("@1024.jpg") && !$0.contains("\\x") })
        #expect(Set(outputs).count == names.count)
        #expect(name(String(repeating: "a", count: 251) + ".jpg") == String(repeating: "a", count: 251) + ".jpg")
    }
}
