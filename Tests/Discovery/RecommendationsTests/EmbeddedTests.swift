import Foundation
import Recommendations
import Testing

/// The abilities of an application that embeds recommendations: all with the public part of one module.
@Suite(.timeLimit(.minutes(5)))
struct EmbeddedTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "magpie-embedded-\(UUID().uuidString)")

    private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    /// Items of drawn pixels, each of another color.
    private func engine(_ ids: [String]) throws -> SearchEngine {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let engine = try SearchEngine(path: path("shop.magpie"))
        let entries = ids.enumerated().map { index, id in
            let color = [UInt8(40 * index), UInt8(255 - 40 * index), 90]
            let bytes = Array(repeating: color, count: 32 * 32).flatMap { $0 }
            return Entry(
                Item(id: id, attributes: ["brand": .string(index % 2 == 0 ? "Lumo" : "Borgo")]),
                image: .pixels(PixelBuffer(size: Size(width: 32, height: 32), bytes: bytes)!))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
        return engine
    }

    @Test("events that an application records lead to recommendations")
    func events() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let engine = try engine(["a", "b", "c", "d"])
        let recommender = try Recommender(engine: engine, events: path("shop.events"))
        let request = RecommendationRequest(model: "together", limit: 1, seeds: ["a": 1])
        #expect(try recommender.recommendBlocking(request).items.first?.engine != "together")

        let events = try EventStore(path: path("shop.events"))
        for visitor in 0..<6 {
            try events.add([
                TrackedEvent(action: "product_view", user: "v\(visitor)", item: "a"),
                TrackedEvent(action: "add_to_cart", user: "v\(visitor)", item: "c"),
            ])
        }
        let answer = try recommender.recommendBlocking(request)
        #expect(answer.items.map(\.id) == ["c"] && answer.items.first?.engine == "together")
    }

    @Test("consents that an application records are those that it reads")
    func consents() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let engine = try engine(["a"])
        let consents = ConsentStore(path: path("shop.events"))
        try consents.define([ConsentCategory(id: "personalization")])
        try consents.record(Consent(category: "personalization", isGiven: true, timestamp: 1), of: "ann")
        let recommender = try Recommender(engine: engine, events: path("shop.events"))
        #expect(try await recommender.consents(of: ["ann"]).map(\.isGiven) == [true])
        #expect(try await recommender.consentCategories().map(\.id) == ["personalization"])
        #expect(try consents.consents(of: ["bob"]).isEmpty)
    }

    @Test("what is closed, in any order, leaves one file, which holds events and consents, and says that it is closed")
    func closing() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let engine = try engine(["a", "b", "c", "d"])
        let closed = SearchError.store(path: path("shop.events"), reason: "it was closed; open it again")
        for order in 0..<6 {
            let events = try EventStore(path: path("shop.events"))
            try events.add([TrackedEvent(action: "product_view", user: "v\(order)", item: "a")])
            let consents = ConsentStore(path: path("shop.events"))
            try consents.define([ConsentCategory(id: "personalization")])
            try consents.record(Consent(category: "personalization", isGiven: true, timestamp: 1), of: "ann")
            let recommender = try Recommender(
                engine: engine, events: path("shop.events"), keepsImpressions: order % 2 == 0)
            for model in ["complementary", "similar", "together", "popular", "newest", "personal"] {
                _ = try recommender.recommendBlocking(RecommendationRequest(model: model, seeds: ["a": 1]))
            }
            #expect(try recommender.consentsBlocking(of: ["ann"]).count == 1)
            var ends = [events.close, consents.close, recommender.close]
            let last = ends.remove(at: order % 3)
            if order > 2 { ends.reverse() }
            for end in ends + [last, last] { end() }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.filter { $0.hasPrefix("shop.events") } == ["shop.events"])
            #expect(throws: closed) { try events.add([TrackedEvent(action: "product_view", item: "a")]) }
            #expect(throws: closed) { try consents.consents(of: ["ann"]) }
            #expect(throws: closed) { try consents.define([ConsentCategory(id: "other")]) }
            #expect(throws: closed) { try recommender.consentsBlocking(of: ["ann"]) }
            try FileManager.default.copyItem(atPath: path("shop.events"), toPath: path("copy \(order)"))
            let copy = ConsentStore(path: path("copy \(order)"))
            #expect(try copy.history(of: ["ann"]).count == order + 1)
            copy.close()
        }
        engine.close()
        #expect(FileManager.default.fileExists(atPath: path("shop.magpie")))
        #expect(!FileManager.default.fileExists(atPath: path("shop.magpie-wal")))
    }

    @Test("models of one's own are values; the store keeps them, and refuses what cannot be")
    func models() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let recommender = try Recommender(engine: engine(["a", "b", "c", "d"]), events: path("shop.events"))
        var model = Model([.init(.newest), .init(.similar, weight: 2)])
        model.filter = Field("brand") == "Lumo"
        model.boosts = [.init(.equal("brand", "Lumo"), factor: 2)]
        model.pins = [.init(.exists("brand"))]
        model.group = .init("brand", most: 2)
        model.diversity = 0.25
        model.days = 30
        try recommender.define(["start": model])
        #expect(try recommender.definitions() == ["start": model])
        let answer = try recommender.recommendBlocking(RecommendationRequest(model: "start", limit: 4))
        #expect(Set(answer.items.map(\.id)) == ["a", "c"])

        model.diversity = 3
        #expect(throws: SearchError.self) { try recommender.define(["other": model]) }
        try recommender.define(["start": nil])
        #expect(try recommender.definitions().isEmpty)
    }
}
