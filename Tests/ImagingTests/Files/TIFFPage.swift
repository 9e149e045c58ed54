import Imaging

/// One page of an uncompressed little-endian TIFF (TIFF 6.0), in one strip.
struct TIFFPage {
    var size: Size
    var samples: Int
    var bits = 8
    /// 0 white is zero, 1 black is zero, 2 RGB, 5 inks.
    var photometric: Int
    /// 0 unspecified, 1 premultiplied alpha, 2 straight alpha.
    var extraSample: Int?
    var data: [UInt8]

    init(
        _ size: Size, samples: Int, bits: Int = 8, photometric: Int? = nil, extraSample: Int? = nil, data: [UInt8]
    ) {
        self.size = size
        self.samples = samples
        self.bits = bits
        self.photometric = photometric ?? (samples < 3 ? 1 : 2)
        self.extraSample = extraSample ?? (samples == 4 && self.photometric == 2 ? 2 : nil)
        self.data = data
    }

    func file(orientation: Int? = nil, profile: [UInt8] = []) -> [UInt8] {
        TIFFPage.file([self], orientation: orientation, profile: profile)
    }

    /// Pages in their order; orientation and profile belong to the first.
    static func file(_ pages: [TIFFPage], orientation: Int? = nil, profile: [UInt8] = []) -> [UInt8] {
        var bytes = ascii("II") + little(42, 2) + little(8, 4)
        for (index, page) in pages.enumerated() {
            var tags: [(tag: Int, type: Int, count: Int, value: Int)] = []
            func add(_ tag: Int, _ value: Int, type: Int = 4, count: Int = 1) {
                tags.append((tag, type, count, value))
            }
            let isFirst = index == 0
            let extra = (page.extraSample == nil ? 0 : 1) + (orientation != nil && isFirst ? 1 : 0)
            let count = 10 + extra + (profile.isEmpty || !isFirst ? 0 : 1)
            // The values that do not fit into an entry follow the directory: depths, profile, pixels.
            let depths = bytes.count + 2 + 12 * count + 4
            let block = depths + 2 * page.samples
            let pixels = block + (isFirst ? profile.count : 0)
            add(256, page.size.width)
            add(257, page.size.height)
            if page.samples < 3 {
                add(258, page.bits | page.bits << 16, type: 3, count: page.samples)
            } else {
                add(258, depths, type: 3, count: page.samples)
            }
            add(259, 1, type: 3)
            add(262, page.photometric, type: 3)
            add(273, pixels)
            if let orientation, isFirst { add(274, orientation, type: 3) }
            add(277, page.samples, type: 3)
            add(278, page.size.height)
            add(279, page.data.count)
            add(284, 1, type: 3)
            if let extraSample = page.extraSample { add(338, extraSample, type: 3) }
            if isFirst, !profile.isEmpty { add(34675, block, type: 7, count: profile.count) }

            let next = index == pages.count - 1 ? 0 : pixels + page.data.count
            bytes += little(tags.count, 2)
            for entry in tags {
                bytes += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4) + little(entry.value, 4)
            }
            bytes += little(next, 4)
            for _ in 0..<page.samples { bytes += little(page.bits, 2) }
            bytes += (isFirst ? profile : []) + page.data
        }
        return bytes
    }
}
