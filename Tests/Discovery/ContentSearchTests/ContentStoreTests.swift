import Foundation
import TestSupport
import Testing

@testable import ContentSearch

/// Content that is small enough to be read here.
@Suite("Content", .timeLimit(.minutes(5)))
struct ContentStoreTests {
    private static let modules = [
        ContentModule(
            "articles", id: "m1",
            fields: [
                ContentField("title", .text, isRequired: true, isTranslated: true),
                ContentField("age", .number), ContentField("price", .number, defaultValue: 1),
                ContentField("author", .relation, module: "people", inverse: "articles"),
                ContentField("mood", .choice, choices: ["calm", "loud"]), ContentField("opens", .time),
                ContentField("from", .date), ContentField("extra", .object), ContentField("labels", .list),
            ], defaultLocale: "en"),
        ContentModule(
            "people", fields: [ContentField("name", .text), ContentField("friend", .relation, module: "people")]),
    ]

    private func instance(
        _ id: String, _ values: [String: JSONValue], module: String = "articles", day: Double = 0
    ) -> ContentInstance {
        ContentInstance(
            id: id, module: module, values: values,
            dates: .init(created: Date(timeIntervalSince1970: 1_700_000_000 + day * 86_400)))
    }

    @Test("a value that does not fit names its instance and field, and the other instances go in")
    func misfits() throws {
        let content = try TemporaryContent(Self.modules)
        let bad: [([String: JSONValue], String)] = [
            (["title": "x", "age": "eighteen"], "`age` of articles must be a number, not \"eighteen\""),
            (["age": 1], "`title` of articles is required"),
            (["title": "x", "mood": "clam"], "(calm, loud)"), (["title": "x", "opens": "25:00"], "18:30"),
            (["title": "x", "agee": 1], "did you mean `age`?"), (["title": ["en": 5]], "must be a text, not 5"),
            (["title": "x", "labels": [["deep"]]], "an array of texts"),
            (["title": "x", "from": "soon"], "2024-05-31"),
            (["title": "x", "extra": [1]], "must be an object"), (["title": ["en": .null]], "has no translation"),
        ]
        let instances = bad.enumerated().map { instance("bad\($0)", $1.0) } + [instance("good", ["title": "x"])]
        let results = try content.store.insertBlocking(instances)
        for (result, (_, part)) in zip(results, bad) {
            let error = #expect(throws: SearchError.self) { try result.get() }
            #expect(error?.description.contains(part) == true, "\(error?.description ?? "") lacks \(part)")
        }
        #expect(try content.store.ids(ContentQuery("articles")) == ["good"])
        #expect(try content.store.searchBlocking(ContentQuery("m1")).items[0].values["price"] == 1)
    }

    @Test("words are found as they stand in a text, and only content that the query asks for decides how many count")
    func words() throws {
        let content = try TemporaryContent(
            Self.modules,
            [
                instance("tea", ["title": "Чай зелёный"]), instance("beer", ["title": "Weißbier"]),
                instance("dark", ["title": "Weißbier dunkel"]),
                instance("anna", ["name": "Чай и мёд"], module: "people"),
            ])
        func found(_ text: String) throws -> ContentPage<ContentInstance> {
            var query = ContentQuery("articles")
            query.text = text
            return try content.store.searchBlocking(query)
        }
        for (text, ids) in [("чай", ["tea"]), ("weißbier", ["beer", "dark"]), ("weissbier dunkel", ["dark"])] {
            let page = try found(text)
            #expect(Set(page.items.map(\.id)) == Set(ids), "\(text)")
            #expect(page.notices.isEmpty, "\(page.notices)")
        }
        #expect(try found("чай мёд").items.map(\.id) == ["tea"])
    }

    @Test("a minus before a word is a blank, as in the words of HALO")
    func minus() throws {
        let content = try TemporaryContent(
            Self.modules, [instance("red", ["title": "guide red"]), instance("blue", ["title": "guide blue"])])
        func found(_ text: String) throws -> [String] {
            var query = ContentQuery("articles")
            query.text = text
            return try content.store.ids(query)
        }
        #expect(try found("guide -red") == found("guide red") && found("guide -red") == ["red"])
        #expect(try found("-red") == ["red"])
    }

    @Test("a part of a text has three characters, or two of Chinese, Japanese and Korean")
    func parts() throws {
        let content = try TemporaryContent(Self.modules, [instance("tower", ["title": "東京タワー模型"])])
        #expect(try content.store.ids(ContentQuery("articles").where(Field("title").contains("模型"))) == ["tower"])
        for text in ["模", "ab", "型a"] {
            #expect(throws: SearchError.self) {
                try content.store.searchBlocking(ContentQuery("articles").where(Field("title").contains(text)))
            }
        }
    }

    @Test("unknown modules, fields and relations are errors that name what was probably meant")
    func unknownNames() throws {
        let content = try TemporaryContent(Self.modules, [instance("a", ["title": "x"])])
        let queries: [(ContentQuery, String)] = [
            (ContentQuery("articels"), "did you mean `articles`?"),
            (ContentQuery("articles").where(Field("agee") > 3), "did you mean `age`?"),
            (ContentQuery("articles").where(Field("@createdat") > 3), "did you mean `@createdAt`?"),
            (ContentQuery("articles").sorted(by: Field("titel")), "did you mean `title`?"),
            (ContentQuery("articles").related(through: "autor"), "did you mean `author`?"),
            (ContentQuery("articles").populating("age"), "there is no relation `age`"),
            (ContentQuery("people").returning("title"), "there is no field `title` in people"),
        ]
        for (query, part) in queries {
            let error = #expect(throws: SearchError.self) { try content.store.searchBlocking(query) }
            #expect(error?.description.contains(part) == true, "\(error?.description ?? "") lacks \(part)")
        }
    }

    @Test("queries beyond their limits are refused at once")
    func limits() throws {
        let content = try TemporaryContent(Self.modules, [instance("a", ["title": "x"])])
        var deep = Field("age") > 1
        for _ in 0..<70 { deep = !deep }
        let many = AttributeValue.int(1)
        let queries: [(ContentQuery, String)] = [
            (ContentQuery().page(0), "there is no page 0"), (ContentQuery().page(1, limit: 1001), "from 1 to 1000"),
            (ContentQuery("articles").where(deep), "at most 64 deep"),
            (ContentQuery("articles").where(.or(Array(repeating: Field("age") > 1, count: 1001))), "1000 comparisons"),
            (
                ContentQuery("articles").where(.oneOf("age", Array(repeating: many, count: 10_001))),
                "at most 10000 values"
            ),
            (ContentQuery("articles").where(Field("title").isLike("%ab%")), "at least 3 characters"),
            (ContentQuery("articles").cached(seconds: -1), "seconds old"), (ContentQuery().saying("  "), "are empty"),
        ]
        for (query, part) in queries {
            let error = #expect(throws: SearchError.self) { try content.store.searchBlocking(query) }
            #expect(error?.description.contains(part) == true, "\(error?.description ?? "") lacks \(part)")
        }
        let beyond = try content.store.searchBlocking(ContentQuery("articles").page(.max, limit: 1000))
        #expect(beyond.items.isEmpty && beyond.total == 1)
    }

    @Test("relations in a circle are populated one level deep, and forward and backward")
    func circles() throws {
        let content = try TemporaryContent(
            Self.modules,
            [
                instance("ann", ["name": "Ann", "friend": "bob"], module: "people"),
                instance("bob", ["name": "Bob", "friend": "ann"], module: "people"),
                instance("a1", ["title": "x", "author": "ann"]), instance("a2", ["title": "y", "author": "nobody"]),
            ])
        let page = try content.store.searchBlocking(ContentQuery("people").populating())
        #expect(page.items[0].values["friend"]?["values"]?["friend"] == "ann")
        guard case .array(let articles)? = page.items[0].values["articles"] else {
            Issue.record("no articles: \(page.items[0])")
            return
        }
        #expect(articles.map { $0["id"] } == ["a1"])
        #expect(articles[0]["values"]?["author"] == "ann")
        #expect(page.items[1].values["articles"] == [])
        let dangling = try content.store.searchBlocking(ContentQuery("articles").ids(["a2"]).populating("author"))
        #expect(dangling.items[0].values["author"] == "nobody")
    }

    @Test("values decode as a type of the caller, populated relations and dates included")
    func typed() async throws {
        struct Written: Decodable, Sendable {
            var title: String
            var from: Date
            var author: Related<Name>
            struct Name: Decodable, Sendable { var name: String }
        }
        let content = try TemporaryContent(
            Self.modules,
            [
                instance("ann", ["name": "Ann"], module: "people"),
                instance("a", ["title": ["en": "On rain", "fr": "De la pluie"], "from": 86_400_000, "author": "ann"]),
            ])
        let query = ContentQuery("articles").localized(in: "fr-CA").populating("author")
        let page = try await content.store.search(query, as: Written.self)
        #expect(page.items[0].values.title == "De la pluie")
        #expect(page.items[0].values.from == Date(timeIntervalSince1970: 86_400))
        #expect(page.items[0].values.author.values?.name == "Ann" && page.items[0].values.author.id == "ann")
        let plain = try await content.store.search(ContentQuery("articles").localized(in: "en"), as: Written.self)
        #expect(plain.items[0].values.author.values == nil && plain.items[0].values.author.id == "ann")
        await #expect(throws: SearchError.self) { try await content.store.search(ContentQuery(), as: Written.self) }
    }

    @Test("each instance of a sequence comes once, while others are inserted before it and removed")
    func sequence() async throws {
        let content = try TemporaryContent(
            Self.modules, (0..<50).map { instance("a\($0 + 100)", ["title": "x"], day: Double($0)) })
        var seen: [String] = []
        for try await instance in content.store.instances(ContentQuery("articles"), portion: 7) {
            seen.append(instance.id)
            try content.insert([self.instance("new\(seen.count)", ["title": "x"], day: -Double(seen.count))])
            if seen.count == 10 { _ = try content.store.removeBlocking(["a149"]) }
        }
        #expect(seen == (100..<149).map { "a\($0)" })
    }

    @Test("an answer from the cache is never older than the content, and as old as the query allows")
    func cache() throws {
        let content = try TemporaryContent(Self.modules, [instance("a", ["title": "x"])])
        let query = ContentQuery("articles").cached(seconds: 3600)
        #expect(try content.store.searchBlocking(query).total == 1)
        #expect(try content.store.searchBlocking(query).total == 1)
        try content.insert([instance("b", ["title": "y"])])
        #expect(try content.store.searchBlocking(query).items.map(\.id) == ["a", "b"])
        // Another process.
        let other = try ContentStore(path: content.path)
        _ = try other.removeBlocking(["a"])
        #expect(try content.store.searchBlocking(query).items.map(\.id) == ["b"])
    }

    @Test("the answers that are kept count with their queries, long queries are not kept, and the rest is bounded")
    func cacheBytes() throws {
        let content = try TemporaryContent(Self.modules, [instance("a", ["title": "x"])])
        let answers = content.store.answers
        func ask(_ query: ContentQuery) throws -> Int {
            try content.store.searchBlocking(query.cached(seconds: 60)).total
        }
        let long = AttributeValue.string(String(repeating: "x", count: 100_000))
        #expect(try ask(ContentQuery("articles").where(.oneOf("title", [long, .string("x")]))) == 1)
        #expect(try ask(ContentQuery("articles").ids((0..<5000).map { "id \($0)" })) == 0)
        #expect(answers.count == 0 && answers.bytes == 0)
        for number in 0..<1000 {
            let text = AttributeValue.string("\(number) " + String(repeating: "x", count: 40_000))
            #expect(try ask(ContentQuery("articles").where(.equal("title", text))) == 0)
        }
        #expect((1...33_554_432).contains(answers.bytes) && answers.count >= 500)
        #expect(try ask(ContentQuery("articles").where(.equal("title", .string("x")))) == 1)
    }

    @Test("a query is a value: what is derived from it leaves it as it was")
    func derived() {
        let query = ContentQuery("articles").where(Field("age") > 18)
        let other = query.where(Field("age") < 20).page(2).sorted(by: .createdAt, .descending)
        #expect(query == ContentQuery("articles").where(Field("age") > 18))
        #expect(other.filter == .and([.greater("age", 18), .less("age", 20)]))
    }

    @Test("words find content, best first, and only what says them")
    func rankedWords() throws {
        let content = try TemporaryContent(
            Self.modules,
            [
                instance("a", ["title": ["en": "Red bags of leather", "fr": "Sacs rouges"]]),
                instance("b", ["title": "Leather for shoes"]), instance("c", ["title": "Rain"]),
                instance("ann", ["name": "Leather Ann"], module: "people"),
            ])
        #expect(try content.store.ids(ContentQuery("articles").saying("leather bags")).first == "a")
        #expect(try Set(content.store.ids(ContentQuery("articles").saying("leather"))) == ["a", "b"])
        #expect(try content.store.ids(ContentQuery("people").saying("leather")) == ["ann"])
        #expect(try content.store.ids(ContentQuery("articles").saying("rouges")) == ["a"])
        #expect(try content.store.searchBlocking(ContentQuery().saying("umbrella")).total == 0)
        #expect(
            try content.store.ids(ContentQuery("articles").saying("leather").sorted(by: .contentID, .descending)) == [
                "b", "a",
            ])
    }

    @Test("pictures find content that has pictures, and content without them stays")
    func pictures() throws {
        let content = try TemporaryContent(Self.modules)
        let folder = SharedData.package.appending(path: "samples/images")
        let names = ["bag-007.jpg", "shoe-001.jpg"]
        let pictures = Dictionary(uniqueKeysWithValues: names.map { ($0, ImageInput.file(folder.appending(path: $0))) })
        let instances = names.map { instance($0, ["title": .string($0)]) } + [instance("plain", ["title": "none"])]
        for result in try content.store.insertBlocking(instances, pictures: pictures) { try result.get() }
        let query = ContentQuery("articles").resembling(.file(folder.appending(path: "bag-007.jpg")))
        #expect(try content.store.ids(query).first == "bag-007.jpg")
        #expect(try content.store.ids(query.where(Field("title") == "shoe-001.jpg")).first != "bag-007.jpg")
        // The picture stays when the values change.
        try content.insert([instance("bag-007.jpg", ["title": "renamed"])])
        #expect(try content.store.ids(query).first == "bag-007.jpg")
        #expect(try content.store.check() == [])
    }

    @Test("a changed schema is applied to all instances, or to none")
    func redefinition() throws {
        let content = try TemporaryContent(
            Self.modules, [instance("a", ["title": "x", "labels": ["9"]]), instance("b", ["title": "y"])])
        var module = Self.modules[0]
        module.fields[1] = ContentField("age", .text)
        module.fields[8] = ContentField("labels", .object)
        #expect(throws: SearchError.self) { try content.store.define([module]) }
        #expect(try content.store.ids(ContentQuery("articles").where(Field("labels") == "9")) == ["a"])
        // The first one alone would do; the second one has an instance that does not fit.
        try content.insert([instance("ann", ["name": "Ann"], module: "people")])
        var first = Self.modules[0]
        first.fields[8] = ContentField("labels", .choices)
        let second = ContentModule("people", fields: [ContentField("name", .number)])
        #expect(throws: SearchError.self) { try content.store.define([first, second]) }
        #expect(try content.store.modules() == Self.modules)
        module.fields[8] = ContentField("labels", .choices)
        module.fields[0] = ContentField("title", .longText)
        try content.store.define([module])
        #expect(try content.store.ids(ContentQuery("articles").where(Field("title") == "y")) == ["b"])
        try content.insert([instance("c", ["title": "z", "age": "old"])])
        #expect(try content.store.ids(ContentQuery("articles").where(Field("age") == "old")) == ["c"])
        #expect(try content.store.check() == [])
    }

    @Test("an id of another module is refused, and a removed module leaves nothing")
    func modules() throws {
        let content = try TemporaryContent(Self.modules, [instance("a", ["title": "x"])])
        let result = try content.store.insertBlocking([instance("a", ["name": "y"], module: "people")])
        let error = #expect(throws: SearchError.self) { try result[0].get() }
        #expect(error?.description == "the id `a` belongs to an instance of articles")
        #expect(throws: SearchError.self) { try content.store.removeModuleBlocking("articels") }
        // By its id.
        #expect(try content.store.removeModuleBlocking("m1") == 1)
        #expect(try content.store.modules().map(\.name) == ["people"])
        #expect(try content.store.searchBlocking(ContentQuery()).total == 0)
        #expect(try content.store.check() == [])
    }
}
