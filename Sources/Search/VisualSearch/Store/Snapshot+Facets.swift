extension Snapshot {
    /// Returns the distribution of the values of fields over a set of slots; `*` means all fields that have facets, in
    /// the order of their names. Unknown fields and text fields are left out.
    package func facets(_ request: SearchRequest.FacetRequest, over set: Bitmap) throws(SearchError) -> [Facet] {
        try facets(request, nil) { _ throws(SearchError) in set }
    }

    /// - Parameters:
    ///   - tiles: Slots on one tile count once for a value; nil counts each slot.
    ///   - set: The slots that count for a field.
    func facets(
        _ request: SearchRequest.FacetRequest, _ tiles: VariantTiles?,
        over set: (String) throws(SearchError) -> Bitmap
    ) throws(SearchError) -> [Facet] {
        let known = try store.columns.fields(of: self)
        var seen: Set<String> = []
        var facets: [Facet] = []
        // Most facets count the same set.
        var last: (set: Bitmap, slots: FacetSlots)?
        for name in request.fields.flatMap({ $0 == "*" ? known.keys.sorted() : [$0] }) {
            let isOfPictures = name == Facet.pictureColors ? try knowsPictureColors : false
            guard isOfPictures || known[name].map({ $0.type != .text }) ?? false, seen.insert(name).inserted
            else { continue }
            let set = try set(name)
            let slots: FacetSlots
            if let last, last.set == set { slots = last.slots } else { slots = FacetSlots(set, tiles: tiles) }
            last = (set, slots)
            if isOfPictures {
                facets.append(try pictureColorFacet(request.limit, over: slots))
            } else if let field = known[name] {
                facets.append(try facet(field, request, over: slots))
            }
        }
        return facets
    }

    private func facet(
        _ field: Field, _ request: SearchRequest.FacetRequest, over slots: FacetSlots
    ) throws(SearchError) -> Facet {
        switch try column(field, .whole) {
        case .strings(let column): return facet(of: column, field, request, over: slots)
        case .integers(let column) where field.type == .bool:
            var counter = MarkCounter(2)
            slots.forEach(in: column.present) { slot, mark in counter.add(column.values[slot] != 0 ? 0 : 1, mark) }
            let ranked = RankedValues(["true", "false"], counter.counts, limit: request.limit)
            return Facet(field: field.name, values: ranked.values, more: ranked.more)
        case .integers(let column):
            // Of dates, seconds.
            let unit = field.type == .date ? 1000.0 : 1
            return Facet(field, of: slots, column, request.bins) { Double($0) / unit }
        case .floats(let column): return Facet(field, of: slots, column, request.bins) { $0 }
        }
    }

    private func facet(
        of column: StringColumn, _ field: Field, _ request: SearchRequest.FacetRequest, over slots: FacetSlots
    ) -> Facet {
        let branches = request.branches || request.tree ? BranchTable(column.strings) : nil
        var facet = Facet(field: field.name)
        var counter = MarkCounter(branches?.paths.count ?? column.strings.count)
        if let branches {
            slots.forEach(in: column.present) { slot, mark in
                column.forEachCode(slot) { code in
                    for branch in branches.branches(of: Int(code)) { counter.add(branch, mark) }
                }
            }
            if request.tree { facet.tree = branches.tree(counter.counts, limit: request.limit) }
        }
        let ranked: RankedValues
        if let branches, request.branches {
            ranked = RankedValues(branches.paths, counter.counts, limit: request.limit)
        } else {
            if branches != nil { counter = MarkCounter(column.strings.count) }
            slots.forEach(in: column.present) { slot, mark in
                column.forEachCode(slot) { counter.add(Int($0), mark) }
            }
            ranked = RankedValues(column.strings, counter.counts, limit: request.limit)
        }
        (facet.values, facet.more) = (ranked.values, ranked.more)
        return facet
    }
}

extension Facet {
    /// The range, the mean and the histogram of numbers.
    fileprivate init<Number>(
        _ field: Field, of slots: FacetSlots, _ column: NumberColumn<Number>, _ bins: Int,
        _ number: (Number) -> Double
    ) {
        let isDate = field.type == .date
        var numbers: [(value: Double, mark: Int32)] = []
        numbers.reserveCapacity(column.present.count)
        slots.forEach(in: column.present) { slot, mark in numbers.append((number(column.values[slot]), mark)) }
        self.init(field: field.name, isDate: isDate)
        guard let first = numbers.first?.value else { return }
        var (low, high, sum) = (first, first, 0.0)
        for (value, _) in numbers {
            (low, high) = (Swift.min(low, value), Swift.max(high, value))
            sum += value
        }
        range = low...high
        let count = Double(numbers.count)
        // The sum of large numbers overflows; that of their shares does not.
        let mean = sum.isFinite ? sum / count : numbers.reduce(0) { $0 + $1.value / count }
        self.mean = Swift.min(Swift.max(mean, low), high)
        let steps: HistogramSteps = isDate ? .date : field.type == .int ? .whole : .any
        histogram = Histogram(of: numbers, bins: bins, steps)?.bins ?? []
    }
}
