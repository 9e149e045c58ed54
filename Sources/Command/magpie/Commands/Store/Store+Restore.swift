import Essentials
import SQLite
import VisualSearch

extension Store {
    /// `magpie store restore`: removed items, or the whole store from a backup.
    struct Restore: Subcommand {
        static let name = "store restore"
        static let summary = "Brings back removed items, or puts a backup in the place of a store."
        static let synopsis = "magpie store restore FILE ID… | FILE --all | FILE --list | FILE --from BACKUP"
        static let others = 0...Int.max
        static let storeOperand = StoreOperand.first
        static let details = """
            With --from, no process may use FILE meanwhile, and what was there is kept as FILE.before-DATE.
            """
        static let examples = [
            Example(purpose: "list removed items", line: "magpie store restore shop.magpie --list"),
            Example(purpose: "go back to a backup", line: "magpie store restore shop.magpie --from monday.magpie"),
        ]

        var store = StorePlace.standardName
        var listsRemoved = false
        var restoresAll = false
        var backup: Path?

        static var options: [OptionGroup<Self>] {
            .options(
                .storeFile(sets: \.store),
                .flag(
                    "--list", help: "List removed items that can be restored: id, time, source.",
                    sets: \.listsRemoved),
                .flag("--all", help: "Restore all removed items.", sets: \.restoresAll),
                .value(
                    "--from", kind: .path("BACKUP"), help: "Restore the whole store from a backup.", sets: \.backup))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let ids = words.map(\.text)
            let isNarrowed = restoresAll || !ids.isEmpty
            if let backup {
                if listsRemoved || isNarrowed {
                    throw UsageError("--from restores the whole store; leave out ids, --all and --list")
                }
                return try putBack(backup)
            }
            if listsRemoved {
                if isNarrowed { throw UsageError("--list changes nothing; leave out --all and the ids") }
                return try list()
            }
            guard restoresAll != !ids.isEmpty else {
                throw UsageError("restore needs ids or --all; --list shows the removed items")
            }
            return try restore(restoresAll ? nil : ids)
        }

        /// Nil restores all removed items.
        private func restore(_ ids: [String]?) throws -> ExitCode {
            let opened = try store.store()
            let report = try opened.restore(ids)
            let code = try opened.endWithLists(Interruption())
            var text = "\(store.text.printable): \(Numbers.plural(report.restored.count, "item")) restored\n"
            if !report.present.isEmpty {
                text +=
                    "  \(Numbers.count(report.present.count)) not restored, the store has items with these ids: "
                    + "\(firstIDs(report.present))\n"
            }
            try StandardOutput().write(text)
            for id in report.unknown { note("magpie: no removed item has the id '\(id.printable)'\n") }
            for (id, error) in report.refused.sorted(by: { $0.key < $1.key }) {
                note("magpie: '\(id.printable)' cannot be restored: \(error.sentence)\n")
            }
            return report.unknown.isEmpty && report.refused.isEmpty ? code : .setup
        }

        private func putBack(_ backup: Path) throws -> ExitCode {
            try store.requireFile(for: "store restore --from")
            let (info, former, keepsOwner) = try CatalogStore.putBack(backup.text, inPlaceOf: store.text)
            let kept = former.map { "; what was there is \($0.printable)" } ?? ""
            try StandardOutput().write(
                "\(store.text.printable) holds \(Numbers.plural(info.items, "item")) of \(backup.text.printable), and is "
                    + "sound\(kept)\n")
            if !keepsOwner {
                note("magpie: \(store) has not the owner of what was there, which only root can give it\n")
            }
            return .done
        }

        /// Lines of id, time and source, with tabs between.
        private func list() throws -> ExitCode {
            let opened = try store.storeToRead()
            try StandardOutput().writeLines { line in
                try opened.eachRemoved { item in
                    line(
                        [item.id.printable, item.time.formatted(.iso8601), item.source?.printable ?? ""]
                            .joined(separator: "\t"))
                }
            }
            return .done
        }
    }
}
