/// The options that say what to work on.
struct InputOptions: Hashable, Sendable {
    var list: Path?
    var root: Path?
    var takesAllFiles = false
    var including: [Glob] = []
    var excluding: [Glob] = []
    var followsLinks = false
    var shard: Shard?

    static var group: OptionGroup<InputOptions> {
        OptionGroup(
            title: "Inputs",
            options: [
                .value(
                    "--list", kind: .path("FILE"),
                    help: "Read paths from FILE: one a line, plain or as {\"path\":…}, or with NUL between them as "
                        + "find -print0 writes them. '-' as the only input reads them from standard input.",
                    sets: \.list),
                .value(
                    "--root", kind: .path("DIR"),
                    help: "Mirror the paths of the inputs from DIR on, whichever inputs are given. Default: from the "
                        + "deepest folder that holds all of them; those of a list as they are written.",
                    sets: \.root),
                .repeated(
                    "--include", kind: .glob,
                    help: "In folders, take the files that GLOB matches in place of those that are called like images. "
                        + "Without a slash GLOB is for names ('*.dat'), with one for paths below INPUT ('2024/**'). "
                        + "Repeatable.", add: { $0.including.append($1) }),
                .repeated(
                    "--exclude", kind: .glob,
                    help: "In folders, leave out the files and folders that GLOB matches. Repeatable.",
                    add: { $0.excluding.append($1) }),
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
