import Foundation
import HaloAPI
import TestSupport
import Testing

@Suite("Answers of HALO", .timeLimit(.minutes(5)))
struct AnswerTests {
    private static let instance = #"""
        {"id": "57a", "module": "570000000000000000000001", "name": "One", "values": {"title": "T", "n": 1.5, "x": null},
         "tags": [{"id": "t1", "name": "brand", "value": "acme", "tagType": "2"}, {"name": "new"}],
         "createdAt": 1460000000001, "updatedAt": null, "publishedAt": 1460000000002, "createdBy": "eva",
         "customerId": 9, "revision": 3, "externalId": null, "pushSchedule": []}
        """#

    @Test("a page and bare instances are read, with all members")
    func reads() throws {
        let page = #"""
            {"pagination": {"page": 2, "limit": 10, "offset": 10, "totalItems": 11, "totalPages": 2},
             "items": [\#(Self.instance)]}
            """#
        let found = try ContentPage(halo: Array(page.utf8))
        #expect(found.page == 2 && found.limit == 10 && found.total == 11 && found.offset == 10 && found.pages == 2)
        let item = try #require(found.items.first)
        #expect(item.id == "57a" && item.name == "One" && item.module == "570000000000000000000001")
        #expect(item.values == ["title": "T", "n": .number(1.5), "x": .null])
        #expect(item.tags == [ContentTag("brand", value: "acme", type: "2", id: "t1"), ContentTag("new")])
        #expect(item.dates.created.millisecondsSince1970 == 1_460_000_000_001 && item.dates.updated == nil)
        #expect(item.dates.published?.millisecondsSince1970 == 1_460_000_000_002 && item.people.creator == "eva")
        #expect(item.others["revision"] == 3 && item.others["customerId"] == 9)
        let bare = try ContentPage(halo: Array("[\(Self.instance)]".utf8))
        #expect(bare.page == 1 && bare.limit == 1 && bare.total == 1 && bare.pages == 1 && bare.items == [item])
        #expect(try ContentPage(halo: found.halo(for: .page(2, limit: 10))) == found)
        #expect(try ContentPage(halo: bare.halo(for: .all)) == bare)
    }

    @Test("remarks travel with a page")
    func notices() throws {
        let notice = Notice(.correctedWord, "similar", field: "title", suggestion: "shoe")
        let page = ContentPage<ContentInstance>(page: 1, limit: 10, total: 0, items: [], notices: [notice])
        #expect(try ContentPage(halo: page.halo(for: .page(1, limit: 10))) == page)
        let far = ContentPage<ContentInstance>(page: .max, limit: 1000, total: 5, items: [])
        #expect(far.offset == .max)
        #expect(try ContentPage(halo: far.halo(for: .page(.max, limit: 1000))) == far)
    }

    @Test(
        "answers that are none are refused with their place",
        arguments: [
            ("{}", "pagination"), ("7", ""), (#"{"pagination":{"page":1,"limit":1,"totalItems":0}}"#, "items"),
            (#"{"pagination":{"page":1,"limit":1},"items":[]}"#, "pagination.totalItems"),
            (#"[{"id":"a"}]"#, "[0].module"), (#"[{"id":"a","module":"m","createdAt":"x"}]"#, "[0].createdAt"),
            (#"{"pagination":{"page":1,"limit":1,"totalItems":0},"items":[5]}"#, "items[0]."),
        ])
    func malformed(body: String, path: String) {
        do throws(MalformedJSON) {
            _ = try ContentPage(halo: Array(body.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.path == path, "\(error)")
        }
    }

    @Test("failures are read in the vendor's form, and other bodies have no reason")
    func failures() {
        #expect(Halo.reason(in: Halo.failure("a \"reason\"")) == "a \"reason\"")
        #expect(Halo.reason(in: Array(#"{"error":{"message":"m","status":400}}"#.utf8)) == "m")
        for body in ["", "<html>", "{}", #"{"error":"m"}"#, "[]"] { #expect(Halo.reason(in: Array(body.utf8)) == nil) }
    }

    @Test("tokens are read and written with milliseconds, and requests for them by their grant")
    func tokens() throws {
        let body = #"{"access_token":"abc","refresh_token":"def","token_type":"Bearer","expires_in":3600000}"#
        let token = try Halo.Token(parsing: Array(body.utf8))
        #expect(token == Halo.Token(access: "abc", refresh: "def", lifetime: 3600) && token.header == "Bearer abc")
        #expect(try Halo.Token(parsing: token.body) == token)
        #expect(throws: MalformedJSON.self) { try Halo.Token(parsing: Array("{}".utf8)) }
        for request in [
            Halo.TokenRequest.client(id: "a", secret: "b&c=d"), .password(user: "u", password: "p"), .refresh("r"),
        ] {
            let parameters = request.parameters
            #expect(try Halo.TokenRequest { parameters[$0] } == request)
        }
        for (parameters, text) in [
            ([:], "grant_type is missing"), (["grant_type": "magic"], "`magic` is not known"),
            (["grant_type": "client_credentials", "client_id": "a"], "client_secret is missing"),
            (["grant_type": "password", "username": "", "password": "x"], "username is missing"),
            (["grant_type": "refresh_token"], "refresh_token is missing"),
        ] as [([String: String], String)] {
            do throws(SearchError) {
                _ = try Halo.TokenRequest { parameters[$0] }
                Issue.record("it was read")
            } catch {
                #expect(error.description.contains(text))
            }
        }
    }
}
