/// A profile that consists of tone curves, and for color of three primaries. The colors of its samples are worked out
/// without the color engine; profiles of tables are left to that.
struct CurveProfile {
    /// The light, 0…1, of samples from the lowest to the highest, channel after channel.
    let lights: [[Double]]
    /// Red, green and blue as XYZ with the white of profiles; empty for gray.
    let columns: [SIMD3<Double>]

    /// Nil for a profile of tables, of another number of channels, or that is unusual or damaged: the color engine says
    /// what becomes of it. `samples` is 256 or 65,536.
    init?(_ file: [UInt8], channels: Int, samples: Int = 256) {
        let bytes = file.span
        guard channels == 1 || channels == 3, bytes.holds("acsp", at: 36), bytes.holds("XYZ ", at: 20),
            let version = bytes.byte(at: 8), version <= 4,
            bytes.holds(channels == 1 ? "GRAY" : "RGB ", at: 16),
            ["mntr", "scnr", "prtr", "spac"].contains(where: { bytes.holds($0, at: 12) }),
            let tags = ProfileTags(bytes), !tags.holds("A2B0"), !tags.holds("D2B0")
        else { return nil }
        // Channels have most often one curve in common.
        let curves = (channels == 1 ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]).compactMap { tags.place($0, atLeast: 12) }
        var found: [Range<Int>: [Double]] = [:]
        for place in curves where found[place] == nil {
            found[place] = ToneCurve(in: place, of: bytes)?.lights(samples)
        }
        lights = curves.compactMap { found[$0] }
        columns =
            channels == 1
            ? []
            : ["rXYZ", "gXYZ", "bXYZ"].compactMap {
                ColorProfile.column(at: tags.place($0, atLeast: 20)?.lowerBound, in: bytes)
            }
        // The color engine makes the highest sample of gray white, whatever its curve says.
        guard lights.count == channels, channels == 1 ? lights[0].last! > 0.999 : columns.count == 3 else { return nil }
    }

    /// The level, 0…255 on the curve of sRGB, of each sample; for color of red, green and blue in turn.
    ///
    /// Samples of 16 bits in linear light have their darks in the lower byte. They are brought to 8 bits by this table,
    /// and what is left of the profile is its primaries.
    var levels: [UInt8] {
        var levels = [UInt8](repeating: 0, count: lights.count * lights[0].count)
        let first = lights[0].map(SRGB.level)
        for channel in lights.indices {
            let table = lights[channel] == lights[0] ? first : lights[channel].map(SRGB.level)
            for sample in table.indices { levels[lights.count * sample + channel] = table[sample] }
        }
        return levels
    }

    /// The profile of the levels; nil for gray, which is then sRGB.
    var profileOfLevels: [UInt8]? { columns.isEmpty ? nil : CodedSpace.sRGB.profile(columns: columns) }
}

/// The tags of a profile, as the color engine takes them.
private struct ProfileTags {
    private var places: [[UInt8]: Range<Int>] = [:]
    private let end: Int

    /// Nil for a table that ends behind the profile, is too long, or has a name twice.
    init?(_ bytes: Span<UInt8>) {
        guard let size = bytes.u32(at: 0), let count = bytes.u32(at: 128), count <= 100 else { return nil }
        end = min(size, bytes.count)
        for entry in stride(from: 132, to: 132 + 12 * count, by: 12) {
            guard let name = bytes.range(at: entry, length: 4), let start = bytes.u32(at: entry + 4),
                let length = bytes.u32(at: entry + 8)
            else { return nil }
            let place = start..<(start + length)
            guard places.updateValue(place, forKey: bytes.copy(name)) == nil else { return nil }
        }
    }

    func holds(_ name: String) -> Bool { places[Array(name.utf8)] != nil }

    /// The bytes of a tag; nil where there are too few of them.
    func place(_ name: String, atLeast count: Int) -> Range<Int>? {
        places[Array(name.utf8)].flatMap { $0.upperBound <= end && $0.count >= count ? $0 : nil }
    }
}

extension ToneCurve {
    /// The light of so many samples; nil for a curve that leads beyond 0…1, by more than the rounding of its numbers.
    fileprivate func lights(_ samples: Int) -> [Double]? {
        var lights: [Double] = []
        lights.reserveCapacity(samples)
        for sample in 0..<samples {
            let light = light(Double(sample) / Double(samples - 1))
            guard (-0.001...1.001).contains(light) else { return nil }
            lights.append(min(max(light, 0), 1))
        }
        return lights
    }
}
