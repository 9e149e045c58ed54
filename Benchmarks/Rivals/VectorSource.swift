import Foundation
import VisualSearch

/// The vectors of a run and its queries: clustered ones that are made again each time, or those of a store.
struct VectorSource {
    let count: Int
    let queries: [[Float]]
    /// The values of a stored vector per unit of length.
    let scale: Float
    private let form: VectorBytes?
    private let stored: [Int8]?
    private let places: [Int]

    /// Clustered vectors, in the form in which a store keeps those of outside models.
    init(clustered count: Int, queries queryCount: Int) {
        self.count = count
        let form = VectorBytes(dimensions: ClusteredVectors.dimensions)
        self.form = form
        scale = Float(form.scale)
        stored = nil
        places = []
        var source = ClusteredVectors(seed: 2)
        var vector = [Float](repeating: 0, count: ClusteredVectors.dimensions)
        queries = (0..<queryCount).map { _ in
            source.next(into: &vector)
            return vector
        }
    }

    /// The descriptors of a store, in an order without its classes, `count` at most; some of them are the queries.
    init(store path: String, count wanted: Int, queries queryCount: Int) throws {
        let width = ClusteredVectors.dimensions
        var values: [Int8] = []
        try CatalogStore(path: path, mode: .readOnly).read { snapshot throws(SearchError) in
            try snapshot.eachVector { _, vector in
                for index in vector.indices { values.append(vector[index]) }
            }
        }
        guard values.count % width == 0, values.count / width > queryCount + 10 else {
            throw Failure("\(path) has no \(queryCount + 11) vectors of \(width) values")
        }
        var random = SplitMix(seed: 1)
        let order = (0..<values.count / width).shuffled(using: &random)
        places = Array(order.dropFirst(queryCount).prefix(wanted))
        count = places.count
        let scale: Float = 512
        self.scale = scale
        queries = order.prefix(queryCount).map { place in
            values[place * width..<(place + 1) * width].map { Float($0) / scale }
        }
        stored = values
        form = nil
    }

    /// A vector as the store keeps it: as it was, or in the form for those of outside models.
    func bytes(of vector: [Float]) -> [Int8] {
        if let form { return form.bytes(of: vector.map(Double.init)) }
        return vector.map { Int8(max(-127, min(127, ($0 * scale).rounded()))) }
    }

    /// Hands out every vector, each time the same.
    func each(_ body: (Int, [Float]) -> Void) {
        var vector = [Float](repeating: 0, count: ClusteredVectors.dimensions)
        guard let stored else {
            var source = ClusteredVectors(seed: 1)
            for slot in 0..<count {
                source.next(into: &vector)
                body(slot, vector)
            }
            return
        }
        for (slot, place) in places.enumerated() {
            for index in vector.indices { vector[index] = Float(stored[place * vector.count + index]) / scale }
            body(slot, vector)
        }
    }
}
