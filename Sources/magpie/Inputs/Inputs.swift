import Foundation
import Imaging

/// What the user asked to work on: files and folders, or a list. Gives one ``InputItem`` after the other, so a
/// million of them need no more memory than a hundred.
struct Inputs: Sendable {
    private enum Source {
        case arguments([Argument])
        case list(Path)
    }

    private struct Argument {
        let path: Path
        let isFolder: Bool
        /// Below the folder that all arguments share.
        let relative: Path
    }

    private let source: Source
    private let options: InputOptions
    let shard: Shard
    /// The folder that the outputs go to, which is never walked.
    var avoiding: FileStatus.Identity?

    /// Throws `SetupError` where a folder is missing. A missing image is a result, as it would be inside a folder.
    init(
        _ words: [Path], options: InputOptions,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        self.options = options
        shard = try options.shard ?? Shard.fromScheduler(environment) ?? .whole
        if let list = options.list ?? words.first(where: { $0 == Path("-") }) {
            guard words.isEmpty || words == [Path("-")] && options.list == nil else {
                throw UsageError("a list and other inputs cannot be mixed")
            }
            source = .list(list)
            _ = try Self.open(list)
        } else {
            guard !words.isEmpty else { throw UsageError("say which files or folders; '-' reads a list") }
            guard options.root == nil else { throw UsageError("--root belongs to a list") }
            source = .arguments(try Self.resolve(words))
        }
    }

    /// Files and folders, mirrored below the deepest folder that holds them all.
    private static func resolve(_ words: [Path]) throws -> [Argument] {
        let current = Path.current
        let found = try words.map { word in
            (path: word, isFolder: try isFolder(word), absolute: word.absolute(from: current))
        }
        let folders = found.map { ($0.isFolder ? $0.absolute : $0.absolute.parent).components }
        let shared = folders.dropFirst().reduce(folders[0]) { shared, next in
            Array(zip(shared, next).prefix { $0 == $1 }.map(\.0))
        }
        let root = Path("/") / Path(bytes: shared.joined(separator: "/".utf8))
        return found.map { path, isFolder, absolute in
            Argument(path: path, isFolder: isFolder, relative: absolute.relative(to: root) ?? Path(""))
        }
    }

    private static func isFolder(_ word: Path) throws -> Bool {
        do throws(SystemError) {
            return try FileStatus.of(word).kind == .folder
        } catch {
            if word.looksLikeImage { return false }
            throw SetupError("cannot read \(word): \(error.text)")
        }
    }

    /// The folders that images are read from, as far as they are known before a list is read.
    var folders: [Path] {
        guard case .arguments(let arguments) = source else { return [] }
        return Set(arguments.map { $0.isFolder ? $0.path : $0.path.parent }).sorted()
    }

    /// Whether going through the inputs twice is possible.
    var canBeCounted: Bool {
        guard case .list(let list) = source else { return true }
        return (try? FileStatus.of(list).kind) == .file
    }

    /// Goes through the inputs of this shard. A read of a list gives up soon after `isCancelled`.
    func items(isCancelled: @escaping @Sendable () -> Bool = { false }) -> some Sequence<InputItem> {
        let all: () -> InputItem?
        switch source {
        case .arguments(let arguments): all = items(of: arguments)
        case .list(let list):
            // It was there a moment ago; a list that has gone since has no more lines.
            let lines = (try? Self.open(list)).map { LineReader($0, isCancelled: isCancelled) }
            let reader = lines.map { ListReader($0, named: list, root: options.root) }
            all = { reader?.next() }
        }
        return AnySequence { [shard] in
            AnyIterator {
                while let item = all() {
                    if shard.contains(item.key) { return item }
                }
                return nil
            }
        }
    }

    private func items(of arguments: [Argument]) -> () -> InputItem? {
        let manner = FolderWalk.Manner(
            takesAllFiles: options.takesAllFiles, followsLinks: options.followsLinks, avoiding: avoiding)
        var rest = arguments[...]
        var walk: FolderWalk?
        return {
            while true {
                if let item = walk?.next() { return item }
                guard let argument = rest.popFirst() else { return nil }
                let relative = argument.relative
                if !argument.isFolder {
                    return .image(Input(path: argument.path, key: relative, mirror: relative))
                }
                walk = FolderWalk(argument.path, prefix: relative, manner: manner)
            }
        }
    }

    private static func open(_ list: Path) throws -> OpenFile {
        if list == Path("-") { return .standardInput }
        do throws(SystemError) {
            let file = try OpenFile(list)
            if try FileStatus.of(descriptor: file.descriptor).kind == .folder { throw SystemError(EISDIR) }
            return file
        } catch {
            throw SetupError("cannot read the list \(list): \(error.text)")
        }
    }
}
