import BenchmarkKit
import Foundation
import Imaging

/// The cost of each stage inside one process, for thumbnails of 512 px at quality 97.
struct StagesBenchmark {
    private let photos: [Photos.Photo]
    private let codec = JPEGCodec()

    /// The stage that a goal speaks of.
    static let color = "color: 5 dominant ones of the small picture"
    private static let whole = "whole: prepare(.file) to 512"

    init(_ photos: Photos) {
        self.photos = photos.all.filter { $0.header.components == 3 }
    }

    func run(into report: inout Report) throws {
        var stages = Stages()
        for photo in photos { try measure(photo, &stages) }
        report.stages = stages.results(photos: photos.count, whole: StagesBenchmark.whole)
        report.stages += Kernels.results()
        printTable(report.stages)
    }

    private func measure(_ photo: Photos.Photo, _ stages: inout Stages) throws {
        let url = URL(filePath: photo.path)
        let bytes = try [UInt8](Data(contentsOf: url))
        let size = photo.header.storedSize
        let pixels = size.pixelCount
        let side = Thumbnail.small.size
        guard let full = codec.decode(bytes, stored: size) else { return }
        sink(full.width)

        stages.add("read the file", pixels: nil) { FileManager.default.contents(atPath: photo.path)?.count }
        try stages.add("inspect the header", pixels: nil) { try inspect(bytes) }
        let shrink = [8, 4, 2].first { size.longestSide >= side * $0 } ?? 1
        stages.add("decode as far as 512 allows", pixels: pixels) {
            codec.decode(bytes, stored: size, shrink: shrink)?.width
        }
        guard let decoded = codec.decode(bytes, stored: size, shrink: shrink)?.buffer else { return }
        try stages.add("resize to 512, Lanczos3", pixels: decoded.size.pixelCount) {
            try prepare(.pixels(decoded), as: Recipe(.pixels(fitting: side)))
        }
        guard let small = try prepare(.pixels(decoded), as: Recipe(.pixels(fitting: side))).outputs[0].pixels
        else { return }
        let picture = Picture(small)
        let count = small.size.pixelCount
        stages.add("turn upright", pixels: count) { picture.upright(photo.header.orientation).width }
        stages.add("encode, quality 97", pixels: count) { codec.encode(picture, quality: Thumbnail.small.quality) }
        try stages.add(StagesBenchmark.whole, pixels: pixels) { try prepare(.file(url), as: Recipe(.fit(side))) }

        try stages.add(StagesBenchmark.color, pixels: count, isPart: false) {
            try prepare(.pixels(small), as: Recipe(colors: 5))
        }
        for shrink in [1, 2, 4, 8] {
            stages.add("decode at 1/\(shrink)", pixels: pixels, isPart: false) {
                codec.decode(bytes, stored: size, shrink: shrink)?.width
            }
        }
    }

    private func printTable(_ results: [StageResult]) {
        say("\nStages: CPU time for the mean of \(photos.count) photos (ns for each pixel that a stage reads)\n")
        var table = Table("", "ms", "ns/pixel", "share")
        table.rows = results.map { result in
            [
                result.name, result.milliseconds.formatted(digits: 3),
                result.nanosecondsPerPixel?.formatted(digits: 2) ?? "-",
                result.share.map { "\(($0 * 100).formatted(digits: 1)) %" } ?? "-",
            ]
        }
        say(table.formatted())
    }
}

/// Times of stages, added up over photos.
private struct Stages {
    private var order: [String] = []
    private var sums: [String: (seconds: Double, pixels: Int?, isPart: Bool)] = [:]

    mutating func add<Value, Failure>(
        _ name: String, pixels: Int?, isPart: Bool = true, _ body: () throws(Failure) -> Value
    ) throws(Failure) {
        guard let time = try BenchmarkKit.measure(samples: 5, seconds: 0, body)?.median else { return }
        if sums[name] == nil { order.append(name) }
        let sum = sums[name] ?? (0, pixels.map { _ in 0 }, isPart)
        sums[name] = (sum.seconds + time, sum.pixels.map { $0 + (pixels ?? 0) }, isPart)
    }

    func results(photos: Int, whole: String) -> [StageResult] {
        let total = sums[whole]?.seconds ?? 0
        return order.compactMap { name in
            sums[name].map { sum in
                StageResult(
                    name: name, milliseconds: sum.seconds / Double(photos) * 1e3,
                    nanosecondsPerPixel: sum.pixels.map { sum.seconds / Double(max($0, 1)) * 1e9 },
                    share: sum.isPart ? sum.seconds / total : nil)
            }
        }
    }
}
