import Foundation
import Imaging
import SearchAPI

/// `magpie prep`.
struct Prep: Subcommand {
    static let name = "prep"
    static let summary = "Makes upright, cropped, resized and encoded copies of images, and finds their colors."
    static let synopsis = "magpie prep INPUT… -o OUT [options]"
    static let details = """
        INPUT is a file, a folder (with the folders inside it), or '-' for a list of paths on standard input.
        Outputs mirror the input tree below OUT. An image a.jpg becomes OUT/a.jpg; a.png becomes OUT/a.png.jpg, so
        that a.png and a.jpg never meet. With more than one size: OUT/a@512.jpg, OUT/a@1024.jpg, from one decode.
        Outputs appear whole or not at all, carry no metadata, and are the same bytes whatever --jobs is.
        """
    static let examples = [
        Example(purpose: "a folder of photos, ready to upload", line: "magpie prep photos -o small"),
        Example(
            purpose: "two sizes and the colors from one decode, a line of JSON for each photo",
            line: "magpie prep photos -o out --size 512 --size 1024 --colors 5 --json > photos.jsonl"),
        Example(
            purpose: "product shots as squares, with a page to look at",
            line: "magpie prep shoes -o out --fill 400x400 --colors 3 --ignore-background --report shoes.html"),
        Example(
            purpose: "each thing in a photo of a shelf as a picture of its own: out/shelf-1.jpg, out/shelf-2.jpg",
            line: "magpie prep shelf.jpg -o out --crop objects --detection-limit 10"),
        Example(
            purpose: "go on after an interruption", line: "magpie prep photos -o small --skip-existing"),
        Example(
            purpose: "one of eight machines",
            line: "magpie prep --list all.txt -o out --shard 3/8 --json > 3.jsonl"),
    ]

    var output: Path?
    var shapes: [Output.Shape] = []
    var quality: Double?
    var enlarges = false
    var format = ImageFormat.jpeg
    var keeps: Recipe.Metadata = []
    var colors = 0
    var cropsObjects = false
    var detection = Detection()
    var skipsExisting = false
    var syncs = false
    var report: Path?
    var inputs = InputOptions()
    var picture = PictureOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        guard let output else { throw UsageError("say where the outputs go: -o OUT") }
        if cropsObjects, picture.box != nil { throw UsageError("give --box or --crop objects, not both") }
        var inputs = try Inputs(words, options: self.inputs)
        let folder = try OutputFolder(output, syncing: syncs, inputFolders: inputs.folders)
        inputs.avoiding = folder.identity
        if skipsExisting { AtomicFile.removeLeftovers(below: output) }

        let plan = OutputPlan(
            shapes: shapes.isEmpty ? [.fit(512)] : shapes, format: format, quality: quality, enlarges: enlarges)
        let page = try report.map { try ReportWriter($0) }
        let preparation = Preparation(
            recipe: picture.recipe(
                plan.outputs + (page == nil ? [] : [plan.thumbnail]), colors: colors, keeps: keeps),
            names: plan.names, folder: folder, limits: limits.limits, skipsExisting: skipsExisting,
            detection: cropsObjects ? detection : nil)

        let console = StandardOutput()
        let run = ImageRun(
            inputs: inputs, options: batch, isOrdered: batch.isOrdered || page != nil,
            printsLines: batch.printsJSON)
        let end = try run.run(
            work: { preparation.prepare($0) },
            deliver: { (outcome: inout Outcome) in
                if batch.printsJSON { try console.write(outcome.json(shard: inputs.shard).text + "\n") }
                try page?.add(outcome)
            })
        try page?.finish(end.tally)
        if !batch.printsJSON, !batch.isQuiet { try console.write(end.tally.summary) }
        return end.code
    }
}

extension Prep {
    static var options: [OptionGroup<Prep>] {
        [
            OptionGroup(
                title: "Outputs",
                options: [
                    .value("-o", "--output", kind: .path("OUT"), help: "The folder for the outputs.", sets: \.output),
                    .repeated(
                        "-s", "--size", kind: .integer(in: Output.sides),
                        help: "The longest side in pixels, 1 to 1024. Repeatable. Default 512.",
                        add: { $0.shapes.append(.fit($1)) }),
                    .repeated(
                        "--fill", kind: .size,
                        help: "Cover this size and cut off evenly what hangs over. Repeatable.",
                        add: { $0.shapes.append(.fill($1)) }),
                    .repeated(
                        "--exact", kind: .size,
                        help: "Become exactly this size; the aspect ratio may change. Repeatable.",
                        add: { $0.shapes.append(.exact($1)) }),
                    .flag(
                        "--enlarge", help: "Let pictures grow that are smaller. Default: they keep their size.",
                        sets: \.enlarges),
                    .value(
                        "--format", kind: .word("jpeg|png|webp", ["jpeg": .jpeg, "png": .png, "webp": .webp]),
                        help: "Default jpeg.", sets: \.format),
                    .value(
                        "--quality", kind: .decimal("Q", in: 0...1, expected: "a number from 0 to 1"),
                        help: "From 0 to 1. Default 0.97 up to 512 pixels and 0.985 above.", sets: \.quality),
                    .repeated(
                        "--keep", kind: .word("icc|exif|none", ["icc": .icc, "exif": .exif, "none": []]),
                        help: "Metadata to keep. exif may tell where a photo was taken. Repeatable. Default none.",
                        add: { $0.keeps = $1.isEmpty ? [] : $0.keeps.union($1) }),
                    .value(
                        "--colors", kind: .integer(in: 0...16), help: "Find up to N dominant colors. Default 0.",
                        sets: \.colors),
                    .value(
                        "--crop", kind: .word("objects", ["objects": true]),
                        help: "Make the outputs of each thing in a picture, best first: OUT/a-1.jpg, OUT/a-2.jpg.",
                        sets: \.cropsObjects),
                ] + Detection.options.map { $0.inside(\.detection) } + [
                    .flag(
                        "--skip-existing",
                        help: "Skip inputs whose outputs are all there, to go on after an interruption.",
                        sets: \.skipsExisting),
                    .flag("--sync", help: "Wait until each output would survive a power cut.", sets: \.syncs),
                    .value(
                        "--report", kind: .path("FILE"),
                        help: "Write a page of HTML with every image, its colors and the errors.", sets: \.report),
                ]),
            PictureOptions.group.inside(\.picture),
            InputOptions.group.inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }
}
