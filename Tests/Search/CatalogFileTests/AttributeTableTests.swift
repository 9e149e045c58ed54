import Foundation
import TestSupport
import Testing

@testable import CatalogFile

@Suite("Catalogs beside the pictures")
struct AttributeTableTests {
    private func table(_ text: String, schema: [String: AttributeType] = [:]) throws(SearchError) -> AttributeTable {
        try AttributeTable(Array(text.utf8), path: "catalog", schema: schema)
    }

    @Test("CSV with quotes, a byte order mark, CRLF and empty cells")
    func csv() throws {
        let table = try table(
            "\u{FEFF}file,title,price,note\r\nimages/a.jpg,\"A \"\"big\"\", red\r\nbag of mine\",9.5,\r\nb.jpg,x,3,\r\n\r\n"
        )
        #expect(table.fileColumn == "file")
        #expect(table.fields.map(\.name) == ["title", "price", "note"])
        #expect(table.fields.map(\.type) == [.text, .float, .string])
        #expect(table.rows.count == 2)
        #expect(table.rows.map(\.file) == ["images/a.jpg", "b.jpg"])
        #expect(
            table.rows[0].attributes == ["title": .text("A \"big\", red\r\nbag of mine"), "price": .float(9.5)])
        #expect(table.rows[1].attributes["price"] == .float(3))
    }

    @Test("kinds follow from all values, and can be said")
    func kinds() throws {
        let text =
            "id;n;zip;f;flag;day;tags;s\n1;1;01234;1;true;2024-05-31;a|b;x\n2;-2;99999;0.5;no;2024-06-01T10:00:00Z;c;y z\n"
        let table = try table(text)
        #expect(table.idColumn == "id")
        #expect(table.fields.map(\.type) == [.int, .string, .float, .bool, .date, .list, .string])
        #expect(table.rows.first?.attributes["tags"] == .list(["a", "b"]))
        #expect(table.rows.map(\.id) == ["1", "2"])
        #expect(try self.table(text, schema: ["zip": .int]).rows.first?.attributes["zip"] == .int(1234))
        #expect(throws: SearchError.wrongType(field: "s (catalog, line 2)", expected: .bool, value: "x")) {
            try self.table(text, schema: ["s": .bool])
        }
    }

    @Test(
        "paths and few repeated values are strings however long they are; other long values are texts",
        arguments: [
            (["Fashion > Bags and Purses > Totes", "Home > Light"], AttributeType.string),
            (["Fashion > Bags and Purses > Totes|Home > Light"], .list),
            (["This bag > all the other bags of the world"], .text),
            (
                Array(repeating: ["Made in Italy by hand", "Made somewhere else by machine"], count: 4).flatMap { $0 },
                .string
            ),
            (["Made in Italy by hand", "Made somewhere else by machine"], .text),
            (Array(repeating: "Made in Italy by hand", count: 8), .text),
            ((0..<8).map { "A text with the number \($0)" }, .text), ([], .string),
        ] as [([String], AttributeType)])
    func longValues(_ values: [String], _ type: AttributeType) {
        #expect(AttributeType(suggestedBy: values) == type)
    }

    @Test("a very long path is kept as it is")
    func deepPath() throws {
        let path = String(repeating: "a/", count: 20_000) + "b.jpg"
        #expect(try table("file,n\n\(path),1\n").rows.first?.file == path)
    }

    @Test(
        "what is no table is refused",
        arguments: [
            "", "a,a\n1,2", "a,\n1,2", ",\n1,2", "a,b\n1,2,3", "a\n\"open", "{\"a\":1}\n{\"b\"", "{\"a\":1}\n[]",
        ])
    func refused(_ text: String) {
        #expect(throws: SearchError.self) { try table(text) }
    }

    @Test("schemas are written name=kind")
    func schema() throws {
        #expect(try AttributeType.schema("price=float, in_stock=bool") == ["price": .float, "in_stock": .bool])
        #expect(throws: SearchError.self) { try AttributeType.schema("price=money") }
    }
}
