import BenchmarkKit
import Foundation
import Imaging

/// The closeness of each contender's pictures to a full decode with Lanczos3. Nobody converts colors here: that would
/// be a difference which is no fault of the resize.
struct QualityBenchmark {
    private let photos: [Photos.Photo]
    private let options: Options
    private let codec = JPEGCodec()

    /// Photos of at least this many megapixels: there the decoder's shrink makes the difference.
    private static let megapixels = 5.5

    init(_ photos: Photos, _ options: Options) throws {
        self.photos = photos.all.filter { $0.header.megapixels >= QualityBenchmark.megapixels }
        self.options = options
        guard !self.photos.isEmpty else {
            throw Failure("quality needs photos of at least \(QualityBenchmark.megapixels) megapixels")
        }
    }

    func run(into report: inout Report) throws {
        let bench = try Workbench(photos)
        var thumbnailers = Contenders(options).thumbnailers
        if !options.only.isEmpty {
            thumbnailers.removeAll { thumbnailer in !options.only.contains { thumbnailer.name.contains($0) } }
        }
        for size in [Thumbnail.small.size, Thumbnail.large.size] {
            var scores = [String: [Score]]()
            // One contender after the other, and in memory only small pictures: the large ones come photo by photo.
            let made = try thumbnailers.map { thumbnailer in
                let out = try bench.emptyFolder()
                let thumbnail = Thumbnail(size: size, quality: 100, keepsColorSpace: true)
                _ = try thumbnailer.command(thumbnail, bench, out).run()
                return (thumbnailer, try pictures(in: bench.files(in: out)))
            }
            for (index, photo) in photos.enumerated() {
                guard let reference = try Reference(photo, codec) else { continue }
                for (thumbnailer, pictures) in made {
                    guard let picture = pictures["0-\(index).jpg"] else { continue }
                    let upright = thumbnailer.turns ? picture : picture.upright(photo.header.orientation)
                    scores[thumbnailer.name, default: []].append(reference.score(upright))
                }
            }
            let results = thumbnailers.compactMap { thumbnailer in
                QualityResult("\(thumbnailer.name)-\(size)", scores[thumbnailer.name] ?? [])
            }
            report.quality += results
            printTable(results, size: size)
        }
    }

    private func pictures(in files: [String]) throws -> [String: Picture] {
        var recipe = Recipe(.pixels(fitting: 1024))
        recipe.keeps = .icc
        var pictures: [String: Picture] = [:]
        for file in files {
            let url = URL(filePath: file)
            let prepared = try prepare(.file(url), as: recipe)
            pictures[url.lastPathComponent] = prepared.outputs[0].pixels.map(Picture.init)
        }
        return pictures
    }

    private func printTable(_ results: [QualityResult], size: Int) {
        say("\nLongest side \(size), quality 100: \(photos.count) photos against a full decode with Lanczos3\n")
        var table = Table("", "PSNR mean", "least dB", "SSIM mean", "least")
        table.rows = results.map { result in
            [
                result.name, result.meanPSNR.formatted(digits: 1), result.leastPSNR.formatted(digits: 1),
                result.meanSSIM.formatted(digits: 4), result.leastSSIM.formatted(digits: 4),
            ]
        }
        say(table.formatted())
    }
}

/// The closeness of one picture.
private struct Score {
    var psnr: Double
    var ssim: Double
}

/// A photo with all its pixels, and what it should look like when it is small.
private final class Reference {
    private let full: Picture
    private let orientation: Int
    /// Contenders may differ by a pixel in the short side; each size is made once.
    private var made: [Size: Picture] = [:]

    /// Nil where the photo is not RGB.
    init?(_ photo: Photos.Photo, _ codec: JPEGCodec) throws {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: photo.path)))
        guard let full = codec.decode(bytes, stored: photo.header.storedSize) else { return nil }
        self.full = full
        orientation = photo.header.orientation
    }

    func score(_ picture: Picture) -> Score {
        let upright = Size(width: picture.width, height: picture.height)
        let reference = made[upright] ?? make(upright)
        return Score(psnr: psnr(reference, picture), ssim: ssim(reference, picture) ?? 1)
    }

    private func make(_ upright: Size) -> Picture {
        let stored = orientation < 5 ? upright : upright.transposed
        let picture = lanczos3(full, width: stored.width, height: stored.height).upright(orientation)
        made[upright] = picture
        return picture
    }
}

extension QualityResult {
    fileprivate init?(_ name: String, _ scores: [Score]) {
        guard let meanPSNR = mean(scores.map(\.psnr)), let leastPSNR = scores.map(\.psnr).min(),
            let meanSSIM = mean(scores.map(\.ssim)), let leastSSIM = scores.map(\.ssim).min()
        else { return nil }
        self.init(
            name: name, photos: scores.count, meanPSNR: meanPSNR, leastPSNR: leastPSNR, meanSSIM: meanSSIM,
            leastSSIM: leastSSIM)
    }
}
