import Foundation
import PictureTestSupport
import TestSupport
import Testing
import VisualSearch

@testable import magpie

/// The options of `magpie prep` in random company: purposes, names, sizes, formats, metadata, manifests, updates.
@Suite("Combinations of the options of magpie prep", .timeLimit(.minutes(15)))
struct PrepCombinationTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        var photo = try picture(300, 200, as: .jpeg(quality: 80)).adding(
            exif: FileBlocks.exif([.init(0x010F, "Maker")]))
        photo = photo.adding(xmp: FileBlocks.xmp("<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq></dc:creator>"))
        try place.write(photo, to: "in/photo.jpg")
        try place.write(try picture(120, 160, seed: 2, as: .png), to: "in/photo.png")
        let moving = SharedData.package.appending(path: "Tests/Fixtures/animated.gif")
        try place.write(try contents(of: magpie.Path(moving.path)), to: "in/moving.gif")
        try place.write(try picture(90, 90, seed: 3, as: .webp()), to: "in/sub/plain.webp")
        let long = Recipe(Output(.exact(Size(width: 8, height: 16_384)), encoding: .png))
        try place.write(try prepare(.bytes(try picture(as: .png)), as: long).outputs[0].bytes, to: "in/sub/long.png")
    }

    private static func drawn(_ random: inout SplitMix) -> [String] {
        var words: [String] = []
        func add(_ choices: [[String]], _ random: inout SplitMix) {
            words += choices.randomElement(using: &random) ?? []
        }
        add([[], ["--for", "web"], ["--for", "upload"], ["--for", "archive"], ["--for", "search"]], &random)
        add(
            [
                [], ["--size", "64"], ["--size", "50", "--size", "original"], ["--widths", "4,40,900"],
                ["--fill", "50x70"], ["--fill", "64x64", "--gravity", "objects"], ["--pad", "60x90"],
                ["--exact", "33x44", "--size", "30"],
            ], &random)
        add(
            [
                [], ["--format", "webp,jpeg"], ["--format", "avif"], ["--format", "png,jpeg"],
                ["--format", "gif,webp"],
            ],
            &random)
        add(
            [
                [], ["--name", "{stem}-{size}.{ext}"], ["--name", "{size}/{name}.{ext}"],
                ["--name", "{name}-{width}x{height}-{size}.{ext}"],
            ], &random)
        add(
            [
                [], ["--keep", "exif"], ["--keep", "rights"], ["--keep", "exif", "--keep", "rights"],
                ["--keep", "times"],
            ], &random)
        add([[], [], ["--trim"], ["--frames", "all"], ["--enlarge"], ["--box", "0,0,50,200"]], &random)
        add([[], ["--colors", "2"], ["--measure", "thumbhash", "--measure", "phash"]], &random)
        return words
    }

    private func run(_ words: [String], into folder: String) throws -> Ended {
        try Running(
            magpieBinary,
            ["prep", "in", "-o", folder, "--json", "--ordered", "--manifest", "\(folder)/m.json"] + words,
            in: place.path
        ).wait()
    }

    /// The lines without what differs from run to run.
    private func facts(_ ended: Ended) -> [String] {
        ended.lines.map { $0.replacing(#/,"ms":.*/#, with: "").replacing(#""skipped":true,"#, with: "") }
    }

    @Test("each output that is told is there as it is told, no other is, and an update finds all of them up to date")
    func draws() throws {
        var random = SplitMix(seed: 55)
        var made = 0
        for number in 0..<Effort.inputs(14, of: 300) {
            let words = Self.drawn(&random)
            let note: Comment = "\(words.joined(separator: " "))"
            let folder = "out\(number)"
            let first = try run(words, into: folder)
            // Options that exclude each other are refused before anything is made.
            if first.code == 1 {
                #expect(place.names(in: folder).isEmpty, note)
                continue
            }
            made += 1
            #expect(first.code == 0, "\(words) \(first.errors)")
            var told: [String: Size] = [:]
            for line in try first.json() {
                guard let outputs = line["outputs"] as? [[String: Any]] else { continue }
                for output in outputs where output["error"] == nil {
                    let name = try #require(output["path"] as? String)
                    let size = Size(
                        width: try #require(output["width"] as? Int), height: try #require(output["height"] as? Int))
                    // A picture that is smaller than two widths is the same file for both.
                    #expect(told[name] == nil || told[name] == size, note)
                    told[name] = size
                    let bytes = try contents(of: place / name)
                    #expect(try inspect(bytes).uprightSize == size && bytes.count == output["bytes"] as? Int, note)
                }
            }
            #expect(
                Set(place.names(in: folder).map { "\(folder)/\($0)" }) == Set(told.keys).union(["\(folder)/m.json"]),
                note)
            let manifest = try String(decoding: contents(of: place / "\(folder)/m.json"), as: UTF8.self)
            for address in manifest.matches(of: #/(?:srcset":"|, )([^ "]+) [0-9]+w/#).map(\.1) {
                let name = try #require(String(address).removingPercentEncoding)
                #expect(told["\(folder)/\(name)"] != nil, "\(words): \(name)")
            }
            let again = try run(words + ["--update"], into: folder)
            let stale = again.lines.filter { $0.contains(#""ok":true"#) && !$0.contains(#""skipped":true"#) }
            #expect(again.code == 0 && stale.isEmpty, "\(words) \(again.errors)")
            #expect(facts(again) == facts(first), note)
            let alone = try run(words + ["--jobs", "1"], into: "alone")
            #expect(place.files(in: "alone") == place.files(in: folder), note)
            #expect(alone.code == 0, note)
            _ = try FileManager.default.removeItem(atPath: (place / "alone").text)
        }
        #expect(made > 5)
    }
}
