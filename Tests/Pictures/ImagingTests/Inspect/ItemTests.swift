import Testing

@testable import Imaging

@Suite("The items of a HEIC or AVIF file")
struct ItemTests {
    /// A file with items of AV1: their numbers, the entries of `iloc` with the widths in front, and data behind it all.
    private func file(_ numbers: [Int], widths: Int, _ entries: [[UInt8]], data: Int = 0) -> [UInt8] {
        let names = numbers.map { Made.fullBox("infe", version: 2, big($0, 2), big(0, 2), ascii("av01")) }
        let items =
            Made.fullBox("pitm", big(1, 2)) + Made.fullBox("iinf", big(names.count, 2), join(names))
            + Made.fullBox("iloc", big(widths, 2), big(entries.count, 2), join(entries))
            + Made.box(
                "iprp", Made.box("ipco", Made.size(64, 64)), Made.fullBox("ipma", big(1, 4), big(1, 2), [1, 1]))
        return Made.box("ftyp", ascii("avif"), big(0, 4), ascii("mif1")) + Made.fullBox("meta", items)
            + Made.box("mdat", [UInt8](repeating: 0, count: data))
    }

    private func items(of bytes: [UInt8]) throws -> ISOBoxes {
        let meta = ISOBoxes(in: 0..<bytes.count, of: bytes.span).first("meta", of: bytes.span)
        let content = try #require(meta)
        return ISOBoxes(in: content.dropFirst(4), of: bytes.span)
    }

    @Test("each number is looked at once, however often it is listed")
    func repeated() throws {
        let bytes = file([Int](repeating: 1, count: 900) + [2, 1], widths: 0, [])
        let numbers = try ISOItems.identifiers(type: "av01", in: items(of: bytes), of: bytes.span)
        #expect(numbers == [1, 2])
    }

    @Test("an entry that names thousands of pieces without a length names none")
    func withoutLength() throws {
        let bytes = file([1], widths: 0, [big(1, 2) + big(0, 2) + big(65_535, 2)])
        let items = try items(of: bytes)
        #expect(ISOItems.pieces(of: 1, in: items, of: bytes.span) == nil)
        #expect(try inspect(bytes).storedSize == Size(width: 64, height: 64))
    }

    @Test("items that share data are read, those that together name many times the file are refused")
    func shared() throws {
        func shared(by count: Int) -> [UInt8] {
            // One piece each, from the 16th byte on: a million bytes.
            let entries = (1...count).map { big($0, 2) + big(0, 2) + big(1, 2) + big(16, 4) + big(1_000_000, 4) }
            var bytes = file(Array(1...count), widths: 0x4400, entries, data: 1_000_100)
            // Sizes are looked at for items that announce one.
            let one = Made.fullBox("ipma", big(1, 4), big(1, 2), [1, 1])
            let all = Made.fullBox("ipma", big(count, 4), join((1...count).map { big($0, 2) + [1, 1] }))
            bytes = Array(bytes.split(separator: one, maxSplits: 1).joined(separator: all))
            for name in ["meta", "iprp"] {
                guard let place = bytes.firstRange(of: ascii(name))?.lowerBound else { continue }
                let length = bytes.span.u32(at: place - 4)! + all.count - one.count
                bytes.replaceSubrange((place - 4)..<place, with: big(length, 4))
            }
            return bytes
        }
        #expect(try inspect(shared(by: 16)).storedSize == Size(width: 64, height: 64))
        let many = shared(by: 17)
        let detail = "the items have more than 16777216 bytes together in a file of \(many.count)"
        #expect(throws: ImageError.undecodable(stage: .inspect, format: .avif, detail: detail)) { try inspect(many) }
    }
}
