import Foundation
import Imaging
import SearchAPI

extension Prep {
    static var options: [OptionGroup<Prep>] {
        [
            OptionGroup(
                title: "Outputs",
                options: [
                    .value(
                        "-o", "--output", kind: .path("OUT"),
                        help: "The folder for the outputs; '-' writes one picture to "
                            + "standard output.", sets: \.output),
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
                        "--format",
                        kind: .word(
                            "jpeg|png|webp", ["jpeg": .jpeg, "png": .png, "webp": .webp], also: ["jpg": .jpeg]),
                        help: "Default jpeg.", sets: \.format),
                    .value(
                        "--quality", kind: .decimal("Q", in: 0...1, expected: "a number from 0 to 1"),
                        help:
                            "From 0 to 1. Default 0.97 up to 512 pixels and 0.985 above: upload quality, which keeps all "
                            + "that a search can see and makes large files. A JPEG that would only grow by it keeps its "
                            + "own picture or quality. 0.85 is usual for web pages.",
                        sets: \.quality),
                    .repeated(
                        "--keep", kind: .kept,
                        help: "What to keep of the input: its color profile, its EXIF block, which may tell where a "
                            + "photo was taken, or the time of its last change. Repeatable. Default none.",
                        add: { target, change in change(&target.keeps) }),
                    .value(
                        "--colors", kind: .integer(in: 0...16), help: "Find up to N dominant colors. Default 0.",
                        sets: \.colors),
                    .value(
                        "--crop", kind: .word("objects", ["objects": true]),
                        help: "Make the outputs of each thing in a picture, best first: OUT/a-1.jpg, OUT/a-2.jpg.",
                        sets: \.cropsObjects),
                ] + Detection.options.map { $0.inside(\.detection) } + [
                    .flag(
                        "--skip-existing", "--update",
                        help: "Make only what is missing, or what would be made otherwise: of images that have changed "
                            + "or with other options. Both names mean the same.",
                        sets: \.updates),
                    .flag(
                        "--dry-run", help: "Print what would be made of what, and make nothing.", sets: \.isDryRun),
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

extension OptionValue<@Sendable (inout Prep.Kept) -> Void> {
    fileprivate static var kept: OptionValue {
        .word(
            "icc|exif|times|none",
            [
                "icc": { $0.metadata.insert(.icc) }, "exif": { $0.metadata.insert(.exif) },
                "times": { $0.times = true },
                "none": { $0 = Prep.Kept() },
            ])
    }
}
