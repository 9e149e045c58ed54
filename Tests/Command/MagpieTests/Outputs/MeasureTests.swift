import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie prep --measure", .timeLimit(.minutes(15)))
struct MeasureTests {
    private static let measures = Measure.allCases.flatMap { ["--measure", $0.rawValue] }

    private func prep(_ place: Workplace, _ more: [String]) throws -> [String] {
        let ended = try Running(
            magpieBinary, ["prep", "in", "-o", "out", "--json", "--ordered"] + more, in: place.path
        )
        .wait()
        #expect(ended.code == 0, "\(ended.errors)")
        return ended.lines.map { $0.replacing(#/,"ms":.*/#, with: "").replacing(#""skipped":true,"#, with: "") }
    }

    @Test("the values of a picture do not depend on the outputs, and --update tells them without making these again")
    func updated() throws {
        let place = try Workplace()
        for seed in 1...3 { try place.write(try picture(640, 480, seed: seed), to: "in/\(seed).jpg") }
        let plain = try prep(place, [])
        #expect(plain.allSatisfy { !$0.contains("hash") && !$0.contains("sharpness") })
        let times = try ["1", "2", "3"].map { try FileStatus.of(place / "out/\($0).jpg").modified }
        let added = try prep(place, ["--update"] + Self.measures)
        for name in Measure.allCases.map(\.rawValue) { #expect(added.allSatisfy { $0.contains("\"\(name)\":") }) }
        #expect(try ["1", "2", "3"].map { try FileStatus.of(place / "out/\($0).jpg").modified } == times)
        #expect(try prep(place, ["--update"] + Self.measures) == added)
        #expect(try prep(place, ["--update"]) == plain)
        let one = try prep(place, ["--update", "--measure", "phash"])
        #expect(one.allSatisfy { $0.contains("\"phash\":") && !$0.contains("\"thumbhash\":") })
        #expect(try prep(place, Self.measures) == added)
    }

    @Test("without --json, which prints the values, it is refused, and a wrong name too")
    func refused() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        let alone = try place.magpie("prep", "in", "-o", "out", "--measure", "phash")
        #expect(alone.code == 1 && alone.errors.contains("--measure goes with --json"))
        let wrong = try place.magpie("prep", "in", "-o", "out", "--json", "--measure", "phsah")
        #expect(wrong.code == 1 && wrong.errors.contains("phash"))
    }

    private static let clients = SharedData.package.appending(path: "Tests/ForeignClients").path

    /// The reference implementations of PyPI, where the tests may install them.
    private static let python = PythonPackages.python("measures")

    @Test(
        "the values are those of the reference implementations on sample pictures and the shared photos",
        .enabled(if: python != nil, "skipped: MAGPIE_TESTS_INSTALL=1 installs the reference implementations"))
    func references() throws {
        let place = try Workplace()
        let samples = SharedData.package.appending(path: "samples")
        // The references take far longer than the command.
        var inputs = try Self.pictures(in: samples.appending(path: "images"), every: 12)
        inputs += try Self.pictures(in: samples.appending(path: "scenes"), every: 2)
        if let photos = SharedData.folder("photos") { inputs += try Self.pictures(in: photos, every: 3) }
        for (name, more) in [
            ("100", ["--size", "100", "--measure", "thumbhash", "--measure", "blurhash"]),
            ("32", ["--exact", "32x32", "--measure", "phash"]),
            ("512", ["--size", "512", "--measure", "sharpness", "--measure", "exposure"]),
        ] {
            let words = ["prep"] + inputs + ["-o", name, "--format", "png", "--json"] + more
            let ended = try Running(magpieBinary, words, in: place.path).wait()
            #expect(ended.code == 0, "\(ended.errors)")
            try place.write(ended.output, to: magpie.Path("\(name).jsonl"))
        }
        let ended = try Running(
            try #require(Self.python), ["\(Self.clients)/measures.py", place.path.text], in: place.path
        ).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        let counts = try #require(
            try JSONSerialization.jsonObject(with: Data(ended.output)) as? [String: Int], "\(ended.text)")
        #expect(inputs.count > 15, "\(inputs)")
        #expect(counts.count == Measure.allCases.count && counts.values.allSatisfy { $0 == inputs.count }, "\(counts)")
    }

    /// Every so many of the pictures of a folder; all of them with `MAGPIE_TESTS_LONG=1`.
    private static func pictures(in folder: URL, every step: Int) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { [".jpg", ".webp"].contains(where: $0.hasSuffix) }
        return stride(from: 0, to: names.count, by: Effort.isFull ? 1 : step).map {
            folder.appending(path: names[$0]).path
        }
    }
}
