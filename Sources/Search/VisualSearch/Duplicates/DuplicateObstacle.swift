/// The reason that keeps a file of a group from removal, although it looks like the kept one.
public enum DuplicateObstacle: Hashable, Sendable {
    /// It shows more of the scene than the kept file, at some side.
    case overlaps
    /// The pictures differ visibly; the box is around the largest difference, in upright pixels of the kept
    /// file.
    case differs(at: Box)
    /// Words that were read in the two differ: the first one that only this file says, and the first one that only the kept
    /// file says; nil without one. Where a store has the text of both.
    case text(here: String?, kept: String?)
    /// It has more pixels for what it shows than the kept file.
    case smaller
    /// It is opaque where the kept file is transparent, or the other way around.
    case transparency
    /// Both are coded without loss, and their pixels are not equal.
    case pixels
    /// It has more bits per channel.
    case depth
    /// It can hold colors beyond those of the kept file: a wider space, more light, inks.
    case colors
    /// It has other colors where it is transparent.
    case hidden
    /// It has words that the kept file lacks: a caption, keywords, names, a rating, a comment.
    case words
    /// It has marks of its origin (Content Credentials) that the kept file lacks.
    case credentials
    /// It has a film that the kept file lacks.
    case film
    /// It has more pictures, such as a map of depth or layers.
    case more
    /// It has blocks that nothing here knows, or bytes behind its end, and the kept file lacks them.
    case blocks
    /// Its blocks could not be read to the end, so that nobody knows what it has.
    case unread
    /// It or the kept file is a camera's RAW file, of which only the preview was compared.
    case raw
    /// It has what a camera wrote about the photo, and the kept file has not all of it.
    case camera
    /// The kept file is coded more coarsely.
    case coarser
    /// The kept file has more pixels and no more detail: it may be an enlarged copy of this one.
    case enlarged
    /// Its light or its sharpness is another: one of the two is an edit.
    case edited
    /// It has fewer pixels, or is coded so coarsely that a changed small letter could not be told from the noise.
    case unclear
    /// It is a symbolic link, which takes no space.
    case link
    /// The two could not be compared at their full size, within the limits for one file.
    case unseen
    /// Its description is alike, and nothing more is known.
    case alike

    /// The reason in one word, as reports have it.
    public var word: String {
        switch self {
        case .overlaps: "overlaps"
        case .differs: "differs"
        case .text: "text"
        case .smaller: "smaller"
        case .transparency: "transparency"
        case .pixels: "pixels"
        case .depth: "depth"
        case .colors: "colors"
        case .hidden: "hidden"
        case .words: "words"
        case .credentials: "credentials"
        case .film: "film"
        case .more: "more"
        case .blocks: "blocks"
        case .unread: "unread"
        case .raw: "raw"
        case .camera: "camera"
        case .coarser: "coarser"
        case .enlarged: "enlarged"
        case .edited: "edited"
        case .unclear: "unclear"
        case .link: "link"
        case .unseen: "unseen"
        case .alike: "alike"
        }
    }

    /// True where the file shows something that the kept one does not: the two are no copies but look alike.
    var isVisible: Bool {
        switch self {
        case .overlaps, .differs, .text, .smaller, .unseen, .alike: true
        case .transparency, .pixels, .depth, .colors, .hidden, .words, .credentials, .film, .more, .blocks, .unread,
            .raw, .camera, .coarser, .enlarged, .edited, .unclear, .link:
            false
        }
    }
}

extension DuplicateObstacle: CustomStringConvertible {
    /// The reason in words, such as "differs at 120,40".
    public var description: String {
        switch self {
        case .overlaps: "it shows more than the kept one at a side"
        case .differs(let box): "differs at \(box.left + box.width / 2),\(box.top + box.height / 2)"
        case .text(let here?, let kept?): "says \"\(here)\" and the kept one \"\(kept)\", as they were read"
        case .text(let here?, nil): "says \"\(here)\", as it was read, and the kept one does not"
        case .text(nil, let kept): "does not say \"\(kept ?? "")\", as the kept one was read"
        case .smaller: "the kept one shows it smaller"
        case .transparency: "its transparency differs"
        case .pixels: "its pixels are not equal, and both are coded without loss"
        case .depth: "it has more bits per channel"
        case .colors: "it can hold colors beyond those of the kept one"
        case .hidden: "it has other colors where it is transparent"
        case .words: "it has words that the kept one lacks: a caption, keywords, names, a rating or a comment"
        case .credentials: "it has marks of its origin that the kept one lacks"
        case .film: "it has a film that the kept one lacks"
        case .more: "it has more pictures than the kept one, such as a map of depth or layers"
        case .blocks: "it has blocks, or bytes behind its end, that the kept one lacks"
        case .unread: "its blocks cannot be read to the end"
        case .raw: "one of the two is a camera's RAW file, and only its preview was compared"
        case .camera: "it has more of what the camera wrote"
        case .coarser: "the kept one is coded more coarsely"
        case .enlarged: "the kept one may be an enlarged copy of it"
        case .edited: "its light or its sharpness differs"
        case .unclear: "too small or too coarse to prove it equal: a changed letter would not be seen"
        case .link: "it is a symbolic link"
        case .unseen: "the two could not be compared at their full size"
        case .alike: "its description is alike"
        }
    }
}
