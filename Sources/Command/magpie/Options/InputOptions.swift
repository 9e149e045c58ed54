/// The options that select the inputs.
struct InputOptions: Hashable, Sendable {
    var list: Path?
    var root: Path?
    var takesAllFiles = false
    var including: [Glob] = []
    var excluding: [Glob] = []
    var followsLinks = false
    var shard: Shard?
    var shards: Int?

    /// The default of --root where files are written.
    static let sharedRoot = DefaultValue.clause(
        "the deepest folder that holds all inputs; for a list, its paths as written")

    /// - Parameters:
    ///   - root: The help of --root.
    ///   - standardRoot: Its default.
    static func group(
        root: String = "Folder that each INPUT must lie below.", default standardRoot: DefaultValue? = nil
    ) -> OptionGroup<InputOptions> {
        OptionGroup(
            "Inputs",
            .value(
                "--list", kind: .path("FILE"),
                help: "File of input paths: one per line, plain or as {\"path\":…}, or NUL-separated as find "
                    + "-print0 writes them. '-' as the only input reads them from standard input.", sets: \.list),
            .value("--root", kind: .folder("DIR"), help: root, default: standardRoot, sets: \.root),
            .repeated(
                "--include", kind: .glob,
                help: "Pattern of files to take from folders, in place of files named like images. GLOB without "
                    + "a slash matches names ('*.dat'), with a slash paths below INPUT ('2024/**'). Repeatable.",
                add: { $0.including.append($1) }),
            .repeated(
                "--exclude", kind: .glob, help: "Pattern of files and folders to skip in folders. Repeatable.",
                add: { $0.excluding.append($1) }),
            .flag(
                "--all-files", help: "Try every file in folders, whatever its name. Hidden files are skipped.",
                sets: \.takesAllFiles),
            .flag(
                "--follow-links", help: "Follow links in folders, to other folders and out of INPUT.",
                sets: \.followsLinks),
            .value(
                "--shard", kind: .shard, help: "Part I of N of the inputs, counted from 0.",
                default: .clause("all inputs; in a Slurm job array, the part of the task"), sets: \.shard),
            .value(
                "--shards", kind: .integer(in: 1 ... .max),
                help: "Number of parts, where the scheduler says which one: JOB_COMPLETION_INDEX (Kubernetes) or "
                    + "SLURM_ARRAY_TASK_ID, counted from 0.", sets: \.shards))
    }
}
