import Essentials

extension ReadFile {
    /// Smaller files are read whole: one read takes less time than several.
    private static let leastForParts = 1 << 20
    /// Larger ones are no RAW files: those of cameras with 150 megapixels have 300 MB.
    private static let mostForParts = 1 << 29
    /// Reads begin and end at multiples of this.
    private static let block = 1 << 16
    /// The most rounds of reading what the last one found. Directories take a few.
    private static let mostRounds = 64

    /// Reads the directories and the JPEGs of a RAW file into their places, and leaves out the data of its sensor, some
    /// nine tenths of the file. Nil for other files, and for those that are to be read whole.
    ///
    /// The limit holds for the bytes that are read. Between them the memory is not set: ``RawFile`` reads the same places
    /// again, and no others.
    static func parts(
        of file: Int32, size: Int, into memory: Scratch, limit: Int
    ) throws(ImageError) -> UnsafeBufferPointer<UInt8>? {
        guard (leastForParts...mostForParts).contains(size) else { return nil }
        var head = [UInt8](repeating: 0, count: 32)
        // Safe: the array has as many bytes.
        let got = unsafe head.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress!, $0.count, 0) }
        guard got == head.count, RawFile.mayBegin(with: head.span) else { return nil }
        let bytes = unsafe memory.reserve(size)
        let whole = unsafe UnsafeBufferPointer(start: bytes, count: size)
        var loaded = RangeSet<Int>()
        var wanted = RangeSet(0..<block)
        for _ in 0..<mostRounds {
            for range in aligned(wanted, size).subtracting(loaded).ranges {
                var place = range.lowerBound
                while place < range.upperBound {
                    // Safe: the range is inside of the block.
                    let got = unsafe pread(file, bytes + place, range.upperBound - place, off_t(place))
                    if got < 0, errno == EINTR { continue }
                    // The whole read tells the reason, or that the file has shrunk.
                    guard got > 0 else { return nil }
                    place += got
                }
                loaded.insert(contentsOf: range)
            }
            guard loaded.ranges.reduce(0, { $0 + $1.count }) <= limit else {
                throw .tooLarge(stage: .read, value: size, limit: limit, unit: "bytes")
            }
            let raw = unsafe RawFile(Span(_unsafeElements: whole), reach: RawReach(loaded: loaded))
            wanted = raw.reach.missing
            if wanted.isEmpty {
                guard raw.isRaw else { return nil }
                for preview in raw.previews { wanted.insert(contentsOf: preview.place) }
                wanted = wanted.subtracting(loaded)
                if wanted.isEmpty { return unsafe whole }
            }
        }
        return nil
    }

    private static func aligned(_ ranges: RangeSet<Int>, _ size: Int) -> RangeSet<Int> {
        RangeSet(
            ranges.ranges.map { $0.lowerBound / block * block..<min($0.upperBound.dividedUp(by: block) * block, size) })
    }
}
