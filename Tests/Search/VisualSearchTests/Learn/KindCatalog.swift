import PictureTestSupport
import TestSupport

@testable import VisualSearch

/// A catalog of vectors whose types show in a few values, below the noise of all others.
struct KindCatalog {
    static let dimensions = 16
    static let kinds = ["shoe", "bag", "lamp", "mug"]
    static let describer: any Describer = Values()
    let path: String
    let engine: SearchEngine

    /// - Parameters:
    ///   - each: Items of each type.
    ///   - type: The type that an item says, from the one that it shows; nil for none.
    init(
        _ folder: TemporaryFolder, each: Int = 24, learnsFromChanges: Bool = false,
        type: (_ kind: String, _ number: Int) -> String? = { kind, _ in kind }
    ) throws {
        path = folder.path("kinds.magpie")
        var settings = SearchEngine.Settings(describer: Self.describer)
        settings.learnsFromChanges = learnsFromChanges
        engine = try SearchEngine(path: path, settings: settings)
        for result in try engine.insertDescribed(Self.items(0..<each, type: type)) { try result.get() }
    }

    static func items(
        _ numbers: Range<Int>, type: (_ kind: String, _ number: Int) -> String? = { kind, _ in kind }
    ) -> [(Item, DescribedImage?, Fingerprint?)] {
        numbers.flatMap { number in
            kinds.map { kind in
                var item = Item(id: "\(kind)-\(number)")
                if let type = type(kind, number) { item.attributes["product_type"] = .string(type) }
                return (item, image(kind, number), nil)
            }
        }
    }

    static func image(_ kind: String, _ number: Int) -> DescribedImage {
        DescribedImage(
            descriptor: Descriptor(vector: vector(kind, number)), palette: Palette(of: Pictures.solid(8, 8, .black)),
            uprightSize: Size(width: 8, height: 8), box: Box(left: 0, top: 0, width: 8, height: 8))
    }

    /// One of the first four values stands for the kind; the others are noise.
    static func vector(_ kind: String, _ number: Int) -> [Int8] {
        var random = SplitMix(seed: UInt64(number) &* 31 &+ UInt64(kind.utf8.first ?? 0))
        var values = (0..<dimensions).map { _ in Double.random(in: -0.55...0.55, using: &random) }
        for index in 0..<kinds.count { values[index] *= 0.2 }
        values[kinds.firstIndex(of: kind) ?? 0] += 0.7
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { Int8(($0 / length * 127).rounded()) }
    }

    /// The first hits for a picture that the catalog does not hold.
    func hits(
        _ kind: String, number: Int = 1000, limit: Int = 10, _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> [Hit] { try Self.hits(in: engine, kind, number: number, limit: limit, change) }

    static func hits(
        in engine: SearchEngine, _ kind: String, number: Int = 1000, limit: Int = 10,
        _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> [Hit] {
        var request = SearchRequest(.init(example: .image(.bytes([]))), limit: limit, explains: true, scope: .all)
        change(&request)
        return try engine.answer(request, vector: vector(kind, number)).hits
    }

    /// The share of the first ten hits that show the kind of the query, over several queries of each kind.
    func precision(_ change: (inout SearchRequest) -> Void = { _ in }) throws -> Double {
        var right = 0
        for kind in Self.kinds {
            for number in 1000..<1005 {
                right += try hits(kind, number: number, change).count { $0.id.hasPrefix(kind) }
            }
        }
        return Double(right) / Double(Self.kinds.count * 50)
    }

    /// Describes no pixels: its vectors are given.
    private struct Values: Describer {
        let identity = "values"
        let dimensions = KindCatalog.dimensions
        let scale = 127

        func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
            throw .failed(detail: "vectors are given")
        }
    }
}
