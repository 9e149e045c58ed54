import Essentials
import Imaging

/// The options for the outputs of one picture: their shapes and their coding.
struct OutputOptions: Hashable, Sendable {
    var shapes: [Output.Shape] = []
    var formats: [ImageFormat] = []
    var purpose: Purpose?
    var name: NameTemplate?
    var quality: Int?
    var enlarges = false
    var gravity: Gravity?
    var margin: Double?
    var paddingColor: RGB?
    var trims = false
    var frames = Recipe.Frames.first
    var gamut = Recipe.Gamut.sRGB
    var encoder = EncoderOptions()

    /// The part that stays of a picture that `--fill` cuts.
    enum Gravity: Hashable, Sendable {
        case center, attention, objects
        case point(x: Double, y: Double)
    }

    /// The formats, each once; JPEG where neither they nor the purpose tell.
    var usedFormats: [ImageFormat] {
        formats.isEmpty
            ? purpose?.formats ?? [.jpeg]
            : formats.enumerated().filter { !formats[..<$0.offset].contains($0.element) }.map(\.1)
    }

    /// The shapes, each once, with their surroundings.
    var usedShapes: [Output.Shape] {
        let shapes = shapes.isEmpty ? purpose?.shapes ?? Purpose.search.shapes : shapes
        return shapes.enumerated().filter { !shapes[..<$0.offset].contains($0.element) }.map { _, shape in
            guard case .pad(let size, _) = shape else { return shape }
            return .pad(size, Output.Padding(margin: margin ?? 0, color: paddingColor))
        }
    }

    /// The removal of borders; its margin is that of the surroundings where there are any.
    var trim: Recipe.Trim? { trims ? Recipe.Trim(margin: hasPadding ? 0 : margin ?? 0) : nil }

    private var hasPadding: Bool { shapes.contains { if case .pad = $0 { true } else { false } } }
    private var hasFill: Bool { shapes.contains { if case .fill = $0 { true } else { false } } }

    /// Options that would have no effect are refused, not ignored.
    func check() throws(UsageError) {
        if gravity != nil, !hasFill { throw UsageError("--gravity goes with --fill, which cuts the picture") }
        if paddingColor != nil, !hasPadding { throw UsageError("--pad-color goes with --pad") }
        if margin != nil, !hasPadding, !trims { throw UsageError("--margin goes with --pad or --trim") }
        if encoder.maxBytes != nil, encoder.leastSimilarity != nil {
            throw UsageError("give --max-output-bytes or --target-quality, not both: each decides the quality")
        }
        if quality != nil, encoder.leastSimilarity != nil {
            throw UsageError("give --quality or --target-quality, not both")
        }
        let lacking: [(option: String, isGiven: Bool, has: (ImageFormat) -> Bool, formats: String)] = [
            ("--chroma", encoder.chroma != nil, { [.jpeg, .avif].contains($0) }, "jpeg and avif"),
            ("--progressive", encoder.isProgressive, { [.jpeg, .png].contains($0) }, "jpeg and png"),
            ("--lossless", encoder.isLossless, { [.webp, .jxl].contains($0) }, "webp and jxl"),
            (
                "--encoder-effort", encoder.effort != nil, { EncoderOptions.efforts(of: $0) != nil },
                "webp, avif, jxl, png and gif"
            ),
            ("--frames all", frames == .all, { [.webp, .gif].contains($0) }, "webp and gif"),
            ("--max-output-bytes", encoder.maxBytes != nil, hasQuality, "formats with a quality"),
            ("--target-quality", encoder.leastSimilarity != nil, hasQuality, "formats with a quality"),
            ("--quality", quality != nil, hasQuality, "formats with a quality"),
        ]
        if gamut != .sRGB, usedFormats.contains(.gif) {
            throw UsageError("gif has no place for the color profile of --profile p3; choose another --format")
        }
        for entry in lacking where entry.isGiven && !usedFormats.contains(where: entry.has) {
            throw UsageError("\(entry.option) goes with --format \(entry.formats)")
        }
    }

    /// True where a quality for visual search is taken, which nobody asked for.
    var usesSearchQuality: Bool {
        guard quality == nil, purpose == nil, encoder.maxBytes == nil, encoder.leastSimilarity == nil,
            !encoder.isLossless
        else { return false }
        return usedFormats.contains { [.jpeg, .webp].contains($0) }
            && usedShapes.contains { if case .width = $0 { false } else { true } }
    }

    /// Names that would be the same for each size, format or object, or that would promise another format.
    func checkName(ofObjects: Bool) throws(UsageError) {
        guard let name else { return }
        let (shapes, formats) = (usedShapes, usedFormats)
        if shapes.count > 1, ![.size, .width, .height].contains(where: name.has) {
            throw UsageError("--name needs {size}, {width} or {height} for several sizes")
        }
        if ofObjects, !name.has(.number) { throw UsageError("--name needs {number} with --crop objects") }
        if !ofObjects, name.has(.number) { throw UsageError("{number} in --name goes with --crop objects") }
        if name.has(.ext) { return }
        if formats.count > 1 { throw UsageError("--name needs {ext} for several formats") }
        let own = OutputName(format: formats[0], suffix: "").extensions
        if !own.contains(where: { name.end.lowercased().hasSuffix(".\($0)") }) {
            throw UsageError("--name has to end with {ext} or .\(own[0])")
        }
    }

    private func hasQuality(_ format: ImageFormat) -> Bool {
        ![.png, .gif].contains(format) && !(encoder.isLossless && [.webp, .jxl].contains(format))
    }
}

extension OutputOptions {
    static var options: [Option<OutputOptions>] {
        [
            .value(
                "--for", kind: .purpose,
                help:
                    "Sizes, formats and qualities as usual for: upload (2,048 pixels, quality 85), web (widths 320, 640 "
                    + "and 1280 in avif, webp and jpeg), search (512 pixels, for a visual search), archive (the size of the "
                    + "picture, with --keep exif, icc, rights and times). Options that are given count more.",
                default: .clause("that of search"), sets: \.purpose),
            .value(
                "--name", kind: .nameTemplate,
                help:
                    "Name of outputs in the folder of their picture, such as '{stem}-{width}.{ext}': {stem} is the name "
                    + "of the picture, {name} the same with its extension, {size} as asked for, {width} and {height} those "
                    + "of the output, {number} that of an object. A slash makes a folder. Of files that only their "
                    + "extensions distinguish, {stem} keeps that of all but the first.", sets: \.name),
            .repeated(
                "-s", "--size", kind: .side,
                help: "Longest side in pixels, 1 to 16384, or 'original' for that of the picture. Repeatable.",
                default: "512", add: { $0.shapes.append($1) }),
            .repeated(
                "--widths", kind: .widths,
                help:
                    "Widths in pixels for the srcset of a web page, with commas between. Their default quality is that "
                    + "of web pages: 80 for jpeg, webp and jxl, 60 for avif.",
                add: { $0.shapes += $1.map { .width($0) } }),
            .repeated(
                "--fill", kind: .size,
                help: "Size to cover; --gravity decides on the part that is cut off. Repeatable.",
                add: { $0.shapes.append(.fill($1)) }),
            .value(
                "--gravity", kind: .gravity,
                help: "Part that --fill keeps: the center, the best objects, the part that stands out (attention), "
                    + "or the surroundings of a point, whose coordinates are shares of the sides. A picture without "
                    + "objects is cut by attention.", default: "center", sets: \.gravity),
            .repeated(
                "--exact", kind: .size, help: "Exact size; the aspect ratio may change. Repeatable.",
                add: { $0.shapes.append(.exact($1)) }),
            .repeated(
                "--pad", kind: .size, help: "Exact size with the whole picture in the middle. Repeatable.",
                add: { $0.shapes.append(.pad($1)) }),
            .value(
                "--pad-color", kind: .color, help: "Color around a picture that is padded.",
                default: .clause("that of the edge of the picture"), sets: \.paddingColor),
            .flag("--trim", help: "Cut borders of one color off.", sets: \.trims),
            .value(
                "--margin", kind: .decimal("S", in: Output.margins, expected: "a share from 0 to 0.45"),
                help: "Margin around the picture: with --pad as a share of the shorter side of the output, with "
                    + "--trim alone as a share of the longer side of the rest, as far as the picture reaches. Range: "
                    + "0 to 0.45.", default: "0", sets: \.margin),
            .flag(
                "--enlarge", help: "Enlarge small pictures.", default: .clause("they keep their size"), sets: \.enlarges
            ),
            .repeated(
                "--format", kind: .outputFormats,
                help: "Output formats, with commas between: jpeg, png, webp, avif, jxl, gif.", default: "jpeg",
                add: { $0.formats += $1 }),
            .value(
                "--frames", kind: .word(["first": .first, "all": .all]),
                help: "Frames of an animated GIF or WebP that outputs in webp and gif show, with their times. Other "
                    + "formats show the first.", default: "first", sets: \.frames),
            .value(
                "--profile", kind: .word(["srgb": .sRGB, "p3": .displayP3]),
                help: "Colors of the outputs: srgb, or p3 (Display P3) for pictures that have more colors than sRGB; "
                    + "their files carry its profile.", default: "srgb", sets: \.gamut),
            .value(
                "--quality", kind: .quality,
                help: "Encoder quality. A JPEG that would only grow keeps its own data or quality. 85 "
                    + "is usual for web pages.",
                default: .clause(
                    "97 up to 512 pixels and 98 above, 60 for avif, 80 for jxl: quality for a visual search, which keeps "
                        + "all detail that it uses and makes large files"), sets: \.quality),
            .value(
                "--target-quality",
                kind: .decimal("S", in: EncoderOptions.similarities, expected: "a similarity from 0.5 to 0.999"),
                help: "Least structural similarity (SSIM) of the file to its pixels, from 0.5 to 0.999: the lowest "
                    + "quality that reaches it is taken. On photos of 512 pixels, 0.95 is a JPEG of quality 50 and 0.98 one of "
                    + "84, in the median.", sets: \.encoder.leastSimilarity),
            .value(
                "--max-output-bytes", kind: .integer(in: 1 ... .max),
                help: "Maximum size of an output in bytes: the highest quality that fits is taken.",
                sets: \.encoder.maxBytes),
            .value(
                "--chroma", kind: .word(["4:4:4": .full, "4:2:0": .half]),
                help: "Resolution of color in jpeg and avif.",
                default: .clause("4:4:4 from quality 90 up, 4:2:0 below"), sets: \.encoder.chroma),
            .flag("--progressive", help: "Write progressive JPEGs and interlaced PNGs.", sets: \.encoder.isProgressive),
            .flag("--lossless", help: "Write webp and jxl without loss.", sets: \.encoder.isLossless),
            .value(
                "--encoder-effort", kind: .integer(in: 0...9),
                help: "Work of the encoder for smaller files: at most 6 for webp, at least 1 for avif, "
                    + "jxl, png and gif.",
                default: .clause(
                    "4 for webp, 2 for avif, 7 for jxl and gif, for png 1 with photos and 6 with drawings"),
                sets: \.encoder.effort),
        ]
    }
}

extension OptionValue<Output.Shape> {
    fileprivate static var side: OptionValue {
        let sides = Output.sides
        let expected = "a whole number from \(sides.lowerBound) to \(sides.upperBound), or original"
        return OptionValue("N|original", expected: expected) { text in
            if text == "original" { return .original }
            return Int(text).flatMap { sides.contains($0) ? .fit($0) : nil }
        }
    }
}

extension OptionValue<[Int]> {
    fileprivate static var widths: OptionValue {
        let sides = Output.sides
        let expected =
            "whole numbers from \(sides.lowerBound) to \(sides.upperBound) with commas between, such as 320,640"
        return OptionValue("N,…", expected: expected) { text in
            let widths = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            let known = widths.compactMap(\.self).filter(sides.contains)
            return known.count == widths.count ? known : nil
        }
    }
}

extension OptionValue<[ImageFormat]> {
    fileprivate static var outputFormats: OptionValue {
        let names: KeyValuePairs<String, ImageFormat> = [
            "jpeg": .jpeg, "png": .png, "webp": .webp, "avif": .avif, "jxl": .jxl, "gif": .gif,
        ]
        let words = names.map(\.key)
        return OptionValue(
            "FORMAT,…", expected: "jpeg, png, webp, avif, jxl or gif, or several with commas between"
        ) {
            let parts = $0.split(separator: ",", omittingEmptySubsequences: false)
            let known = parts.compactMap { part in
                part == "jpg" ? .jpeg : names.first { $0.key == part }?.value
            }
            return known.count == parts.count ? known : nil
        }.completed(as: .list(words), near: words)
    }
}

extension OptionValue<OutputOptions.Gravity> {
    fileprivate static var gravity: OptionValue {
        let words: KeyValuePairs<String, OutputOptions.Gravity> = [
            "center": .center, "objects": .objects, "attention": .attention,
        ]
        let names = words.map(\.key)
        let expected = "center, objects, attention, or a point X,Y with shares from 0 to 1"
        return OptionValue("center|objects|attention|X,Y", expected: expected) { text in
            if let word = words.first(where: { $0.key == text }) { return word.value }
            let shares = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard shares.count == 2, let x = shares[0], let y = shares[1], (0...1).contains(x), (0...1).contains(y)
            else { return nil }
            return .point(x: x, y: y)
        }.completed(as: .words(names), near: names)
    }
}
