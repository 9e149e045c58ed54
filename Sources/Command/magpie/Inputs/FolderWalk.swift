import Essentials
import Imaging
import Synchronization

/// The images below one folder, folder by folder, sorted by name. It holds the names of the folders that it is in
/// and nothing else, so a million files need no more memory than the largest of their folders.
final class FolderWalk: IteratorProtocol {
    /// The rules by which a walk selects files.
    struct Options: Hashable, Sendable {
        /// Accepts files whose name does not look like an image, too.
        var takesAllFiles = false
        /// Accepts the files that match one of these patterns, whatever else their name is; empty for no such rule.
        var including: [Glob] = []
        /// Leaves out the files and folders that one of these matches.
        var excluding: [Glob] = []
        /// Follows links to folders, and to files outside of the folder.
        var followsLinks = false
        /// Joins the files of one shot: see ``Shots``.
        var joinsShots = false
        /// Finds out which inputs only their extensions distinguish: see ``Input/sharing``. So does the joining of shots.
        var tellsStems = false
        /// Folders that are left out, because the outputs go there or because they are walked on their own.
        var avoiding: Set<FileStatus.Identity> = []

        /// Returns true if a file is selected. `place` is its path below the folder that is walked.
        func takes(_ place: Path) -> Bool {
            if !including.isEmpty { return including.contains { $0.matches(place) } }
            return takesAllFiles || place.looksLikeImage
        }

        func leavesOut(_ place: Path) -> Bool { excluding.contains { $0.matches(place) } }
    }

    private struct Level {
        let path: Path
        let relative: Path
        let identity: FileStatus.Identity
        let listing: DirectoryListing
        var shots: Shots?
        var next = 0
        var sawLoop = false
    }

    private let manner: Options
    private let root: Path
    private let prefix: Path
    private let leftOut: LeftOut?
    private lazy var resolvedRoot = try? root.resolved()
    private var levels: [Level] = []
    /// Folders entered through links: each one once, so links to one another cannot multiply.
    private var linked: Set<FileStatus.Identity> = []
    private var started = false

    /// `prefix` comes before the names below the folder in ``Input/mirror`` and ``Input/key``; it may be empty.
    init(_ root: Path, prefix: Path = Path(""), manner: Options = Options(), leftOut: LeftOut? = nil) {
        self.root = root
        self.leftOut = leftOut
        self.prefix = prefix
        self.manner = manner
    }

    func next() -> InputItem? {
        if !started {
            started = true
            if let failure = enter(root, relative: prefix) { return failure }
        }
        while let level = levels.last {
            guard level.next < level.listing.count else {
                levels.removeLast()
                continue
            }
            levels[levels.count - 1].next += 1
            let (name, kind) = level.listing[level.next]
            if let item = item(at: level.path.appending(name), relative: level.relative.appending(name), kind) {
                return item
            }
        }
        return nil
    }

    private func item(at path: Path, relative: Path, _ kind: DirectoryListing.Kind) -> InputItem? {
        if kind != .file, path.name.elementsEqual("@eaDir".utf8) {
            leftOut?.add(.thumbnails)
            return nil
        }
        if !manner.excluding.isEmpty, manner.leavesOut(place(relative)) {
            if kind != .folder { leftOut?.add(file: path) }
            return nil
        }
        return switch kind {
        case .file: image(path, relative)
        case .folder: enter(path, relative: relative)
        case .link: follow(path, relative)
        case .other: nil
        case .unknown:
            switch (try? FileStatus.of(path, followingLinks: false))?.kind {
            case .file, nil: image(path, relative)
            case .folder: enter(path, relative: relative)
            case .link: follow(path, relative)
            case .other: nil
            }
        }
    }

    private func image(_ path: Path, _ relative: Path) -> InputItem? {
        guard manner.takes(place(relative)) else {
            leftOut?.add(file: path)
            return nil
        }
        var input = Input(path: path, key: relative, mirror: relative)
        if let shots = levels.last?.shots {
            if shots.isJoined(path.name) { return nil }
            input.raws = shots.raws(of: path.name).map { path.parent.appending($0[...]) }
            input.sharing = shots.sharing(path.name)
        }
        return .image(input)
    }

    /// The shots of a folder, among the files that the walk is sure to take.
    private func shots(in listing: DirectoryListing, _ relative: Path) -> Shots? {
        guard manner.joinsShots || manner.tellsStems else { return nil }
        return Shots(
            joining: manner.joinsShots,
            (0..<listing.count).compactMap { index in
                let (name, kind) = listing[index]
                let place = place(relative.appending(name))
                guard kind == .file, manner.takes(place), !manner.leavesOut(place) else { return nil }
                return Array(name)
            })
    }

    /// The path below the folder that is walked.
    private func place(_ relative: Path) -> Path {
        prefix.bytes.isEmpty ? relative : Path(bytes: relative.bytes.dropFirst(prefix.bytes.count + 1))
    }

    /// Follows a link to a file inside the folder; any other link only when requested.
    private func follow(_ path: Path, _ relative: Path) -> InputItem? {
        do throws(SystemError) {
            let target = try FileStatus.of(path)
            switch target.kind {
            case .file:
                guard manner.followsLinks || leadsInside(path) else { return nil }
                return image(path, relative)
            case .folder:
                guard manner.followsLinks, linked.insert(target.identity).inserted else { return nil }
                return enter(path, relative: relative)
            case .link, .other: return nil
            }
        } catch {
            guard manner.followsLinks || manner.takesAllFiles || relative.looksLikeImage else { return nil }
            if error.code == ELOOP {
                // The links of a loop are usually in one folder: only the first one is reported.
                if levels[levels.count - 1].sawLoop { return nil }
                levels[levels.count - 1].sawLoop = true
            }
            return .unusable(path, ImageError(error, reading: path))
        }
    }

    private func leadsInside(_ link: Path) -> Bool {
        guard let resolvedRoot, let target = try? link.resolved() else { return false }
        return target.relative(to: resolvedRoot) != nil
    }

    private func enter(_ folder: Path, relative: Path) -> InputItem? {
        do throws(SystemError) {
            let identity = try FileStatus.of(folder).identity
            if manner.avoiding.contains(identity) || levels.contains(where: { $0.identity == identity }) { return nil }
            let listing = try DirectoryListing(of: folder) { [manner, leftOut] name, kind in
                if name.first == UInt8(ascii: ".") { return false }
                switch kind {
                case .file:
                    // With rules of their own, files are checked later, with their whole path.
                    let isWanted =
                        manner.takesAllFiles || !manner.including.isEmpty || Path(bytes: name).looksLikeImage
                    if !isWanted { leftOut?.add(file: Path(bytes: name)) }
                    return isWanted
                case .folder, .link, .unknown: return true
                case .other: return false
                }
            }
            levels.append(
                Level(
                    path: folder, relative: relative, identity: identity, listing: listing,
                    shots: shots(in: listing, relative)))
            return nil
        } catch {
            return .unusable(folder, ImageError(error, reading: folder))
        }
    }
}

extension Path {
    private static let imageExtensions: Set<[UInt8]> = Set(
        ["jpg", "jpeg", "jpe", "png", "webp", "gif", "tif", "tiff", "heic", "heif", "avif"].map { Array($0.utf8) }
    ).union(rawExtensions)

    /// The part of the name after its last point, in lower case; nil where there is no point.
    var fileExtension: [UInt8]? {
        let name = name
        guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > name.startIndex else { return nil }
        return name[(point + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 }
    }

    /// True if a folder walk accepts a file of this name. Its format is detected from its content.
    var looksLikeImage: Bool { fileExtension.map { Path.imageExtensions.contains($0) } ?? false }
}
