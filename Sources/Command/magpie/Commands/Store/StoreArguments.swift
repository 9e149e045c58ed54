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
    var describer: InferenceDescriber.Model?
    var acceptsMissing = false
    var jobs: Int?

    static var groups: [OptionGroup<StoreArguments>] {
        [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        "--store", kind: .path("FILE"),
                        help: "Store file, in place of FILE. Default: \(StorePlace.standardName) in this folder.",
                        sets: \.store),
                    .value(
                        "-o", "--output", kind: .path("NEW"),
                        help: "File for the repaired or merged store. Default of repair: FILE with .repaired added.",
                        sets: \.output),
                    .flag(
                        "--list", help: "List removed items that can be restored: id, time, source.",
                        sets: \.listsRemoved),
                    .flag("--all", help: "Restore all removed items.", sets: \.restoresAll),
                    .value(
                        "--from", kind: .path("BACKUP"), help: "Restore the whole store from a backup.", sets: \.backup),
                    .typeField(sets: \.typeField),
                ]),
            OptionGroup(
                title: "Describe",
                options: [
                    .describer(sets: \.describer),
                    .flag(
                        "--without-missing",
                        help: "Change the describer although some items have no picture to describe.",
                        sets: \.acceptsMissing),
                    .value(
                        "-j", "--jobs", kind: .integer(in: 1...1024),
                        help: "Pictures described in parallel. Default: the cores available to this process.",
                        sets: \.jobs),
                ]),
            OptionGroup(
                title: "Merge",
                options: [
                    .flag("--partial", help: "Accept that parts are missing or unfinished.", sets: \.isPartial),
                    .value(
                        "--same-id", kind: .word(["first": .first, "newer": .newer]),
                        help: "Item to keep of several with one id: the first in the list, as one run does, or the one "
                            + "whose file changed last. Default: an error.", sets: \.sameID),
                    .flag(
                        "--no-learning", help: "Do not learn from the types of the items; also of describe.",
                        sets: \.skipsLearning),
                    .flag(
                        "--json", help: "Print the result as one line of JSON; also of describe.", sets: \.printsJSON),
                ]),
        ]
    }

    /// Throws for an option of another action.
    func check(for action: String) throws(UsageError) {
        let rules: [(isGiven: Bool, actions: [String], sentence: String)] = [
            (output != nil, ["repair", "merge"], "only repair and merge take --output"),
            (
                isPartial || sameID != nil, ["merge"], "only merge takes --partial and --same-id"
            ),
            (
                skipsLearning || printsJSON, ["describe", "merge"],
                "only describe and merge take --no-learning and --json"
            ),
            (
                describer != nil || acceptsMissing || jobs != nil, ["describe"],
                "only describe takes --describer, --without-missing and --jobs"
            ),
            (
                listsRemoved || restoresAll || backup != nil, ["restore"],
                "only restore takes --list, --all and --from"
            ),
            (
                typeField != nil, ["learn", "describe", "merge"], "only learn, describe and merge take --type-field"
            ),
        ]
        for rule in rules where rule.isGiven && !rule.actions.contains(action) { throw UsageError(rule.sentence) }
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
