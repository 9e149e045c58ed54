import Foundation
import ImageTypes
import Imaging
import TestSupport
import Testing

@testable import Models

/// The vectors that plain Python gives for the models of `Benchmarks/EndToEnd/Models`.
private struct ExpectedVectors: Decodable {
    struct Model: Decodable {
        var pictures: [[Double]?]?
        var texts: [[Double]?]?
    }

    var pictures: [String]
    var texts: [String]
    var models: [String: Model]

    static let folder = ProcessInfo.processInfo.environment["MAGPIE_TESTS_MODELS"].map { URL(filePath: $0) }

    static func read() throws -> (URL, Self) {
        let folder = try #require(folder)
        let bytes = try Data(contentsOf: folder.appending(path: "expected.json"))
        return (folder, try JSONDecoder().decode(Self.self, from: bytes))
    }
}

@Suite(
    "Vectors of models against plain Python", .timeLimit(.minutes(15)), .serialized,
    .enabled(if: InstalledRuntime.runtime != nil, "\(InstalledRuntime.reason)"),
    .enabled(
        if: ExpectedVectors.folder != nil,
        "skipped: MAGPIE_TESTS_MODELS names no folder that Benchmarks/EndToEnd/Models/make.py has made"))
struct ModelParityTests {
    @Test(
        "pictures have the vectors of the program that each layout is made for",
        .enabled(if: SharedData.folder("photos") != nil, "skipped: there is no ../shared/data/photos"),
        arguments: [("decoded whole", 0.9999, 0.999), ("decoded smaller", 0.999, 0.998)])
    func pictures(decoding: String, least: Double, leastOfRandom: Double) throws {
        let (folder, expected) = try ExpectedVectors.read()
        let photos = try #require(SharedData.folder("photos"))
        let shared = photos.deletingLastPathComponent()
        for (name, model) in expected.models.sorted(by: { $0.key < $1.key }) {
            guard let vectors = model.pictures else { continue }
            let read = try ModelFolder(folder.appending(path: name))
            let preprocessing = try #require(read.picture?.preprocessing)
            let whole = Output(.original, encoding: .pixels)
            let recipe = Recipe(decoding == "decoded whole" ? whole : preprocessing.output)
            let encoder = try PictureEncoder(read, threads: 2, runtime: InstalledRuntime.runtime)
            var cosines: [(cosine: Double, of: String)] = []
            for (picture, vector) in zip(expected.pictures, vectors) {
                guard let vector else { continue }
                let file = shared.appending(path: picture)
                let prepared = try prepare(.data(try Data(contentsOf: file)), as: recipe)
                let pixels = preprocessing.pixels(of: prepared.pixels(), decodedFrom: prepared.uprightSize)
                let found = try encoder.vectors(ofPixels: [pixels])[0]
                cosines.append((cosine(found, vector), picture))
            }
            // Weights by chance, and sides of 64 pixels, show what is lost by decoding to a part of the sides.
            let isRandom = name.hasPrefix("random")
            try report("pictures of \(name), \(decoding)", cosines, least: isRandom ? leastOfRandom : least)
        }
    }

    @Test("texts have the vectors of the program that each layout is made for")
    func texts() throws {
        let (folder, expected) = try ExpectedVectors.read()
        for (name, model) in expected.models.sorted(by: { $0.key < $1.key }) {
            guard let vectors = model.texts else { continue }
            let read = try ModelFolder(folder.appending(path: name))
            let encoder = try TextEncoder(read, threads: 2, runtime: InstalledRuntime.runtime)
            let start = ContinuousClock.now
            var cosines: [(cosine: Double, of: String)] = []
            for (text, vector) in zip(expected.texts, vectors) {
                guard let vector else { continue }
                let found = try encoder.vector(of: text)
                cosines.append((cosine(found, vector), text))
            }
            let time = start.duration(to: .now) / .milliseconds(1) / Double(max(cosines.count, 1))
            try report("texts of \(name), \(Int((time * 10).rounded()) / 10) ms each", cosines, least: 0.9999)
        }
    }

    @Test(
        "the check finds models with trained weights plausible",
        arguments: ["lite0", "lite2", "pair-hf", "pair-immich"])
    func plausible(name: String) throws {
        let (folder, _) = try ExpectedVectors.read()
        let settings = ModelSettings(runtime: InstalledRuntime.library)
        let check = try ModelCheck(folder: folder.appending(path: name), settings)
        let towers = [check.picture, check.text].compactMap(\.self)
        print("\(name): \(towers.map { "opening \($0.opening) s, ms by threads \($0.times)" })")
        for comparison in check.comparisons {
            #expect(comparison.isPlausible, "\(comparison)")
            print("\(name): \(comparison.name) \(comparison.cosine)")
        }
    }

    private func report(_ name: String, _ cosines: [(cosine: Double, of: String)], least: Double) throws {
        let worst = try #require(cosines.min { $0.cosine < $1.cosine })
        print("\(name): \(cosines.count), least cosine \(worst.cosine) (\(worst.of.prefix(60)))")
        for (cosine, of) in cosines { #expect(cosine >= least, "\(name): \(of)") }
    }

    private func cosine(_ one: [Float], _ other: [Double]) -> Double {
        guard one.count == other.count else { return 0 }
        func length(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 }.squareRoot() }
        let one = one.map(Double.init)
        return zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } / (length(one) * length(other))
    }
}
