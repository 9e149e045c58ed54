import Foundation
import Recommendations
import ServedShop
import TestSupport
import Testing

@testable import SearchServer
@testable import VisualSearch

/// A server while its items, its rules, its uploads and the time change. `MAGPIE_TESTS_LONG=1` draws 25,000 requests.
@Suite("Kept answers beside such as are made anew", .timeLimit(.minutes(30)))
struct KeptAnswerTests {
    /// The lifetime of uploads, in seconds.
    private static let lifetime = 0.5

    /// A server, and what it has been asked so far.
    private final class Life {
        let shop: Shop
        let ways: [String]
        var numbers: SplitMix
        var recorded: Set<String> = []
        var uploads: [(name: String, began: ContinuousClock.Instant, ended: ContinuousClock.Instant)] = []
        var made = 0
        var compared = 0
        var isExpired = false

        init(seed: UInt64) throws {
            shop = try Shop(names: Shop.names) { $0.uploadSeconds = KeptAnswerTests.lifetime }
            numbers = SplitMix(seed: seed)
            // Few, so that they repeat.
            ways = (0..<12).map { [seed] number in Self.way(seed &* 12 &+ number) }
        }

        static func way(_ seed: UInt64) -> String {
            var numbers = SplitMix(seed: seed)
            func any(_ texts: [String]) -> String { texts.randomElement(using: &numbers) ?? "" }
            let item = "im_name=" + any(["shoe-001", "bag-002", "mug-003"])
            let query = any([
                "search?" + item, "out_of_stock?" + item, "recommendations?" + item, "match?" + item,
                "colorsearch?color=" + any(["ff0000", "22aa33"]),
            ])
            return "/\(query)&limit=\(any(["1", "3", "20"]))" + any(["", "&page=2"])
                + any(["", "&fq=brand:acme", "&fq=price:10,150"])
                + any(["", "&facets=brand,category&facets_show_count=true"])
                + any(["", "&sort_by=price:asc", "&group_by=category&group_limit=2", "&dedup=true"])
                + any(["", "&score=true", "&fl=price,title"])
        }

        /// An item that comes and goes. Those of the queries stay.
        var changing: String { Shop.names.suffix(12).randomElement(using: &numbers) ?? "" }

        func chance(_ one: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &numbers) < one }

        /// An answer without the name of its request, which is noted where it has to be recorded.
        func answer(_ target: String, refusesTracking: Bool = false) throws -> JSONValue {
            let headers = refusesTracking ? ["DNT: 1"] : []
            let (answer, json) = try shop.ask("GET", target, headers: headers)
            guard answer.status == 200, case .object(var members) = json,
                let name = members.removeValue(forKey: "reqid")?.text
            else { throw Failed("\(target): \(answer.status) \(answer.body)") }
            if json["status"]?.text == "OK", !refusesTracking, !recorded.insert(name).inserted {
                throw Failed("\(target): the name \(name) was given twice")
            }
            return .object(members)
        }
    }

    /// The fault of an answer that may be a kept one; nil for the same as that of the routes at that time.
    private func search(_ life: Life) throws -> String? {
        guard let way = life.ways.randomElement(using: &life.numbers) else { return nil }
        func made() throws -> JSONValue {
            life.made += 1
            // No answer is kept for it.
            return try life.answer(way + "&unique=\(life.made)", refusesTracking: life.chance(1, in: 6))
        }
        let before = try made()
        let kept = try life.answer(way, refusesTracking: life.chance(1, in: 6))
        // A rule may have begun or ended meanwhile.
        guard try made() == before else { return nil }
        life.compared += 1
        return kept == before ? nil : "\(way) is \(kept.encodedText), and not \(before.encodedText)"
    }

    private func change(_ life: Life) throws {
        let engine = life.shop.engine
        switch Int.random(in: 0..<4, using: &life.numbers) {
        case 0:
            let now = Date.now
            try engine.replaceRulesBlocking(
                (0..<Int.random(in: 0...3, using: &life.numbers)).map { number in
                    let from = Double.random(in: -0.5...0.5, using: &life.numbers)
                    let item = Shop.names.randomElement(using: &life.numbers) ?? ""
                    return SearchRule(
                        "\(number)", when: .init(from: now + from, until: now + from + 0.3),
                        then: .init(pins: [.init(item, at: number + 1)], boosts: [.init("brand:Nord", by: 2)]))
                })
        case 1:
            _ = try engine.removeBlocking([life.changing])
        case 2:
            // By another engine, as of another process.
            let (other, name) = (try SearchEngine(path: engine.store.path, mode: .create), life.changing)
            let item = Item(
                id: name,
                attributes: [
                    "category": .string(String(name.prefix { $0 != "-" })), "brand": .string("acme"),
                    "price": .float(Double.random(in: 0..<200, using: &life.numbers)),
                ])
            _ = try other.store.upsert([StoredItem(item, picture: other.storedPicture(of: .file(Shop.file(name))))])
        default:
            let (began, picture) = (ContinuousClock.now, try Shop.picture("mug-001"))
            let answer = try life.shop.upload("/uploadsearch", picture)
            guard let name = answer["im_id"]?.text, let request = answer["reqid"]?.text else {
                throw Failed("no name: \(answer.encodedText)")
            }
            life.recorded.insert(request)
            life.uploads.append((name, began, .now))
        }
    }

    /// The fault of a search by an upload, which is answered for as long as the picture is kept.
    private func searchByUpload(_ life: Life) throws -> String? {
        guard let upload = life.uploads.randomElement(using: &life.numbers) else { return nil }
        let began = ContinuousClock.now
        let answer = try life.answer("/uploadsearch?im_id=\(upload.name)")
        let isFound = answer["status"]?.text == "OK"
        let lifetime = Duration.seconds(Self.lifetime)
        if isFound, began > upload.ended + lifetime { return "an upload was found after its end" }
        if !isFound, .now < upload.began + lifetime { return "an upload was gone before its end: \(answer)" }
        life.isExpired = life.isExpired || !isFound
        return nil
    }

    @Test("are equal, and each search is recorded once", arguments: 0..<Effort.inputs(2, of: 50))
    func draws(seed: Int) throws {
        let life = try Life(seed: UInt64(seed))
        for step in 0..<500 {
            let fault =
                switch Int.random(in: 0..<10, using: &life.numbers) {
                case 0:
                    try { () -> String? in
                        try change(life)
                        return nil
                    }()
                case 1: try searchByUpload(life)
                default: try search(life)
                }
            if let fault {
                Issue.record("seed \(seed), step \(step): \(fault)")
                return
            }
        }
        #expect(life.compared > 300)
        life.shop.server.stop()
        let events = try EventStore(reading: SearchServer.events(of: life.shop.engine.store.path))
        let report = try #require(try events.searchReport())
        #expect(report.total.answers == life.recorded.count)
    }
}
