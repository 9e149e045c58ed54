import ContentSearch
import EngineTestSupport
import Foundation
import HaloClient
import PictureTestSupport
import SearchClientImaging
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("The client of HALO against a server of our own", .timeLimit(.minutes(5)))
struct HaloServedTests {
    private static func client(_ shop: Shop, _ credentials: HaloCredentials = .none) -> HaloClient {
        HaloClient(
            at: URL(string: "http://127.0.0.1:\(shop.port)")!, credentials, timeout: 600, totalTimeout: 600,
            preparer: .imaging)
    }

    @Test("content behind client and server keeps the contract of content", arguments: ContentContract.rules)
    func contract(_ rule: ContentContract.Rule) async throws {
        try await rule.check(Self.client(try Shop.withContent.get()))
    }

    /// The books, served.
    private static let books = Result {
        try BookCatalog(count: 600).map { books in
            let reference = ContentReference(BookCatalog.modules, books.instances)
            let store = try Shop.stored(BookCatalog.modules, books.instances)
            return (shop: try Shop { $0.content = store }, reference: reference)
        }
    }

    @Test(
        "sixty queries over the books have the answers that they have in process",
        .enabled(if: SharedData.folder("catalog/books") != nil, "skipped: ../shared/data/catalog/books is missing"),
        arguments: ContentQueries.all)
    func books(_ asked: ContentQueries) async throws {
        let (shop, reference) = try #require(try Self.books.get())
        let here = try await reference.search(asked.query)
        #expect(try await Self.client(shop).search(asked.query) == here, "\(asked)")
    }

    @Test("the client gets its token by itself, and another one when the server has forgotten it")
    func tokens() async throws {
        let keys = "ak:sk"
        let shop = try Shop {
            $0.content = Shop.content
            $0.http.credentials = try! Credentials(lines: keys)
        }
        for credentials in [HaloCredentials.client(id: "ak", secret: "sk"), .password(user: "ak", password: "sk")] {
            let client = Self.client(shop, credentials)
            #expect(try await client.search(ContentQuery("people")).total == 2)
            // A new pair ends the tokens of the old one; the old pair comes back with tokens of its own.
            #expect(shop.server.renew(try Credentials(lines: "other:key")))
            await #expect(throws: SearchError.self) { _ = try await client.search(ContentQuery("people")) }
            #expect(shop.server.renew(try Credentials(lines: keys)))
            #expect(try await client.search(ContentQuery("people")).total == 2)
        }
        do throws(SearchError) {
            _ = try await Self.client(shop, .client(id: "ak", secret: "no")).search(ContentQuery())
            Issue.record("the keys were accepted")
        } catch {
            guard case .service(let text) = error else { throw error }
            #expect(text.contains("client_id and client_secret are no access and secret key") && text.contains("401"))
        }
        await #expect(throws: SearchError.self) { _ = try await Self.client(shop).search(ContentQuery()) }
    }

    @Test("a server without content says so")
    func without() async throws {
        let shop = try Shop.shared.get()
        do throws(SearchError) {
            _ = try await Self.client(shop).search(ContentQuery())
            Issue.record("it answered")
        } catch {
            guard case .service(let text) = error else { throw error }
            #expect(text.contains("this server has no content"))
        }
    }
}
