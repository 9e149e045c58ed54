/// One box of an ISO base media file (ISO/IEC 14496-12).
struct ISOBox: Hashable, Sendable {
    /// The offset of the four letters of its name.
    let name: Int
    /// The bytes behind length and name, cut at the end of the enclosing box.
    let content: Range<Int>

    func isNamed(_ text: String, in bytes: Span<UInt8>) -> Bool { bytes.holds(text, at: name) }

    /// Returns true if this is the auxiliary type (`auxC`) of an alpha plane.
    func isAlpha(in bytes: Span<UInt8>) -> Bool {
        isNamed("auxC", in: bytes)
            && ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"].contains {
                bytes.holds($0, at: content.lowerBound + 4)
            }
    }

    /// The kind of gain map whose auxiliary type (`auxC`) this is; nil for other boxes and types.
    func gainMap(in bytes: Span<UInt8>) -> GainMap? {
        guard isNamed("auxC", in: bytes) else { return nil }
        // With its end: phones store other maps of the same form.
        let type = bytes.extracting(content)
        if type.holds("urn:com:apple:photo:2020:aux:hdrgainmap\0", at: 4) { return .apple }
        return type.holds("urn:com:photo:aux:hdrgainmap\0", at: 4) ? .ultraHDR : nil
    }
}

/// The sibling boxes in one part of the file, by default at most 1,024 of them.
struct ISOBoxes: Hashable, Sendable {
    private(set) var boxes: [ISOBox] = []
    /// The last box claims to be longer than the part that holds it.
    private(set) var isCut = false

    init(in range: Range<Int>, most: Int = 1024, of bytes: Span<UInt8>) {
        var position = range.lowerBound
        while position < range.upperBound, boxes.count < most, !isCut {
            guard let short = bytes.u32(at: position), bytes.u32(at: position + 4) != nil else {
                isCut = true
                return
            }
            // Length 1: the true one has 64 bits and follows the name; 0: up to the end.
            let head = short == 1 ? 16 : 8
            let length = short == 1 ? bytes.u64(at: position + 8) ?? 0 : short == 0 ? .max : short
            guard length >= head, range.upperBound - position >= head else {
                isCut = true
                return
            }
            let end = length == .max ? range.upperBound : position + length
            isCut = end > range.upperBound
            boxes.append(ISOBox(name: position + 4, content: (position + head)..<min(end, range.upperBound)))
            position = end
        }
    }

    /// The content of the first box with this name.
    func first(_ name: String, of bytes: Span<UInt8>) -> Range<Int>? {
        boxes.first { $0.isNamed(name, in: bytes) }?.content
    }
}

/// The properties of all items (`iprp`): a list, and for each item the numbers of those that hold for it.
struct ISOProperties: Hashable, Sendable {
    private let list: [ISOBox]
    private let associations: [ISOBox]

    init(in range: Range<Int>, of bytes: Span<UInt8>) {
        let boxes = ISOBoxes(in: range, of: bytes)
        list = boxes.first("ipco", of: bytes).map { ISOBoxes(in: $0, of: bytes).boxes } ?? []
        associations = boxes.boxes.filter { $0.isNamed("ipma", in: bytes) }
    }

    /// In the order in which the item names them; numbers that mean nothing are left out.
    func properties(of item: Int, in bytes: Span<UInt8>) -> [ISOBox] {
        for box in associations {
            let start = box.content.lowerBound
            guard let version = bytes.byte(at: start), let flags = bytes.byte(at: start + 3),
                let entries = bytes.u32(at: start + 4)
            else { continue }
            let width = version == 0 ? 2 : 4
            // The highest bit of a number marks a property that a reader must understand.
            let (numberWidth, mask) = flags & 1 == 1 ? (2, 0x7FFF) : (1, 0x7F)
            var position = start + 8
            for _ in 0..<min(entries, 65536) {
                guard let owner = bytes.integer(at: position, width: width),
                    let count = bytes.byte(at: position + width)
                else { break }
                position += width + 1
                if owner == item {
                    return (0..<count).compactMap { index in
                        bytes.integer(at: position + index * numberWidth, width: numberWidth)
                            .map { ($0 & mask) - 1 }
                            .flatMap { list.indices.contains($0) ? list[$0] : nil }
                    }
                }
                position += count * numberWidth
            }
        }
        return []
    }
}
