import BenchmarkKit
import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// Every object in the drawn scenes of `samples/`, searched for in a large catalog, on one core.
struct DiscoverBenchmark {
    let options: CatalogOptions
    private static let things = 5

    func run() throws {
        var report = DiscoverReport(machine: .current(), items: options.items)
        say("\(report.machine)\n")
        let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../samples").standardized
        let catalog = try LargeCatalog(of: samples, items: options.items)
        let scenes = try FileManager.default.contentsOfDirectory(
            at: samples.appending(path: "scenes"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
        let detection = Detection(limit: Self.things)
        let each = SearchRequest(SearchRequest.Query(), limit: 10, fields: ["*"])
        var pictures: [(file: ImageInput, pixels: PixelBuffer)] = []
        for scene in scenes {
            let bytes = ImageInput.bytes(Array(try Data(contentsOf: scene)))
            // The first call loads what is kept in memory.
            let answer = try catalog.engine.discoverBlocking(
                DiscoverRequest(bytes, detection: detection, each: each), workers: 1)
            guard answer.objects.count == Self.things,
                let pixels = try prepare(bytes, as: Recipe(.pixels(fitting: 512))).outputs[0].pixels
            else { continue }
            pictures.append((bytes, pixels))
        }
        report.pictures = pictures.count
        for _ in 0..<options.rounds {
            for (file, pixels) in pictures {
                let stages: [(String, () throws -> Void)] = [
                    ("boxes of 512 pixels", { sink(ObjectDetector.shared.objects(in: pixels, limit: Self.things)) }),
                    ("decode and boxes", { sink(try Scene(file).objects(detection)) }),
                    (
                        "everything",
                        {
                            let request = DiscoverRequest(file, detection: detection, each: each)
                            sink(try catalog.engine.discoverBlocking(request, workers: 1))
                        }
                    ),
                ]
                for (name, body) in stages {
                    let start = Clock.process()
                    try body()
                    report.times[name, default: []].append((Clock.process() - start) * 1000)
                }
            }
        }
        report.finish()
        say(
            "\(options.items) items, \(report.pictures) scenes with \(Self.things) objects found, CPU of one worker\n\n"
                + report.table.formatted())
        if let file = options.json { try report.write(to: file) }
    }
}

/// Everything that one run measured.
struct DiscoverReport: Codable {
    var date = Date()
    var machine: Machine
    var items: Int
    var pictures = 0
    /// Milliseconds of CPU of one picture.
    var milliseconds: [String: Summary] = [:]
    var times: [String: [Double]] = [:]

    private enum CodingKeys: CodingKey { case date, machine, items, pictures, milliseconds }

    init(machine: Machine, items: Int) {
        self.machine = machine
        self.items = items
    }

    mutating func finish() { milliseconds = times.compactMapValues { Summary($0) } }

    var table: Table {
        var table = Table("", "ms CPU, median", "minimum", "must")
        for (name, must) in [("boxes of 512 pixels", "25"), ("decode and boxes", "-"), ("everything", "80")] {
            guard let time = milliseconds[name] else { continue }
            table.rows.append([name, time.median.formatted(digits: 1), time.minimum.formatted(digits: 1), must])
        }
        return table
    }
}
