import Essentials
import SQLite
import VisualSearch

extension Store {
    /// `magpie store restore`: removed items, or the whole store from a backup.
    enum Restore: StoreAction {
        static let name = "restore"
        static let help = """
            FILE [ID…]: brings back removed items, by id or --all; --list shows them. FILE --from BACKUP: puts a backup in \
            the place of FILE, which no process may use meanwhile, and keeps what was there as FILE.before-DATE
            """

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let (file, rest) = arguments.file(in: words)
            let ids = rest.map(\.text)
            let isNarrowed = arguments.restoresAll || !ids.isEmpty
            if let backup = arguments.backup {
                if arguments.listsRemoved || isNarrowed {
                    throw UsageError("--from restores the whole store; leave out ids, --all and --list")
                }
                return try putBack(backup, inPlaceOf: file)
            }
            if arguments.listsRemoved {
                if isNarrowed { throw UsageError("--list changes nothing; leave out --all and the ids") }
                return try list(file)
            }
            guard arguments.restoresAll != !ids.isEmpty else {
                throw UsageError("restore needs ids or --all; --list shows the removed items")
            }
            return try restore(arguments.restoresAll ? nil : ids, in: file)
        }

        /// Nil restores all removed items.
        private static func restore(_ ids: [String]?, in file: Path) throws -> ExitCode {
            let store = try file.store()
            let report = try store.restore(ids)
            let code = try store.endWithLists(Interruption())
            var text = "\(file.text.printable): \(Numbers.plural(report.restored.count, "item")) restored\n"
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

        private static func putBack(_ backup: Path, inPlaceOf file: Path) throws -> ExitCode {
            try file.requireFile(for: "store restore --from")
            let (info, former) = try CatalogStore.putBack(backup.text, inPlaceOf: file.text)
            let kept = former.map { "; what was there is \($0.printable)" } ?? ""
            try StandardOutput().write(
                "\(file.text.printable) holds \(Numbers.plural(info.items, "item")) of \(backup.text.printable), and is "
                    + "sound\(kept)\n")
            return .done
        }

        /// Lines of id, time and source, with tabs between.
        private static func list(_ file: Path) throws -> ExitCode {
            let store = try file.storeToRead()
            try StandardOutput().writeLines { line in
                try store.eachRemoved { item in
                    line(
                        [item.id.printable, item.time.formatted(.iso8601), item.source?.printable ?? ""]
                            .joined(separator: "\t"))
                }
            }
            return .done
        }
    }
}
