import Essentials
import Imaging

/// One image to work on.
struct Input: Hashable, Sendable {
    /// The path that the user wrote, or the folder that the user wrote with the path of the file below it.
    let path: Path
    /// The key that decides the shard: the path below its folder, or the path in a list.
    let key: Path
    /// The path of its outputs below the output folder; nil when a list leaves that open.
    let mirror: Path?
    /// The RAW files of the same shot, which are no inputs of their own.
    var raws: [Path] = []
    /// The place of the file among those of the same folder whose names only the extension distinguishes.
    var sharing = Sharing.alone
    /// A picture that came on standard input; nil for a file.
    var content: [UInt8]?
    /// The number of inputs of all shards before it.
    var place = 0
}

extension Input {
    /// The place of a file among those with the same name before the extension.
    enum Sharing: Hashable, Sendable {
        case alone, first, later
    }
}

/// An element of the sequence of inputs.
enum InputItem: Hashable, Sendable {
    case image(Input)
    /// A folder that cannot be read, or a line that names no file.
    case unusable(Path, ImageError)

    var path: Path {
        switch self {
        case .image(let input): input.path
        case .unusable(let path, _): path
        }
    }

    var key: Path {
        switch self {
        case .image(let input): input.key
        case .unusable(let path, _): path
        }
    }
}

extension ImageError {
    init(_ error: SystemError, reading path: Path) {
        self =
            error.code == ENOENT
            ? .notFound(path: path.text) : .unreadable(path: path.text, reason: error.text)
    }
}
