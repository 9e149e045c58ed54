import Essentials
import Imaging
import Models
import PictureText

/// `magpie read`.
struct ReadCommand: Subcommand {
    static let name = "read"
    static let summary = "Reads the text in pictures with models of yours."
    static let operands: ValueKind? = .file
    static let synopsis = "magpie read INPUT… --models DIR [options]"
    static let details = """
        INPUT is a file, a folder (searched recursively), or '-' for standard input: a list of paths or one picture.
        Prints the lines of each picture in the order of reading: score, box in upright pixels, text. Errors go to standard
        error. Nothing is translated, and no line is left out but those below --score.

        DIR has the models of PP-OCR, version 4, 5 or 6, as ONNX files: one with 'det' in its name that finds lines, one with
        'rec' that reads them, and perhaps one with 'cls' that turns lines on their head. Their dictionary is in the file of
        the recognizer, or beside it as *dict*.txt or *keys*.txt. The folder 'models' of the Python package rapidocr is one.
        Lines are those of rapidocr 3.10 but for the last digits of pixels.

        Graphs are run by ONNX Runtime 1.17 or newer, in processes that may read files and answer, and nothing else: the
        package libonnxruntime1.21 of Debian 13, or 'pip install onnxruntime' with --onnxruntime. Nothing is downloaded.
        """
    static let unusableHelp = "Models that cannot be used, or a missing folder."
    static let examples = [
        Example(purpose: "the text of a picture", line: "magpie read shelf.jpg --models models/ppocr"),
        Example(
            purpose: "the text of all pictures of a folder, for other programs",
            line: "magpie read photos --models models/ppocr --json > lines.jsonl"),
        Example(
            purpose: "one core, and lines that are surely right",
            line: "magpie read photos --models models/ppocr --jobs 1 --score 0.9"),
    ]

    var models: Path?
    var runtime: Path?
    var threads = 1
    var score = 0.5
    var inputs = InputOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    static var options: [OptionGroup<ReadCommand>] {
        [
            OptionGroup(
                "Text",
                .value(
                    "--models", kind: .folder("DIR"), help: "Folder of the models that find and read lines. Needed.",
                    sets: \.models),
                .runtime(sets: \.runtime),
                .value(
                    "--threads", kind: .integer(in: 1...256), help: "Threads of a run of a model.", default: "1",
                    sets: \.threads),
                .value(
                    "--score", kind: .decimal("SHARE", in: 0...1, expected: "a number from 0 to 1"),
                    help: "Least score of a line.", default: "0.5", sets: \.score)),
            InputOptions.group().inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let models else { throw UsageError("missing models: \(Self.synopsis)") }
        var inputs = try Inputs(words, options: self.inputs)
        inputs.pictureLimit = limits.limits.inputBytes
        let settings = TextReaderSettings(
            runtime: runtime?.text ?? DescriberOptions.environment, threads: threads, leastScore: score)
        let reader = TextReaderProcess(
            models.text, settings, program: ModelSettings.Worker.program, arguments: [TextReaderProcess.word],
            processes: max(min(batch.jobs, Batch.usableCores / threads), 1), idle: nil)
        do throws(TextReaderError) { try reader.start() } catch {
            throw SetupError("\(models.text.printable): \("\(error)".printable)")
        }
        defer { reader.end() }
        let limits = limits.limits
        let console = StandardOutput()
        let run = ImageRun(
            inputs: inputs, options: batch, isOrdered: batch.isOrdered || !batch.printsJSON, printsLines: true)
        return try run.run(
            work: { ReadPicture(of: $0, by: reader, limits) },
            deliver: { (read: inout ReadPicture) in
                try console.write(batch.printsJSON ? read.line(shard: inputs.shard) : read.text)
            }
        ).code
    }
}

extension TextReaderProcess {
    /// The first word of the command in the process of the models.
    static let word = "text-worker"
}
