import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("Hostile pictures over HTTP", .timeLimit(.minutes(5)))
struct HostileImageTests {
    // Flipped bits are zzuf's part, see ZzufTests.
    @Test("pictures that are cut off, or have a piece of themselves in the wrong place, each get an answer")
    func spliced() throws {
        let shop = try Shop.shared.get()
        var generator = SplitMix(seed: 42)
        let originals = try ["shoe-001", "bag-002", "lamp-003"].map(Shop.picture)
        var statuses: [String: Int] = [:]
        for round in 0..<Effort.inputs(100, of: 300) {
            var bytes = originals[round % originals.count]
            if round % 2 == 0 {
                bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &generator)))
            } else {
                let start = Int.random(in: 0..<bytes.count, using: &generator)
                let end = Int.random(in: start...bytes.count, using: &generator)
                bytes.replaceSubrange(start..<end, with: bytes[0..<Int.random(in: 0...start, using: &generator)])
            }
            let path = round % 10 == 0 ? "/discoversearch" : "/uploadsearch"
            let answer = try shop.upload(path, bytes, "limit=1")
            statuses[answer["status"]?.text ?? "none", default: 0] += 1
        }
        #expect(statuses["none"] == nil)
        #expect((statuses["fail"] ?? 0) > 60, "\(statuses)")
        #expect(try shop.upload("/uploadsearch", originals[0])["status"] == .string("OK"))
        #expect(try shop.ask("GET", "/healthz").answer.status == 200)
    }
}
