extension [Int8] {
    /// The exact dot product with a vector of the same length.
    func dot(_ other: [Int8]) -> Int { zip(self, other).reduce(0) { $0 + Int($1.0) * Int($1.1) } }
}
