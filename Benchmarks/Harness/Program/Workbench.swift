import BenchmarkKit
import Foundation

/// A folder for one run of the benchmarks: the photos under distinct names, their list, and what contenders write.
/// It goes when the value does.
final class Workbench {
    private let folder: URL
    let paths: [String]
    /// A file with one path a line.
    let list: String

    /// Links to the photos, `repeats` times over under distinct names, so that every output is a file of its own.
    init(_ photos: [Photos.Photo], repeats: Int = 1) throws {
        let files = FileManager.default
        folder = files.temporaryDirectory.appending(path: "benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
        try? files.removeItem(at: folder)
        let links = folder.appending(path: "in")
        try files.createDirectory(at: links, withIntermediateDirectories: true)
        var paths: [String] = []
        for turn in 0..<repeats {
            for (index, photo) in photos.enumerated() {
                let link = links.appending(path: "\(turn)-\(index).jpg").path
                try files.createSymbolicLink(atPath: link, withDestinationPath: photo.path)
                paths.append(link)
            }
        }
        self.paths = paths
        list = folder.appending(path: "list").path
        try Data((paths.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: list))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// An empty folder for the outputs of one run.
    func emptyFolder() throws -> String {
        let out = folder.appending(path: "out")
        try? FileManager.default.removeItem(at: out)
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        return out.path
    }

    /// The files below a folder that ``emptyFolder()`` gave.
    func files(in out: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: out)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".jpg") }.sorted().map { "\(out)/\($0)" }
    }
}
