import Essentials
import Imaging
import SearchAPI

/// `magpie prep`.
struct Prep: Subcommand {
    static let name = "prep"
    static let summary = "Makes upright, cropped, resized and encoded copies of images, and finds their colors."
    static let operands: ValueKind? = .file
    static let synopsis = "magpie prep INPUT… -o OUT [options]"
    static let details = """
        INPUT is a file, a folder (searched recursively), or '-' for standard input: a list of paths or one picture.

        OUT mirrors the tree of the inputs, without the part that all of them share: magpie prep in makes OUT/a.jpg
        of in/a.jpg, and magpie prep in other makes OUT/in/a.jpg. --root sets the start of the tree. An image a.jpg
        becomes a.jpg, a.png becomes a.png.jpg and a file "a" becomes a~.jpg, so that names never collide; --name takes
        others. Several sizes come from one decode: a@512.jpg, a@1024.jpg. A picture on standard input becomes stdin.jpg
        (or stdin.png.jpg, …).

        With --colors and neither --json nor --report, a line with the colors of each image is printed, as by
        magpie colors.

        --sign-command PROGRAM runs PROGRAM INPUT OUTPUT for each output, without a shell. OUTPUT is a file of its own,
        which PROGRAM signs in its place (Content Credentials, C2PA); standard input has a line of JSON with the actions
        that made it. An output that PROGRAM fails on, or leaves unsigned, is an error and is not written. --timeout
        bounds its time, and a limit of bytes does not count what it adds.

        Outputs appear whole or not at all, carry no metadata, and have the same bytes for any --jobs. The hidden
        folder OUT/.magpie records the input and the options of each output for --update; it may be deleted at any
        time.
        """
    static let examples = [
        Example(purpose: "a folder of photos, ready to upload", line: "magpie prep photos -o small"),
        Example(purpose: "photos to show, of 2,048 pixels", line: "magpie prep photos -o shown --for upload"),
        Example(
            purpose: "small files for a web page: a-800.jpg of a.jpg",
            line: "magpie prep photos -o small --size 800 --quality 85 --name '{stem}-{width}.{ext}'"),
        Example(
            purpose: "two sizes and the colors from one decode, a line of JSON for each photo",
            line: "magpie prep photos -o out --size 512 --size 1024 --colors 5 --json > photos.jsonl"),
        Example(
            purpose: "the placeholder of each photo for a web page, and a hash to compare photos by",
            line: "magpie prep photos -o out --measure thumbhash --measure phash --json > photos.jsonl"),
        Example(
            purpose: "AVIF, WebP and JPEG in three widths, with placeholders and a manifest for a web page",
            line: "magpie prep photos -o web --widths 320,640,1280 --format avif,webp,jpeg "
                + "--manifest web/manifest.json"),
        Example(
            purpose: "product shots without their borders, in even squares",
            line: "magpie prep shoes -o out --trim --pad 800x800 --margin 0.05"),
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
            purpose: "RAW files at full size, developed where their previews are too small",
            line: "magpie prep photos -o large --size 4096 --develop"),
        Example(
            purpose: "one picture through a pipe",
            line: "curl -s https://example.com/a.jpg | magpie prep - -o - > a.jpg"),
        Example(
            purpose: "one of eight machines",
            line: "magpie prep --list all.txt -o out --shard 3/8 --json > 3.jsonl"),
    ]

    var output: Path?
    var outputs = OutputOptions()
    /// Nil where no option tells.
    var keeps: Kept?
    var colors = 0
    var measures: Set<Measure> = []
    var cropsObjects = false
    var detection = Detection()
    var updates = false
    var isDryRun = false
    var syncs = false
    var developsRaw = false
    var signCommand: Path?
    var report: Path?
    var manifest: Path?
    var inputs = InputOptions()
    var picture = PictureOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    /// The data of the input that outputs keep beside the picture.
    struct Kept: Hashable, Sendable {
        var metadata: Recipe.Metadata = []
        var times = false
    }

    private var usedKeeps: Kept { keeps ?? outputs.purpose?.keeps(outputs) ?? Kept() }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let output else { throw UsageError("missing output folder: -o OUT") }
        try checkCombinations()
        if usedKeeps.metadata.contains(.makerNote) {
            note("magpie: the note of a camera's maker may show the whole photo, also in an output that is cut out\n")
        }
        var inputs = try Inputs(words, options: self.inputs)
        inputs.pictureLimit = limits.limits.inputBytes
        inputs.tellsStems = outputs.name != nil
        if output == Path("-") { return try writeOne(inputs) }
        let folder = try open(output, for: &inputs)
        let page = try isDryRun ? nil : report.map { try ReportWriter($0) }
        let manifest = try isDryRun ? nil : manifest.map { try Manifest($0, formats: OutputPlan(outputs).formats) }
        let end = try prepare(inputs, into: folder, page, manifest)
        try page?.finish(end.tally)
        if let manifest { try finish(manifest, end.code) }
        try summarize(end.tally)
        return end.code
    }

    /// Puts the manifest in place of the former one where the run went well.
    private func finish(_ manifest: Manifest, _ code: ExitCode) throws {
        if code == .done, !manifest.isEmpty { return try manifest.finish() }
        let reason = manifest.isEmpty ? "there is no picture for it" : "the run did not end well"
        note("magpie: the manifest is left as it was, because \(reason)\n")
    }

    /// The line that is printed for each input.
    private enum Line { case none, json, plan, colors }

    private var line: Line {
        if batch.printsJSON { return .json }
        if isDryRun { return .plan }
        // Colors that go nowhere else are printed, as by `magpie colors`.
        return colors > 0 && report == nil ? .colors : .none
    }

    /// Opens the output folder, which the walk through the inputs leaves out.
    private func open(_ output: Path, for inputs: inout Inputs) throws -> OutputFolder {
        if output.looksLikeImage, (try? FileStatus.of(output).kind) != .folder {
            let name = output.text.printable
            throw UsageError("-o expects a folder, but \(name) is named like an image; for one file: -o - > \(name)")
        }
        let folder = try OutputFolder(output, syncing: syncs, inputFolders: inputs.folders, making: !isDryRun)
        inputs.avoiding = folder.identity
        if updates, !isDryRun { AtomicFile.removeLeftovers(below: output) }
        return folder
    }

    private func prepare(
        _ inputs: Inputs, into folder: OutputFolder, _ page: ReportWriter?, _ manifest: Manifest?
    ) throws -> ImageRun.End {
        var preparation = try preparation(to: folder, withThumbnail: page != nil)
        preparation.made = MadeLog(below: folder.path, reading: updates, uniting: !isDryRun)
        let (line, console) = (line, StandardOutput())
        let swatches = Swatches(isColored: console.isStyled, columns: colors)
        var run = ImageRun(
            inputs: inputs, options: batch,
            isOrdered: batch.isOrdered || page != nil || manifest != nil || isDryRun || line == .colors,
            printsLines: line != .none)
        run.resume = "the same call with --update goes on"
        run.offersLenient = true
        return try run.run(
            work: { [preparation] in isDryRun ? preparation.plan($0) : preparation.prepare($0) },
            deliver: { (outcome: inout Outcome) in
                let text: String? =
                    switch line {
                    case .none: nil
                    case .json: outcome.line(shard: inputs.shard)
                    case .plan: outcome.planned(isCrop: cropsObjects)
                    case .colors: swatches.line(outcome)
                    }
                if let text { try console.write(text) }
                try page?.add(outcome)
                try manifest?.add(outcome)
            })
    }

    private func summarize(_ tally: Tally) throws {
        if batch.isQuiet { return }
        if !batch.printsJSON {
            try StandardOutput().write(isDryRun ? tally.plan : tally.summary + hint(tally))
            if let report { try StandardOutput().write(nameOf: report) }
        }
        if let warning = tally.lostMetadata { note(warning) }
    }

    /// Options that would have no effect are refused, not ignored.
    private func checkCombinations() throws(UsageError) {
        if cropsObjects, picture.box != nil { throw UsageError("give --box or --crop objects, not both") }
        if !cropsObjects, detection != Detection() {
            throw UsageError("--detection-limit, --min-score and --sensitivity go with --crop objects")
        }
        if !measures.isEmpty, !batch.printsJSON, manifest == nil {
            throw UsageError("--measure goes with --json or --manifest, which hold the values")
        }
        if manifest != nil, cropsObjects {
            throw UsageError("--manifest is for the outputs of whole pictures, so leave out --crop objects")
        }
        if cropsObjects, outputs.trims { throw UsageError("give --trim or --crop objects, not both") }
        try outputs.check()
        try outputs.checkName(ofObjects: cropsObjects)
        if usedKeeps.metadata.contains(.icc), outputs.gamut != .sRGB || outputs.usedFormats.contains(.gif) {
            let other = outputs.gamut != .sRGB ? "--profile p3" : "--format gif, which has no place for a profile"
            throw UsageError("give --keep icc or \(other), not both")
        }
        if isDryRun, report != nil || manifest != nil {
            throw UsageError(
                "--dry-run writes nothing, so leave out --\(report != nil ? "report" : "manifest"); --json describes the "
                    + "planned outputs")
        }
    }

    func preparation(to folder: OutputFolder?, withThumbnail: Bool = false) throws -> Preparation {
        let plan = OutputPlan(outputs)
        var recipe = picture.recipe(
            plan.outputs + (withThumbnail ? [plan.thumbnail] : []), colors: colors, keeps: usedKeeps.metadata)
        recipe.trim = outputs.trim
        recipe.frames = outputs.frames
        recipe.gamut = outputs.gamut
        recipe.omitsOversized = true
        recipe.takesMark = true
        recipe.developsRaw = developsRaw
        // Objects, colors and borders are looked for in the picture that the outputs show.
        if developsRaw { recipe.outputsForPreview = recipe.outputs }
        var preparation = Preparation(
            recipe: recipe, names: plan.names, folder: folder, limits: limits.limits, updates: updates,
            keepsTimes: usedKeeps.times,
            detection: cropsObjects ? detection : nil)
        // A page wants a placeholder in any case.
        preparation.measures = manifest == nil ? measures : measures.union([.thumbhash])
        preparation.datesPictures = manifest != nil
        preparation.keepsObjects = outputs.gravity == .objects
        if outputs.name != nil { preparation.claimed = ClaimedNames() }
        preparation.avoidsGrowth = outputs.quality == nil && !outputs.enlarges
        preparation.signs = try signCommand.map { name throws(SetupError) in try SignCommand(name) }
        preparation.stamp = preparation.stamped()
        return preparation
    }

    /// A word where the default makes more bytes than there were.
    private func hint(_ tally: Tally) -> String {
        guard outputs.usesSearchQuality, tally.outputBytes > tally.inputBytes, tally.inputBytes > 0 else { return "" }
        return "  larger than the inputs: the default quality is for a visual search; --quality 85 makes small files\n"
    }
}

extension Outcome {
    /// The line of a dry run; nil for a bad input.
    fileprivate func planned(isCrop: Bool) -> String? {
        guard case .success(let product) = result else { return nil }
        let outputs = product.outputs.map(\.path.text.printable).joined(separator: ", ") + (isCrop ? ", …" : "")
        return "\(path.text.printable) → \(outputs)" + (product.wasThere ? " (is up to date)" : "") + "\n"
    }
}
