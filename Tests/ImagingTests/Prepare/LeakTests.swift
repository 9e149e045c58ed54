import Foundation
import Imaging
import TestSupport
import Testing

@Suite("Memory and descriptors do not grow", .serialized)
struct LeakTests {
    /// Pages in memory that belong to this process, in bytes.
    private func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4096
    }

    @Test(
        "a thousand pictures of all formats, one in five broken",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm"), "skipped: there is no /proc"),
        .disabled(
            if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil,
            "skipped: the address sanitizer keeps freed memory"))
    func thousand() throws {
        let picture = Pictures.scene(240, 180)
        let jpeg = try Real.jpeg(picture)
        let png = try Real.png(picture)
        let tiff = Real.tiff(picture, profile: MatrixProfile.displayP3.bytes)
        let inputs: [ImageInput] = [
            .bytes(jpeg), .bytes(png), .bytes(try Real.webp(picture)), .bytes(tiff), .bytes(Array(jpeg.dropLast(4000))),
            .bytes(Real.turning(jpeg, to: 6)), .bytes(Array(png.dropLast(4000))), .pixels(picture),
            .bytes(Real.tiff(picture, orientation: 8)), .bytes([1, 2, 3]),
        ]
        let recipe = Recipe(
            .fit(128), Output(.fit(64), encoding: .png), Output(.fit(32), encoding: .webp(quality: 0.8)), colors: 3)
        func run(_ rounds: Int) {
            let many = (0..<rounds).lazy.flatMap { _ in inputs }
            Batch(workers: 2).prepare(many, as: recipe) { _, _ in }
        }
        run(20)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        // Other suites of this process grow and shrink meanwhile; a leak shows each time.
        var growth = Int.max
        for _ in 0..<3 where growth >= 64 << 20 {
            let before = try residentBytes()
            run(100)
            growth = min(growth, try residentBytes() - before)
        }
        // A leak of one picture in a hundred would be 1.3 MB; other tests that run meanwhile come and go.
        #expect(growth < 64 << 20, "\(growth / 1024) KiB more after 1,000 pictures")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < descriptors + 100)
    }
}
