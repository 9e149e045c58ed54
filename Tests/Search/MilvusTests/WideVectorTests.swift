import Foundation
import TestSupport
import Testing

@testable import MilvusCatalog

/// Describes a picture by a random projection of its parts, with as many values as the models of users have.
private struct WideDescriber: Describer {
    let dimensions: Int
    let scale = 127 * 4
    var identity: String { "projection of \(dimensions) values" }

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        var sums = [Double](repeating: 0, count: 16 * 16 * 3)
        for y in 0..<pixels.size.height {
            for x in 0..<pixels.size.width {
                let cell = (y * 16 / pixels.size.height * 16 + x * 16 / pixels.size.width) * 3
                let place = (y * pixels.size.width + x) * pixels.channels
                for channel in 0..<3 { sums[cell + channel] += Double(pixels.bytes[place + channel]) }
            }
        }
        let mean = sums.reduce(0, +) / Double(sums.count)
        var random = SplitMix(seed: 3)
        let values = (0..<dimensions).map { _ in
            sums.reduce(0) { $0 + ($1 - mean) * Double.random(in: -1...1, using: &random) }
        }
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return Descriptor(
            vector: values.map { Int8(max(-127, min(127, ($0 / length * Double(scale)).rounded()))) })
    }
}

@Suite(
    .serialized, .timeLimit(.minutes(15)),
    .enabled(if: Server.isThere, "skipped: Tests/Search/MilvusTests/with-milvus starts a server"))
struct WideVectorTests {
    /// Pictures of noise, of which each has one that is nearly the same.
    private static func entries() throws -> [Entry] {
        var random = SplitMix(seed: 11)
        return try (0..<60).flatMap { number in
            let bytes = (0..<32 * 32 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
            let near = bytes.map { UInt8(max(0, min(255, Int($0) + Int.random(in: -20...20, using: &random)))) }
            return try [("a", bytes), ("b", near)].map { name, bytes in
                let pixels = PixelBuffer(size: Size(width: 32, height: 32), channels: 3, bytes: bytes)
                return Entry(
                    Item(id: "\(number)-\(name)", attributes: ["number": .int(number)]),
                    image: .pixels(try #require(pixels)))
            }
        }
    }

    @Test("vectors of 512 and 1,152 values give in Milvus the answers of a file", arguments: [512, 1152])
    func answers(dimensions: Int) throws {
        let folder = try TemporaryFolder()
        let describer = WideDescriber(dimensions: dimensions)
        let file = try SearchEngine(
            path: folder.url.appending(path: "catalog.magpie").path, mode: .create, describer: describer)
        let address = try Server.newAddress("index=hnsw")
        // Milvus finds the nearest in place of memory.
        let milvus = try Server.open(address, in: folder) {
            $0.engine.describer = describer
            $0.limits = MilvusHome.Limits(fewRows: 20, mostFresh: 0)
        }
        for engine in [file, milvus.engine] {
            for result in try engine.insertBlocking(try Self.entries()) { try result.get() }
        }
        for number in [0, 17, 59] {
            let request = SearchRequest(.init(example: .item(id: "\(number)-a")), limit: 5, scope: .all)
            let (wanted, found) = (try file.searchBlocking(request), try milvus.engine.searchBlocking(request))
            #expect(wanted.hits.first?.id == "\(number)-b" && found.hits.first?.id == "\(number)-b")
            #expect(found.hits.map(\.score) == wanted.hits.map(\.score))
        }
        // Another process opens it with the same describer only.
        let again = try Server.open(address, in: folder, creates: false) { $0.engine.describer = describer }
        #expect(try again.engine.countBlocking() == 120)
        #expect(throws: SearchError.self) {
            try Server.open(address, in: folder, creates: false) {
                $0.engine.describer = WideDescriber(dimensions: dimensions / 2)
            }
        }
    }
}
