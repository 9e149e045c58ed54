/// The options that say what to work on.
struct InputOptions: Hashable, Sendable {
    var list: Path?
    var root: Path?
    var takesAllFiles = false
    var followsLinks = false
    var shard: Shard?

    static var group: OptionGroup<InputOptions> {
        OptionGroup(
            title: "Inputs",
            options: [
                .value(
                    "--list", kind: .path("FILE"),
                    help: "Read paths from FILE, one a line, plain or as {\"path\":…}. '-' as the only input reads "
                        + "them from standard input.", sets: \.list),
                .value(
                    "--root", kind: .path("DIR"),
                    help: "Mirror the paths of a list below DIR. Default: as they are written.", sets: \.root),
                .flag(
                    "--all-files", help: "In folders, try every file, whatever its name. Hidden ones stay out.",
                    sets: \.takesAllFiles),
                .flag(
                    "--follow-links", help: "In folders, follow links to folders and out of the folder.",
                    sets: \.followsLinks),
                .value(
                    "--shard", kind: .shard,
                    help: "Work on part I of N only, counted from 0. Default in a Slurm job array: the part of the "
                        + "task.", sets: \.shard),
            ])
    }
}
