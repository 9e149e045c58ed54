/// The directory of a TIFF that holds the picture: one of the chain, or one below the first.
struct TIFFPicture: Hashable, Sendable {
    /// The number of the directory in the chain.
    var page = 0
    /// The number of a directory below that one (tag 330); nil for itself.
    var below: Int?
    /// The offset of the directory.
    var offset = 0
}

extension TIFFDirectory {
    /// The picture of a file whose first directory this is: the first of the chain that is no reduced copy of another
    /// (a thumbnail in front, as cameras and scanners write it) and no mask. Where all are, the first one below this
    /// directory whose pixels are decoded here; else this directory.
    func picture(in bytes: Span<UInt8>) -> (place: TIFFPicture, directory: TIFFDirectory) {
        let offsets = chain(in: bytes)
        for (page, offset) in offsets.enumerated() {
            guard let directory = layout.directory(at: offset, in: bytes), directory.isPicture(in: bytes) else {
                continue
            }
            return (TIFFPicture(page: page, offset: offset), directory)
        }
        if let below = field(TIFFTag.subDirectories.rawValue, in: bytes) {
            for index in 0..<min(below.count, 16) {
                guard let offset = below.integer(index, in: bytes),
                    let directory = layout.directory(at: offset, in: bytes), directory.isPicture(in: bytes),
                    (try? TIFFPixels(directory, in: bytes)) != nil
                else { continue }
                return (TIFFPicture(page: 0, below: index, offset: offset), directory)
            }
        }
        return (TIFFPicture(offset: layout.firstDirectory), self)
    }

    /// True for a directory with a picture of its own.
    private func isPicture(in bytes: Span<UInt8>) -> Bool {
        // Bit 0: a reduced copy; bit 2: a transparency mask. The older tag: 2 is a reduced copy.
        (integer(TIFFTag.newSubfileType.rawValue, in: bytes) ?? 0) & 0b101 == 0
            && integer(TIFFTag.subfileType.rawValue, in: bytes) != 2
            && integer(TIFFTag.width.rawValue, in: bytes) != nil
    }

    /// The offsets of the directories in the chain that begins with this one, the first of the file. Loops end it, as
    /// does the end of the file and directory 4096.
    func chain(in bytes: Span<UInt8>) -> [Int] {
        var offsets = [layout.firstDirectory]
        var seen: Set<Int> = [layout.firstDirectory]
        var directory = self
        while offsets.count < 4096, let offset = directory.next(in: bytes), offset > 0,
            let next = layout.directory(at: offset, in: bytes), seen.insert(offset).inserted
        {
            offsets.append(offset)
            directory = next
        }
        return offsets
    }
}
