import Imaging
import PictureTestSupport
import SQLite
import TestSupport

@testable import VisualSearch

/// Stands in for a model that knows kinds of pictures and no details: one vector for all pictures that are mostly red, one
/// for all others. Copies cannot be recognized by it.
struct CoarseDescriber: Describer {
    var identity = "coarse 1"
    let dimensions = 8
    let scale = 127
    var keepsBuiltInVectors = true

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let sums = (0..<3).map { channel in
            stride(from: channel, to: pixels.bytes.count, by: pixels.channels).reduce(0) { $0 + Int(pixels.bytes[$1]) }
        }
        let isRed = sums[0] > sums[1] + sums[2]
        return Descriptor(vector: isRed ? [127, 0, 0, 0, 0, 0, 0, 0] : [0, 127, 0, 0, 0, 0, 0, 0])
    }
}

/// Stands in for a model that sees every trace of an encoder: another vector for each content.
struct NervousDescriber: Describer {
    let identity = "nervous 1"
    let dimensions = 64
    let scale = 127

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        var random = SplitMix(seed: FNV1a(pixels.bytes).value)
        return Descriptor(vector: (0..<dimensions).map { _ in Int8(truncatingIfNeeded: random.next()) / 4 })
    }
}

extension SearchEngine {
    /// Inserts the encoded pictures under their names, from no file.
    func insert(pictures: [(name: String, bytes: [UInt8])]) throws {
        let entries = pictures.map { Entry(Item(id: $0.name), image: .bytes($0.bytes)) }
        for result in try insertBlocking(entries, workers: 1) { try result.get() }
    }
}

extension CatalogStore {
    /// The sound vectors of the built-in describer, by id.
    func builtInVectors() throws(SearchError) -> [String: [Int8]] {
        try read { snapshot throws(SearchError) in
            let vectors = try BuiltInVectors(snapshot.database)
            var found: [String: [Int8]] = [:]
            for slot in 0..<snapshot.slots {
                guard let id = try snapshot.id(at: slot) else { continue }
                found[id] = try vectors.vector(at: slot, onlyIfSound: true)?.values
            }
            return found
        }
    }

    /// True where the store has the tables of the vectors.
    func hasBuiltInTables() throws(SearchError) -> Bool {
        try read { snapshot throws(SearchError) in
            if try !snapshot.database.hasTable("built_in") { return false }
            return try snapshot.database.hasTable("built_in_vectors")
        }
    }
}

/// Drawings of ten patterns in ten colors, which the built-in describer tells apart. None is mostly red.
enum NumberedScenes {
    static func pixels(_ number: Int) -> PixelBuffer {
        let width = 320
        let height = 240
        return Pictures.draw(width, height) { x, y in
            let (u, v) = (x - width / 2, y - height / 2)
            let isInside =
                switch number % 10 {
                case 0: u * u + v * v < 80 * 80
                case 1: x / 20 % 2 == 0
                case 2: y / 12 % 2 == 0
                case 3: (x / 40 + y / 40) % 2 == 0
                case 4: (x + y) / 30 % 2 == 0
                case 5: abs(u) < 60 && abs(v) < 90
                case 6: Int(Double(u * u + v * v).squareRoot()) / 16 % 2 == 0
                case 7: abs(u) < 14 || abs(v) < 14
                case 8: abs(u) + abs(v) < 110
                default: x > 2 * y
                }
            let shade = UInt8(number * 53 % 200)
            return isInside ? (20, 40 + shade, UInt8(230 - Int(shade))) : (90, 255 - shade / 2, 120 + shade / 2)
        }
    }

    static func bytes(_ number: Int, quality: Int = 90) throws -> [UInt8] {
        try encoded(pixels(number), .jpeg(quality: quality))
    }

    /// The vector that the built-in describer gives to the file.
    static func vector(_ number: Int, quality: Int = 90) throws -> [Int8] {
        let prepared = try prepare(.bytes(bytes(number, quality: quality)), as: Recipe(.pixels(fitting: 256)))
        return try BuiltInDescriber.shared.describe(prepared.pixels()).vector
    }

    /// The similarity of two of them by the built-in describer.
    static func similarity(_ first: [Int8], _ second: [Int8]) -> Double {
        let product = zip(first, second).reduce(0) { $0 + Int($1.0) * Int($1.1) }
        let scale = Double(BuiltInDescriber.shared.scale)
        return Double(product) / (scale * scale)
    }
}
