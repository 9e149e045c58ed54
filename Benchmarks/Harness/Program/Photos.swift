import BenchmarkKit
import Foundation
import Imaging

/// The JPEGs of a folder.
struct Photos {
    struct Photo {
        let path: String
        let header: ImageHeader
        let bytes: Int
    }

    let all: [Photo]

    /// Finds them by content, not by name, in the order of their paths. Those with four channels are left out, because
    /// the floor cannot read them. Reading them all also brings them into the page cache before anybody is timed.
    init(in folder: String) throws {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let paths = names.sorted().map { "\(folder)/\($0)" }
        all = paths.compactMap { path in
            guard let data = FileManager.default.contents(atPath: path), data.starts(with: [0xff, 0xd8, 0xff]),
                let header = try? inspect(Array(data)), header.format == .jpeg, header.components < 4
            else { return nil }
            return Photo(path: URL(filePath: path).path, header: header, bytes: data.count)
        }
        guard FileManager.default.fileExists(atPath: folder) else { throw Failure("there is no folder \(folder)") }
        guard !all.isEmpty else { throw Failure("there is no JPEG in \(folder)") }
    }

    var summary: Summary {
        Summary(
            count: all.count, megabytes: Double(all.reduce(0) { $0 + $1.bytes }) / 1e6,
            megapixels: all.reduce(0) { $0 + $1.header.megapixels })
    }

    struct Summary: Codable, CustomStringConvertible {
        var count: Int
        var megabytes: Double
        var megapixels: Double

        var description: String {
            "\(count) photos, \(megabytes.formatted(digits: 1)) MB, \(megapixels.formatted(digits: 1)) megapixels"
        }
    }
}

extension ImageHeader {
    var megapixels: Double { Double(storedSize.pixelCount) / 1e6 }
}

/// Something that keeps a benchmark from running.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
