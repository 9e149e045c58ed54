/// The items of an answer as they are stored: for each its place, its length and its bytes. The numbers have seven bits a
/// byte, the lowest first, with the highest bit set on all but the last; the lowest bit of a place is set for an item
/// beside the list.
enum ShownItems {
    static func bytes(of shown: [RecordedSearch.Shown]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(shown.count * 16)
        for item in shown {
            append(UInt(max(item.place, 0)) << 1 | (item.isSecondary ? 1 : 0), to: &bytes)
            append(UInt(item.item.utf8.count), to: &bytes)
            bytes += item.item.utf8
        }
        return bytes
    }

    private static func append(_ number: UInt, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Lends each item with its place. Stops at the first one that is cut off, as in a damaged file.
    static func each(
        in bytes: UnsafeRawBufferPointer,
        _ take: (_ item: UnsafeRawBufferPointer, _ place: Int, _ isSecondary: Bool) -> Void
    ) {
        var at = 0
        // Safe: each index is compared with the count first.
        func number() -> Int? {
            var (value, shift): (Int, Int) = (0, 0)
            while at < bytes.count, shift < 56 {
                let byte = unsafe bytes[at]
                at += 1
                value |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }
        while let place = number(), let count = number(), count <= bytes.count - at {
            // Safe: the range was checked right above.
            unsafe take(UnsafeRawBufferPointer(rebasing: bytes[at..<(at + count)]), place >> 1, place & 1 == 1)
            at += count
        }
    }
}
