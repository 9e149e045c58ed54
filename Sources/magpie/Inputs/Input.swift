import Foundation
import Imaging

/// One image to work on.
struct Input: Hashable, Sendable {
    /// As the user wrote it, or the folder that the user wrote and what was found in it.
    let path: Path
    /// What decides the shard: the path below its folder, or as it stands in a list.
    let key: Path
    /// Where its outputs go below the output folder; nil when a list leaves that open.
    let mirror: Path?
    /// A picture that came on standard input; nil for a file.
    var content: [UInt8]?
}

/// What walking the inputs gives.
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
