import Essentials
import Imaging
import WireFormat

/// Writes the file of `--manifest`: a line of JSON for each picture, with the addresses of its outputs as a web page
/// wants them. Memory stays the same for any number of pictures.
///
/// A page shows what the manifest names, so a run that ended early or found nothing leaves the former one as it is.
final class Manifest {
    private let path: Path
    private let link: PageLink
    /// The formats of the outputs of one picture, in their order.
    private let formats: [ImageFormat]
    private var file: AtomicFile?
    /// No picture was added.
    private(set) var isEmpty = true

    /// Throws `SetupError` where the file cannot be written.
    init(_ path: Path, formats: [ImageFormat]) throws {
        self.path = path
        self.formats = formats
        link = PageLink(page: path)
        if (try? FileStatus.of(path))?.kind == .folder { throw SetupError("the manifest \(path) is a folder") }
        do throws(SystemError) {
            let file = try AtomicFile(replacing: path)
            try file.write(Array(#"{"version":1,"pictures":["#.utf8))
            self.file = consume file
        } catch {
            throw SetupError("cannot write the manifest \(path)", error)
        }
    }

    /// Pictures without outputs are left out.
    func add(_ outcome: Outcome) throws(WriteFailure) {
        guard case .success(let product) = outcome.result, !product.outputs.isEmpty else { return }
        let entry = entry(of: product, named: product.mirror ?? outcome.path)
        let text = (isEmpty ? "\n" : ",\n") + entry
        try WriteFailure.naming("the manifest", path, try file?.write(Array(text.utf8)))
        isEmpty = false
    }

    func finish() throws(WriteFailure) {
        try WriteFailure.naming("the manifest", path, try file?.write(Array("\n]}\n".utf8)))
        try WriteFailure.naming("the manifest", path, try file.take()?.commit())
    }

    private func entry(of product: Product, named name: Path) -> String {
        var groups: [(format: ImageFormat, files: [OutputFile])] = []
        for (index, file) in product.outputs.enumerated() where file.obstacle == nil {
            let format = formats[index % formats.count]
            if let place = groups.firstIndex(where: { $0.format == format }) {
                groups[place].files.append(file)
            } else {
                groups.append((format, [file]))
            }
        }
        let line = JSONWriter.line { json in
            json.member("source", name)
            if let picture = product.picture {
                json.member("width", picture.uprightSize.width)
                json.member("height", picture.uprightSize.height)
            }
            if let taken = product.taken, !taken.isEmpty { json.member("taken", taken) }
            product.writeFindings(to: &json)
            json.member("sources", array: groups.dropLast()) { json, group in
                json.object {
                    $0.member("type", group.format.mediaType)
                    $0.member("srcset", srcset(group.files))
                }
            }
            guard let last = groups.last, let largest = distinct(last.files).last else { return }
            json.member("img") {
                $0.member("src", link.address(of: largest.path))
                $0.member("srcset", srcset(last.files))
                $0.member("width", largest.size?.width ?? 0)
                $0.member("height", largest.size?.height ?? 0)
            }
        }
        return String(line.dropLast())
    }

    /// The files by their widths, each width once: a picture that is smaller than several widths keeps its own.
    private func distinct(_ files: [OutputFile]) -> [OutputFile] {
        var seen: Set<Int> = []
        return files.filter { seen.insert($0.size?.width ?? 0).inserted }
            .sorted { ($0.size?.width ?? 0) < ($1.size?.width ?? 0) }
    }

    private func srcset(_ files: [OutputFile]) -> String {
        distinct(files).map { "\(link.address(of: $0.path)) \($0.size?.width ?? 0)w" }.joined(separator: ", ")
    }
}

extension ImageFormat {
    /// The media type of files that are made.
    fileprivate var mediaType: String { "image/\(rawValue)" }
}
