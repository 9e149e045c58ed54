import Essentials
import Imaging
import Models
import WireFormat

extension ModelCommand {
    /// `magpie model check`.
    struct Check: Subcommand {
        static let name = "model check"
        static let summary = "Opens a model in a process of its own, tries it, and prints its times and memory."
        static let synopsis = "magpie model check DIR [options]"
        static let details = """
            The model runs on drawn pictures and short texts. Printed are its layout, towers, tokenizer, license and
            languages as well.

            Three layouts of files are known: the exports for immich (visual/model.onnx, textual/model.onnx), for
            Transformers.js (onnx/vision_model.onnx, onnx/text_model.onnx) and for fastembed (model.onnx). A store
            needs a model with a picture tower.

            Graphs are run by ONNX Runtime 1.17 or newer, which is opened when a model needs it: the package
            libonnxruntime1.21 of Debian 13, or 'pip install onnxruntime' with --onnxruntime. Nothing is downloaded.
            A model runs without the right to write files, to start programs or to use the network.

            The self-test compares vectors by their cosine. A model fails it whose vectors are all alike, or for
            which the mirror image of a picture is farther from it than another picture.
            """
        static let operands: ValueKind? = .folder
        static let unusableHelp = "A model that cannot be used, or a missing folder."
        static let examples = [
            Example(
                purpose: "the contents of a folder, its times and its memory", line: "magpie model check models/clip"),
            Example(
                purpose: "with the library of the Python package",
                line: "magpie model check models/clip --onnxruntime venv/lib/python3.11/site-packages/onnxruntime/capi"),
            Example(purpose: "describe a folder of pictures with it", line: "magpie index photos --model models/clip"),
        ]

        var describer = DescriberOptions()
        var threads: Int?
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .runtime(sets: \.describer.runtime),
                .value(
                    "--threads", kind: .integer(in: 1...256),
                    help: "Threads of a run.",
                    default: .clause("1, 2, 4 and 8 are tried, up to the cores available"),
                    sets: \.threads),
                .flag("--json", help: "Print one JSON object.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let folder = try words.only(
                or: words.isEmpty ? "missing folder: \(Self.synopsis)" : "model check takes one folder, not several")
            var settings = describer.alone()
            settings.threads = threads
            let check: ModelCheck
            do throws(TowerError) { check = try ModelCheck(folder: URL(filePath: folder.text), settings) } catch {
                throw SetupError("\(folder.text.printable): \("\(error)".printable)")
            }
            let report = ModelReport(path: folder, check: check)
            try StandardOutput().write(printsJSON ? report.line : report.text)
            return check.isPlausible ? .done : .setup
        }
    }
}
