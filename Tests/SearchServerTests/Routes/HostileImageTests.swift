import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import SearchServer

@Suite("Hostile pictures over HTTP")
struct HostileImageTests {
    @Test("a thousand mutated pictures each get an answer, and the server lives on")
    func mutated() throws {
        let shop = try Shop.shared.get()
        var generator = SplitMix(seed: 42)
        let originals = try ["shoe-001", "bag-002", "lamp-003"].map(Shop.picture)
        var statuses: [String: Int] = [:]
        for round in 0..<1000 {
            var bytes = originals[round % originals.count]
            switch round % 4 {
            case 0: bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &generator)))
            case 1:
                for _ in 0..<Int.random(in: 1...8, using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
            case 2:
                // In the headers, where sizes and tables are.
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    bytes[Int.random(in: 0..<min(700, bytes.count), using: &generator)] =
                        .random(in: 0...255, using: &generator)
                }
            default:
                let start = Int.random(in: 0..<bytes.count, using: &generator)
                let end = Int.random(in: start...bytes.count, using: &generator)
                bytes.replaceSubrange(start..<end, with: bytes[0..<Int.random(in: 0...start, using: &generator)])
            }
            let path = round % 10 == 0 ? "/discoversearch" : "/uploadsearch"
            let answer = try shop.upload(path, bytes, "limit=1")
            statuses[answer["status"]?.text ?? "none", default: 0] += 1
        }
        #expect(statuses["none"] == nil)
        #expect((statuses["OK"] ?? 0) > 100 && (statuses["fail"] ?? 0) > 100, "\(statuses)")
        #expect(try shop.ask("GET", "/healthz").answer.status == 200)
    }
}
