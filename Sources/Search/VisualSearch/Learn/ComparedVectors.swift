/// Vectors by slot that a vector is compared with: as they are described, or under a learned map.
protocol ComparedVectors: Sendable {
    /// False where each call reads them from the file.
    var areInMemory: Bool { get }
    /// The dot products of a vector with those in the slots; 0 for an empty one.
    func dots(_ vector: [Int8], at slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int32]
    /// The vector in a slot; nil for an empty one.
    func row(_ slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> [Int8]?
    /// The vectors in the slots; nil for empty ones.
    func rows(_ slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [[Int8]?]
}

extension ComparedVectors {
    func rows(_ slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [[Int8]?] {
        try slots.map { slot throws(SearchError) in try row(slot, in: snapshot) }
    }
}

/// The vectors of a catalog as they are described.
protocol DescribedVectors: ComparedVectors {
    /// The same under a learned map.
    func mapped(by map: LearnedMap) -> any LearnedVectors
}

/// Vectors under a learned map.
protocol LearnedVectors: ComparedVectors {
    /// The bytes of those in memory.
    var bytes: Int { get }
    /// Forgets a vector that has changed, or is no more.
    func forget(_ slot: Int)
    /// Maps what memory holds of all vectors, so that no search waits for it.
    func fill()
}

extension VectorIndex: DescribedVectors {
    var areInMemory: Bool { true }

    func dots(_ vector: [Int8], at slots: [Int], in _: borrowing Snapshot) -> [Int32] { dots(vector, at: slots) }

    func row(_ slot: Int, in _: borrowing Snapshot) -> [Int8]? { row(slot) }

    func mapped(by map: LearnedMap) -> any LearnedVectors { MappedVectors(map, of: self) }
}
