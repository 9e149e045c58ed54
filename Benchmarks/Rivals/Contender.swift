import BenchmarkKit
import Imaging

/// A size and a quality of thumbnails. Quality is libjpeg's 1…100; color is kept at full resolution.
struct Thumbnail {
    var size: Int
    var quality: Int
    /// Pixels stay in the color space of an embedded profile, as rivals leave them: for a comparison of the resize.
    var keepsColorSpace = false

    static let small = Thumbnail(size: 512, quality: 97)
    static let large = Thumbnail(size: 1024, quality: 98)
}

/// Something that makes one thumbnail of each photo.
struct Thumbnailer {
    /// The name in tables and for `--only`.
    let name: String
    /// Its pictures are upright.
    var turns = true
    var reads: Set<ImageFormat> = [.jpeg, .png, .webp]
    /// Makes thumbnails of all photos of a workbench in a folder.
    let command: (Thumbnail, Workbench, String) -> Command
}

/// One line of the comparison: a program and its task.
struct Contender {
    let name: String
    /// The number of files it makes of each photo.
    let outputs: Int
    let command: (Workbench, String) -> Command

    init(_ thumbnailer: Thumbnailer, _ thumbnail: Thumbnail) {
        name = "\(thumbnailer.name)-\(thumbnail.size)"
        outputs = 1
        command = { thumbnailer.command(thumbnail, $0, $1) }
    }

    init(_ name: String, outputs: Int, command: @escaping (Workbench, String) -> Command) {
        self.name = name
        self.outputs = outputs
        self.command = command
    }

    /// Runs it once in an empty folder. Throws when it fails or does not make every file.
    func run(_ bench: Workbench) throws -> Cost {
        let out = try bench.emptyFolder()
        let cost = try command(bench, out).run().cost
        let made = bench.files(in: out).count
        guard made == outputs * bench.paths.count else {
            throw Failure("\(name) made \(made) files of \(outputs * bench.paths.count)")
        }
        return cost
    }
}
