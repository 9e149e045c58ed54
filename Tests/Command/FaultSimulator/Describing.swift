import Essentials
import ImageTypes
import SearchAPI
import VisualSearch

/// Gives every picture the same vector, which no other describer gives.
struct SimulatedDescriber: Describer {
    static let all = [SimulatedDescriber(number: 0), SimulatedDescriber(number: 1)]
    let number: Int
    let dimensions = 16
    let scale = 127
    let keepsBuiltInVectors = false

    var identity: String { number == 0 ? "simulated" : "simulated \(number)" }
    /// As a store names it.
    var record: DescriberIdentity { DescriberIdentity(name: identity, dimensions: dimensions, colors: 8) }
    var vector: [Int8] { (0..<dimensions).map { $0 == number ? 127 : 0 } }

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor { Descriptor(vector: vector) }

    /// The file of every picture: a GIF of one pixel.
    private static let file: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0, 0]
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

    /// Describes all pictures of a store anew whose files are known; the others are given up.
    func describeAll(in path: String, from former: DescriberIdentity) throws(SearchError) {
        var store = try CatalogStore(path: path, describer: former, mode: .create)
        // The thread that has described a picture may hold the store for a moment longer.
        defer { while !isKnownUniquelyReferenced(&store) { usleep(100) } }
        try describeAll(of: store)
    }

    private func describeAll(of store: CatalogStore) throws(SearchError) {
        let change = try DescriberChange(store, to: self, workers: 1) { _, _ in .bytes(Self.file) }
        let report = try change.run(acceptingMissing: true)
        guard report.isFinished else { throw .service("the pictures were not all described: \(report)") }
    }
}

extension Shop {
    /// Takes the vectors of another describer: a picture whose file is not known gets zeros, and loses its fingerprint.
    mutating func describe(by other: SimulatedDescriber) {
        describer = other.record
        learned = nil
        items = items.mapValues { $0.described(by: other) }
        removed = removed.mapValues { $0.described(by: other) }
    }
}

extension Shop.Goods {
    fileprivate func described(by describer: SimulatedDescriber) -> Shop.Goods {
        let nothing = [Int8](repeating: 0, count: describer.dimensions)
        var goods = self
        if source == nil { goods.fingerprint = nil }
        goods.picture.vector = goods.fingerprint == nil ? nothing : describer.vector
        for index in further.indices {
            if further[index].source == nil { goods.further[index].fingerprint = nil }
            goods.further[index].picture.vector =
                goods.further[index].fingerprint == nil ? nothing : describer.vector
        }
        return goods
    }
}
