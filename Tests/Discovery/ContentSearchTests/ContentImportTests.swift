import ContentSearch
import Foundation
import PictureTestSupport
import TestSupport
import Testing

@Suite("Import and export of content", .timeLimit(.minutes(5)))
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

    @Test("an import that is interrupted after each portion ends with each row once")
    func interruptions() throws {
        let content = try TemporaryContent([ContentModule("rows", fields: [ContentField("n", .number)])])
        var lines: [String] = []
        for number in 0..<6900 {
            // One row of seven is no instance of the module, and one no JSON.
            let value = number % 7 == 3 ? "\"many\"" : "\(number)"
            lines.append("{\"id\":\"r\(number)\",\"n\":\(value)\(number % 7 == 5 ? "" : "}")")
        }
        let file = try content.file("rows.jsonl", lines.joined(separator: "\n"))
        var ends: [Int] = []
        for _ in 0..<2 {
            let cancellation = Cancellation()
            let work = ContentImport(into: try ContentStore(path: content.path), cancellation: cancellation)
            #expect(throws: SearchError.cancelled) {
                try work.run(file) { rows in
                    ends.append(rows)
                    cancellation.cancel()
                }
            }
        }
        let report = try ContentImport(into: try ContentStore(path: content.path)).run(file) { ends.append($0) }
        // 2,000 rows that are JSON, and those between them that are not.
        #expect(ends == [2333, 4666, 6900])
        #expect(report.skipped == 4666)
        #expect(report.refused == (4666..<6900).count { $0 % 7 == 3 || $0 % 7 == 5 })
        // Lines that are no JSON are noticed first.
        #expect(report.faults.map(\.line) == (4666..<6900).filter { $0 % 7 == 5 }.prefix(100).map { $0 + 1 })
        let ids = try content.store.ids(ContentQuery("rows").everything())
        #expect(ids.sorted() == (0..<6900).filter { $0 % 7 != 3 && $0 % 7 != 5 }.map { "r\($0)" }.sorted())
    }

    @Test("an error in the middle of a file keeps the portions before it, and they are not read again")
    func errorLater() throws {
        let content = try TemporaryContent([ContentModule("rows", fields: [ContentField("n", .number)])])
        let rows = (0..<4500).map { "r\($0),\($0)\n" }.joined()
        let file = try content.file("rows.csv", "id,n\n" + rows + "r4500,\"open")
        for _ in 0..<2 {
            var ends: [Int] = []
            let error = #expect(throws: SearchError.self) {
                try ContentImport(into: content.store).run(file) { ends.append($0) }
            }
            #expect(error?.description.contains("rows.csv") == true && error?.description.contains("4502") == true)
            #expect(try content.store.counts() == ["rows": 4000])
        }
        #expect(try content.store.check().isEmpty)
        #expect(try content.file("rows.csv", "id,n\n" + rows) == file)
        #expect(try ContentImport(into: content.store).run(file).stored == 4500)
        #expect(try content.store.counts() == ["rows": 4500])
    }

    @Test("rows that were prepared before their module changed come in by the new fields")
    func changedModule() throws {
        let before = ContentModule("rows", fields: [ContentField("n", .number)])
        var after = before
        after.fields.append(ContentField("shelf", .text))
        after.fields[1].defaultValue = "new"
        let content = try TemporaryContent([before])
        let file = try content.file("rows.csv", "id,n\n" + (0..<5000).map { "r\($0),\($0)\n" }.joined())
        let store = content.store
        let report = try ContentImport(into: store).run(file) { rows in
            if rows == 2000 { #expect(throws: Never.self) { try store.define([after]) } }
        }
        #expect(report.stored == 5000)
        let found = try store.searchBlocking(ContentQuery("rows").where(Field("shelf") == "new"))
        #expect(found.total == 5000)
    }

    @Test("a portion has no more text than memory is planned for")
    func longRows() throws {
        let content = try TemporaryContent([ContentModule("rows", fields: [ContentField("about", .longText)])])
        let text = String(repeating: "x", count: 3 << 20)
        let file = try content.file(
            "rows.jsonl", (0..<7).map { "{\"id\":\"r\($0)\",\"about\":\"\(text)\"}" }.joined(separator: "\n"))
        var ends: [Int] = []
        #expect(try ContentImport(into: content.store).run(file) { ends.append($0) }.stored == 7)
        #expect(ends == [3, 6, 7])
    }

    @Test(
        "an export that is imported again is the same content, byte for byte",
        .enabled(if: SharedData.folder("catalog/books") != nil, "skipped: ../shared/data/catalog/books is missing"))
    func roundTrip() throws {
        let books = try #require(try Books(200))
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
