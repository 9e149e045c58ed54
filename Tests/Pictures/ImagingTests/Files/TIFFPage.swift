import Imaging

/// One page of an uncompressed little-endian TIFF (TIFF 6.0), in one strip, or in one for each plane.
struct TIFFPage {
    var size: Size
    var samples: Int
    var bits = 8
    /// 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 inks, 6 YCbCr, 8 L*a*b*.
    var photometric: Int
    /// 0 unspecified, 1 premultiplied alpha, 2 straight alpha.
    var extraSample: Int?
    /// One strip, or one for each sample where they stand in planes.
    var strips: [[UInt8]]
    /// Further tags with values of 16 bits; they replace what the page would say. One without values is left out.
    var tags: [Int: [Int]] = [:]

    init(
        _ size: Size, samples: Int, bits: Int = 8, photometric: Int? = nil, extraSample: Int? = nil,
        tags: [Int: [Int]] = [:], data: [UInt8]
    ) {
        self.init(
            size, samples: samples, bits: bits, photometric: photometric, extraSample: extraSample, tags: tags,
            planes: [data])
    }

    /// `planes` holds all samples of one kind after the other where there are several.
    init(
        _ size: Size, samples: Int, bits: Int = 8, photometric: Int? = nil, extraSample: Int? = nil,
        tags: [Int: [Int]] = [:], planes: [[UInt8]]
    ) {
        self.size = size
        self.samples = samples
        self.bits = bits
        self.photometric = photometric ?? (samples < 3 ? 1 : 2)
        self.extraSample = extraSample ?? (samples == 4 && self.photometric == 2 ? 2 : nil)
        self.strips = planes
        self.tags = tags
    }

    func file(orientation: Int? = nil, profile: [UInt8] = []) -> [UInt8] {
        TIFFPage.file([self], orientation: orientation, profile: profile)
    }

    /// Pages in their order; orientation and profile belong to the first.
    static func file(_ pages: [TIFFPage], orientation: Int? = nil, profile: [UInt8] = []) -> [UInt8] {
        var bytes = ascii("II") + little(42, 2) + little(8, 4)
        for (index, page) in pages.enumerated() {
            let isFirst = index == 0
            let entries = page.entries(
                orientation: isFirst ? orientation : nil, profile: isFirst ? profile : [])
            // Values that do not fit into an entry follow the directory; the strips come last.
            let start = bytes.count + 2 + 12 * entries.count + 4
            let blocks = entries.map(\.block).map { $0.count > 4 ? $0 : [] }
            let strips = start + blocks.reduce(0) { $0 + $1.count }
            let offsets = page.strips.indices.map { at in strips + page.strips[..<at].reduce(0) { $0 + $1.count } }
            bytes += little(entries.count, 2)
            var place = start
            var tail: [UInt8] = []
            for entry in entries {
                let block = entry.tag == 273 ? offsets.flatMap { little($0, 4) } : entry.block
                bytes += little(entry.tag, 2) + little(entry.type, 2) + little(block.count / entry.width, 4)
                if block.count > 4 {
                    bytes += little(place, 4)
                    place += block.count
                    tail += block
                } else {
                    bytes += block + [UInt8](repeating: 0, count: 4 - block.count)
                }
            }
            let end = strips + page.strips.reduce(0) { $0 + $1.count }
            bytes += little(index == pages.count - 1 ? 0 : end, 4) + tail + page.strips.joined()
        }
        return bytes
    }

    private struct Entry {
        var tag: Int
        /// 3 SHORT, 4 LONG, 7 bytes.
        var type: Int
        var block: [UInt8]
        var width: Int { type == 3 ? 2 : type == 4 ? 4 : 1 }
    }

    private func entries(orientation: Int?, profile: [UInt8]) -> [Entry] {
        func short(_ tag: Int, _ values: [Int]) -> Entry {
            Entry(tag: tag, type: 3, block: values.flatMap { little($0, 2) })
        }
        func long(_ tag: Int, _ values: [Int]) -> Entry {
            Entry(tag: tag, type: 4, block: values.flatMap { little($0, 4) })
        }
        var entries = [
            long(256, [size.width]), long(257, [size.height]), short(258, Array(repeating: bits, count: samples)),
            short(259, [1]), short(262, [photometric]), long(273, Array(repeating: 0, count: strips.count)),
            short(277, [samples]), long(278, [size.height]), long(279, strips.map(\.count)),
            short(284, [strips.count > 1 ? 2 : 1]),
        ]
        if let orientation { entries.append(short(274, [orientation])) }
        if let extraSample { entries.append(short(338, [extraSample])) }
        if !profile.isEmpty { entries.append(Entry(tag: 34675, type: 7, block: profile)) }
        entries.removeAll { tags[$0.tag] != nil }
        entries += tags.filter { !$0.value.isEmpty }.map { short($0.key, $0.value) }
        return entries.sorted { $0.tag < $1.tag }
    }
}
