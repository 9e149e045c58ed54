import SQLite
import VisualSearch

/// The options of all actions of `magpie store`.
struct StoreArguments {
    var store: Path?
    var output: Path?
    var listsRemoved = false
    var restoresAll = false
    var backup: Path?
    var typeField: String?
    var isPartial = false
    var sameID: StoreMerge.Choice?
    var skipsLearning = false
    var printsJSON = false
    var describer = DescriberOptions()
    var acceptsMissing = false
    var exportsWhole = false
    var jobs: Int?

    static var groups: [OptionGroup<StoreArguments>] {
        [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        "--store", kind: .path("FILE"),
                        help: "Store file, in place of FILE.",
                        default: .clause("\(StorePlace.standardName) in this folder"), sets: \.store),
                    .value(
                        "-o", "--output", kind: .path("NEW"),
                        help: "File for the repaired or merged store; repair has FILE with .repaired added without it.",
                        sets: \.output),
                    .flag(
                        "--list", help: "List removed items that can be restored: id, time, source.",
                        sets: \.listsRemoved),
                    .flag("--all", help: "Restore all removed items.", sets: \.restoresAll),
                    .value(
                        "--from", kind: .path("BACKUP"), help: "Restore the whole store from a backup.", sets: \.backup),
                    .flag(
                        "--whole",
                        help: "Export descriptions, thumbnails, fields and rules as well, for 'magpie store import'.",
                        sets: \.exportsWhole),
                    .typeField(sets: \.typeField),
                ]),
            OptionGroup(
                title: "Describe",
                options: [
                    .model(sets: \.describer.folder), .runtime(sets: \.describer.runtime),
                    .describer(sets: \.describer.server),
                    .flag(
                        "--without-missing",
                        help: "Change the describer although some items have no picture to describe.",
                        sets: \.acceptsMissing),
                    .value(
                        "-j", "--jobs", kind: .integer(in: 1...1024),
                        help: "Pictures described in parallel.",
                        default: .clause("the cores available to this process"), sets: \.jobs),
                ]),
            OptionGroup(
                title: "Merge",
                options: [
                    .flag("--partial", help: "Accept that parts are missing or unfinished.", sets: \.isPartial),
                    .value(
                        "--same-id", kind: .word(["first": .first, "newer": .newer]),
                        help: "Item to keep of several with one id: the first in the list, as one run does, or the "
                            + "one whose file changed last.", default: .clause("an error"), sets: \.sameID),
                    .flag(
                        "--no-learning", help: "Do not learn from the types of the items; also of import and describe.",
                        sets: \.skipsLearning),
                    .flag(
                        "--json", help: "Print the result as one line of JSON; also of describe.", sets: \.printsJSON),
                ]),
        ]
    }

    /// Options that not all actions take, and the actions that do.
    private static let ofSome: [(options: [String], actions: [String], areGiven: @Sendable (StoreArguments) -> Bool)] =
        [
            (["-o", "--output"], ["repair", "merge"], { $0.output != nil }),
            (["--partial", "--same-id"], ["merge"], { $0.isPartial || $0.sameID != nil }),
            (["--whole"], ["export"], { $0.exportsWhole }),
            (["--no-learning"], ["import", "describe", "merge"], { $0.skipsLearning }),
            (["--json"], ["describe", "merge"], { $0.printsJSON }),
            (
                ["--model", "--onnxruntime", "--describer", "--without-missing", "-j", "--jobs"], ["describe"],
                { $0.describer != DescriberOptions() || $0.acceptsMissing || $0.jobs != nil }
            ),
            (["--list", "--all", "--from"], ["restore"], { $0.listsRemoved || $0.restoresAll || $0.backup != nil }),
            (["--type-field"], ["import", "learn", "describe", "merge"], { $0.typeField != nil }),
        ]

    /// The options that an action does not take.
    static func refused(by action: String) -> [String] {
        ofSome.filter { !$0.actions.contains(action) }.flatMap(\.options)
    }

    /// Throws for an option of another action.
    func check(for action: String) throws(UsageError) {
        for rule in Self.ofSome where !rule.actions.contains(action) && rule.areGiven(self) {
            let options = rule.options.filter { $0.hasPrefix("--") }
            throw UsageError(
                "only \(joined(rule.actions)) \(rule.actions.count == 1 ? "takes" : "take") \(joined(options))")
        }
    }

    /// The words with commas and a last "and".
    private func joined(_ words: [String]) -> String {
        let first = words.dropLast().joined(separator: ", ")
        return (first.isEmpty ? "" : first + " and ") + (words.last ?? "")
    }

    /// The store and the words after it: `--store`, or else the first word, or else the standard name.
    func file(in words: [Path]) -> (file: Path, rest: ArraySlice<Path>) {
        var rest = words[...]
        return (store ?? rest.popFirst() ?? StorePlace.standardName, rest)
    }

    /// The store of an action that takes nothing else.
    func onlyFile(in words: [Path], of action: any StoreAction.Type) throws(UsageError) -> Path {
        let (file, rest) = file(in: words)
        if let more = rest.first {
            throw UsageError("store \(action.name) takes one store, \(file), but was also given '\(more)'")
        }
        return file
    }

    /// Two names: FROM and TO, the first of which may be given with `--store`.
    func files(in words: [Path], otherwise sentence: String) throws(UsageError) -> (from: Path, to: Path) {
        let names = (store.map { [$0] } ?? []) + words
        guard names.count == 2 else { throw UsageError(sentence) }
        return (names[0], names[1])
    }
}

extension Path {
    /// Opens a store for changes.
    ///
    /// - Parameter kind: What the file has to hold; nil for a catalog or content.
    func store(_ kind: FileKind? = .catalog) throws -> CatalogStore {
        if isMilvus { return try engine(.readWrite).store }
        return try CatalogStore(path: text, kind: kind, willIndexWords: StorePlace.noteWordIndex)
    }

    /// Opens a store for reading.
    ///
    /// - Parameter kind: What the file has to hold; nil for a catalog or content.
    func storeToRead(_ kind: FileKind? = .catalog) throws -> CatalogStore {
        if isMilvus { return try engine(.readOnly).store }
        return try CatalogStore(path: text, mode: .readOnly, kind: kind)
    }
}

extension StandardOutput {
    /// Prints what `source` gives, a line each, and throws the first error of a write.
    func writeLines(_ source: ((String) -> Void) throws -> Void) throws {
        var failure: (any Error)?
        try source { line in
            guard failure == nil else { return }
            do { try write(line + "\n") } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

/// The first ten ids of a list, for a sentence.
func firstIDs(_ ids: [String]) -> String {
    ids.prefix(10).map(\.printable).joined(separator: ", ") + (ids.count > 10 ? ", …" : "")
}
