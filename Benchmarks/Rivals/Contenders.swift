import BenchmarkKit
import Foundation
import Imaging

/// The programs that are there to be compared, and those that are not.
struct Contenders {
    private(set) var thumbnailers: [Thumbnailer] = []
    /// Ours beside plain thumbnails.
    private(set) var others: [Contender] = []
    /// The version of each program, in its own words.
    private(set) var versions: [String: String] = [:]
    /// The reasons why contenders do not take part.
    private(set) var absent: [String] = []
    private let jobs: Int

    init(_ options: Options) {
        jobs = options.jobs
        addMagpie()
        addFloor()
        addVipsthumbnail()
        addPillow(options.pillow, isNamed: false)
        if let simd = options.pillowSIMD {
            addPillow(simd, isNamed: true)
        } else if versions["pillow-simd"] == nil {
            absent.append("pillow-simd: name a Python that has it with --pillow-simd")
        }
    }

    private static func built(_ name: String) -> String? {
        Bundle.main.executableURL.flatMap {
            Command.find($0.deletingLastPathComponent().appending(path: name).path)
        }
    }

    private mutating func addMagpie() {
        guard let magpie = Contenders.built("magpie") else { return absent.append("magpie: it is not built") }
        let jobs = jobs
        let common = { (bench: Workbench) in ["--list", bench.list, "--jobs", "\(jobs)", "--quiet"] }
        for effort in ["fast", "high"] {
            thumbnailers.append(
                Thumbnailer(name: "magpie-\(effort)") { thumbnail, bench, out in
                    let shape = [
                        "--size", "\(thumbnail.size)", "--quality", "\(thumbnail.quality)", "--effort", effort,
                    ]
                    let color = thumbnail.keepsColorSpace ? ["--keep", "icc"] : []
                    return Command(magpie, ["prep", "-o", out] + shape + color + common(bench))
                })
        }
        others = [
            Contender(Contenders.onePass, outputs: 2) { bench, out in
                let shape = ["--size", "512", "--size", "1024", "--colors", "5"]
                return Command(magpie, ["prep", "-o", out] + shape + common(bench))
            },
            Contender(Contenders.colorsAlone, outputs: 0) { bench, _ in
                Command(magpie, ["colors", "--colors", "5"] + common(bench))
            },
        ]
    }

    /// Two sizes and the colors from one decode.
    static let onePass = "magpie-512+1024+colors"
    static let colorsAlone = "magpie-colors"
    /// The same three products from three runs of ours.
    static let threePasses = ["magpie-fast-512", "magpie-fast-1024", colorsAlone]

    private mutating func addFloor() {
        guard let floor = Contenders.built("floor") else { return absent.append("floor: it is not built") }
        let jobs = jobs
        thumbnailers.append(
            Thumbnailer(name: "floor", turns: false, reads: [.jpeg]) { thumbnail, bench, out in
                Command(floor, ["\(thumbnail.size)", "\(thumbnail.quality)", out, "\(jobs)"], input: bench.list)
            })
    }

    /// One process over all files, as people use it; it threads as it likes.
    private mutating func addVipsthumbnail() {
        guard let program = Command.find("vipsthumbnail") else {
            return absent.append("vipsthumbnail: it is not installed (Debian: libvips-tools)")
        }
        let version = try? Command(program, ["--vips-version"]).run().output.trimmingCharacters(in: .newlines)
        versions["vipsthumbnail"] = version
        thumbnailers.append(
            Thumbnailer(name: "vipsthumbnail") { thumbnail, bench, out in
                let size = "\(thumbnail.size)x\(thumbnail.size)>"
                let file = "\(out)/%s.jpg[Q=\(thumbnail.quality),strip]"
                return Command(program, ["--size", size, "-o", file] + bench.paths)
            })
    }

    private mutating func addPillow(_ python: String, isNamed: Bool) {
        let question = "import PIL; from PIL import features; print(PIL.__version__, features.version('libjpeg_turbo'))"
        guard let program = Command.find(python),
            let answer = try? Command(program, ["-c", question]).run().output.split(whereSeparator: \.isWhitespace),
            answer.count == 2
        else {
            let name = isNamed ? "pillow-simd" : "pillow"
            return absent.append("\(name): its Python cannot import PIL (pip install \(name))")
        }
        // Releases of pillow-simd are numbered after the Pillow that they are made from: 9.5.0.post2.
        let isSIMD = answer[0].contains("post")
        if isNamed, !isSIMD { return absent.append("pillow-simd: its Python has Pillow \(answer[0])") }
        let name = isSIMD ? "pillow-simd" : "pillow"
        versions[name] = "\(answer[0]), libjpeg-turbo \(answer[1])"
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Rivals/pillow_thumbnail.py").path
        let jobs = jobs
        thumbnailers.append(
            Thumbnailer(name: name) { thumbnail, bench, out in
                Command(
                    program, [script, "\(thumbnail.size)", "\(thumbnail.quality)", out, "\(jobs)"], input: bench.list)
            })
    }
}
