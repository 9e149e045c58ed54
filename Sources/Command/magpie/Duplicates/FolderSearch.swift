import Essentials
import VisualSearch

/// The search for duplicates among the inputs of the command.
struct FolderSearch {
    let inputs: Inputs
    let limits: Limits
    let options: RunOptions

    func find(
        _ finder: DuplicateFinder, store: Path?, cancellation: Cancellation
    ) throws -> FoundDuplicates {
        var files: [Input] = []
        var unusable: [FoundDuplicates.Failure] = []
        for item in inputs.items(isCancelled: { cancellation.isCancelled }) {
            switch item {
            case .image(let input):
                if input.content != nil { throw UsageError("standard input holds a picture, not a list of paths") }
                files.append(input)
            case .unusable(let path, let error): unusable.append(.init(path: path, error: error))
            }
        }
        if cancellation.isCancelled { throw SearchError.cancelled }
        let known = try store.map { try Self.known(in: $0, files, finder.describer) } ?? [:]
        let start = ContinuousClock.now
        let progress = DuplicatesProgress(showing: !options.isQuiet)
        defer { progress.end() }
        let result = try finder.find(
            files.map { FoundFile(path: $0.path) }, known: known, cancellation: cancellation, progress: progress.show)
        return FoundDuplicates(
            files: files, result: result, unusable: unusable, seconds: start.duration(to: .now) / .seconds(1),
            reused: known.count)
    }

    /// The descriptions of these files in a store: by the built-in describer, whose vectors a store of a model keeps beside
    /// those of the model, and by the model that judges look-alikes where it is that of the store.
    private static func known(
        in store: Path, _ files: [Input], _ describer: (any Describer)?
    ) throws -> [Int: KnownPicture] {
        let catalog = try SearchEngine(path: store.text, mode: .readOnly).store
        // Pictures of the folder are described by the present describer; its vectors compare with no others.
        let present = BuiltInDescriber.shared.identity
        let hasLooks = catalog.describer.name == describer?.identity
        let place = StorePlace(store)
        let sources = Dictionary(
            files.enumerated().map { (place.source(of: $1.path), $0) }, uniquingKeysWith: { first, _ in first })
        return try catalog.read { snapshot throws(SearchError) in
            var known: [Int: KnownPicture] = [:]
            var pictures: [(file: Int, slot: Int, fingerprint: Fingerprint)] = []
            try snapshot.eachItem { id, source, fingerprint throws(SearchError) in
                guard let file = source.flatMap({ sources[$0] }), let fingerprint else { return }
                if let slot = try snapshot.slot(of: id) { pictures.append((file, slot, fingerprint)) }
            }
            try snapshot.eachFurtherPicture { _, slot, picture, fingerprint in
                guard let file = picture.source.flatMap({ sources[$0] }), let fingerprint else { return }
                pictures.append((file, slot, fingerprint))
            }
            for (file, slot, fingerprint) in pictures {
                guard let vector = try snapshot.vector(at: slot, by: present) else { continue }
                // A further picture is in no slot of an item, and nobody has read it.
                let text = try snapshot.item(at: slot)?.attributes[Item.pictureText]
                known[file] = KnownPicture(
                    vector: vector, fingerprint: fingerprint, look: hasLooks ? try snapshot.vector(at: slot) : nil,
                    text: text?.written)
            }
            return known
        }
    }
}

/// A file by its bytes-exact name.
struct FoundFile: PictureFile {
    let path: Path

    func facts() throws(ImageError) -> FileFacts {
        do throws(SystemError) {
            let isLink = try FileStatus.of(path, followingLinks: false).kind == .link
            let status = try FileStatus.of(path)
            guard status.kind == .file else { throw SystemError(EINVAL) }
            return FileFacts(
                bytes: status.size, modified: status.modified, stamp: status.stamp,
                identity: SIMD2(status.identity.device, status.identity.node), isLink: isLink)
        } catch {
            if error.code == EINVAL { throw .unreadable(path: path.text, reason: "it is not a regular file") }
            throw ImageError(error, reading: path)
        }
    }

    func contents(limit: Int) throws(ImageError) -> [UInt8] { try FileContents(path, limit: limit).bytes }
}

/// Shows the progress of the search in one line that clears itself, while standard error is a terminal.
struct DuplicatesProgress: Sendable {
    private let isShown: Bool
    private let last = Locked<ContinuousClock.Instant?>(nil)

    init(showing isWanted: Bool) { isShown = isWanted && isatty(STDERR_FILENO) == 1 && !Terminal.isDumb }

    /// Ten times a second at most.
    func show(_ progress: DuplicateProgress) {
        guard isShown else { return }
        let isDue = last.withLock { last in
            if let last, last.duration(to: .now) < .milliseconds(100), progress.done < progress.total { return false }
            last = .now
            return true
        }
        guard isDue else { return }
        let step =
            switch progress.step {
            case .bytes: "comparing files of equal size"
            case .pictures: "reading pictures"
            case .pairs: "comparing pictures"
            case .parts: "looking for pictures inside pictures"
            }
        note(ProgressLine.clear + "\(step): \(Numbers.count(progress.done)) of \(Numbers.count(progress.total))")
    }

    func end() { if isShown { note(ProgressLine.clear) } }
}
