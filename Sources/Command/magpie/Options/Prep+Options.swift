import Essentials
import Imaging
import SearchAPI

extension Prep {
    static var options: [OptionGroup<Prep>] {
        [
            OptionGroup(
                title: "Outputs",
                options: [
                    .value(
                        "-o", "--output", kind: .folder("OUT"),
                        help: "Output folder. '-' writes one picture to standard output.", sets: \.output)
                ] + OutputOptions.options.map { $0.inside(\.outputs) } + [
                    .repeated(
                        "--keep", kind: .kept,
                        help: "Metadata to keep: the color profile, the tags of EXIF, which may reveal where a photo "
                            + "was taken, with makernote the note of the camera's maker as well, which may show the "
                            + "whole photo, the gain map of a JPEG for brighter displays, the marks of rights and "
                            + "origin (names, notice of rights, digital source type), or the modification time. "
                            + "Repeatable.", default: .clause("none"),
                        add: { target, change in
                            var kept = target.keeps ?? Prep.Kept()
                            change(&kept)
                            target.keeps = kept
                        }),
                    .flag(
                        "--develop",
                        help: "Develop the data of the sensor of a camera's RAW file whose preview is missing or too "
                            + "small for an output. LibRaw does it, in seconds for each file.",
                        default: .clause("an error"), sets: \.developsRaw),
                    .value(
                        "--colors", kind: .integer(in: 0...16), help: "Maximum number of dominant colors.",
                        default: "0", sets: \.colors),
                    .repeated(
                        "--measure",
                        kind: .word([
                            "thumbhash": .thumbhash, "blurhash": .blurhash, "phash": .phash, "sharpness": .sharpness,
                            "exposure": .exposure,
                        ]),
                        help: "Value of the picture in its line of --json or --manifest: a blurred placeholder, a "
                            + "hash that look-alikes nearly share, or figures that sort a burst. Repeatable.",
                        default: .clause("none"), add: { $0.measures.insert($1) }),
                    .value(
                        "--crop", kind: .word(["objects": true]),
                        help: "Crop each object in a picture, best first: OUT/a-1.jpg, OUT/a-2.jpg.",
                        sets: \.cropsObjects),
                ] + Detection.options.map { $0.inside(\.detection) } + [
                    .flag(
                        "--skip-existing", "--update",
                        help: "Skip outputs that are up to date: made of the same image with the same options. Both "
                            + "names mean the same.", sets: \.updates),
                    .flag("--dry-run", help: "Print the planned outputs and write nothing.", sets: \.isDryRun),
                    .flag("--sync", help: "Flush each output to disk, so that it survives a power cut.", sets: \.syncs),
                    .value(
                        "--sign-command", kind: .path("PROGRAM"),
                        help:
                            "Program that signs each output: PROGRAM INPUT OUTPUT, with a line of JSON on its standard "
                            + "input. An output that it does not sign is not written.", sets: \.signCommand),
                    .value(
                        "--manifest", kind: .path("FILE"),
                        help: "JSON file for a web page: for each picture its size, the time at which it was taken, a "
                            + "placeholder (ThumbHash), its colors, and the addresses of its outputs as srcset, relative to FILE. Written when the run "
                            + "ended with 0 and made a picture; else FILE stays as it was.", sets: \.manifest),
                    .value(
                        "--report", kind: .path("FILE"),
                        help: "HTML page with all images, their colors and the errors.", sets: \.report),
                ]),
            PictureOptions.group.inside(\.picture),
            InputOptions.group(root: "Folder that the output tree starts from.", default: InputOptions.sharedRoot)
                .inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }
}

extension OptionValue<@Sendable (inout Prep.Kept) -> Void> {
    fileprivate static var kept: OptionValue {
        .word([
            "icc": { $0.metadata.insert(.icc) }, "exif": { $0.metadata.insert(.exif) },
            "makernote": { $0.metadata.insert(.makerNote) }, "gainmap": { $0.metadata.insert(.gainMap) },
            "rights": { $0.metadata.insert(.rights) },
            "times": { $0.times = true },
            "none": { $0 = Prep.Kept() },
        ])
    }
}
