import ContentStore
import Foundation
import TestSupport
import Testing

@Suite("Import and export of content", .timeLimit(.minutes(30)))
struct ContentImportTests {
    @Test("a table becomes a module with the kinds that all of its values have, and translated columns join")
    func table() throws {
        let content = try TemporaryContent()
        let file = try content.file(
            "stores.csv",
            """
            id,name,title@en,title@fr,opened,rating,isOpen,hours,picture,page,color,about,createdAt,tags,zip
            s1,One,Shoes,Chaussures,2020-05-31,4.5,true,18:30,https://e.org/a.jpg,https://e.org/a,#b8482a,"\(String(repeating: "long ", count: 20))",1700000000000,brand=acme|new,01067
            s2,Two,Bags,,2021-01-01,3,false,09:00,https://e.org/b.png,https://e.org/b,#ffffff,short,,,10115
            """)
        let report = try ContentImport(into: content.store).run(file)
        #expect(report.stored == 2 && report.refused == 0)
        let module = try content.store.modules()[0]
        let kinds = Dictionary(uniqueKeysWithValues: module.fields.map { ($0.name, $0.kind) })
        #expect(
            kinds == [
                "title": .text, "opened": .date, "rating": .number, "isOpen": .boolean, "hours": .time,
                "picture": .image,
                "page": .website, "color": .color, "about": .longText, "zip": .text,
            ])
        #expect(module.field("title")?.isTranslated == true)
        let found = try content.store.searchBlocking(ContentQuery("stores").where(Field("zip") == "01067"))
        #expect(found.items[0].values["title"] == ["en": "Shoes", "fr": "Chaussures"])
        #expect(found.items[0].name == "One" && found.items[0].dates.created == Date(timeIntervalSince1970: 1.7e9))
        #expect(found.items[0].tags == [ContentTag("brand", value: "acme"), ContentTag("new")])
    }

    @Test("a row that does not fit is named with its line and field, and the others go in")
    func badRows() throws {
        let content = try TemporaryContent([
            ContentModule("books", fields: [ContentField("pages", .number), ContentField("title", .text)])
        ])
        let file = try content.file(
            "books.csv", "id,title,pages\nb1,One,12\nb2,Two,many\nb3,\"Th\nree\",3\n,Four,4\nb5,a,1,9\n")
        let report = try ContentImport(into: content.store).run(file)
        #expect(report.stored == 2 && report.refused == 3)
        #expect(report.faults.map(\.line).sorted() == [3, 6, 7])
        #expect(report.faults.contains { $0.reason.contains("`pages` of books must be a number, not \"many\"") })
        let other = try content.file(
            "more.jsonl", "{\"id\":\"b6\",\"title\":\"x\"}\n{\"id\":\n{\"title\":\"y\"}\n[1]\n")
        let second = try ContentImport(into: content.store, module: "books").run(other)
        #expect(second.stored == 1 && second.faults.map(\.line) == [2, 3, 4])
        #expect(throws: SearchError.self) { try ContentImport(into: content.store).run(content.path + "-no") }
        let unnamed = try content.file("unnamed.csv", "book_id,title\n1,x\n")
        let error = #expect(throws: SearchError.self) { try ContentImport(into: content.store).run(unnamed) }
        #expect(error?.description.contains("there is no column `id`") == true)
    }

    @Test("a schema in a file that cannot be read ends the import before anything came in")
    func badSchema() throws {
        let content = try TemporaryContent()
        let lines = [
            #"{"id":"a","title":"x"}"#, #"{"schema":{"name":"news","fields":[{"name":"title","kind":"txt"}]}}"#,
        ]
        let file = try content.file("news.jsonl", lines.joined(separator: "\n"))
        let error = #expect(throws: SearchError.self) { try ContentImport(into: content.store).run(file) }
        #expect(
            error?.description.contains("line 2") == true && error?.description.contains("did you mean `text`?") == true
        )
        #expect(try content.store.modules().isEmpty)
    }

    @Test("an import that was interrupted continues behind the rows that are on disk")
    func resumption() throws {
        let content = try TemporaryContent()
        var text = "id,n\n"
        for number in 0..<5000 { text += "r\(number),\(number)\n" }
        let file = try content.file("rows.csv", text)
        let cancellation = Cancellation()
        let work = ContentImport(into: content.store, cancellation: cancellation)
        #expect(throws: SearchError.cancelled) {
            try work.run(file) { rows in if rows == 4000 { cancellation.cancel() } }
        }
        #expect(try content.store.counts() == ["rows": 4000])
        let reopened = try ContentStore(path: content.path)
        let report = try ContentImport(into: reopened).run(file)
        #expect(report.skipped == 4000 && report.stored == 1000)
        #expect(try reopened.counts() == ["rows": 5000])
        // Another time it is a new import.
        #expect(try ContentImport(into: reopened).run(file).stored == 5000)
    }

    @Test(
        "an export that is imported again is the same content, byte for byte",
        .enabled(if: SharedData.folder("catalog/books") != nil, "skipped: ../shared/data/catalog/books is missing"))
    func roundTrip() throws {
        guard let books = try Books(200) else { return }
        var odd = books.instances[0]
        odd.id = "odd\u{0}\n\"id\""
        odd.others = ["customerId": 7, "pushSchedule": ["deep": [true, .null, .number(0.1)]]]
        try books.content.insert([odd])
        func lines(_ store: ContentStore) throws -> [String] {
            var lines: [String] = []
            try store.export { lines.append($0) }
            return lines
        }
        let first = try lines(books.content.store)
        let file = try books.content.file("export.jsonl", first.joined(separator: "\n"))
        let copy = try TemporaryContent()
        let report = try ContentImport(into: copy.store).run(file)
        #expect(report.refused == 0 && report.inferred.isEmpty)
        #expect(try lines(copy.store) == first)
        #expect(try copy.store.modules() == books.content.store.modules())
    }
}
