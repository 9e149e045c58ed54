internal import SQLite

/// The slots of further pictures in memory: which item each belongs to, and the pictures of each item.
///
/// The pictures of an item are a list through the slots: each slot has the next one. 8 bytes a slot of a store where some
/// item has several pictures; other stores have none of this.
struct PictureSlots {
    private static let none: Int32 = -1

    /// By slot, the slot of the item of a further picture.
    private var owners: [Int32] = []
    /// By slot of an item or a picture, the next picture of the item.
    private var following: [Int32] = []
    /// The slots of further pictures, and of the items that have some.
    private(set) var slots = Bitmap(size: 0)
    private var items = Bitmap(size: 0)
    /// The pictures that show a part of the product from near.
    private var details = Bitmap(size: 0)

    var isEmpty: Bool { slots.isEmpty }
    var bytes: Int { (owners.capacity + following.capacity) * 4 + slots.size / 8 * 3 }

    /// The share of the similarity to a detail that counts: one fabric resembles many. On five tests with labeled pictures,
    /// the right product is first for 72.7 % of the queries, for 71.3 % where details count in full, and for 71.9 % without
    /// details; for queries that are details themselves, for 61.7, 57.7 and 58.3 %.
    private static let detailShare = 0.8

    /// The dot product with a picture as it counts for its item.
    func counted(_ dot: Int32, at slot: Int) -> Int32 { details[slot] ? PictureSlots.ofDetail(dot) : dot }

    /// The dot product with a detail as it counts; a negative one stays, for it would grow.
    static func ofDetail(_ dot: Int32) -> Int32 { dot > 0 ? Int32(Double(dot) * detailShare) : dot }

    /// The slot of the item that a picture belongs to: for a first picture its own.
    func item(of slot: Int) -> Int {
        slot < owners.count && owners[slot] != Self.none ? Int(owners[slot]) : slot
    }

    /// True for a slot of a further picture.
    func isFurther(_ slot: Int) -> Bool { slots[slot] }

    /// Calls `body` with the slots of the further pictures of an item.
    func eachPicture(of item: Int, _ body: (Int) -> Void) {
        guard item < following.count, !isFurther(item) else { return }
        var next = following[item]
        while next != Self.none {
            body(Int(next))
            next = following[Int(next)]
        }
    }

    /// The slots with those of the further pictures of their items.
    func widened(_ candidates: Bitmap) -> Bitmap {
        let here = items.resized(to: candidates.size)
        let (with, without) = (here.intersection(candidates), here.subtracting(candidates))
        // Mostly nearly all items pass, or few.
        if without.count < with.count {
            var wide = candidates.union(slots.resized(to: candidates.size))
            for item in without { eachPicture(of: item) { if $0 < wide.size { wide[$0] = false } } }
            return wide
        }
        var wide = candidates
        for item in with { eachPicture(of: item) { if $0 < wide.size { wide[$0] = true } } }
        return wide
    }

    /// The slots of all pictures of items, one item after the other, and where those of each begin.
    func expanded(_ items: [Int]) -> (slots: [Int], starts: [Int]) {
        var all: [Int] = []
        var starts: [Int] = []
        all.reserveCapacity(items.count * 2)
        starts.reserveCapacity(items.count + 1)
        for item in items {
            starts.append(all.count)
            all.append(item)
            eachPicture(of: item) { all.append($0) }
        }
        starts.append(all.count)
        return (all, starts)
    }

    /// Makes slots those of no further pictures. All slots that change are detached before one of them is attached: the
    /// list of an item that is gone would go on in that of another one.
    mutating func detach(_ changed: some Sequence<Int>) {
        for slot in changed where isFurther(slot) {
            let item = Int(owners[slot])
            var before = item
            while following[before] != Self.none, following[before] != Int32(slot) { before = Int(following[before]) }
            if following[before] == Int32(slot) { following[before] = following[slot] }
            owners[slot] = Self.none
            following[slot] = Self.none
            slots[slot] = false
            details[slot] = false
            if following[item] == Self.none { items[item] = false }
        }
    }

    /// Makes a slot one of a further picture of an item.
    mutating func attach(_ slot: Int, to item: Int, isDetail: Bool) {
        reserve(max(slot, item) + 1)
        owners[slot] = Int32(item)
        following[slot] = following[item]
        following[item] = Int32(slot)
        slots[slot] = true
        details[slot] = isDetail
        items[item] = true
    }

    private mutating func reserve(_ count: Int) {
        guard count > owners.count else { return }
        let size = max(count, owners.count + owners.count / 4)
        owners.append(contentsOf: repeatElement(Self.none, count: size - owners.count))
        following.append(contentsOf: repeatElement(Self.none, count: size - following.count))
        slots = slots.resized(to: size)
        items = items.resized(to: size)
        details = details.resized(to: size)
    }
}

extension Snapshot {
    /// Calls `body` with the slot of each further picture, that of its item, and whether it is a detail. Slots beyond the
    /// store, which only a damaged one has, are left out.
    func eachPictureSlot(_ body: (_ slot: Int, _ item: Int, _ isDetail: Bool) -> Void) throws(SearchError) {
        guard try database.keepsPictures() else { return }
        try database.each("SELECT slot, owner, role FROM items WHERE owner NOT NULL ORDER BY slot") { row in
            let (slot, item) = (row.integer(0), row.integer(1))
            if (0..<slots).contains(slot), (0..<slots).contains(item), slot != item {
                body(slot, item, row.optionalText(2) == PictureRole.detail.rawValue)
            }
        }
    }

    /// The slot of the item that a further picture belongs to, and whether it is a detail; nil for any other slot.
    func owner(of slot: Int) throws(SearchError) -> (slot: Int, isDetail: Bool)? {
        guard let head = try ItemReading(database: database).pictureHead(at: slot),
            (0..<slots).contains(head.owner), head.owner != slot
        else { return nil }
        return (head.owner, head.role == PictureRole.detail.rawValue)
    }

    /// The further pictures of an item, in their order.
    func furtherPictures(of item: Int) throws(SearchError) -> [PictureHead] {
        try ItemReading(database: database).pictures(of: item)
    }

    /// The vectors of the pictures of an item.
    ///
    /// - Parameter picture: The number of the only one that counts, from 1; nil for all.
    /// - Throws: `invalidArgument` for a picture that the item does not have.
    func vectors(of id: String, at slot: Int, picture: Int?) throws(SearchError) -> [[Int8]] {
        var slots = [slot]
        if picture != 1, hasPictures { slots += try furtherPictures(of: slot).map(\.slot) }
        if let picture {
            guard slots.indices.contains(picture - 1) else {
                let has = slots.count == 1 ? "one picture" : "\(slots.count) pictures, numbered from 1"
                throw .invalidArgument("`\(id)` has \(has); there is no picture \(picture) of it")
            }
            slots = [slots[picture - 1]]
        }
        var vectors: [[Int8]] = []
        for slot in slots { if let vector = try vector(at: slot) { vectors.append(vector) } }
        return vectors
    }

    /// The item of any of its pictures, without its attributes, with the source of that picture.
    func headOfPicture(at slot: Int) throws(SearchError) -> Item? {
        if let item = try head(at: slot) { return item }
        guard let further = try ItemReading(database: database).pictureHead(at: slot) else { return nil }
        var item = try head(at: further.owner)
        item?.source = further.source
        return item
    }
}
