import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite(
    "A heap that cannot grow", .timeLimit(.minutes(5)),
    .enabled(if: FaultyCalls.library != nil, Comment(rawValue: FaultyCalls.reason)),
    .disabled(if: Sanitizer.isOn, "skipped: what lets calls fail takes the place of the allocations of a sanitizer"))
struct EnclosedHeapTests {
    private static let picture = SharedData.folder("inputs")?.appending(
        path: "repo/avif-sample-images/kimono.rotate90.avif")

    /// It was called a shortage, with 75 for "try again", so that a nightly run tried it for ever: malloc had left ENOMEM
    /// behind when it took other pages. Some decoders allocate so much in five runs of six.
    @Test(
        "does not make a picture that cannot be decoded a shortage of memory",
        .enabled(
            if: picture.map { FileManager.default.fileExists(atPath: $0.path) } == true,
            "skipped: there is no ../shared/data/inputs"))
    func undecodable() throws {
        let place = try Workplace()
        let picture = try #require(Self.picture).path
        for _ in 1...6 {
            let ended = try Running(
                magpieBinary, ["prep", picture, "-o", "out", "--json"], in: place.path,
                environment: ["LD_PRELOAD": FaultyCalls.library ?? "", "MAGPIE_TESTS_ENCLOSED_HEAP": "1"]
            ).wait()
            #expect(ended.code == 3 && !ended.errors.contains("memory"), "\(ended.code) \(ended.errors)")
        }
    }
}
