import Foundation
import TestSupport
import Testing

@testable import CatalogFile

@Suite("Quotes that are letters, and lists in cells", .timeLimit(.minutes(5)))
struct QuoteTests {
    private func titles(_ text: String) throws(SearchError) -> [String] {
        try AttributeTable(Array(text.utf8), path: "t.csv").rows.map { $0.attributes["title"]?.written ?? "" }
    }

    @Test(arguments: [
        // A dump with tabs.
        (
            "id\ttitle\timage\n1\t\"Bio\" Milch\ta.jpg\n2\t\"Die Gute\tb.jpg\n3\tBrot\tc.jpg\n4\tSaft \"pur\"\td.jpg\n",
            ["\"Bio\" Milch", "\"Die Gute", "Brot", "Saft \"pur\""]
        ),
        // The next quote has a separator behind it.
        (
            "id;title;image\n1;\"Die Gute;a.jpg\n2;Brot;b.jpg\n3;Monitor 27\";c.jpg\n4;Saft;d.jpg\n",
            ["\"Die Gute", "Brot", "Monitor 27\"", "Saft"]
        ),
        (
            "id,title,image\n1,\"Die Gute,a.jpg\n2,Brot,b.jpg\n3,\"Tee\" fein,c.jpg\n",
            ["\"Die Gute", "Brot", "\"Tee\" fein"]
        ),
        // No second quote at all, which a table with tabs may have.
        (
            "id\ttitle\timage\r\n1\tBrot\ta.jpg\r\n2\t\"Die Gute\tb.jpg\r\n3\tSaft\tc.jpg\r\n",
            ["Brot", "\"Die Gute", "Saft"]
        ),
    ])
    func `A quote that no second one closes swallows no row`(text: String, expected: [String]) throws {
        #expect(try titles(text) == expected)
        // However the text is cut into portions, and where rows are read again.
        let table = try CatalogTable(TableText(Array(text.utf8), path: "t.csv"))
        #expect(table.rowCount == expected.count)
    }

    @Test(arguments: [
        ("id,title,image\n1,\"a, b\nc\",x.jpg\n2,d,y.jpg\n", ["a, b\nc", "d"]),
        ("id,title,image\n1,\"say \"\"hi\"\"\",x.jpg\n", ["say \"hi\""]),
        ("id,title\n1,\"a\nb, c\"\n2,d\n", ["a\nb, c", "d"]),
        ("id,title,image\n1,\"Red, blue\nsoft, warm\",x.jpg\n2,d,y.jpg\n", ["Red, blue\nsoft, warm", "d"]),
        ("id,title,image\n1,\"Bio\" Milch,x.jpg\n2,\"a, b\",y.jpg\n", ["\"Bio\" Milch", "a, b"]),
        ("id,title,image\n1,\"Bio\" ,x.jpg\n2,\"\",y.jpg\n", ["Bio ", ""]),
        (
            "\"id\",\"title\",\"image\"\n\"1\",\"Tee\",\"x.jpg\"\n\"2\",\"\"\"Tee\"\" x\",\"y.jpg\"\n",
            ["Tee", "\"Tee\" x"]
        ),
    ])
    func `Quotes around cells are quotes`(text: String, expected: [String]) throws {
        #expect(try titles(text) == expected)
    }

    @Test func `Text behind a closing quote is an error with its line where lines do not go together either`() {
        let text = "id,title,image\n1,\"a, b\",x.jpg\n2,\"c\nd\" e,y.jpg\n3,f,z.jpg\n"
        #expect(
            throws: SearchError.invalidArgument(
                "t.csv: line 4: text stands behind the closing quote of a cell that begins in the row of line 3; double the "
                    + "quotes that are letters, and put their cells in quotes")
        ) { try titles(text) }
    }

    @Test func `Random cells come back, whatever quotes they hold`() throws {
        var numbers = SplitMix(seed: 77)
        // A comma without a blank behind it, in each line of a cell, would look like columns.
        let letters = ["a", "b", " ", ", ", "\"", "\n", ";"]
        for _ in 0..<300 {
            let cells = (0..<4).map { _ in
                (0..<Int.random(in: 1...5, using: &numbers)).map { _ in letters.randomElement(using: &numbers)! }
                    .joined()
            }
            let rows = cells.enumerated().map { row, cell in "\(row),\"\(cell.replacing("\"", with: "\"\""))\",x" }
            let text = "id,title,note\n" + rows.joined(separator: "\n") + "\n"
            #expect(try titles(text) == cells, "\(text)")
        }
    }

    @Test(
        arguments: [
            ("https://c.example/w_200,h_300/a.jpg", ["https://c.example/w_200,h_300/a.jpg"]),
            (
                "https://c.example/w_2,h_3/a.jpg,https://c.example/w_2,h_3/b.jpg",
                ["https://c.example/w_2,h_3/a.jpg", "https://c.example/w_2,h_3/b.jpg"]
            ),
            ("https://c.example/my bag.jpg", ["https://c.example/my bag.jpg"]),
            ("//c.example/a.jpg, //c.example/b", ["//c.example/a.jpg", "//c.example/b"]),
            ("Smith, John.jpg", ["Smith, John.jpg"]), ("a b.jpg", ["a b.jpg"]), ("1,5.png", ["1,5.png"]),
            (#"red\, blue.jpg, b.jpg"#, ["red, blue.jpg", "b.jpg"]),
            ("a.jpg, https://c.example/b", ["a.jpg", "https://c.example/b"]),
            ("a.JPG;b.png;", ["a.JPG", "b.png"]), ("a|b", ["a", "b"]), (#"x\y.jpg"#, [#"x\y.jpg"#]), ("", []),
        ] as [(String, [String])])
    func `A cell is divided where each part is a picture`(cell: String, expected: [String]) {
        #expect(CellList.files(in: cell) == expected)
    }

    @Test func `An array of objects is a catalog, and its rows are read again`() throws {
        let text = """
            [
              {"id":"a","title":"Bag, with ] and { and \\" in it","image":"a.jpg"},

              {"id":"b","title":"Shoe","image":["b.jpg","c.jpg"],"offers":{"price":3}}
            ]

            """
        for portion in [1, 7, 4096] {
            var found: [(Int, String)] = []
            var elements = ElementParser(path: "t.json")
            var rest = Array(text.utf8)[...]
            while true {
                let part = rest.prefix(portion)
                rest = rest.dropFirst(portion)
                _ = try elements.feed(part, isLast: part.isEmpty) { line, _, bytes in
                    found.append((line, String(decoding: bytes, as: UTF8.self)))
                    return true
                }
                if part.isEmpty { break }
            }
            #expect(found.map(\.0) == [2, 4])
        }
        var places: [CatalogTable.Place] = []
        let table = try CatalogTable(TableText(Array(text.utf8), path: "t.json")) { place, _, _ in places.append(place)
        }
        #expect(places.map(\.line) == [2, 4])
        let rows = try places.map { try table.row(at: $0) }
        #expect(rows.map(\.id) == ["a", "b"])
        #expect(rows[1].pictures.files.map(\.file) == ["b.jpg", "c.jpg"])
        #expect(rows[0].attributes["title"]?.written == "Bag, with ] and { and \" in it")
    }

    @Test(arguments: [
        ("[{\"id\":\"a\"},", "line 1: the array is cut off"), ("[{\"id\":\"a\"", "line 1: the array is cut off"),
        ("[{\"id\":1}, 2]", "line 1: an element of the array is no object"),
        ("<?xml version=\"1.0\"?><rss>", "is XML without a product: none of its elements is an item"),
        ("<?xml version=\"1.0\" encoding=\"windows-1251\"?>", "is XML in windows-1251; `iconv -f windows-1251"),
        ("<!DOCTYPE html><html>", "is a page of HTML"),
    ])
    func `Another form of file is named, with the way out`(text: String, reason: String) {
        #expect {
            try AttributeTable(Array(text.utf8), path: "t")
        } throws: { error in
            guard case SearchError.invalidArgument(let said) = error else { return false }
            return said.contains(reason)
        }
    }

    @Test(
        arguments: [
            ("Title,URL handle,SKU,Product image URL,Variant image URL\nx,h,s,a.jpg,b.jpg\n", "h", ["a.jpg", "b.jpg"]),
            ("id,image_link,additional_image_link\n1,a.jpg,\"b.jpg,c.jpg\"\n", "1", ["a.jpg", "b.jpg", "c.jpg"]),
            (
                "item_sku;main_image_url;other_image_url1;other_image_url2\n1;a.jpg;b.jpg;c.jpg\n", "1",
                ["a.jpg", "b.jpg", "c.jpg"]
            ),
            (
                "sku,base_image,additional_images,additional_image_labels\n1,/a.jpg,\"/b.jpg,/c.jpg\",x\n", "1",
                ["/a.jpg", "/b.jpg", "/c.jpg"]
            ),
            ("SKU,IMAGE1,IMAGE2\n1,a.jpg,b.jpg\n", "1", ["a.jpg", "b.jpg"]),
            ("Product ID;Image URLs (x,y,z...)\n1;a.jpg,b.jpg\n", "1", ["a.jpg", "b.jpg"]),
            ("handleId,productImageUrl\n1,a.jpg;b.jpg\n", "1", ["a.jpg", "b.jpg"]),
            ("code\turl\timage_url\n1\thttps://x.example/1\ta.jpg\n", "1", ["a.jpg"]),
            (#"{"id":1,"images":[{"src":"a.jpg","position":1},{"src":"b.jpg"}]}"#, "1", ["a.jpg", "b.jpg"]),
            (#"{"sku":"1","image":{"@type":"ImageObject","contentUrl":"a.jpg"}}"#, "1", ["a.jpg"]),
        ] as [(String, String, [String])])
    func `The columns of shops' exports are known`(text: String, id: String, pictures: [String]) throws {
        let row = try #require(try AttributeTable(Array(text.utf8), path: "t").rows.first)
        #expect(row.id == id)
        #expect(row.pictures.all.map(\.file) == pictures)
    }
}
