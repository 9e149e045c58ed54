import Essentials
import Imaging
import Models
import WireFormat

/// `magpie model check DIR`.
struct ModelCommand: Subcommand {
    static let name = "model"
    static let summary = "Checks the folder of a model that is to describe pictures and words."
    static let operands: ValueKind? = .folder
    static let synopsis = "magpie model check DIR [options]"
    static let nested = [
        NestedCommand(
            name: "check",
            help: """
                opens the model in DIR in a process of its own, runs it on drawn pictures and short texts, and prints its \
                layout, towers, tokenizer, license, languages, times and memory. Exit code 2 where it cannot be used.
                """, operands: .folder)
    ]
    static let details = """
        Three layouts of files are known: the exports for immich (visual/model.onnx, textual/model.onnx), for
        Transformers.js (onnx/vision_model.onnx, onnx/text_model.onnx) and for fastembed (model.onnx). A store needs a
        model with a picture tower.

        Graphs are run by ONNX Runtime 1.17 or newer, which is opened when a model needs it: the package
        libonnxruntime1.21 of Debian 13, or 'pip install onnxruntime' with --onnxruntime. Nothing is downloaded. A
        model runs without the right to write files, to start programs or to use the network.

        The self-test compares vectors by their cosine. A model fails it whose vectors are all alike, or for which the
        mirror image of a picture is farther from it than another picture.
        """
    static let examples = [
        Example(purpose: "the contents of a folder, its times and its memory", line: "magpie model check models/clip"),
        Example(
            purpose: "with the library of the Python package",
            line: "magpie model check models/clip --onnxruntime venv/lib/python3.11/site-packages/onnxruntime/capi"),
        Example(purpose: "describe a folder of pictures with it", line: "magpie index photos --model models/clip"),
    ]

    var describer = DescriberOptions()
    var threads: Int?
    var printsJSON = false

    func run(_ words: [Path]) throws -> ExitCode {
        guard let action = words.first else { throw UsageError("missing action: \(Self.synopsis)") }
        guard action.text == "check" else {
            throw UsageError("unknown action '\(action)'; model knows check")
        }
        guard words.count == 2 else {
            throw UsageError(
                words.count == 1 ? "missing folder: \(Self.synopsis)" : "model check takes one folder, not several")
        }
        let folder = words[1]
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

    static var options: [OptionGroup<ModelCommand>] {
        [
            OptionGroup(
                title: "Options",
                options: [
                    .runtime(sets: \.describer.runtime),
                    .value(
                        "--threads", kind: .integer(in: 1...256),
                        help: "Threads of a run. Default: 1, 2, 4 and 8 are tried, up to the cores available.",
                        sets: \.threads),
                    .flag("--json", help: "Print one JSON object.", sets: \.printsJSON),
                ])
        ]
    }
}
