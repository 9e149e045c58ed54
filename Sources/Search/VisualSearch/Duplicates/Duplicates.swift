/// The groups of pictures that are the same, and the files that could not be looked at.
///
/// Files are numbers: their places in the list that was searched.
public struct Duplicates: Hashable, Sendable {
    /// The groups, by class, then by the place of the kept file. A file is in at most one group of a class.
    public let groups: [DuplicateGroup]
    /// The pictures that lie in others, by place. They belong to no group: nothing is given up for them. Empty unless
    /// ``DuplicateFinder/findsParts`` is set.
    public let parts: [PicturePartOfAnother]
    /// The files that could not be read or decoded, with the reason, by place.
    public let failures: [Failure]
    /// The names of files that were met before under another name: links, which take no space.
    public let links: [Link]
    /// The number of files that were looked at, without ``failures`` and ``links``.
    public let files: Int

    /// A file that could not be looked at.
    public struct Failure: Hashable, Sendable {
        /// The place of the file.
        public let file: Int
        /// The reason.
        public let error: ImageError
    }

    /// A second name of a file: a hard link or a symbolic one.
    public struct Link: Hashable, Sendable {
        /// The place of the second name.
        public let file: Int
        /// The place of the name that stands for the file.
        public let target: Int
    }
}

/// A picture that lies in another one, by pixels. It is shown and is no duplicate: the larger picture may be a reduced copy
/// of it.
public struct PicturePartOfAnother: Hashable, Sendable {
    /// The place of the file that shows the other.
    public let whole: Int
    /// The place of the file that is shown.
    public let part: Int
    /// The place of the part, in upright pixels of the file that shows it.
    public let box: Box
    /// The share of it that agrees, tile by tile, 0…1.
    public let agreement: Double
}

/// Files of which one is enough, and the one to keep.
public struct DuplicateGroup: Hashable, Sendable {
    /// The classes of groups, from the surest. They never mix: a group has one of them.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The same bytes.
        case bytes
        /// The same picture, encoded or sized another way, or slightly cropped: the kept file shows all of it without a
        /// visible difference. Of files with the same bytes only the kept one is in such a group.
        case picture
        /// Pictures that look alike and are not the same: another digit, another moment, another part of a scene.
        case alike
    }

    /// The class of the group.
    public let kind: Kind
    /// The file to keep: a file before a symbolic link, a picture before a camera's RAW file, then the most pixels, the
    /// most bits per channel, the widest colors, the most words, the most beside its pixels, the most of what a camera
    /// wrote, the finest coding, the most bytes, the oldest, the first in the list.
    public let kept: DuplicateMember
    /// The other files, the best first. Each of them was compared with the kept one. Those with a
    /// ``DuplicateMember/obstacle`` stay.
    public let others: [DuplicateMember]
    /// The rule that chose the kept file.
    public let reason: Reason

    /// The first rule by which the kept file is better than the next best.
    public enum Reason: String, Hashable, Sendable {
        /// The other one is a symbolic link.
        case file
        /// The other one is a camera's RAW file, which stays as well.
        case raw
        /// It has more pixels.
        case pixels
        /// It has as many pixels, and more bits per channel.
        case depth
        /// It can hold more colors: a wider space, more light, inks.
        case colors
        /// It has more words: captions, keywords, names, ratings, comments.
        case words
        /// It has more beside its pixels: marks of origin, a film, other pictures, blocks that nothing here knows.
        case more
        /// It has more of what a camera writes about a photo: its name, the time, the place.
        case camera
        /// It is coded more finely, by the tables of a JPEG, or without loss.
        case quality
        /// It has more bytes; all before is equal.
        case bytes
        /// It is older.
        case age
        /// It comes first in the list; all else is equal.
        case order
    }
}

/// A file of a group.
public struct DuplicateMember: Hashable, Sendable {
    /// The place of the file in the list.
    public let file: Int
    /// The sides of the picture as a person sees it; nil where only bytes were compared.
    public let size: Size?
    /// The size of the file in bytes.
    public let bytes: Int
    /// The last change of the file, in nanoseconds since 1970.
    public let modified: Int
    /// The similarity of the descriptors to that of the kept file, at most 1; nil for the kept file and for the same bytes.
    public let similarity: Double?
    /// The turn that brings the picture to the kept one; nil where it is not turned.
    public let turn: PictureTurn?
    /// The hash of the content, by which a later change is noticed.
    package let hash: [UInt8]
    /// The reason that keeps the file from removal; nil for one that the kept file makes superfluous, and for the kept file.
    public let obstacle: DuplicateObstacle?
}

/// The progress of a search for duplicates.
public struct DuplicateProgress: Hashable, Sendable {
    /// The steps, in their order.
    public enum Step: String, Hashable, Sendable {
        /// Files of equal size are compared byte by byte.
        case bytes
        /// Pictures are decoded and described.
        case pictures
        /// Pictures that are alike are compared pixel by pixel.
        case pairs
        /// Parts of pictures are described and searched.
        case parts
    }

    /// The step that is under way.
    public let step: Step
    /// The number of files or pairs that are done.
    public let done: Int
    /// The number of all of them.
    public let total: Int
}
