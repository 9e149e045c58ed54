internal import Imaging
internal import SQLite

/// The facts about the densities that a store keeps.
private struct DensityHeading: Codable {
    /// Grows with every change of their meaning: those of another form are computed anew.
    static let form = 1

    var form = Self.form
    /// Of the items whose densities these are.
    var revision: Int
    /// Slots are below it.
    var slots: Int
    /// Of the vectors.
    var describer: String
}

extension CatalogStore {
    /// Up to so many items, all densities are computed again after a change: that takes no longer than reading them.
    static let fewDensities = 1024
    /// In a larger store, densities are kept again when one in so many has changed.
    static let densityShare = 16

    /// Keeps densities by slot, in place of earlier ones.
    ///
    /// - Parameter revision: Of the items that they are of.
    func keep(_ densities: [UInt8], of revision: Int) throws(SearchError) {
        let values = AlignedBuffer<UInt8>(zeros: densities.count)
        for (place, value) in densities.enumerated() { values[place] = value }
        let heading = DensityHeading(revision: revision, slots: densities.count, describer: describer.summary)
        try write { database throws(SearchError) in
            try database.demand(describer)
            let kept = try database.heading(DensityHeading.self, of: .densities)
            if let kept, kept.form == DensityHeading.form, kept.revision > revision { return }
            try database.keep(heading, [KeptTable(values)], in: .densities)
        }
    }

    /// Computes the densities of the items that have none, and keeps them: at the end of a command that has stored items.
    /// Does nothing where few items of a large store changed.
    func keepDensities(_ tuning: Tuning, cancellation: Cancellation) throws(SearchError) {
        guard home == nil, mode != .readOnly, kind == .catalog else { return }
        let isDue = try read { snapshot throws(SearchError) in
            guard let (_, revision) = try snapshot.densities() else { return snapshot.count > 0 }
            let few = snapshot.count <= CatalogStore.fewDensities
            return try snapshot.hasChanges(
                moreThan: few ? 0 : snapshot.count / CatalogStore.densityShare, since: revision)
        }
        guard isDue else { return }
        let catalog = InMemoryCatalog(self, tuning: tuning, cancellation: cancellation)
        try catalog.read(withPalettes: false) { snapshot throws(SearchError) in
            guard let (_, revision) = try snapshot.densities() else { return }
            if snapshot.count <= CatalogStore.fewDensities { return catalog.densities.forget(0..<snapshot.slots) }
            // The neighbors of what was removed stay as they were.
            for change in try snapshot.changes(since: revision) where change.kind == .picture {
                catalog.densities.forget(catalog.slots(around: change.slot))
            }
        }
        _ = try catalog.keepDensities(threads: Batch.usableCores, cancellation: cancellation)
    }

}

extension Snapshot {
    /// The densities that the store keeps by slot, 0 where unknown, and the revision of the items that they are of. Nil
    /// for missing densities, and for those that are damaged or of another describer.
    func densities() throws(SearchError) -> (bytes: [UInt8], revision: Int)? {
        guard let heading = try database.heading(DensityHeading.self, of: .densities),
            heading.form == DensityHeading.form, heading.revision <= revision,
            (0...slots).contains(heading.slots), heading.describer == store.describer.summary,
            // A wrong heading would ask for memory that its array does not need.
            try database.hold(heading.slots, of: .densities),
            let portions = try database.portions(of: [heading.slots], in: .densities)
        else { return nil }
        let values = AlignedBuffer<UInt8>(zeros: heading.slots)
        guard try database.read(portions, into: [KeptTable(values)], of: .densities) else { return nil }
        return ((0..<heading.slots).map { values[$0] }, heading.revision)
    }
}
