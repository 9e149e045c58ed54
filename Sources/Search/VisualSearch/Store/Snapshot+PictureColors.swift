extension Snapshot {
    /// True where the colors of pictures can be counted and filtered by: the store keeps palettes, and no field of its items
    /// has the name.
    var knowsPictureColors: Bool {
        get throws(SearchError) {
            guard store.describer.colors == Palette.byteCount else { return false }
            return try store.columns.fields(of: self)[Facet.pictureColors] == nil
        }
    }

    /// Returns the slots that pass a condition on the colors of pictures; nil for any other condition.
    func pictureColorMatches(_ filter: Filter) throws(SearchError) -> Bitmap? {
        guard let (isDenied, names) = filter.pictureColorNames, try knowsPictureColors else { return nil }
        let masks = try store.columns.pictureColors.masks(in: self)
        let present = try store.columns.live(in: self).intersection(Bitmap.matching(size: slots) { masks[$0] != 0 })
        guard let names else { return present }
        let wanted = names.compactMap { PictureColor.place(of: $0) }.reduce(UInt16(0)) { $0 | 1 << $1 }
        let matching = Bitmap.matching(size: slots) { masks[$0] & wanted != 0 }
        return isDenied ? present.subtracting(matching) : present.intersection(matching)
    }

    /// Returns the number of hits that show each color, most first.
    func pictureColorFacet(_ limit: Int, over slots: FacetSlots) throws(SearchError) -> Facet {
        let masks = try store.columns.pictureColors.masks(in: self)
        var counter = MarkCounter(PictureColor.all.count)
        slots.forEach(in: Bitmap.matching(size: self.slots) { masks[$0] != 0 }) { slot, mark in
            var rest = masks[slot]
            while rest != 0 {
                counter.add(rest.trailingZeroBitCount, mark)
                rest &= rest - 1
            }
        }
        let counts = counter.counts
        let present = counts.indices.filter { counts[$0] > 0 }
            .sorted { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1 }
        let values = present.prefix(max(limit, 0)).map { place in
            Facet.Value(PictureColor.all[place].name, count: counts[place], color: PictureColor.all[place].swatch)
        }
        return Facet(field: Facet.pictureColors, values: values, more: present.count - values.count)
    }
}

extension PictureColor {
    fileprivate static func names(like pattern: LikePattern) -> [String] {
        all.map(\.name).filter { pattern.matches($0) }
    }
}

extension Filter {
    /// The names of colors in a condition on the colors of pictures, nil for any color, and whether the condition denies
    /// them; nil for any other condition.
    fileprivate var pictureColorNames: (isDenied: Bool, names: [String]?)? {
        switch self {
        case .exists(Facet.pictureColors): (false, nil)
        case .equal(Facet.pictureColors, let value): (false, value.texts)
        case .oneOf(Facet.pictureColors, let values): (false, values.flatMap(\.texts))
        case .differs(Facet.pictureColors, let value): (true, value.texts)
        case .differsFromAll(Facet.pictureColors, let values): (true, values.flatMap(\.texts))
        case .like(Facet.pictureColors, let pattern): (false, PictureColor.names(like: LikePattern(pattern)))
        default: nil
        }
    }

    /// Throws for a condition on the colors of pictures that cannot hold: another comparison, or an unknown color.
    func checkPictureColors() throws(SearchError) {
        switch self {
        case .and(let filters), .or(let filters): for filter in filters { try filter.checkPictureColors() }
        case .not(let filter): try filter.checkPictureColors()
        case .all: return
        default:
            guard fields == [Facet.pictureColors] else { return }
            guard let (_, names) = pictureColorNames else {
                throw .invalidArgument(
                    "the colors of pictures have no order: compare \(Facet.pictureColors) with names")
            }
            for name in names ?? [] where PictureColor.place(of: name) == nil {
                let known = PictureColor.all.map(\.name)
                let hint = SearchError.likeliest(name, among: known).map { "did you mean `\($0)`? " } ?? ""
                throw .invalidArgument(
                    "`\(name)` is no color of pictures; \(hint)They are: \(known.joined(separator: ", "))")
            }
        }
    }

    /// The filter without conditions that only this engine can test; a wider one where they are not on their own.
    var ofItems: Filter {
        guard fields.contains(Facet.pictureColors) else { return self }
        let rest = without(Facet.pictureColors)
        return rest.fields.contains(Facet.pictureColors) ? .all : rest
    }
}
