import Foundation
import TestSupport
import Testing

@testable import CatalogFile

@Suite("Encodings and separators of tables")
struct TableTextTests {
    @Test(
        "Rows read again leave out a byte order mark, a line that names the separator, and the head",
        arguments: [
            "\u{FEFF}\"id, or code\",title\n1,a\n2,b\n", "sep=;\nid;title\n1;a\n2;b\n",
            "\u{FEFF}sep=,\r\nid,title\r\n1,a\r\n2,b\r\n",
            "\n\nid,title\n1,a\n2,b\n",
        ])
    func again(text: String) throws {
        let table = try CatalogTable(TableText(Array(text.utf8), path: "t"))
        var titles: [String?] = []
        try table.eachRow { titles.append($0.attributes["title"]?.written) }
        #expect(titles == ["a", "b"])
    }

    private func rows(_ bytes: [UInt8], separator: UInt8? = nil) throws -> AttributeTable {
        try AttributeTable(bytes, path: "t.csv")
    }

    @Test("UTF-16, with a mark and without, and Windows-1252 are read as what they are, from memory and from a file")
    func encodings() throws {
        let text = "file,id,name\np1.png,i1,Größe – Café 東京 😀\n"
        let western = "file,id,name\np1.png,i1,Größe – Café €\n"
        func units(_ text: String, _ swap: Bool) -> [UInt8] {
            text.utf16.flatMap { swap ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
        }
        let latin: [UInt8] = western.unicodeScalars.map {
            switch $0 {
            case "–": 0x96
            case "€": 0x80
            default: UInt8($0.value)
            }
        }
        let cases: [([UInt8], String, TextEncoding)] = [
            (Array(text.utf8), text, .utf8), ([0xEF, 0xBB, 0xBF] + text.utf8, text, .utf8),
            ([0xFF, 0xFE] + units(text, false), text, .utf16LittleEndian),
            ([0xFE, 0xFF] + units(text, true), text, .utf16BigEndian),
            (units(text, false), text, .utf16LittleEndian), (units(text, true), text, .utf16BigEndian),
            (latin, western, .windows1252),
        ]
        let folder = try TemporaryFolder()
        for (bytes, text, encoding) in cases {
            let name = text.split(separator: "\n")[1].split(separator: ",")[2]
            let file = folder.url.appending(path: "t.csv")
            try Data(bytes).write(to: file)
            for source in [try TableText(bytes, path: "t.csv"), try TableText(path: file.path)] {
                #expect(source.encoding == encoding)
                var places: [CatalogTable.Place] = []
                let table = try CatalogTable(source) { place, _, _ in places.append(place) }
                let row = try table.row(at: places[0])
                #expect(row.attributes["name"]?.written == String(name))
                #expect(row.line == 2 && row.id == "i1" && row.file == "p1.png")
            }
            for portion in [1, 3, 5] {
                var cells: [[String]] = []
                try TableFile.eachRow(path: file.path, portion: portion) { _, row in
                    cells.append(row)
                    return true
                }
                #expect(cells.last?.last == String(name))
            }
        }
    }

    @Test("a text that is neither is refused with its line")
    func mixed() {
        for (bytes, line) in [
            (Array("id,n\n1,é\n2,".utf8) + [0xE9, 0x0A], 3), (Array("id,n\n".utf8) + [0x81, 0x0A], 2),
            ([0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0x00, 0xD8, 0x61, 0x00], 2),
        ] {
            #expect {
                try TableText(bytes, path: "t.csv")
            } throws: { "\($0)".contains("t.csv: line \(line): ") && "\($0)".contains("UTF-8") }
        }
    }

    @Test(
        "the separator is the one whose rows fit",
        arguments: [
            ("file;id;Maße (Höhe, Breite, Tiefe)\na;1;3x4\n", ["file", "id", "Maße (Höhe, Breite, Tiefe)"]),
            ("id;\"Preis, netto\"\n1;5\n2;6\n", ["id", "Preis, netto"]),
            (
                "file\tid\t\"per 1,000 items\"\tSize (B, H, T)\na\t1\t5\tx\n",
                ["file", "id", "per 1,000 items", "Size (B, H, T)"]
            ),
            ("id,\"a;b;c\"\n1,\"x;y;z\"\n", ["id", "a;b;c"]), ("id,name\n1,a; b; c\n2,d\n", ["id", "name"]),
            ("id;name\n1;red, blue\n2;a, b, c\n", ["id", "name"]), ("file|id\na|b\n", ["file|id"]),
            ("sep=;\r\nid;name\r\n1;a,b\r\n", ["id", "name"]), ("sep=|\nid|n,m\n1|2\n", ["id", "n,m"]),
            ("\u{FEFF}\"sep=\t\"\nid\tn\n1\t2\n", ["id", "n"]), ("id,text\n1,\"a\nb;c;d\"\n", ["id", "text"]),
        ])
    func separators(_ text: String, _ names: [String]) throws {
        var head: [String]?
        try CSVRows.each(Array(text.utf8), path: "t.csv") { _, cells in head = head ?? cells }
        #expect(head == names)
    }

    @Test("a separator that was given is taken, and lines count from the first one of the file")
    func given() throws {
        let bytes = Array("file|id|n\na.jpg|1|2\nb.jpg|2|x\n".utf8)
        let options = CatalogTable.Options(separator: UInt8(ascii: "|"), schema: ["n": .int])
        #expect(throws: SearchError.wrongType(field: "n (t.csv, line 3)", expected: .int, value: "x")) {
            try CatalogTable(TableText(bytes, path: "t.csv"), options: options)
        }
        let marked = Array("sep=;\n\nid;n\n1;2\n".utf8)
        var lines: [Int] = []
        _ = try CatalogTable(TableText(marked, path: "t.csv")) { place, _, _ in lines.append(place.line) }
        #expect(lines == [4])
    }

    @Test("a column without a name may be empty, and is refused with its place where it is not")
    func nameless() throws {
        let table = try rows(Array("file,id,name,,\na.jpg,1,x,,\nb.jpg,2,y\n".utf8))
        #expect(table.fields.map(\.name) == ["name"])
        #expect(table.rows.map(\.id) == ["1", "2"])
        #expect {
            try rows(Array("file,id,\na.jpg,1,\nb.jpg,2,z\n".utf8))
        } throws: { "\($0)".contains("t.csv, line 3: column 3 has no name") }
    }

    @Test("columns of ids and files can be named; one that is missing is suggested")
    func keys() throws {
        let text = try TableText(Array("base_image,id,code\na.jpg,1,c1\n".utf8), path: "t.csv")
        var found: [String?] = []
        _ = try CatalogTable(text, options: .init(idColumn: "code", fileColumn: "base_image")) { _, id, pictures in
            found += [id, pictures.files.first?.file]
        }
        #expect(found == ["c1", "a.jpg"])
        #expect {
            try CatalogTable(text, options: .init(fileColumn: "base_imge"))
        } throws: { "\($0)".contains("did you mean `base_image`?") }
    }

    @Test("rows are read again from their places, quotes, line breaks and all")
    func places() throws {
        var text = "\u{FEFF}id,text\r\n"
        for number in 0..<500 {
            text += "i\(number),\"line \(number)\r\nof \"\"it\"\" \(String(repeating: "é", count: number))\"\r\n"
        }
        var places: [CatalogTable.Place] = []
        let table = try CatalogTable(TableText(Array(text.utf8), path: "t.csv")) { place, _, _ in places.append(place) }
        var all: [AttributeTable.Row] = []
        try table.eachRow { row in all.append(row) }
        #expect(places.count == 500 && all.count == 500)
        for (place, row) in zip(places, all) { #expect(try table.row(at: place) == row) }
        let lines = (0..<100).map { "{\"id\":\"i\($0)\",\"n\":\($0)}" }.joined(separator: "\n\n")
        places = []
        let json = try CatalogTable(TableText(Array(lines.utf8), path: "t.jsonl")) { place, _, _ in places.append(place)
        }
        #expect(try places.map { try json.row(at: $0).id } == (0..<100).map { "i\($0)" })
        #expect(try json.row(at: places[99]).line == 199)
    }
}

@Suite("Places of rows")
struct PlaceListTests {
    @Test("come back as they were added, whatever rows belong to products and to objects", arguments: 0..<40)
    func places(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        var (list, all) = (PlaceList(), [CatalogTable.Place]())
        let (products, parts) = (Bool.random(using: &random), Bool.random(using: &random))
        for row in 0..<Int.random(in: 0...30, using: &random) {
            var place = CatalogTable.Place(
                line: row + 1, start: row * 7, part: parts && Bool.random(using: &random) ? Int32(row % 3) : nil)
            if products, Bool.random(using: &random) {
                place.product = CatalogTable.Start(CatalogTable.Place(line: row / 4, start: row / 4))
            }
            list.append(place)
            all.append(place)
        }
        #expect(list.count == all.count)
        for (row, place) in all.enumerated() {
            #expect(list[row].line == place.line && list[row].start == place.start)
            #expect(list[row].part == place.part && list[row].product == place.product)
        }
    }
}
