import Essentials

/// The values of the first cosines over a side of a picture.
struct CosineTable {
    private let values: [Double]
    private let length: Int

    /// - Parameter shifted: Takes the cosines at the middles of the pixels, not at their beginnings.
    init(shifted: Bool, count: Int, of length: Int) {
        self.length = length
        values = (0..<count).flatMap { term in
            (0..<length).map { cos(.pi / Double(length) * Double(term) * (Double($0) + (shifted ? 0.5 : 0))) }
        }
    }

    subscript(term: Int, place: Int) -> Double { values[term * length + place] }
}
