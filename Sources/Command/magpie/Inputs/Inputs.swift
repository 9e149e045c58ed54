import Essentials
import Imaging

/// The inputs of a run: files and folders, or a list. Yields one ``InputItem`` after the other, so a million of them
/// need no more memory than a hundred, but for 16 bytes for each line of a list (see ``NamedBefore``).
struct Inputs: Sendable {
    private enum Source {
        case arguments([NamedInput])
        case list(Path)
    }

    private let source: Source
    private let options: InputOptions
    let shard: Shard
    /// The folder that the outputs go to, which is never walked.
    var avoiding: FileStatus.Identity?
    /// Joins the files of one shot in a folder, and among arguments: see ``Shots``. A list is taken line by line.
    var joinsShots = false
    /// Finds out which inputs only their extensions distinguish: see ``Input/sharing``.
    var tellsStems = false
    /// The limit in bytes of a picture on standard input. Nil, the default, accepts only lists there.
    var pictureLimit: Int?
    /// Notes about the inputs, shown to the user before the run.
    let remarks: [String]

    /// Throws `SetupError` where an input that is named in the call is missing. A missing line of a list is a result,
    /// as it would be inside a folder.
    init(
        _ words: [Path], options: InputOptions,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        self.options = options
        shard = try options.shard ?? Shard.fromScheduler(environment, count: options.shards) ?? .whole
        if let list = options.list ?? words.first(where: { $0 == Path("-") }) {
            guard words.isEmpty || words == [Path("-")] && options.list == nil else {
                throw UsageError("give a list or other inputs, not both")
            }
            source = .list(list)
            remarks = Self.remarks(options, environment)
            _ = try Self.open(list)
        } else {
            guard !words.isEmpty else { throw UsageError("missing inputs: name files or folders; '-' reads a list") }
            let (inputs, remarks) = try NamedInput.resolve(words, root: options.root)
            source = .arguments(inputs)
            self.remarks = remarks + Self.remarks(options, environment)
        }
    }

    /// True if the inputs are one file, or '-', which may turn out to be one.
    var mayBeOneFile: Bool {
        switch source {
        case .arguments(let inputs): inputs.count == 1 && !inputs[0].isFolder
        case .list(let list): list == Path("-")
        }
    }

    /// The folders that images are read from, as far as they are known before a list is read.
    var folders: [Path] {
        guard case .arguments(let inputs) = source else { return [] }
        return Set(inputs.map { $0.isFolder ? $0.path : $0.path.parent }).sorted()
    }

    /// The file of the list; nil for arguments and for standard input.
    var list: Path? {
        guard case .list(let list) = source, list != Path("-") else { return nil }
        return list
    }

    /// True for inputs that another program supplies, which reads about bad ones in the results only.
    func areHandedOut(toJSON printsJSON: Bool) -> Bool {
        if shard != .whole { return true }
        guard printsJSON, case .list(let list) = source else { return false }
        return list == Path("-")
    }

    /// True if the inputs can be read twice.
    var canBeCounted: Bool {
        guard case .list(let list) = source else { return true }
        return (try? FileStatus.of(list).kind) == .file && list != Path("-")
    }

    /// The images of all shards, for a look at their names before the first is read; nil where that cannot be had.
    var images: AnySequence<Input>? {
        guard canBeCounted else { return nil }
        let items = items(ofAllShards: true)
        return AnySequence(items.lazy.compactMap { if case .image(let input) = $0 { input } else { nil } })
    }

    /// Returns the inputs of this shard without those that a list repeats; `mark` gets those of all shards. A blocking
    /// read of a list ends soon after `isCancelled` returns true.
    func items(
        leftOut: LeftOut? = nil, mark: ListMark? = nil, ofAllShards: Bool = false,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> some Sequence<InputItem> {
        let all: () -> InputItem?
        // The arguments were compared before, and a walk visits each file once.
        var named: NamedBefore?
        switch source {
        case .arguments(let inputs): all = items(of: inputs, leftOut)
        case .list(let list):
            // It existed a moment ago; a list that has been deleted since has no more lines.
            let lines = (try? Self.open(list)).map { LineReader($0, isCancelled: isCancelled) }
            let limit = list == Path("-") ? pictureLimit : nil
            let reader = lines.map { ListReader($0, named: list, root: options.root, pictureLimit: limit) }
            all = {
                if let item = reader?.next() { return item }
                leftOut?.report(reader?.fault)
                return nil
            }
            named = NamedBefore()
        }
        return AnySequence { [shard] in
            var place = 0
            return AnyIterator {
                while let item = all() {
                    defer { place += 1 }
                    mark?.add(item.key)
                    guard ofAllShards || shard.contains(item.key) else { continue }
                    guard case .image(var input) = item else { return item }
                    if named?.knows(input.path) == true {
                        leftOut?.addRepeatedLine()
                        continue
                    }
                    input.place = place
                    return .image(input)
                }
                return nil
            }
        }
    }

    private func items(of inputs: [NamedInput], _ leftOut: LeftOut?) -> () -> InputItem? {
        // A file that is an argument is not yielded again for its folder.
        let files = Set(inputs.filter { !$0.isFolder }.map(\.relative))
        let identities = inputs.filter(\.isFolder).map { try? FileStatus.of($0.path).identity }
        let shots =
            joinsShots || tellsStems
            ? Shots(joining: joinsShots, inputs.filter { !$0.isFolder }.map(\.relative.bytes)) : nil
        let paths = Dictionary(
            inputs.map { ($0.relative.bytes, $0.path) }, uniquingKeysWith: { first, _ in first })
        var rest = inputs[...]
        var walk: FolderWalk?
        return {
            while true {
                while let item = walk?.next() {
                    if case .image(let input) = item, files.contains(input.key) { continue }
                    return item
                }
                guard let input = rest.popFirst() else { return nil }
                if !input.isFolder {
                    var file = Input(path: input.path, key: input.relative, mirror: input.relative)
                    if let shots {
                        if shots.isJoined(input.relative.bytes) { continue }
                        file.raws = shots.raws(of: input.relative.bytes).compactMap { paths[$0] }
                        file.sharing = shots.sharing(input.relative.bytes)
                    }
                    return .image(file)
                }
                let start = try? FileStatus.of(input.path).identity
                let manner = FolderWalk.Options(
                    takesAllFiles: options.takesAllFiles, including: options.including,
                    excluding: options.excluding, followsLinks: options.followsLinks, joinsShots: joinsShots,
                    tellsStems: tellsStems,
                    avoiding: Set((identities + [avoiding]).compactMap(\.self)).subtracting([start].compactMap(\.self)))
                walk = FolderWalk(input.path, prefix: input.relative, manner: manner, leftOut: leftOut)
            }
        }
    }

    /// A task that does not know the number of parts does the work of all.
    private static func remarks(_ options: InputOptions, _ environment: [String: String]) -> [String] {
        guard options.shard == nil, options.shards == nil, environment["JOB_COMPLETION_INDEX"] != nil else { return [] }
        return ["JOB_COMPLETION_INDEX is set, but every task does all inputs; --shards N divides them"]
    }

    private static func open(_ list: Path) throws -> OpenFile {
        if list == Path("-") { return .standardInput }
        do throws(SystemError) {
            let file = try OpenFile(list)
            if try FileStatus.of(descriptor: file.descriptor).kind == .folder { throw SystemError(EISDIR) }
            return file
        } catch {
            throw SetupError("cannot read the list \(list)", error)
        }
    }
}
