import Essentials
import SearchServer
import VisualSearch

/// The checks of `magpie doctor`, and what they look at.
struct Checkup {
    /// The server with the settings that hold; its store is the one to check.
    let serve: Serve
    let backups: Path?
    let now = Date()

    var store: Path { serve.store }
    /// Absolute, so that a store without a folder in its name has one.
    var folder: Path { store.absolute(from: .current).parent }

    /// The file of the store, and those beside it that begin with its name: logs, events, insertions, content.
    var files: [Path] {
        let name = Array(store.name)
        let listing = try? DirectoryListing(of: folder) { entry, kind in
            kind != .folder
                && (Array(entry) == name || entry.starts(with: name + [UInt8(ascii: ".")])
                    || entry.starts(with: name + [UInt8(ascii: "-")]))
        }
        guard let listing else { return [] }
        return (0..<listing.count).map { folder.appending(listing[$0].name) }
    }

    /// The bytes of the store and all files beside it.
    var bytes: Int { files.reduce(0) { $0 + ((try? FileStatus.of($1))?.size ?? 0) } }

    /// The file of the events of a server.
    var events: Path { Path(SearchServer.events(of: store.text)) }

    var findings: [Finding] {
        let ofFiles = store.isMilvus ? [] : [content, owner, permissions, space, growth].compactMap(\.self)
        return ofFiles + [log, clock].compactMap(\.self) + libraries + [openFiles, memory].compactMap(\.self) + keys
            + certificates + (store.isMilvus ? [] : backup)
    }

    private var content: Finding {
        guard store.isThere else {
            return .fault(
                "store", "there is no store \(store)", "make one with 'magpie index', or name it with --store")
        }
        do throws(SearchError) {
            let info = try CatalogStore(path: store.text, mode: .readOnly, kind: nil).info()
            let size = Numbers.bytes(Double(info.bytes))
            return .ok("store", "\(store) has \(Numbers.plural(info.items, "item")), \(size)")
        } catch {
            return .fault("store", error.sentence, "'magpie store check \(store.text.shellWord)' locates damage")
        }
    }
}
