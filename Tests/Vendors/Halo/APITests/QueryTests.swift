import EngineTestSupport
import Foundation
import HaloAPI
import TestSupport
import Testing

/// Queries as apps send them, written by hand after the sources of the vendor's clients.
@Suite("Queries of HALO", .timeLimit(.minutes(5)))
struct QueryTests {
    /// Every key, as the client for iOS writes them.
    static let phone = #"""
        {"moduleIds": ["570000000000000000000001"], "moduleName": "articles", "moduleNames": ["stores", "people"],
         "instanceIds": ["a1", 7], "segmentMode": "total",
         "segmentTags": [{"name": "brand", "value": "acme", "tagType": "000000000000000000000002"},
                         {"id": "t9", "name": "beta"}],
         "searchValues": {"condition": "and", "operands": [
           {"condition": "or", "operands": [
             {"condition": "and", "operands": [
               {"operation": ">=", "property": "age", "value": 18, "type": "number"},
               {"operation": "<", "property": "age", "value": 100.5, "type": "number"}]},
             {"operation": "=", "property": "registration", "value": null, "type": "null"}]},
           {"operation": "in", "property": "name", "value": ["A", "B"], "type": "string"},
           {"operation": "!in", "property": "size", "value": [38, 40], "type": "number"},
           {"operation": "!=", "property": "name", "value": "July Young", "type": "string"},
           {"operation": "!=", "property": "photo", "value": null, "type": "null"},
           {"operation": "=", "property": "isOpen", "value": true, "type": "string"},
           {"operation": ">", "property": "rank", "value": 3}, {"operation": "in", "property": "x", "value": []},
           {"operation": "like", "property": "title", "value": "50%_off", "type": "string"}]},
         "metaSearch": {"operation": "<=", "property": "publishedAt", "value": 1760000000001, "type": "date"},
         "relatedTo": [{"fieldName": "author", "instanceIds": ["a1"]}, {"fieldName": "shop", "instanceIds": ["*"]}],
         "include": ["author", "shop"], "fields": ["Title", "author"],
         "pagination": {"page": 3, "limit": 25, "skip": "false"}, "sort": "publishedAt desc,name asc",
         "locale": "en-GB"}
        """#

    static let phoneQuery: ContentQuery = {
        let shown: Filter = .or([
            .and([Field("age") >= 18, Field("age") < 100.5]), Field("registration").isMissing,
        ])
        var query = ContentQuery("570000000000000000000001", "articles", "stores", "people").ids(["a1", "7"])
        query.filter = .and([
            shown, Field("name").isOne(of: "A", "B"), Field("size").isNone(of: 38, 40), Field("name") != "July Young",
            Field("photo").isPresent, Field("isOpen") == true, Field("rank") > 3, .oneOf("x", []),
            .like("title", #"%50\%\_off%"#), Field.publishedAt <= .date(Date(timeIntervalSince1970: 1_760_000_000.001)),
        ])
        let brand = ContentTag("brand", value: "acme", type: "000000000000000000000002")
        return query.tagged(brand, ContentTag("beta", id: "t9"), mode: .all)
            .related(to: ["a1"], through: "author").related(through: "shop").populating("author", "shop")
            .returning("Title", "author").page(3, limit: 25).sorted(by: .publishedAt, .descending)
            .sorted(by: .contentName).localized(in: "en-GB")
    }()

    @Test("a query is read with every key, as the client for iOS writes it")
    func phone() throws {
        let query = try ContentQuery(halo: Array(Self.phone.utf8))
        #expect(query == Self.phoneQuery)
        #expect(try ContentQuery(halo: query.halo().body.encoded) == query)
        // The vendor's service knows all of it, but the field without a type.
        #expect(try query.halo().additions == [])
    }

    @Test("a query is read as the client for Android and those of the web write it")
    func others() throws {
        let android = #"""
            {"moduleName": "news", "fields": ["values.title"], "include": ["all"], "segmentMode": "partial",
             "segmentTags": [{"name": "a", "value": "b"}], "pagination": {"page": 2, "limit": 5, "skip": false},
             "sort": "createdBy asc,values.points DESC", "instanceIds": null, "locale": null}
            """#
        let wanted = ContentQuery("news").returning("title").populating().tagged(ContentTag("a", value: "b"))
            .page(2, limit: 5).sorted(by: .createdBy).sorted(by: Field("points"), .descending)
        #expect(try ContentQuery(halo: Array(android.utf8)) == wanted)
        let web = #"""
            {"searchSettings": {"enableSlowSearch": true}, "sortSettings": {"enableSlowSort": true, "sortLocale": "en"},
             "moduleNames": ["a"], "pagination": {"limit": 10, "page": 1, "skip": true},
             "searchValues": {"property": "values.channel", "operation": "in", "value": ["c"], "type": "string"},
             "metaSearch": {"condition": "and", "operands": [
                {"operation": "=", "property": "deletedAt", "type": "null", "value": null},
                {"operation": ">", "property": "removedAt", "type": "date", "value": "2024-01-01T00:00:00Z"}]}}
            """#
        let moment = AttributeValue.date(Date(timeIntervalSince1970: 1_704_067_200))
        let found = try ContentQuery(halo: Array(web.utf8))
        #expect(
            found
                == ContentQuery("a").everything().where(
                    .and([Field("channel").isOne(of: "c"), Field.deletedAt.isMissing, Field.removedAt > moment])))
    }

    @Test("what is left out has its default")
    func defaults() throws {
        for body in ["{}", #"{"segmentMode":"partial"}"#, #"{"pagination":{}}"#, #"{"searchValues":null,"sort":""}"#] {
            #expect(try ContentQuery(halo: Array(body.utf8)) == ContentQuery())
        }
        for skip in ["true", #""true""#] {
            let body = #"{"pagination":{"skip":\#(skip)}}"#
            #expect(try ContentQuery(halo: Array(body.utf8)) == ContentQuery().everything())
        }
        #expect(try ContentQuery(halo: Array(#"{"fields":[],"instanceIds":[]}"#.utf8)).fields == [])
    }

    @Test("what only we have is read and written: words, a picture, and more conditions")
    func additions() throws {
        let body = #"""
            {"searchText": "red \"shoes\"", "searchPicture": "AQID", "searchValues": {"condition": "and", "operands": [
                {"operation": "other", "property": "a", "value": 1}, {"operation": "none", "property": "a", "value": ["x"]},
                {"operation": "between", "property": "a", "value": [1, 2.5], "type": "number"},
                {"operation": "pattern", "property": "a", "value": "x%y_z", "type": "string"},
                {"condition": "not", "operands": [{"operation": "=", "property": "@name", "value": "x", "type": "string"}]},
                {"operation": "in", "property": "b", "value": ["x", 1, true]},
                {"operation": "=", "property": "c", "value": "true", "type": "boolean"}]}}
            """#
        let query = try ContentQuery(halo: Array(body.utf8))
        var wanted = ContentQuery().saying(#"red "shoes""#).resembling(.bytes([1, 2, 3]))
        wanted.filter = .and([
            .differs("a", 1), .differsFromAll("a", ["x"]), .between("a", .int(1), .float(2.5)), .like("a", "x%y_z"),
            Field.contentName != "x", .oneOf("b", ["x", 1, true]), .equal("c", true),
        ])
        #expect(query == wanted)
        let (written, additions) = try query.halo(picture: [1, 2, 3])
        // `not` of a comparison has an operator of its own, and moves to the members of all content.
        let again = try ContentQuery(halo: written.encoded)
        #expect(again.text == wanted.text && again.picture == wanted.picture)
        guard case .and(let one) = again.filter, case .and(let other) = wanted.filter else { throw Failed("no `and`") }
        #expect(Set(one) == Set(other))
        #expect(
            additions == [
                "a picture", "the operation `between`", "the operation `none`", "the operation `other`",
                "the operation `pattern`", "values of several kinds in one list", "words",
            ])
    }

    @Test("the seconds of the cache come in a header, and within their range")
    func cache() throws {
        var query = ContentQuery()
        for (header, seconds) in [(nil, 0), ("0", 0), (" 60 ", 60), ("86400", 86_400)] as [(String?, Int)] {
            try query.read(haloCache: header)
            #expect(query.cacheSeconds == seconds)
        }
        for header in ["-1", "86401", "soon", "", "1.5", "99999999999999999999"] {
            #expect(throws: SearchError.self) { try query.read(haloCache: header) }
        }
    }

    @Test(
        "each of sixty queries finds the same after its way over the wire, and is written the same again",
        .enabled(if: SharedData.folder("catalog/books") != nil, "skipped: ../shared/data/catalog/books is missing"),
        arguments: ContentQueries.all.indices)
    func roundTrip(_ index: Int) async throws {
        let reference = try #require(try Books.reference.get())
        let asked = ContentQueries.all[index]
        let body = try asked.query.halo().body
        var read = try ContentQuery(halo: body.encoded)
        try read.read(haloCache: String(asked.query.cacheSeconds))
        #expect(try read.halo().body == body, "\(asked)")
        let (one, other) = (try await reference.search(asked.query), try await reference.search(read))
        #expect(one == other, "\(asked)")
        // A query that finds nothing proves little.
        if !["nothing", "a string for a number"].contains(asked.description) {
            #expect(one.total > 0, "\(asked) finds nothing")
        }
        #expect(try ContentPage(halo: one.halo(for: asked.query.window)) == one, "\(asked)")
    }

    @Test("there are sixty queries, and they use every parameter")
    func sixty() {
        let queries = ContentQueries.all.map(\.query)
        #expect(queries.count == 60)
        #expect(queries.contains { $0.modules.isEmpty } && queries.contains { $0.modules.count == 2 })
        #expect(queries.contains { $0.ids != nil } && queries.contains { $0.locale != nil })
        #expect(queries.contains { $0.relations.contains { $0.ids == nil } })
        #expect(queries.contains { $0.relations.contains { $0.ids?.count == 2 } })
        #expect(queries.contains { $0.audience?.mode == .all } && queries.contains { $0.audience?.mode == .any })
        #expect(queries.contains { $0.fields != nil } && queries.contains { $0.population == .all })
        #expect(queries.contains { if case .fields = $0.population { true } else { false } })
        #expect(queries.contains { $0.order.count == 2 } && queries.contains { $0.window == .all })
        #expect(queries.contains { if case .page(2, limit: 25) = $0.window { true } else { false } })
        #expect(queries.contains { $0.cacheSeconds > 0 })
    }
}

struct Failed: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The books for tests, with the reference over them; nil where the data are missing.
enum Books {
    static let reference = Result {
        try BookCatalog(count: 600).map { ContentReference(BookCatalog.modules, $0.instances) }
    }
}
