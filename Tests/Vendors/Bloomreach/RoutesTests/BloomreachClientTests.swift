import BloomreachClient
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("The client of Bloomreach against a server of our own", .timeLimit(.minutes(5)))
struct BloomreachServedTests {
    private struct Lamp: Codable, Hashable, Sendable {
        var title: String
        var price: Double
        var tags: [String]
    }

    private static func client(
        _ shop: Shop, _ mode: Bloomreach.Mode, _ authorization: BloomreachAuthorization = .none
    ) -> BloomreachClient {
        BloomreachClient(
            .init(URL(string: "http://127.0.0.1:\(shop.port)")!, mode), authorization, timeout: 600, totalTimeout: 600)
    }

    private static let modes = [Bloomreach.Mode.project(token: "p"), .stream(id: "s")]

    @Test("rows come as values of the caller's type, in both forms, from the same request")
    func typed() async throws {
        let source = NotedSource()
        let shop = try Shop(names: ["shoe-001"], recommendations: source)
        let request = RecommendationRequest(
            model: "similar", limit: 3, customer: ["c", "a@example.org"], seeds: ["it's \"9\"": 10],
            filter: .and([.less("price", 80.5), .or([.equal("a", "x"), .like("b", "x%y")])]), categories: ["lamp"],
            attributes: ["title", "price", "tags"], fill: .random(seed: 3), recordsImpressions: false)
        for mode in Self.modes {
            let client = Self.client(shop, mode)
            let lamps = try await client.recommendations(request, as: Lamp.self)
            #expect(lamps.map(\.id) == ["it's \"0\"", "it's \"1\"", "it's \"2\""])
            #expect(lamps[1].item == Lamp(title: "Lamp 1", price: 1.5, tags: ["a", "b"]))
            #expect(
                lamps[0].variant == "B" && lamps[0].reasons == [.init(kind: "similar", seed: "it's \"9\"", share: 1)])
            #expect(lamps.notices.map(\.text) == ["a remark"])
            let categories = try await client.consentCategories()
            #expect(categories.map(\.id) == ["newsletter", "sms"] && categories.notices == [])
            #expect(categories[0].translations == NotedSource.categories[0].translations)
            #expect(categories[0].sources.filter(\.value) == ["page": true] && categories[0].sources["fax"] == false)
        }
        #expect(source.asked == [request, request])
    }

    @Test("consents need the keys of a pair, and failures come as what they are")
    func failures() async throws {
        let shop = try Shop(names: ["shoe-001"], recommendations: NotedSource()) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nak:sk")
        }
        let whole = Self.client(shop, .project(token: "p"), .keys(id: "ak", secret: "sk"))
        #expect(Array(try await whole.consents(of: ["c", "a@example.org"])) == [NotedSource.consent])
        #expect(try await whole.consents(of: ["c"]).isEmpty)
        let part = Self.client(shop, .project(token: "p"), .token("APPKEY"))
        await #expect(throws: ClientError.service(code: nil, texts: ["No permission"], status: 200)) {
            _ = try await part.consents(of: ["c"])
        }
        for (mode, code) in zip(Self.modes, [nil, 400]) {
            let client = Self.client(shop, mode, .bearer("APPKEY"))
            #expect(try await client.recommendations(.init(model: "similar")).count == 4)
            await #expect(
                throws: ClientError.service(
                    code: code, texts: ["there is no model `x`; the models are: similar"], status: code ?? 200)
            ) {
                _ = try await client.recommendations(.init(model: "x"))
            }
            let other = Self.client(shop, mode, .token("OTHER"))
            do throws(ClientError) {
                _ = try await other.recommendations(.init(model: "similar"))
                Issue.record("the key was accepted")
            } catch {
                guard case .service(401, let texts, 401) = error else { throw error }
                #expect(texts[0].hasPrefix("a valid key is required"))
            }
            let renewed = Self.client(shop, mode, .provider { $0 == nil ? "OLD" : "APPKEY" })
            #expect(try await renewed.recommendations(.init(model: "similar")).count == 4)
        }
    }
}
