/// `magpie merge`.
struct Merge: Subcommand {
    static let name = "merge"
    static let summary = "Joins the JSON lines of all parts of a sharded job, and checks that they are complete."
    static let operands: ValueKind? = .file
    static let synopsis = "magpie merge PART.jsonl…"
    static let details = """
        A part is the output of a run with --shard and --json. Prints the parts in the order of their numbers. A
        part that is missing, repeated, cut off or made by another version ends the command with exit code 2 and no
        output. An empty part stands for a shard without images.
        """
    static let examples = [
        Example(
            purpose: "eight parts in one file",
            line: "magpie merge out/*.jsonl > all.jsonl")
    ]

    func run(_ words: [Path]) throws -> ExitCode {
        guard !words.isEmpty else { throw UsageError("missing inputs: name the parts to join") }
        let parts = try words.map { try Part(reading: $0) }
        try Self.check(parts)
        for part in parts.sorted(by: { ($0.shard?.index ?? -1) < ($1.shard?.index ?? -1) }) {
            try part.forEachLine { line, _ in try StandardOutput().write(bytes: line + [UInt8(ascii: "\n")]) }
        }
        return .done
    }

    private static func check(_ parts: [Part]) throws(SetupError) {
        let filled = parts.filter { $0.shard != nil }
        guard let first = filled.first, let shard = first.shard else { return }
        var seen: [Int: Path] = [:]
        for part in filled {
            if part.shard?.count != shard.count || part.version != first.version {
                throw SetupError(
                    "\(first.path) is part \(shard) of version \(first.version ?? "–"), but \(part.path) is part "
                        + "\(part.shard?.description ?? "–") of version \(part.version ?? "–")")
            }
            if let index = part.shard?.index, let other = seen.updateValue(part.path, forKey: index) {
                throw SetupError("\(other) and \(part.path) are both part \(index)/\(shard.count)")
            }
        }
        let missing = shard.count - seen.count
        let empty = parts.count - filled.count
        if missing > empty {
            // Only five are searched for: the number of parts in a file is not to be trusted.
            let names = (0..<shard.count).lazy.filter { seen[$0] == nil }.prefix(5).map { "\($0)/\(shard.count)" }
            throw SetupError(
                "\(Numbers.count(missing - empty)) of \(Numbers.count(shard.count)) parts are missing, among these: "
                    + names.joined(separator: ", ") + (missing > 5 ? ", …" : ""))
        }
        if missing < empty {
            throw SetupError("there are \(parts.count) files for \(shard.count) parts")
        }
    }
}
