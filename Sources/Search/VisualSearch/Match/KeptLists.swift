import CKernels

/// The facts about lists that a store keeps beside their tables.
struct KeptListsHeading: Codable, Hashable, Sendable {
    /// Grows with every change of the codes, the rotation or the tables: lists of another form are built anew.
    static let form = 2

    var form = Self.form
    /// Of the rows that the lists hold; newer ones may be in them with a former value.
    var revision: Int
    var stride: Int
    /// Slots are below it.
    var size: Int
    /// The sizes of the tables in bytes.
    var tables: [Int]
    var probes: [Int]
    var gaps: [Int]
}

extension Lists {
    func heading(revision: Int) -> KeptListsHeading {
        KeptListsHeading(
            revision: revision, stride: unsafe clusters.stride, size: size,
            tables: tables().map { unsafe $0.bytes.count },
            probes: probes.learned, gaps: probes.gaps)
    }

    /// The centers, and the tables of the codes.
    func tables() -> [KeptTable] { unsafe [KeptTable(clusters.centers)] + rows.tables() }

    /// Lists that a store has kept; nil for those that are of another form, or cannot be lists.
    ///
    /// - Parameter read: Fills the bytes of the tables; false where it cannot.
    convenience init?<Failure>(
        _ heading: KeptListsHeading, rotation: Rotation,
        read: ([KeptTable]) throws(Failure) -> Bool
    ) throws(Failure) {
        let (stride, sizes) = (heading.stride, heading.tables)
        guard heading.form == KeptListsHeading.form, stride == rotation.count,
            (0...Int(UInt32.max)).contains(heading.size),
            let probes = Probes(learned: heading.probes, gaps: heading.gaps), sizes.count == 5,
            // No more than lists of so many slots can have, so that a wrong heading does not ask for all the memory.
            sizes.allSatisfy({ (0...2 * (heading.size + 1) * stride).contains($0) })
        else { return nil }
        let centers = AlignedBuffer<Int8>(zeros: sizes[0])
        let starts = AlignedBuffer<Int32>(zeros: sizes[1] / 4)
        let slots = AlignedBuffer<UInt32>(zeros: sizes[2] / 4)
        let codes = AlignedBuffer<UInt8>(zeros: sizes[3])
        let factors = AlignedBuffer<Int16>(zeros: sizes[4] / 2)
        let tables = [
            KeptTable(centers), KeptTable(starts), KeptTable(slots), KeptTable(codes), KeptTable(factors),
        ]
        guard tables.map({ unsafe $0.bytes.count }) == sizes, try read(tables) else { return nil }
        let count = sizes[0] / stride
        guard count > 0, count * stride == sizes[0],
            let rows = CodedLists(
                count: count, size: heading.size, stride: stride, starts: starts, slots: slots, codes: codes,
                factors: factors)
        else { return nil }
        self.init(
            Clusters(centers, count: count, stride: stride), rows, size: heading.size, probes: probes,
            rotation: rotation)
    }
}
