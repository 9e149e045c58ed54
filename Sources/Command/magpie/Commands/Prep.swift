import Foundation
import Imaging
import SearchAPI

/// `magpie prep`.
struct Prep: Subcommand {
    static let name = "prep"
    static let summary = "Makes upright, cropped, resized and encoded copies of images, and finds their colors."
    static let synopsis = "magpie prep INPUT… -o OUT [options]"
    static let details = """
        INPUT is a file, a folder (searched recursively), or '-' for standard input: a list of paths or one picture.

        OUT mirrors the tree of the inputs, without the part that all of them share: magpie prep in makes OUT/a.jpg
        of in/a.jpg, and magpie prep in other makes OUT/in/a.jpg. --root sets the start of the tree. An image a.jpg
        becomes a.jpg, a.png becomes a.png.jpg and a file "a" becomes a~.jpg, so that names never collide. Several
        sizes come from one decode: a@512.jpg, a@1024.jpg. A picture on standard input becomes stdin.jpg (or
        stdin.png.jpg, …).

        With --colors and neither --json nor --report, a line with the colors of each image is printed, as by
        magpie colors.

        Outputs appear whole or not at all, carry no metadata, and have the same bytes for any --jobs. The hidden
        folder OUT/.magpie records the input and the options of each output for --update; it may be deleted at any
        time.
        """
    static let examples = [
        Example(purpose: "a folder of photos, ready to upload", line: "magpie prep photos -o small"),
        Example(
            purpose: "small files for a web page", line: "magpie prep photos -o small --size 800 --quality 85"),
        Example(
            purpose: "two sizes and the colors from one decode, a line of JSON for each photo",
            line: "magpie prep photos -o out --size 512 --size 1024 --colors 5 --json > photos.jsonl"),
        Example(
            purpose: "product shots as squares, with an HTML report",
            line: "magpie prep shoes -o out --fill 400x400 --colors 3 --ignore-background --report shoes.html"),
        Example(
            purpose: "each object in a photo as a separate picture: out/shelf-1.jpg, out/shelf-2.jpg",
            line: "magpie prep shelf.jpg -o out --crop objects --detection-limit 10"),
        Example(
            purpose: "after an interruption, or every night: new and changed images only",
            line: "magpie prep photos -o small --update"),
        Example(
            purpose: "one picture through a pipe",
            line: "curl -s https://example.com/a.jpg | magpie prep - -o - > a.jpg"),
        Example(
            purpose: "one of eight machines",
            line: "magpie prep --list all.txt -o out --shard 3/8 --json > 3.jsonl"),
    ]

    var output: Path?
    var shapes: [Output.Shape] = []
    var quality: Int?
    var enlarges = false
    var format = ImageFormat.jpeg
    var keeps = Kept()
    var colors = 0
    var cropsObjects = false
    var detection = Detection()
    var updates = false
    var isDryRun = false
    var syncs = false
    var report: Path?
    var inputs = InputOptions()
    var picture = PictureOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    /// The data of the input that outputs keep beside the picture.
    struct Kept: Hashable, Sendable {
        var metadata: Recipe.Metadata = []
        var times = false
    }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let output else { throw UsageError("missing output folder: -o OUT") }
        try checkCombinations()
        var inputs = try Inputs(words, options: self.inputs)
        inputs.pictureLimit = limits.limits.inputBytes
        if output == Path("-") { return try writeOne(inputs) }
        if output.looksLikeImage, (try? FileStatus.of(output).kind) != .folder {
            let name = output.text.printable
            throw UsageError("-o expects a folder, but \(name) is named like an image; for one file: -o - > \(name)")
        }
        let folder = try OutputFolder(
            output, syncing: syncs, inputFolders: inputs.folders, making: !isDryRun)
        inputs.avoiding = folder.identity
        if updates, !isDryRun { AtomicFile.removeLeftovers(below: output) }

        let page = try isDryRun ? nil : report.map { try ReportWriter($0) }
        var preparation = preparation(to: folder, withThumbnail: page != nil)
        preparation.made = MadeLog(below: output, reading: updates, uniting: !isDryRun)

        let console = StandardOutput()
        var run = ImageRun(
            inputs: inputs, options: batch, isOrdered: batch.isOrdered || page != nil || isDryRun || showsColors,
            printsLines: batch.printsJSON || isDryRun || showsColors)
        let swatches = Swatches(isColored: console.isStyled, columns: colors)
        run.resume = "the same call with --update goes on"
        run.offersLenient = true
        let end = try run.run(
            work: { [preparation] in isDryRun ? preparation.plan($0) : preparation.prepare($0) },
            deliver: { (outcome: inout Outcome) in
                if batch.printsJSON {
                    try console.write(outcome.line(shard: inputs.shard))
                } else if isDryRun, let line = outcome.planned(isCrop: cropsObjects) {
                    try console.write(line + "\n")
                } else if showsColors, let line = swatches.line(outcome) {
                    try console.write(line)
                }
                try page?.add(outcome)
            })
        try page?.finish(end.tally)
        if !batch.printsJSON, !batch.isQuiet {
            try console.write(isDryRun ? end.tally.plan : end.tally.summary + hint(end.tally))
        }
        if !batch.isQuiet, let warning = end.tally.lostMetadata { note(warning) }
        return end.code
    }

    /// Colors that go nowhere else are shown, as `magpie colors` shows them.
    private var showsColors: Bool { colors > 0 && report == nil && !batch.printsJSON && !isDryRun }

    /// Options that would have no effect are refused, not ignored.
    private func checkCombinations() throws(UsageError) {
        if cropsObjects, picture.box != nil { throw UsageError("give --box or --crop objects, not both") }
        if !cropsObjects, detection != Detection() {
            throw UsageError("--detection-limit, --min-score and --sensitivity go with --crop objects")
        }
        if isDryRun, report != nil {
            throw UsageError("--dry-run writes nothing, so leave out --report; --json describes the planned outputs")
        }
    }

    private func preparation(to folder: OutputFolder?, withThumbnail: Bool = false) -> Preparation {
        let plan = OutputPlan(
            shapes: shapes.isEmpty ? [.fit(512)] : shapes, format: format, quality: quality, enlarges: enlarges)
        var preparation = Preparation(
            recipe: picture.recipe(
                plan.outputs + (withThumbnail ? [plan.thumbnail] : []), colors: colors, keeps: keeps.metadata),
            names: plan.names, folder: folder, limits: limits.limits, updates: updates, keepsTimes: keeps.times,
            detection: cropsObjects ? detection : nil)
        preparation.avoidsGrowth = quality == nil && format == .jpeg && !enlarges
        preparation.stamp = preparation.stamped()
        return preparation
    }

    /// One picture to standard output.
    private func writeOne(_ inputs: Inputs) throws -> ExitCode {
        let others: [(String, Bool)] = [
            ("--json", batch.printsJSON), ("--report", report != nil), ("--crop", cropsObjects), ("--update", updates),
            ("--dry-run", isDryRun), ("a second size", shapes.count > 1),
        ]
        if let other = others.first(where: { $0.1 }) {
            throw UsageError("-o - writes one picture and takes no \(other.0)")
        }
        guard inputs.mayBeOneFile, inputs.shard == .whole else {
            throw UsageError("-o - takes one picture: a file, or '-' for a picture on standard input")
        }
        let console = StandardOutput()
        if console.isTerminal {
            throw UsageError("-o - would write a picture to the terminal; add > FILE or | COMMAND")
        }
        let preparation = preparation(to: nil)
        var isFirst = true
        var run = ImageRun(inputs: inputs, options: batch, isOrdered: true, printsLines: true)
        run.offersLenient = true
        let end = try run.run(
            work: { preparation.prepare($0) },
            deliver: { (outcome: inout Outcome) in
                guard case .success(let product) = outcome.result, let bytes = product.encoded else { return }
                guard isFirst else { throw UsageError("standard input holds a list of pictures; -o - writes only one") }
                isFirst = false
                try console.write(bytes: bytes)
            })
        if !batch.isQuiet, let warning = end.tally.lostMetadata { note(warning) }
        return end.code
    }

    /// A word where the default makes more bytes than there were.
    private func hint(_ tally: Tally) -> String {
        guard quality == nil, format != .png, tally.outputBytes > tally.inputBytes, tally.inputBytes > 0 else {
            return ""
        }
        return "  larger than the inputs: the default quality is for uploads; --quality 85 makes small files\n"
    }
}

extension Outcome {
    /// The line of a dry run; nil for a bad input.
    fileprivate func planned(isCrop: Bool) -> String? {
        guard case .success(let product) = result else { return nil }
        let outputs = product.outputs.map(\.path.text.printable).joined(separator: ", ") + (isCrop ? ", …" : "")
        return "\(path.text.printable) → \(outputs)" + (product.wasThere ? " (is up to date)" : "")
    }
}
