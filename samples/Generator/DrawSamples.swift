/// Draws the sample catalog into the folder of its first argument; `README.md` has the command.
///
/// Writes `images/*.jpg`, `views/*.jpg`, `scenes/*.jpg`, `catalog.csv` and `scenes.json`. Every shape, color and box comes from
/// seeds in the code, so each run with the same libjpeg writes the same bytes. Further arguments are id prefixes
/// or `scene`: only those pictures are drawn.
import Foundation
import Imaging

@main
struct DrawSamples {
    let folder: URL
    let wanted: [String]

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first else {
            FileHandle.standardError.write(Data("usage: draw-samples <output folder> [id prefix …]\n".utf8))
            exit(2)
        }
        let run = DrawSamples(folder: URL(filePath: folder), wanted: Array(arguments.dropFirst()))
        try run.draw()
    }

    private func draw() throws {
        for part in ["images", "views", "scenes"] {
            try FileManager.default.createDirectory(at: folder.appending(path: part), withIntermediateDirectories: true)
        }
        for item in Catalog.items where wants(item.id) {
            try write(item.picture, to: item.file)
            try write(item.scenePicture, to: item.sceneFile, quality: 80)
            try write(item.detailPicture, to: item.detailFile, quality: 80)
        }
        try write(Catalog.csv, to: "catalog.csv")
        guard wants("scene") else { return }
        var records: [SceneRecord] = []
        for scene in Scene.all {
            let (picture, things) = scene.draw()
            try write(picture, to: scene.file)
            guard let size = picture?.size else { continue }
            records.append(SceneRecord(scene, width: size.width, height: size.height, things: things))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try records.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try write("[\n" + lines.joined(separator: ",\n") + "\n]\n", to: "scenes.json")
    }

    private func wants(_ name: String) -> Bool {
        wanted.isEmpty || wanted.contains { name.hasPrefix($0) }
    }

    private func write(_ picture: PixelBuffer?, to name: String, quality: Int = 85) throws {
        guard let picture else { throw CocoaError(.fileWriteUnknown) }
        let jpeg = try prepare(.pixels(picture), as: Recipe(.fit(1024, quality: quality))).outputs[0].jpeg
        try Data(jpeg).write(to: folder.appending(path: name))
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }
}
