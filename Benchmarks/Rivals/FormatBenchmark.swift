import BenchmarkKit
import Imaging

/// The measurements of ``PrepBenchmark`` on JPEG, repeated on the other formats of photos: thumbnails of 512 pixels.
struct FormatBenchmark {
    let photos: Photos
    let options: Options
    let thumbnailers: [Thumbnailer]

    /// The name of what a contender made of a format, in reports.
    static func name(_ contender: String, _ format: ImageFormat) -> String { "\(contender)-\(format.rawValue)" }
    static let floor = "decode-alone"

    func run(into report: inout Report) throws {
        for format in [ImageFormat.png, .webp] {
            let files = try FormatFiles(format, of: photos.all)
            let bench = try Workbench(files.photos)
            let contenders = thumbnailers.filter { $0.reads.contains(format) }.map { Contender($0, .small) }
                .filter { contender in
                    options.only.isEmpty || options.only.contains { contender.name.contains($0) }
                }
            let costs = try measure(contenders, bench, files, &report.absent)
            let names = contenders.map(\.name) + [Self.floor]
            let results = names.compactMap { name in
                PrepResult(name: Self.name(name, format), images: files.photos.count, costs: costs[name] ?? [])
            }
            report.prep += results
            let megapixels = files.photos.reduce(0) { $0 + $1.header.megapixels }
            say(
                "\n\(format.rawValue): \(files.photos.count) photos of \(megapixels.formatted(digits: 1)) megapixels to 512, "
                    + "medians of \(options.rounds) rounds; the floor decodes in one process and does nothing else\n")
            say(PrepBenchmark.table(results, against: Self.name("magpie-fast-512", format)).formatted())
        }
    }

    private func measure(
        _ contenders: [Contender], _ bench: Workbench, _ files: FormatFiles, _ absent: inout [String]
    ) throws -> [String: [Cost]] {
        var costs = try PrepBenchmark.measure(contenders, bench, rounds: options.rounds, &absent)
        // The first time opens libvips.
        _ = try files.decodeAlone()
        costs[Self.floor] = try (0..<options.rounds).map { _ in try files.decodeAlone() }
        return costs
    }
}
