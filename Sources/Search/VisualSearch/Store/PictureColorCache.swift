internal import SQLite

/// The named colors that the picture of each item shows, by slot, as a bit for each of ``PictureColor/all``.
///
/// A picture shows a color that takes up ``leastShare`` of the object in it, by the palette that the store keeps.
final class PictureColorCache: Sendable {
    private struct Kept {
        var masks: [UInt16]
        var revision: Int
    }

    /// The share of the object in a picture from which it shows a color.
    static let leastShare = 0.15

    private let kept = Locked<Kept?>(nil)
    private let names = Locked(ColorNameTable())

    var bytes: Int { kept.withLockIfAvailable { ($0?.masks.count ?? 0) * 2 } ?? 0 }

    /// The colors of all slots as they are in the snapshot.
    func masks(in snapshot: borrowing Snapshot) throws(SearchError) -> [UInt16] {
        let (database, revision, slots) = (snapshot.database, snapshot.revision, snapshot.slots)
        return try kept.withLock { kept throws(SearchError) in
            if let kept, kept.revision == revision { return kept.masks }
            if let known = kept?.revision, known < revision, var former = kept.take() {
                try catchUp(&former, database, revision, slots)
                kept = former
                return former.masks
            }
            let masks = try read(database, slots)
            // If another search has a newer revision already, this one alone uses its older state.
            if kept == nil { kept = Kept(masks: masks, revision: revision) }
            return masks
        }
    }

    private func catchUp(
        _ kept: inout Kept, _ database: Database, _ revision: Int, _ slots: Int
    ) throws(SearchError) {
        var changed: [Int] = []
        try database.each("SELECT slot FROM items WHERE revision > ?", .integer(kept.revision)) {
            if $0.integer(0) >= 0, $0.integer(0) < slots { changed.append($0.integer(0)) }
        }
        if changed.count > slots / 8 {
            kept.masks = try read(database, slots)
        } else {
            kept.masks.removeLast(max(kept.masks.count - slots, 0))
            kept.masks += [UInt16](repeating: 0, count: slots - kept.masks.count)
            for slot in changed {
                let bytes = try database.first("SELECT bytes FROM colors WHERE slot = ?", .integer(slot)) {
                    $0.bytes(0)
                }
                kept.masks[slot] = mask(of: bytes ?? [])
            }
        }
        kept.revision = revision
    }

    private func read(_ database: Database, _ slots: Int) throws(SearchError) -> [UInt16] {
        var masks = [UInt16](repeating: 0, count: slots)
        try database.each("SELECT slot, bytes FROM colors") { row in
            let slot = row.integer(0)
            if masks.indices.contains(slot) { masks[slot] = mask(of: row.bytes(1)) }
        }
        return masks
    }

    /// The colors of a palette; none where its bytes cannot be one.
    private func mask(of palette: [UInt8]) -> UInt16 {
        guard palette.count == Palette.byteCount else { return 0 }
        return names.withLock { $0.mask(of: palette) }
    }
}

/// The names of the colors that occur in palettes, each looked for once.
private struct ColorNameTable {
    /// By the upper five bits of lightness, a and b; `unknown` where no palette had such a color yet.
    private var places = [UInt8](repeating: unknown, count: 1 << 15)
    private static let unknown = UInt8.max

    mutating func mask(of palette: [UInt8]) -> UInt16 {
        var shares = SIMD16<Double>()
        for start in stride(from: 0, to: palette.count, by: 4) where palette[start + 3] > 0 {
            shares[place(palette[start], palette[start + 1], palette[start + 2])] += Double(palette[start + 3]) / 255
        }
        var mask: UInt16 = 0
        for place in PictureColor.all.indices where shares[place] >= PictureColorCache.leastShare { mask |= 1 << place }
        return mask
    }

    /// The name of all colors of a cell is that of its middle.
    private mutating func place(_ lightness: UInt8, _ a: UInt8, _ b: UInt8) -> Int {
        let cell = Int(lightness >> 3) << 10 | Int(a >> 3) << 5 | Int(b >> 3)
        if places[cell] == Self.unknown {
            func middle(_ byte: UInt8) -> Double { Double(byte & 0xF8) + 3.5 }
            places[cell] = UInt8(
                PictureColor.place(
                    of: CIELab(lightness: middle(lightness) / 2.55, a: middle(a) - 128, b: middle(b) - 128)))
        }
        return Int(places[cell])
    }
}
