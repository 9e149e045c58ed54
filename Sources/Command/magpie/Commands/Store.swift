import Foundation
import SQLite
import SearchAPI
import VisualSearch

/// `magpie store check|repair|compact|export|backup|copy|restore|learn|merge`.
struct Store: Subcommand {
    static let name = "store"
    static let summary =
        "Checks, repairs, compacts, exports, copies, backs up or merges stores, restores removed items, learns from types."
    static let synopsis = "magpie store check|repair|compact|export|backup|copy|restore|learn|merge [FILE] [options]"
    static let details = """
        check    verifies the whole store, unchanged, and lists damage; exit code 2 if there is any
        repair   copies the readable part of a damaged store into a new one; the damaged store stays unchanged; exit
                 code 2 if anything is lost
        compact  deletes removed items for good and returns their space to the disk
        export   prints a line of JSON for each item: its id, source and attributes, without pictures
        backup   FILE TO: copies a store, even while it is in use, and verifies the copy
        copy     FROM TO: copies all items between files and catalogs in Milvus, milvus://HOST:PORT/COLLECTION,
                 and compares both; it may be repeated
        restore  FILE [ID…]: brings back removed items, by id or --all; --list shows them.
                 FILE --from BACKUP: puts a backup in the place of FILE, which no process may use meanwhile, and keeps
                 what was there as FILE.before-DATE
        learn    learns from the types of the items which pictures show the same kind, as index does at its end
        merge    PART… -o ALL: joins the stores of all parts of 'magpie index --shard' into a new one, as one run over
                 all inputs would have made it, without describing a picture again, and learns at its end. A part
                 that is missing, doubled, unfinished or of another list, other options or another describer is an
                 error, and so is an id in two parts. Stores that are no parts are joined in the order of the call.
                 What the parts have learned and their removed items stay behind.

        FILE defaults to \(StorePlace.standardName) in this folder; --store FILE is equivalent. A store in use keeps
        its latest items in FILE-wal, so a plain copy of FILE lacks them: use backup. A backup leaves out a server's
        FILE.jobs (queued insertions), FILE.events (tracked events, consents) and FILE.content; the last is backed up
        by its own name. A file that is put in the place of another by hand is refused while the log of that one lies
        beside it.
        """
    static let examples = [
        Example(purpose: "verify a store", line: "magpie store check shop.magpie"),
        Example(purpose: "save a damaged store", line: "magpie store repair shop.magpie -o saved.magpie"),
        Example(purpose: "back up while a server runs", line: "magpie store backup shop.magpie monday.magpie"),
        Example(purpose: "go back to a backup", line: "magpie store restore shop.magpie --from monday.magpie"),
        Example(purpose: "list removed items", line: "magpie store restore shop.magpie --list"),
        Example(
            purpose: "one store of eight parts", line: "magpie store merge catalog.*-of-8.magpie -o whole.magpie --json"
        ),
    ]

    private enum Verb: String, CaseIterable {
        case check, repair, compact, export, backup, copy, restore, learn, merge
    }

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

    static var options: [OptionGroup<Store>] {
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
                title: "Merge",
                options: [
                    .flag("--partial", help: "Accept that parts are missing or unfinished.", sets: \.isPartial),
                    .value(
                        "--same-id", kind: .word("first|newer", ["first": .first, "newer": .newer]),
                        help: "Item to keep of several with one id: the first in the list, as one run does, or the one "
                            + "whose file changed last. Default: an error.", sets: \.sameID),
                    .flag("--no-learning", help: "Do not learn from the types of the items.", sets: \.skipsLearning),
                    .flag("--json", help: "Print the result as one line of JSON.", sets: \.printsJSON),
                ]),
        ]
    }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let word = words.first else {
            throw UsageError("missing action: \(Self.synopsis)")
        }
        guard let verb = Verb(rawValue: word.text) else {
            let hint = nearest(to: word.text, among: Verb.allCases.map(\.rawValue))
            throw UsageError("unknown action '\(word)'" + (hint.map { "; did you mean \($0)?" } ?? ""))
        }
        if output != nil, verb != .repair, verb != .merge { throw UsageError("only repair and merge take --output") }
        if verb == .merge { return try merge(Array(words.dropFirst())) }
        if isPartial || sameID != nil || skipsLearning || printsJSON {
            throw UsageError("only merge takes --partial, --same-id, --no-learning and --json")
        }
        if listsRemoved || restoresAll || backup != nil, verb != .restore {
            throw UsageError("only restore takes --list, --all and --from")
        }
        if typeField != nil, verb != .learn { throw UsageError("only learn takes --type-field") }
        var rest = words.dropFirst()
        let named = store ?? ((verb == .backup || verb == .copy) && rest.count < 2 ? nil : rest.popFirst())
        let file = named ?? StorePlace.standardName
        if ![.export, .copy, .restore, .learn].contains(verb) { try file.requireFile(for: "store \(verb)") }
        switch verb {
        case .copy:
            guard let target = rest.first, rest.count == 1, named != nil else {
                throw UsageError("copy needs two stores: magpie store copy FROM TO")
            }
            return try copy(file, to: target)
        case .backup:
            guard let target = rest.first, rest.count == 1, named != nil else {
                throw UsageError("backup needs a store and a target: magpie store backup FILE TO")
            }
            return try backup(file, to: target)
        case .restore:
            if let backup {
                if listsRemoved || restoresAll || !rest.isEmpty {
                    throw UsageError("--from restores the whole store; leave out ids, --all and --list")
                }
                return try putBack(backup, inPlaceOf: file)
            }
            return try restore(rest.map(\.text), in: file)
        case .check, .repair, .compact, .export, .learn, .merge: break
        }
        if let more = rest.first {
            throw UsageError("store \(verb) takes one store, \(file), but was also given '\(more)'")
        }
        switch verb {
        case .repair: return try repair(file)
        case .compact: return try compact(file)
        case .export: return try export(file)
        case .learn: return try learn(file)
        default: return try check(file)
        }
    }

    /// - Parameter kind: What the file has to hold; nil for a catalog or content.
    private func open(_ file: Path, _ kind: FileKind? = .catalog) throws -> CatalogStore {
        if file.isMilvus { return try file.engine(.readWrite).store }
        return try CatalogStore(path: file.text, kind: kind, willIndexWords: StorePlace.noteWordIndex)
    }

    private func openForReading(_ file: Path, _ kind: FileKind? = .catalog) throws -> CatalogStore {
        if file.isMilvus { return try file.engine(.readOnly).store }
        return try CatalogStore(path: file.text, mode: .readOnly, kind: kind)
    }

    private func copy(_ file: Path, to target: Path) throws -> ExitCode {
        let source = try openForReading(file, nil)
        let report: CopyReport
        var code = ExitCode.done
        if target.isMilvus {
            report = try source.copyItems(to: target.engine(.create).store)
        } else {
            report = try source.copyItems(toFile: target.text)
            code = try CatalogStore(path: target.text, kind: source.kind).endWithLists(Interruption())
        }
        let sum = String(UInt64(bitPattern: Int64(report.checksum)), radix: 16)
        try StandardOutput().write(
            "\(target.text.printable) holds \(Numbers.plural(report.items, "item")), the same as "
                + "\(file.text.printable) (checksum \(sum))\n")
        if report.removed > 0 {
            note(
                "magpie: \(Numbers.plural(report.removed, "removed item")) of \(file) cannot be restored in the copy\n")
        }
        return code
    }

    private func check(_ file: Path) throws -> ExitCode {
        let store = try CatalogStore.openedForCheck(path: file.text)
        let findings = try store.check()
        guard findings.isEmpty else {
            try StandardOutput().write(findings.map { $0.printable + "\n" }.joined())
            note("magpie: \(file) is damaged; 'magpie store repair \(file.text.shellWord)' saves what can be read\n")
            return .setup
        }
        let items = try store.read { snapshot in snapshot.count }
        try StandardOutput().write("\(file.text.printable) is sound: \(Numbers.plural(items, "item"))\n")
        if store.mode == .readOnly {
            note("magpie: the index of words was not compared: the store cannot be written, or is of an older form\n")
        }
        return .done
    }

    private func repair(_ file: Path) throws -> ExitCode {
        let target = output ?? Path(bytes: file.bytes + Array(".repaired".utf8))
        let report = try CatalogStore.repair(path: file.text, to: target.text)
        let code = try CatalogStore(path: target.text, kind: nil).endWithLists(Interruption())
        var text = "\(target.text.printable) holds \(Numbers.plural(report.kept, "item"))\n"
        for (name, ids) in [("lost", report.lost), ("with attributes missing", report.doubtful)] where !ids.isEmpty {
            text += "  \(Numbers.count(ids.count)) \(name): \(first(of: ids))\n"
        }
        try StandardOutput().write(text)
        return report.lost.isEmpty && report.doubtful.isEmpty ? code : .setup
    }

    private func compact(_ file: Path) throws -> ExitCode {
        let (before, after, dropped) = try open(file, nil).compact()
        let sizes = "\(Numbers.bytes(Double(after))), \(Numbers.bytes(Double(before))) before"
        let gone = dropped == 0 ? "" : "; \(Numbers.plural(dropped, "removed item")) dropped for good"
        try StandardOutput().write("\(file.text.printable): \(sizes)\(gone)\n")
        return .done
    }

    private func learn(_ file: Path) throws -> ExitCode {
        let report = try open(file).learn(fromTypesIn: typeField.map { [$0] } ?? CatalogStore.typeFields)
        try StandardOutput().write("\(file.text.printable) learned from \(report.sentence)\n")
        return .done
    }

    private func export(_ file: Path) throws -> ExitCode {
        let console = StandardOutput()
        var failure: (any Error)?
        try openForReading(file).export { line in
            guard failure == nil else { return }
            do { try console.write(line + "\n") } catch { failure = error }
        }
        if let failure { throw failure }
        return .done
    }

    private func backup(_ file: Path, to target: Path) throws -> ExitCode {
        let copy = try CatalogStore(path: file.text, mode: .readOnly, kind: nil).backup(to: target.text)
        let size = Numbers.bytes(Double(copy.bytes))
        try StandardOutput().write(
            "\(target.text.printable) holds \(Numbers.plural(copy.items, "item")), \(size), and is sound\n")
        return .done
    }

    private func restore(_ ids: [String], in file: Path) throws -> ExitCode {
        if listsRemoved {
            if restoresAll || !ids.isEmpty { throw UsageError("--list changes nothing; leave out --all and the ids") }
            return try listRemoved(file)
        }
        guard restoresAll != !ids.isEmpty else {
            throw UsageError("restore needs ids or --all; --list shows the removed items")
        }
        let store = try open(file)
        let report = try store.restore(restoresAll ? nil : ids)
        let code = try store.endWithLists(Interruption())
        var text = "\(file.text.printable): \(Numbers.plural(report.restored.count, "item")) restored\n"
        if !report.present.isEmpty {
            text +=
                "  \(Numbers.count(report.present.count)) not restored, the store has items with these ids: "
                + "\(first(of: report.present))\n"
        }
        try StandardOutput().write(text)
        for id in report.unknown { note("magpie: no removed item has the id '\(id.printable)'\n") }
        for (id, error) in report.refused.sorted(by: { $0.key < $1.key }) {
            note("magpie: '\(id.printable)' cannot be restored: \(error.sentence)\n")
        }
        return report.unknown.isEmpty && report.refused.isEmpty ? code : .setup
    }

    private func putBack(_ backup: Path, inPlaceOf file: Path) throws -> ExitCode {
        try file.requireFile(for: "store restore --from")
        let (info, former) = try CatalogStore.putBack(backup.text, inPlaceOf: file.text)
        let kept = former.map { "; what was there is \($0.printable)" } ?? ""
        try StandardOutput().write(
            "\(file.text.printable) holds \(Numbers.plural(info.items, "item")) of \(backup.text.printable), and is "
                + "sound\(kept)\n")
        return .done
    }

    /// Lines of id, time and source, with tabs between.
    private func listRemoved(_ file: Path) throws -> ExitCode {
        let console = StandardOutput()
        var failure: (any Error)?
        try openForReading(file).eachRemoved { item in
            guard failure == nil else { return }
            let cells = [item.id.printable, item.time.formatted(.iso8601), item.source?.printable ?? ""]
            do { try console.write(cells.joined(separator: "\t") + "\n") } catch { failure = error }
        }
        if let failure { throw failure }
        return .done
    }

    private func first(of ids: [String]) -> String {
        ids.prefix(10).map(\.printable).joined(separator: ", ") + (ids.count > 10 ? ", …" : "")
    }
}
