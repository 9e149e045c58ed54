import Essentials
import SQLite

/// The first word of a command as its store, which `--store` names as well. Words beyond the number that a command takes
/// besides its store decide; below that number, the bytes of the file do.
enum StoreOperand: Hashable, Sendable {
    /// A word that can be something else is the store where it is one by its bytes, or the address of a catalog in Milvus.
    case recognized
    /// The first word is always the store, whatever the file holds.
    case first
    /// Only a store that is there; the text tells what the word should have been.
    case existing(or: String)
}

extension Subcommand {
    /// `--store`; nil for a command without a store.
    static var storeOption: Option<Self>? { options.lazy.flatMap(\.options).first { $0.names.contains("--store") } }

    /// Returns the settings, with `--store` where the first word is the store, and the other words.
    static func takeStore(
        of words: [Path], _ settings: [Setting<Self>]
    ) throws(UsageError) -> (settings: [Setting<Self>], words: [Path]) {
        guard let first = words.first, let option = storeOption, words.count > others.lowerBound else {
            return (settings, words)
        }
        let named = settings.last { $0.name == option.description.plainName }
        if words.count <= others.upperBound {
            guard storeOperand == .first ? named == nil : first.isStore else { return (settings, words) }
            if storeOperand != .first, let second = words.dropFirst().first(where: \.isStore) {
                throw UsageError("\(first) and \(second) are both stores; name the one to use with --store")
            }
            if let removing = settings.first(where: { removingOptions.contains($0.name) }) {
                throw UsageError(
                    "--\(removing.name) takes no store from a pattern such as *; give it as --store \(first)")
            }
        } else if case .existing(let hint) = storeOperand, named == nil, !first.isStore {
            throw UsageError("\(name) found no store '\(first.text.quoted)'; \(hint)")
        }
        if case .value(let other)? = named?.content { throw UsageError("give \(first) or --store \(other), not both") }
        let rest = Array(words.dropFirst())
        if others.upperBound == 0, let more = rest.first {
            throw UsageError("\(name) takes one store, \(first), but was also given '\(more)'")
        }
        return (settings + [Setting(option: option, content: .value(first), source: .commandLine)], rest)
    }
}

extension Path {
    /// True for the address of a catalog in Milvus, and for a file of Magpie's by its bytes; the name of a file means
    /// nothing.
    var isStore: Bool {
        if isMilvus { return true }
        guard (try? FileStatus.of(self))?.kind == .file, let number = applicationID else { return false }
        if number != 0 { return FileKind.allCases.contains { $0.applicationID == number } }
        // The number of a new store is in the log beside it until the log is copied into the file.
        guard (try? FileStatus.of(Path(bytes: bytes + Array("-wal".utf8)))) != nil,
            let database = try? Database(path: text, access: .unchanged)
        else { return false }
        do { _ = try FileKind.of(database) } catch { return false }
        return true
    }

    /// The number of the program in the header of an SQLite database; nil for any other file.
    private var applicationID: Int? {
        guard let file = try? OpenFile(self) else { return nil }
        var header = [UInt8](repeating: 0, count: 72)
        // Safe: reads at most as many bytes as the array has.
        let count = unsafe header.withUnsafeMutableBytes { unsafe read(file.descriptor, $0.baseAddress, $0.count) }
        guard count == header.count, header.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
        return header[68...].reduce(0) { $0 << 8 | Int($1) }
    }
}
