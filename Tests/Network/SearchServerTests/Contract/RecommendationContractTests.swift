import BloomreachClient
import EngineTestSupport
import Foundation
import Recommendations
import SearchClient
import SearchServer
import ServedShop
import TestSupport
import Testing
import TransportTestSupport

@Suite("Recommendations, embedded and behind a server", .timeLimit(.minutes(5)))
struct RecommendationContractTests {
    /// A server with an empty store, for as long as it is held.
    private final class Served: Sendable {
        let folder: TemporaryFolder
        let engine: SearchEngine
        let recommender: Recommender
        let events: String
        private let server: SearchServer
        let url: URL

        init() throws {
            folder = try TemporaryFolder()
            engine = try SearchEngine(path: folder.url.appending(path: "shop.magpie").path, mode: .create)
            events = SearchServer.events(of: engine.store.path)
            recommender = Recommender(
                engine: engine, behavior: EventCounts(path: events), consents: ConsentStore(path: events))
            var setup = SearchServer.Setup()
            setup.protocols = Shop.protocols
            setup.http.timeouts = .patient
            server = try SearchServer(engine, setup: setup)
            url = URL(string: "http://127.0.0.1:\(try server.start())")!
        }

        deinit { server.stop() }

        var remote: RemoteEngine {
            get throws {
                try RemoteEngine(
                    SearchClient(ClientConfiguration(.none, at: url, timeout: 600, totalTimeout: 600)))
            }
        }
    }

    @Test("the models in this process keep the contract")
    func embedded() async throws {
        for rule in RecommendationContract.rules {
            let served = try Served()
            await #expect(throws: Never.self, "\(rule)") {
                try await rule.check { .init(catalog: served.engine, recommendations: served.recommender) }
            }
            withExtendedLifetime(served) {}
        }
    }

    @Test("the models behind client and server keep the contract")
    func remote() async throws {
        for rule in RecommendationContract.rules {
            let served = try Served()
            await #expect(throws: Never.self, "\(rule)") {
                try await rule.check {
                    let remote = try served.remote
                    return .init(catalog: remote, recommendations: remote)
                }
            }
            withExtendedLifetime(served) {}
        }
    }

    /// Visits in which neighbors are seen, and some bought.
    private static func visit(_ served: Served) throws {
        var events: [TrackedEvent] = []
        for visitor in 0..<40 {
            let name = visitor == 0 ? "c" : "visitor-\(visitor)"
            for step in 0..<4 {
                let item = "item-\((visitor * 3 + step) % 30)"
                events.append(TrackedEvent(action: "product_view", user: name, session: "\(visitor)", item: item))
                if step == 3 {
                    events.append(
                        TrackedEvent(action: "transaction", user: name, session: "\(visitor)", item: item, value: 5))
                }
            }
        }
        try EventStore(path: served.events).add(events)
    }

    /// Scores decay with time, so that two answers one after the other differ in far digits.
    private static func rounded(_ answer: RecommendationAnswer) -> RecommendationAnswer {
        func round(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
        var answer = answer
        for index in answer.items.indices {
            answer.items[index].score = round(answer.items[index].score)
            for place in answer.items[index].reasons.indices {
                answer.items[index].reasons[place].share = round(answer.items[index].reasons[place].share)
            }
        }
        return answer
    }

    @Test("client and server answer what the models in this process answer, and Bloomreach's form loses no row")
    func equalAnswers() async throws {
        let served = try Served()
        let remote = try served.remote
        _ = try await remote.insert(ContractCatalog(count: 30).entries)
        try Self.visit(served)
        for request in RecommendationContract.requests {
            var request = request
            request.recordsImpressions = false
            let own = Self.rounded(try await served.recommender.recommend(request))
            #expect(Self.rounded(try await remote.recommend(request)) == own)
            for mode in [Bloomreach.Mode.project(token: "p"), .stream(id: "s")] {
                let client = BloomreachClient(.init(served.url, mode), timeout: 600, totalTimeout: 600)
                let rows = try await client.recommendations(request)
                #expect(rows.map(\.id) == own.items.map(\.id) && rows.map(\.engine) == own.items.map(\.engine))
                #expect(rows.map { $0.reasons.map(\.seed) } == own.items.map { $0.reasons.map(\.seed) })
                #expect(rows.notices.map(\.text) == own.notices.map(\.text))
                let answer = try await BloomreachEngine(client).recommend(request)
                #expect(answer.items.map { Set($0.attributes.keys) } == own.items.map { Set($0.attributes.keys) })
            }
        }
        withExtendedLifetime(served) {}
    }

    @Test("what is shown is kept among the events with its model, unless the caller does not want that")
    func impressions() async throws {
        let served = try Served()
        let remote = try served.remote
        _ = try await remote.insert(ContractCatalog(count: 12).entries)
        func kept() throws -> [EventStore.Kept] { try EventStore(reading: served.events).latest(100) }
        var request = RecommendationRequest(
            model: "similar", limit: 3, customer: ["c"], seeds: ["item-1": 1], recordsImpressions: false)
        let client = BloomreachClient(.init(served.url, .stream(id: "s")), timeout: 600, totalTimeout: 600)
        _ = try await client.recommendations(request)
        _ = try await remote.recommend(request)
        #expect(try kept().isEmpty)
        request.recordsImpressions = true
        let rows = try await client.recommendations(request)
        let events = try kept().sorted { ($0.position ?? 0) < ($1.position ?? 0) }
        #expect(events.map(\.item) == rows.map(\.id) && events.map(\.position) == [1, 2, 3])
        #expect(events.allSatisfy { $0.action == "recommendation_view" && $0.user == "c" })
        #expect(events.allSatisfy { $0.members.contains(#""recommendation_id":"similar""#) })
        _ = try await remote.recommend(request)
        #expect(try kept().count == 6)
        withExtendedLifetime(served) {}
    }

    @Test("consents travel from the file of the store to all clients")
    func consents() async throws {
        let served = try Served()
        let store = ConsentStore(path: served.events)
        try store.define(NotedSource.categories)
        try store.record(NotedSource.consent, of: "a@example.org")
        let remote = try served.remote
        #expect(try await remote.consentCategories() == served.recommender.consentCategories())
        #expect(try await remote.consents(of: ["c", "a@example.org"]) == [NotedSource.consent])
        let client = BloomreachClient(.init(served.url, .project(token: "p")), timeout: 600, totalTimeout: 600)
        #expect(try await client.consentCategories().map(\.id) == ["newsletter", "sms"])
        #expect(try await Array(client.consents(of: ["c", "a@example.org"])) == [NotedSource.consent])
        #expect(try await client.consents(of: ["nobody"]).isEmpty)
        withExtendedLifetime(served) {}
    }
}
