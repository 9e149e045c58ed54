import Foundation
import ImageTypes
import TestSupport
import Testing

@testable import Models

private enum HostileModels {
    static let folder = ProcessInfo.processInfo.environment["MAGPIE_TESTS_HOSTILE_MODELS"].map { URL(filePath: $0) }
}

@Suite(
    "Hostile models", .timeLimit(.minutes(15)), .serialized,
    .enabled(if: InstalledRuntime.runtime != nil, "\(InstalledRuntime.reason)"),
    .enabled(
        if: HostileModels.folder != nil,
        "skipped: MAGPIE_TESTS_HOSTILE_MODELS names no folder that Benchmarks/EndToEnd/Models/hostile.py has made"))
struct HostileModelTests {
    /// Folders that are used, and why they do no harm.
    private static let harmless = [
        "rank-four": "sides of 1 behind the vector are those of a pooling that networks of convolutions leave over",
        "broken-charsmap": "each look-up stays within the map, and finds nothing",
        "same-ids": "all texts have one vector, which the check of a model shows",
    ]

    private let settings: ModelSettings = {
        var settings = ModelSettings(runtime: InstalledRuntime.library, threads: 1)
        settings.worker = ModelSettings.Worker(
            program: WorkerProgram.path, arguments: ["tower"], memory: Sanitizer.isOn ? nil : 4 << 30,
            timeout: 10)
        return settings
    }()

    @Test("each is refused with a short sentence, and a sound model works behind all of them")
    func refused() throws {
        let folder = try #require(HostileModels.folder)
        let json = try Data(contentsOf: folder.appending(path: "expected.json"))
        let names = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any]).keys.sorted()
        #expect(names.count >= 35)
        for name in names {
            let start = ContinuousClock.now
            let reason = refusal(folder.appending(path: name))
            let seconds = start.duration(to: .now) / .seconds(1)
            print("\(name), \(Int((seconds * 10).rounded()) / 10) s: \(reason)")
            #expect(reason.isEmpty == (Self.harmless[name] != nil), "\(name)")
            #expect(reason.count < 400 && reason.utf8.count < 1000, "\(name)")
            #expect(!reason.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(name)")
            #expect(seconds < 15, "\(name)")
        }
        let sound = try WrittenModel.transformers(["vision_model": ModelBytes.means()])
        #expect(refusal(sound.folder.url).isEmpty)
    }

    @Test("the check of a model shows that all texts have one vector")
    func oneVector() throws {
        let folder = try #require(HostileModels.folder)
        let check = try ModelCheck(folder: folder.appending(path: "same-ids"), settings)
        #expect(!check.isPlausible, "\(check.comparisons)")
    }

    /// The reason for which one of the towers does not describe; empty where all do.
    private func refusal(_ url: URL) -> String {
        do throws(TowerError) {
            let folder: ModelFolder
            do throws(ModelFolderError) { folder = try ModelFolder(url) } catch { throw .folder(error) }
            let towers = Towers(folder, settings)
            defer { towers.end() }
            if folder.picture != nil {
                let size = Size(width: 64, height: 48)
                var lengths: Set<Int> = [try towers.pictureDimensions()]
                for level in [0, 128, 255] as [UInt8] {
                    let bytes = [UInt8](repeating: level, count: size.pixelCount * 3)
                    guard let pixels = PixelBuffer(size: size, bytes: bytes) else { return "no picture" }
                    lengths.insert(try towers.vector(of: pixels).count)
                }
                if lengths.count > 1 { throw .misfit("its pictures have vectors of different lengths") }
            }
            if folder.text != nil {
                for text in ["a photo of a dog", "eeee eeee", String(repeating: "a", count: 1000)] {
                    _ = try towers.vector(of: text)
                }
            }
            return ""
        } catch { return "\(error)" }
    }
}
