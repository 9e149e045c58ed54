import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing
import VisualSearch

@testable import magpie

/// Stands in for a model: the same vector for every picture.
private struct FlatDescriber: Describer {
    let identity = "flat 1"
    let dimensions = 8
    let scale = 127

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        Descriptor(vector: [127, 0, 0, 0, 0, 0, 0, 0])
    }
}

@Suite("magpie duplicates with a model", .timeLimit(.minutes(15)))
struct DuplicatesModelTests {
    private let work: Workplace

    /// In `in`: a.png, a copy of it as b.jpg, and c.jpg, another picture.
    init() throws {
        work = try Workplace()
        let scene = Pictures.scene(480, 360, seed: 3)
        try work.write(try Self.file(scene, .png), to: "in/a.png")
        try work.write(try Self.file(scene, .jpeg(quality: 85)), to: "in/b.jpg")
        let stripes = Pictures.draw(480, 360) { x, y in x / 40 % 2 == 0 ? (200, 60, 40) : (20, 90, UInt8(y * 255 / 360))
        }
        try work.write(try Self.file(stripes, .jpeg(quality: 80)), to: "in/c.jpg")
    }

    private static func file(_ pixels: PixelBuffer, _ encoding: Output.Encoding) throws -> [UInt8] {
        try prepare(.pixels(pixels), as: Recipe(Output(.fit(480), encoding: encoding))).outputs[0].bytes
    }

    private func find(_ finder: DuplicateFinder) throws -> FoundDuplicates {
        let search = FolderSearch(
            inputs: try Inputs([work / "in"], options: InputOptions()), limits: Limits(),
            options: RunOptions(isQuiet: true))
        return try search.find(finder, store: work / "catalog.magpie", cancellation: Cancellation())
    }

    @Test(
        "a store of a model saves the describing of its files, by its built-in vectors and by those of the same model")
    func reuse() throws {
        let plain = try work.magpie("duplicates", "in", "--json")
        #expect(try work.magpie("index", "in").code == 0)
        let file = StorePlace(work / "catalog.magpie")
        let change = try DescriberChange(
            CatalogStore(path: (work / "catalog.magpie").text), to: FlatDescriber(),
            source: FormerFiles(file).contents)
        #expect(try change.run().isFinished)
        let stored = try work.magpie("duplicates", "in", "--store", "catalog.magpie")
        #expect(stored.code == 0 && stored.text.contains("3 as the store describes them"), "\(stored.text)")
        #expect(try work.magpie("duplicates", "in", "--store", "catalog.magpie", "--json").lines == plain.lines)
        var finder = DuplicateFinder()
        finder.leastSimilarity = 0.9
        #expect(try find(finder).groups.map(\.kind) == [.picture])
        finder.describer = FlatDescriber()
        let found = try find(finder)
        #expect(found.reused == 3 && found.groups.map(\.kind) == [.picture, .alike])
        #expect(found.groups.last?.others.first?.similarity == 1)
    }

    @Test("info counts the built-in vectors of a store of a model, and shows none of a store without")
    func info() throws {
        #expect(try work.magpie("index", "in").code == 0)
        #expect(try !work.magpie("info", "--json").text.contains("built_in_vectors"))
        #expect(try !work.magpie("info").text.contains("  copies  "))
        let file = StorePlace(work / "catalog.magpie")
        let change = try DescriberChange(
            CatalogStore(path: (work / "catalog.magpie").text), to: FlatDescriber(),
            source: FormerFiles(file).contents)
        #expect(try change.run().isFinished)
        let name = BuiltInDescriber.shared.identity
        let line = try work.magpie("info", "--json").text
        #expect(line.contains(#""built_in_vectors":{"describer":"\#(name)","items":3,"bytes":768}"#), "\(line)")
        #expect(try work.magpie("info").text.contains("  copies      by 3 vectors of \(name), "))
        let back = try work.magpie("store", "describe", "--json").text
        #expect(back.contains(#""from_store":3"#) && back.contains(#""from_files":0"#), "\(back)")
        #expect(try !work.magpie("info", "--json").text.contains("built_in_vectors"))
    }

    @Test(
        "a model without look-alikes to judge is a usage error, and so is a library without a model",
        arguments: [
            (["--model", "m"], 1, "--model goes with --look-alikes"),
            (["--look-alikes", "--onnxruntime", "x"], 1, "--onnxruntime goes with --model"),
            (["--only-bytes", "--look-alikes", "--model", "m"], 1, "--only-bytes decodes nothing"),
            (["--look-alikes", "--model", "nowhere"], 2, "no folder at"),
        ])
    func wrong(words: [String], code: Int32, message: String) throws {
        let ended = try Running(magpieBinary, ["duplicates", "in"] + words, in: work.path).wait()
        #expect(ended.code == code && ended.errors.contains(message), "\(ended.code) \(ended.errors)")
    }

    @Test(
        "a model of a folder indexes with both vectors, and judges look-alikes, with its store and without",
        .enabled(if: MadeModels.pair != nil, MadeModels.reason))
    func folder() throws {
        let (model, runtime) = try #require(MadeModels.pair)
        let environment = ["MAGPIE_ONNXRUNTIME": runtime]
        func run(_ words: String...) throws -> Ended {
            try Running(magpieBinary, words, in: work.path, environment: environment).wait()
        }
        #expect(try run("index", "in", "--model", model).code == 0)
        #expect(try run("info").text.contains("  copies      by 3 vectors of magpie-2-"))
        let alone = try run("duplicates", "in", "--look-alikes=0.5", "--model", model, "--json")
        let stored = try run(
            "duplicates", "in", "--look-alikes=0.5", "--model", model, "--store", "catalog.magpie", "--json")
        #expect(alone.code == 0 && alone.text.contains(#""same":"picture""#), "\(alone.errors)")
        #expect(stored.lines == alone.lines)
    }
}
