import Imaging

/// The options for running a batch and for its output.
struct RunOptions: Hashable, Sendable {
    var jobs = Batch.usableCores
    var isOrdered = false
    /// Nil allows all inputs but one to be bad, and all of a part.
    var maxErrors: Int?
    var errors: Path?
    var printsJSON = false
    var isQuiet = false

    static var group: OptionGroup<RunOptions> {
        OptionGroup(
            "Run",
            .value(
                "-j", "--jobs", kind: .integer(in: 1...1024),
                help: "Images processed in parallel. Outputs are the same for any N.",
                default: .clause("the cores available to this process"), sets: \.jobs),
            .flag(
                "--ordered", help: "Print results in the order of the inputs instead of as they finish.",
                sets: \.isOrdered),
            .value(
                "--max-errors", kind: .integer(in: 0 ... .max),
                help: "Number of bad inputs above which the exit code is 3. All inputs are processed in any " + "case.",
                default: .clause(
                    "one less than all; no limit for a shard, and for a list on standard input with --json"),
                sets: \.maxErrors),
            .value(
                "--errors", kind: .path("FILE"),
                help: "File for the errors of single inputs, a line of JSON each; --list can read it for "
                    + "another try. Standard error shows the first \(ErrorReport.shownLimit).", sets: \.errors),
            .flag("--json", help: "Print one line of JSON for each input.", sets: \.printsJSON),
            .flag("-q", "--quiet", help: "Omit progress, summary and errors of single inputs.", sets: \.isQuiet))
    }
}

/// The options that limit the cost of one image.
struct LimitOptions: Hashable, Sendable {
    var limits = Limits()

    static var group: OptionGroup<LimitOptions> {
        OptionGroup(
            "Limits for one image",
            .value(
                "--max-pixels", kind: .integer(in: 1 ... .max), help: "Maximum number of pixels of a picture.",
                default: "\(Limits().pixels)", sets: \.limits.pixels),
            .value(
                "--max-bytes", kind: .integer(in: 1 ... .max), help: "Maximum size of a file in bytes.",
                default: "\(Limits().inputBytes)", sets: \.limits.inputBytes),
            .value(
                "--max-memory", kind: .integer(in: 1 ... .max),
                help: "Maximum memory for the decoded pixels of all pictures at the same time, in bytes. A "
                    + "picture that fits waits for its turn.", default: "\(Limits().decodedBytes)",
                sets: \.limits.decodedBytes),
            .value(
                "--timeout", kind: .decimal("SECONDS", in: 0.001...86_400, expected: "a number of seconds"),
                help: "Maximum time for a picture in seconds.", default: "\(Int(Limits().seconds))",
                sets: \.limits.seconds),
            .repeated(
                "--accept", kind: .formats,
                help: "Further formats to decode, with commas between: svg, pdf, jxl. Their decoders have a "
                    + "worse record with hostile files.", add: { $0.limits.formats.formUnion($1) }))
    }
}
