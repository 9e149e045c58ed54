/// An unsigned number as bytes, most significant first.
func big(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
}

/// An unsigned number as bytes, least significant first.
func little(_ value: Int, _ width: Int) -> [UInt8] { big(value, width).reversed() }

func join(_ parts: [UInt8]...) -> [UInt8] { join(parts) }

func join(_ parts: [[UInt8]]) -> [UInt8] { parts.reduce(into: []) { $0 += $1 } }

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Files of a few bytes, made in code: headers as the formats demand them, without pixels that could be decoded.
enum Made {
    // MARK: EXIF and TIFF

    /// One tag of a directory.
    struct Entry {
        var tag: Int
        var type = 3
        var count = 1
        var value: Int
    }

    /// A block with TIFF header; `next` are the directories that follow, each linked from the one before.
    static func tiff(
        _ entries: [Entry], next: [[Entry]] = [], isLittle: Bool = true, isBig: Bool = false, tail: [UInt8] = []
    ) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] { isLittle ? little(value, width) : big(value, width) }
        let pointer = isBig ? 8 : 4
        var bytes = Array((isLittle ? "II" : "MM").utf8) + number(isBig ? 43 : 42, 2)
        if isBig { bytes += number(8, 2) + number(0, 2) }
        bytes += number(isBig ? 16 : 8, pointer)
        let directories = [entries] + next
        for (index, entries) in directories.enumerated() {
            bytes += number(entries.count, isBig ? 8 : 2)
            for entry in entries {
                let width = [1: 1, 3: 2, 4: 4, 16: 8][entry.type] ?? 1
                // One value stands at the left end of its field; several stand elsewhere, and the field is an offset.
                let value = entry.count * width <= pointer ? number(entry.value, width) : number(entry.value, pointer)
                bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, pointer)
                bytes += value + [UInt8](repeating: 0, count: max(0, pointer - value.count))
            }
            let isLast = index == directories.count - 1
            bytes += number(isLast ? 0 : bytes.count + pointer, pointer)
        }
        return bytes + tail
    }

    static func exif(orientation: Int, isLittle: Bool = true, type: Int = 3) -> [UInt8] {
        tiff([Entry(tag: 0x0112, type: type, value: orientation)], isLittle: isLittle)
    }

    // MARK: JPEG

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(content.count + 2, 2) + content
    }

    static func frame(
        _ marker: UInt8 = 0xC0, width: Int = 40, height: Int = 30, components: Int = 3, bits: Int = 8
    ) -> [UInt8] {
        let sampling = (0..<components).map { join(big($0 + 1, 1), [0x11, 0]) }
        return segment(
            marker, join(big(bits, 1), big(height, 2), big(width, 2), big(components, 1), join(sampling)))
    }

    static func scan(components: Int = 3) -> [UInt8] {
        let tables = (0..<components).map { join(big($0 + 1, 1), [0]) }
        return segment(0xDA, join(big(components, 1), join(tables), [0, 63, 0]))
    }

    /// A JPEG of these segments, one scan and the end marker.
    static func jpeg(_ segments: [UInt8]..., scans: [UInt8]? = nil) -> [UInt8] {
        [0xFF, 0xD8] + join(segments) + (scans ?? scan() + [1, 2, 3, 0xFF, 0]) + [0xFF, 0xD9]
    }

    static func exifSegment(_ block: [UInt8]) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + block) }

    static func profileSegment(_ number: Int, of total: Int, _ content: [UInt8]) -> [UInt8] {
        segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(number), UInt8(total)] + content)
    }

    // MARK: PNG

    static func chunk(_ name: String, _ content: [UInt8] = []) -> [UInt8] {
        let named = Array(name.utf8) + content
        return big(content.count, 4) + named + big(Int(checksum(named)), 4)
    }

    static func png(
        width: Int = 40, height: Int = 30, bits: UInt8 = 8, color: UInt8 = 2, methods: [UInt8] = [0, 0, 0],
        _ chunks: [UInt8]..., isComplete: Bool = true
    ) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width, 4) + big(height, 4) + [bits, color] + methods) + join(chunks)
            + (isComplete ? chunk("IDAT", [1, 2, 3]) + chunk("IEND") : [])
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) * 0xEDB8_8320 }
        }
    }

    // MARK: WebP

    static func webp(_ chunks: [UInt8]...) -> [UInt8] {
        let content = Array("WEBP".utf8) + join(chunks)
        return Array("RIFF".utf8) + little(content.count, 4) + content
    }

    static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }

    static func canvas(flags: UInt8 = 0, width: Int = 40, height: Int = 30) -> [UInt8] {
        riff("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    }

    static func lossy(width: Int = 40, height: Int = 30) -> [UInt8] {
        riff("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2) + [0, 0])
    }

    static func lossless(width: Int = 40, height: Int = 30, hasAlpha: Bool = false) -> [UInt8] {
        riff("VP8L", [0x2F] + little((width - 1) | (height - 1) << 14 | (hasAlpha ? 1 << 28 : 0), 4) + [0])
    }

    // MARK: GIF

    static func gif(width: Int = 40, height: Int = 30, _ blocks: [UInt8]..., isComplete: Bool = true) -> [UInt8] {
        // A global table of two colors.
        Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x80, 0, 0] + [UInt8](repeating: 9, count: 6)
            + join(blocks) + (isComplete ? [0x3B] : [])
    }

    static func picture(
        left: Int = 0, top: Int = 0, width: Int = 40, height: Int = 30, flags: UInt8 = 0
    ) -> [UInt8] {
        [0x2C] + [left, top, width, height].flatMap { little($0, 2) } + [flags, 2, 3, 1, 2, 3, 0]
    }

    // MARK: HEIC and AVIF

    static func box(_ name: String, _ content: [UInt8]...) -> [UInt8] {
        let content = join(content)
        return big(content.count + 8, 4) + Array(name.utf8) + content
    }

    static func fullBox(_ name: String, version: UInt8 = 0, _ content: [UInt8]...) -> [UInt8] {
        box(name, [version, 0, 0, 0], join(content))
    }

    static func size(_ width: Int, _ height: Int) -> [UInt8] { fullBox("ispe", big(width, 4), big(height, 4)) }

    /// A file whose primary item is number 1 and has all of `properties`, in this order.
    static func heif(
        brand: String = "heic", _ properties: [[UInt8]], alpha: [[UInt8]]? = nil, tail: [UInt8] = []
    ) -> [UInt8] {
        let all = properties + (alpha ?? [])
        func entry(_ item: Int, _ numbers: Range<Int>) -> [UInt8] {
            big(item, 2) + [UInt8(numbers.count)] + numbers.map { UInt8($0 + 1) }
        }
        var associations = entry(1, 0..<properties.count)
        if alpha != nil { associations += entry(2, properties.count..<all.count) }
        let items =
            fullBox("pitm", big(1, 2))
            + box("iprp", box("ipco", join(all)), fullBox("ipma", big(alpha == nil ? 1 : 2, 4), associations))
            + (alpha == nil ? [] : fullBox("iref", box("auxl", big(2, 2), big(1, 2), big(1, 2))))
        return box("ftyp", Array(brand.utf8), big(0, 4), Array("mif1".utf8)) + fullBox("meta", items) + tail
    }

    // MARK: ICC

    /// A matrix profile; numbers are those of sRGB unless told otherwise.
    static func profile(
        space: String = "RGB ", red: [Double] = [0.43607, 0.22249, 0.01392], gamma: Double = 2.4,
        curve: [UInt8]? = nil, extraTag: String? = nil
    ) -> [UInt8] {
        func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded()), 4) }
        func color(_ values: [Double]) -> [UInt8] { Array("XYZ \0\0\0\0".utf8) + values.flatMap(fixed) }
        let parametric =
            Array("para\0\0\0\0".utf8) + big(3, 2) + big(0, 2)
            + [gamma, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
        let curve = curve ?? parametric
        var tags = [
            ("rXYZ", color(red)), ("gXYZ", color([0.38515, 0.71687, 0.09708])),
            ("bXYZ", color([0.14307, 0.06061, 0.7141])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        if let extraTag { tags.append((extraTag, [])) }
        var table: [UInt8] = []
        var data: [UInt8] = []
        for (name, content) in tags {
            table += Array(name.utf8) + big(132 + 12 * tags.count + data.count, 4) + big(content.count, 4)
            data += content
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(12..<16, with: "mntr".utf8)
        header.replaceSubrange(16..<20, with: space.utf8)
        header.replaceSubrange(36..<40, with: "acsp".utf8)
        return header + big(tags.count, 4) + table + data
    }
}
