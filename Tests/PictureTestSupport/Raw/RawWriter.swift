/// Writes directories of TIFF and the data that they name, the lowest first.
struct RawWriter {
    /// A tag and its values: of two bytes (3), of four (4), fractions of two times four (5, 10), or bytes of any kind (1, 2,
    /// 7).
    struct Entry {
        let tag, type: Int
        let values: [Int]

        static func short(_ tag: Int, _ values: Int...) -> Entry { Entry(tag: tag, type: 3, values: values) }
        static func long(_ tag: Int, _ values: Int...) -> Entry { Entry(tag: tag, type: 4, values: values) }
        static func bytes(_ tag: Int, _ values: [UInt8], type: Int = 7) -> Entry {
            Entry(tag: tag, type: type, values: values.map { Int($0) })
        }
        /// Whole numbers as fractions.
        static func fractions(_ tag: Int, _ values: [Int], isSigned: Bool = false) -> Entry {
            Entry(tag: tag, type: isSigned ? 10 : 5, values: values.flatMap { [$0, 1] })
        }
    }

    private(set) var bytes: [UInt8]
    let isLittle: Bool
    /// The place from which offsets count.
    var base = 0

    /// - Parameter head: The bytes in front of the offset of the first directory.
    init(_ head: [UInt8], isLittle: Bool) {
        bytes = head + [0, 0, 0, 0]
        self.isLittle = isLittle
    }

    func number(_ value: Int, _ width: Int) -> [UInt8] {
        isLittle ? FileBlocks.little(value, width) : FileBlocks.big(value, width)
    }

    /// The place where the next block begins.
    var next: Int { bytes.count - base }

    /// Appends data; returns their place.
    mutating func add(_ data: [UInt8]) -> Int {
        let place = next
        bytes += data + (data.count % 2 == 1 ? [0] : [])
        return place
    }

    /// Appends a directory; returns its place.
    mutating func add(_ entries: [Entry?], next: Int = 0) -> Int {
        let entries = entries.compactMap(\.self).sorted { $0.tag < $1.tag }
        var values: [UInt8] = []
        let place = self.next
        let start = place + 6 + 12 * entries.count
        var table = number(entries.count, 2)
        for entry in entries {
            let width = [3: 2, 4: 4, 5: 4, 10: 4, 13: 4][entry.type] ?? 1
            let count = [5, 10].contains(entry.type) ? entry.values.count / 2 : entry.values.count
            let block =
                width == 1
                ? entry.values.map { UInt8($0) } : entry.values.flatMap { number($0, width) }
            table += number(entry.tag, 2) + number(entry.type, 2) + number(count, 4)
            if block.count > 4 {
                table += number(start + values.count, 4)
                values += block + (block.count % 2 == 1 ? [0] : [])
            } else {
                table += block + [UInt8](repeating: 0, count: 4 - block.count)
            }
        }
        bytes += table + number(next, 4) + values
        return place
    }

    mutating func replace(_ place: Int, with data: [UInt8]) {
        bytes.replaceSubrange(place..<place + data.count, with: data)
    }

    /// The file, with the offset of its first directory at 4.
    ///
    /// Mutating, so that an argument that writes the directory comes first.
    mutating func file(first: Int) -> [UInt8] {
        replace(4, with: number(first, 4))
        return bytes
    }
}
