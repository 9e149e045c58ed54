internal import Essentials

/// The description of a picture, as a store keeps it.
package struct StoredPicture: Hashable, Sendable {
    /// The vector of the picture.
    package var vector: [Int8]
    /// As long as the store's describer requires, or empty.
    package var colors: [UInt8]
    /// A small encoded picture for reports. Default nil.
    package var thumbnail: [UInt8]?
    /// The vector of the built-in describer, in a store of another describer. Default nil.
    package var builtIn: BuiltInVector?

    package init(vector: [Int8], colors: [UInt8] = [], thumbnail: [UInt8]? = nil) {
        self.vector = vector
        self.colors = colors
        self.thumbnail = thumbnail
    }
}

extension DescribedImage {
    var stored: StoredPicture {
        var stored = StoredPicture(vector: descriptor.vector, colors: palette.bytes, thumbnail: thumbnail)
        stored.builtIn = builtIn
        return stored
    }
}

/// The size, time, stamp and hash of a file, which show cheaply if it has changed since it was indexed.
package struct Fingerprint: Hashable, Sendable {
    /// Bytes.
    package var size: Int
    /// Nanoseconds since 1970.
    package var modified: Int
    /// The hash of the content, and behind it the stamp of the file where it is known: stores of version 0.2 and before have
    /// none, so that their files are read once more.
    package var hash: [UInt8]

    /// Creates a fingerprint.
    package init(size: Int, modified: Int, hash: [UInt8]) {
        self.size = size
        self.modified = modified
        self.hash = hash
    }

    private static let lengths = (content: 16, stamp: 8)

    /// Creates the fingerprint of a file that was read.
    ///
    /// - Parameter stamp: Another one for each file and each change of it, also where size and time are the same.
    package init(of bytes: [UInt8], modified: Int, stamp: Int) {
        self.init(
            size: bytes.count, modified: modified,
            hash: bytes.contentHash + Array(littleEndian: UInt64(bitPattern: Int64(stamp))))
    }

    /// The hash of the content alone.
    package var contentHash: [UInt8] { Array(hash.prefix(Self.lengths.content)) }

    /// True where a file has this size and this stamp: it is the same file, as it was.
    package func isUntouched(size: Int, stamp: Int) -> Bool {
        size == self.size && hash.count == Self.lengths.content + Self.lengths.stamp
            && hash.suffix(Self.lengths.stamp) == Array(littleEndian: UInt64(bitPattern: Int64(stamp)))[...]
    }

    /// True for the content of the file.
    package func holds(_ bytes: [UInt8]) -> Bool { bytes.count == size && bytes.contentHash == contentHash }
}

/// An item to write.
package struct StoredItem: Hashable, Sendable {
    /// Id, source and attributes.
    package var item: Item
    /// Nil leaves the picture that is there.
    package var picture: StoredPicture?
    /// Nil leaves the fingerprint that is there, unless a picture is given.
    package var fingerprint: Fingerprint?
    /// The pictures beside the first one, in their order. Nil leaves those that are there.
    package var pictures: [FurtherPicture]?
    /// The whole of an item that is content; such an item may be without a picture. Nil leaves the one that is there.
    package var content: StoredContent?
    /// The id that the item had before: what has it leaves once this one is stored, and stays when it is refused.
    package var formerID: String?

    /// Creates an item for the store.
    package init(_ item: Item, picture: StoredPicture?, fingerprint: Fingerprint? = nil) {
        self.item = item
        self.picture = picture
        self.fingerprint = fingerprint
    }
}

/// The whole of an item that is content, as JSON.
package struct StoredContent: Hashable, Sendable {
    /// Everything but the values.
    package var head: String
    /// The values of its fields.
    package var values: String

    package init(head: String, values: String) {
        self.head = head
        self.values = values
    }

    var checksum: Int {
        var sum = Checksum()
        sum.add(head)
        sum.add(values)
        return sum.value
    }
}

/// A change of a slot between two revisions.
package struct SlotChange: Hashable, Sendable {
    /// The kinds of change.
    package enum Kind: Hashable, Sendable {
        /// It holds no item any more.
        case removed
        /// Its picture is new or another one, and so may be its attributes.
        case picture
        /// Only its attributes are others.
        case attributes
    }

    /// The slot that changed.
    package var slot: Int
    /// The kind of the change.
    package var kind: Kind
}
