internal import SearchAPI

extension RecommendationRequest {
    /// The accepted numbers of items.
    package static let limits = 1...100
    /// The most seeds.
    package static let seedLimit = 100
    /// The most categories.
    package static let categoryLimit = 10
    /// The most names of a customer.
    package static let nameLimit = 10
    /// The accepted length of a name of a customer or an item, in bytes.
    private static let nameBytes = 1...512

    /// Throws with every value that is out of its range.
    func check() throws(SearchError) {
        var faults: [String] = []
        func ensure(_ holds: Bool, _ fault: @autoclosure () -> String) { if !holds { faults.append(fault()) } }
        ensure(!model.isEmpty, "the model has no name")
        ensure(Self.limits.contains(limit), "the limit must be from 1 to \(Self.limits.upperBound), not \(limit)")
        ensure(seeds.count <= Self.seedLimit, "there are at most \(Self.seedLimit) seeds, not \(seeds.count)")
        for (id, weight) in seeds.sorted(by: { $0.key < $1.key }).prefix(Self.seedLimit) {
            let name = id.count > 80 ? id.prefix(80) + "…" : id
            ensure(
                weight > 0 && weight.isFinite, "the weight of the seed `\(name)` must be greater than 0, not \(weight)")
            ensure(
                Self.nameBytes.contains(id.utf8.count),
                "the id of a seed has 1 to \(Self.nameBytes.upperBound) bytes, not \(id.utf8.count)")
        }
        ensure(
            categories.count <= Self.categoryLimit,
            "there are at most \(Self.categoryLimit) categories, not \(categories.count)")
        ensure(
            customer.count <= Self.nameLimit,
            "a customer has at most \(Self.nameLimit) names, not \(customer.count)")
        for name in customer.prefix(Self.nameLimit) {
            ensure(
                Self.nameBytes.contains(name.utf8.count),
                "the name of a customer has 1 to \(Self.nameBytes.upperBound) bytes, not \(name.utf8.count)")
        }
        if !faults.isEmpty { throw .invalidArgument(faults.joined(separator: "; ")) }
    }
}
