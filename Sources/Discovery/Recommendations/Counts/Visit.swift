/// A visit: what people wanted between two breaks.
struct Visit {
    /// Nil until it is stored.
    var id: Int?
    /// The session, or what stands for it; nil for an event that belongs to nothing.
    var key: String?
    /// In milliseconds since 1970. The first event that was counted gives the visit its weight.
    var began: Int
    var latest: Int
    var touches: [Touch]

    /// True where an event of that moment is of this visit.
    func includes(_ moment: Int, gap: Int) -> Bool { began - gap <= moment && moment <= latest + gap }
}

/// The sums of an item over visits.
struct ItemSums {
    var visits = 0
    /// Of weights, of their squares.
    var strength = 0.0
    var squares = 0.0
    /// Visits in which it was bought, and their weights.
    var buyers = 0
    var bought = 0.0

    /// Adds what visits that began at a moment tell of an item, or with -1 takes it away.
    mutating func add(_ item: WantedItem, weight: Double, times sign: Int) {
        let wish = item.wishes.weight
        visits += sign
        strength += Double(sign) * wish * weight
        squares += Double(sign) * wish * wish * weight
        if item.wishes.contains(.purchase) {
            buyers += sign
            bought += Double(sign) * weight
        }
    }
}
