import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("Memory and descriptors do not grow")
struct LeakTests {
    @Test(
        "thousands of pictures of all formats, one in five broken, leave no memory and no descriptor behind",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm"), "skipped: there is no /proc"),
        .disabled(
            if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil,
            "skipped: the address sanitizer keeps freed memory"))
    func thousands() async {
        // A process of its own: other tests would grow and shrink beside it.
        await #expect(processExitsWith: .success) {
            let growth = try Growth.measure(pictures: Effort.inputs(1000, of: 4000))
            // A leak of one picture of 240 x 180 in twenty-five would be 5 MB, and of all 4,000 one in a hundred.
            #expect(growth.bytes < Growth.most, "\(growth.bytes >> 10) KiB more")
            #expect(growth.descriptors == 0)
        }
    }
}

/// The growth of a process between a few pictures and many.
private struct Growth {
    var bytes: Int
    var descriptors: Int

    static let most = 4 << 20

    /// The least growth of up to three rounds: what threads keep for themselves grows now and then, a leak every time.
    static func measure(pictures: Int) throws -> Growth {
        let folder = try TemporaryFolder()
        let inputs = try inputs(in: folder.url)
        let recipe = Recipe(
            .fit(128), Output(.fit(64), encoding: .png), Output(.fit(32), encoding: .webp(quality: 80)), colors: 3)
        func run(_ rounds: Int) {
            let many = (0..<rounds).lazy.flatMap { _ in inputs }
            Batch(checked: 2).prepare(many, as: recipe) { _, _ in }
        }
        run(50)
        var least = Growth(bytes: .max, descriptors: .max)
        for _ in 0..<3 where least.bytes >= most || least.descriptors > 0 {
            let (bytes, descriptors) = (try residentBytes(), try openDescriptors())
            run(pictures / inputs.count)
            least.bytes = min(least.bytes, try residentBytes() - bytes)
            least.descriptors = min(least.descriptors, try openDescriptors() - descriptors)
        }
        return least
    }

    private static func inputs(in folder: URL) throws -> [ImageInput] {
        let picture = Pictures.scene(240, 180)
        let jpeg = try Real.jpeg(picture)
        let png = try Real.png(picture)
        func file(_ name: String, _ bytes: [UInt8]) throws -> ImageInput {
            let url = folder.appending(path: name)
            try Data(bytes).write(to: url)
            return .file(url)
        }
        return [
            .bytes(jpeg), try file("a.png", png), .bytes(try Real.webp(picture)),
            .bytes(Real.tiff(picture, profile: MatrixProfile.displayP3.bytes)),
            try file("cut.jpg", Array(jpeg.dropLast(4000))), try file("turned.jpg", Real.turning(jpeg, to: 6)),
            .bytes(Array(png.dropLast(4000))), .pixels(picture), .bytes(Real.tiff(picture, orientation: 8)),
            try file("none.jpg", [1, 2, 3]),
        ]
    }

    /// Pages in memory that belong to this process, in bytes.
    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4096
    }

    private static func openDescriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
