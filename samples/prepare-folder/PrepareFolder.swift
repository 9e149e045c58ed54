import Foundation
import Imaging

/// Upright copies of the JPEGs of a folder, 512 pixels on the longest side, and their dominant colors.
///
///     swift run prepare-folder samples/images out/copies
@main
enum PrepareFolder {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            print("usage: prepare-folder FOLDER OUTPUT-FOLDER")
            exit(1)
        }
        let folder = URL(filePath: CommandLine.arguments[1])
        let copies = URL(filePath: CommandLine.arguments[2])
        let photos = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { ["jpg", "jpeg"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.path < $1.path }
        try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)

        var failures = 0
        // One photo a core; the results come in the order of the photos.
        try Batch().prepare(photos.map(ImageInput.file), as: Recipe(.fit(512), colors: 3)) { index, result in
            let name = photos[index].lastPathComponent
            switch result {
            case .success(let prepared):
                try prepared.outputs[0].write(to: copies.appending(path: name))
                print(name, prepared.outputs[0].size, prepared.colors.map(\.hex).joined(separator: " "))
            case .failure(let error):
                failures += 1
                print("\(name): \(error)")
            }
        }
        if failures > 0 { exit(3) }
    }
}
