import Imaging

/// The options that say how a batch runs and what it prints.
struct RunOptions: Hashable, Sendable {
    var jobs = Batch.usableCores
    var isOrdered = false
    /// Nil allows all inputs but one to be bad.
    var maxErrors: Int?
    var errors: Path?
    var printsJSON = false
    var isQuiet = false

    static var group: OptionGroup<RunOptions> {
        OptionGroup(
            title: "Run",
            options: [
                .value(
                    "-j", "--jobs", kind: .integer(in: 1...1024),
                    help: "Images at the same time. Default: the cores that this process may use. The outputs are "
                        + "the same whatever N is.", sets: \.jobs),
                .flag(
                    "--ordered", help: "Print results in the order of the inputs instead of as they finish.",
                    sets: \.isOrdered),
                .value(
                    "--max-errors", kind: .integer(in: 0 ... .max),
                    help: "Exit with 3 when more than N inputs are bad. All inputs are tried all the same. Default: "
                        + "exit with 3 when all inputs are bad.", sets: \.maxErrors),
                .value(
                    "--errors", kind: .path("FILE"),
                    help: "Write a line of JSON for each bad input to FILE, which --list can read to try them again. "
                        + "Standard error shows the first \(ErrorReport.mostShown).", sets: \.errors),
                .flag("--json", help: "Print one line of JSON for each input.", sets: \.printsJSON),
                .flag(
                    "-q", "--quiet", help: "No progress, no summary, no errors of single inputs.", sets: \.isQuiet),
            ])
    }
}

/// The options that bound what one image may cost.
struct LimitOptions: Hashable, Sendable {
    var limits = Limits()

    static var group: OptionGroup<LimitOptions> {
        OptionGroup(
            title: "Limits for one image",
            options: [
                .value(
                    "--max-pixels", kind: .integer(in: 1 ... .max),
                    help: "Refuse larger pictures. Default \(Numbers.count(Limits().pixels)).", sets: \.limits.pixels),
                .value(
                    "--max-bytes", kind: .integer(in: 1 ... .max),
                    help: "Refuse larger files. Default \(Numbers.count(Limits().inputBytes)).",
                    sets: \.limits.inputBytes),
                .value(
                    "--timeout", kind: .decimal("SECONDS", in: 0.001...86_400, expected: "a number of seconds"),
                    help: "Give up on a picture after this long. Default \(Int(Limits().seconds)).",
                    sets: \.limits.seconds),
                .repeated(
                    "--accept", kind: .formats,
                    help: "Decode these as well, with commas between: svg, pdf, jxl. Their decoders have a worse "
                        + "record with hostile files.",
                    add: { $0.limits.formats.formUnion($1) }),
            ])
    }
}

extension OptionValue<Set<ImageFormat>> {
    static var formats: OptionValue {
        OptionValue("FORMATS", expected: "svg, pdf and jxl, with commas between") { text in
            let formats = text.split(separator: ",").map { ImageFormat(rawValue: String($0)) }
            let known = formats.compactMap { $0 }.filter { ImageFormat.optional.contains($0) }
            return known.count == formats.count && !known.isEmpty ? Set(known) : nil
        }
    }
}
