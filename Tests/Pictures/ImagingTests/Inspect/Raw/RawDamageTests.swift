import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Damaged RAW files give a picture or an error")
struct RawDamageTests {
    @Test("bytes changed at random", arguments: RawParts.Kind.allCases)
    func random(_ kind: RawParts.Kind) throws {
        var parts = try RawParts()
        var random = SplitMix(seed: UInt64(kind.rawValue.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
        for order in kind.orders {
            parts.isLittle = order
            let file = parts.file(kind)
            // The preview is the larger part; what is damaged is all around it.
            let jpeg = try #require(RawFile(file.span)?.previews.first?.place)
            let around = Array(0..<file.count).filter { !jpeg.dropFirst(32).contains($0) }
            for _ in 0..<Effort.inputs(300, of: 3000) {
                var damaged = file
                for _ in 0...Int.random(in: 0..<4, using: &random) {
                    let place = around[Int.random(in: 0..<around.count, using: &random)]
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: damaged[place] = .random(in: 0...255, using: &random)
                    case 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                    case 2: damaged[place] = 0xFF
                    default: damaged[place] = damaged[Int.random(in: 0..<damaged.count, using: &random)]
                    }
                }
                if Int.random(in: 0..<8, using: &random) == 0 {
                    damaged.removeLast(Int.random(in: 0..<damaged.count, using: &random))
                }
                guard let made = try? prepare(.bytes(damaged), as: Recipe(.fit(16))) else { continue }
                #expect(made.outputs[0].size.longestSide <= 480)
            }
        }
    }

    @Test("files cut at every byte of their directories", arguments: RawParts.Kind.allCases)
    func cuts(_ kind: RawParts.Kind) throws {
        let file = try RawParts().file(kind)
        let places = Array(0..<min(700, file.count)) + Array(max(0, file.count - 900)..<file.count)
        for count in places { _ = try? inspect(Array(file.prefix(count))) }
    }

    @Test("directories that name themselves and each other end")
    func loops() throws {
        var bytes = ascii("II*\0") + little(8, 4)
        // 60 entries, each a list of directories that are all this one and the next.
        let count = 60
        bytes += little(count, 2)
        for _ in 0..<count { bytes += little(330, 2) + little(4, 2) + little(16, 4) + little(8, 4) }
        bytes += little(8, 4)
        #expect(RawFile(bytes.span) == nil)
        let raw = ascii("IIRO") + bytes[4...]
        #expect(RawFile(raw.span)?.previews.isEmpty == true)
    }

    @Test("thousands of lists over many bytes take no time")
    func time() throws {
        // Each directory overlaps the last by all but two bytes.
        var bytes = ascii("IIRO") + little(8, 4)
        for place in 0..<200_000 { bytes += little(place % 2 == 0 ? 1000 : 330, 2) }
        let start = Date()
        _ = RawFile(bytes.span)
        #expect(Date().timeIntervalSince(start) < 5)
    }
}
