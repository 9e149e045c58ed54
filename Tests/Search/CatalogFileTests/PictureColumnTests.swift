import Foundation
import TestSupport
import Testing

@testable import CatalogFile

@Suite("Columns of several pictures in catalogs", .timeLimit(.minutes(5)))
struct PictureColumnTests {
    private func table(_ text: String) throws(SearchError) -> AttributeTable {
        try AttributeTable(Array(text.utf8), path: "catalog")
    }

    /// "b.jpg back" for each picture beside the first one.
    private func further(_ text: String) throws -> [[String]] {
        try table(text).rows.map { row in
            row.pictures.further.map { [$0.file, $0.role?.rawValue].compactMap(\.self).joined(separator: " ") }
        }
    }

    @Test(
        "numbers, roles and lists name further pictures in this order",
        arguments: [
            ("id,image,image_2,image_3\n1,a,b,c\n", ["b", "c"]),
            ("id,image,image_3,image_2\n1,a,c,b\n", ["b", "c"]),
            ("id,image,image_2,image_3\n1,a,,c\n", ["c"]),
            ("id,file,image_2,file_3\n1,a,b,c\n", ["b", "c"]),
            ("id,image_url,Image 2,image3\n1,a,b,c\n", ["b", "c"]),
            ("id,image,image_back,worn_image,image_2\n1,a,b,c,d\n", ["d", "b back", "c worn"]),
            ("id,image,image_2,role_2,image_3,image_3_role\n1,a,b,Detail,c,scene\n", ["b detail", "c scene"]),
            ("id,image,image_2,image_2_role\n1,a,b,\n", ["b"]),
            ("id,file,images\n1,a,b|c\n", ["b", "c"]),
            ("id,Image Src,Variant Image\n1,a,b\n", ["b"]),
            (#"{"id":"1","file":"a","files":["b",{"file":"c","role":"back"}]}"#, ["b", "c back"]),
            (#"{"id":"1","source":"a","pictures":[{"role":"worn","source":"b"},{"source":"c"}]}"#, ["b worn", "c"]),
        ] as [(String, [String])])
    func columns(_ text: String, _ expected: [String]) throws {
        #expect(try further(text) == [expected])
        let row = try #require(try table(text).rows.first)
        #expect(row.file == "a" && row.id == "1")
        #expect(row.attributes.isEmpty)
    }

    @Test("the file column may have a list, whose first picture is the first one")
    func listOfFiles() throws {
        for text in [
            "id,image\n1,a.jpg|b.jpg\n", #"{"id":"1","image":["a.jpg","b.jpg"]}"#, "id,images\n1,a.jpg | b.jpg\n",
        ] {
            let row = try #require(try table(text).rows.first)
            #expect(row.file == "a.jpg")
            #expect(row.pictures.files == [PictureCell("a.jpg"), PictureCell("b.jpg")])
        }
        let barred = try table("id,image\n1,a\\|b.jpg|c.jpg\n")
        #expect(barred.rows.first?.pictures.files.map(\.file) == ["a|b.jpg", "c.jpg"])
        #expect(try table("id,image\n1,x\\\\y\\a.jpg\n").rows.first?.file == "x\\\\y\\a.jpg")
    }

    @Test("the first picture is that of image_1 or image_front where no other column names it")
    func firstOfNumbers() throws {
        #expect(try table("id,image_2,image_1\n1,b,a\n").rows.first?.file == "a")
        let row = try #require(try table("id,image_back,image_front\n1,b,a\n").rows.first)
        #expect(row.pictures.files == [PictureCell("a", role: .front)])
        #expect(row.pictures.further == [PictureCell("b", role: .back)])
    }

    @Test("rows have the role and the place of their picture")
    func rows() throws {
        let table = try table("Handle,Image Src,Image Position,image_role,Title\nx,a,2,,X\nx,b,1,worn,\n")
        #expect(table.idColumn == "Handle" && table.fileColumn == "Image Src")
        #expect(table.rows.map(\.pictures.position) == [2, 1])
        #expect(table.rows.map { $0.pictures.files.first?.role } == [nil, .worn])
        #expect(table.fields.map(\.name) == ["Title"])
    }

    @Test(
        "columns that only resemble those of pictures stay attributes",
        arguments: ["image_02", "image_100", "image_width", "role", "role_2", "imagery", "image_backs", "background"])
    func attributes(_ name: String) throws {
        let table = try table("id,image,\(name)\n1,a,7\n")
        #expect(table.fields.map(\.name) == [name])
        #expect(table.rows.first?.pictures.further == [])
    }

    @Test(
        "an unknown role, a picture without a file and a place that is no number are errors with their line",
        arguments: [
            ("id,image,image_2,role_2\n1,a,b,back\n2,a,b,bakc\n", "line 3: ", "did you mean `back`?"),
            (#"{"id":"1","file":"a","files":[{"role":"back"}]}"#, "line 1: ", "a member `file`"),
            ("id,image,image_position\n1,a,first\n", "line 2: ", "`image_position` is a number, not `first`"),
        ])
    func errors(_ text: String, _ line: String, _ reason: String) throws {
        let error = #expect(throws: SearchError.self) { try table(text) }
        let said = "\(try #require(error))"
        #expect(said.contains(line) && said.contains(reason), "\(said)")
    }
}
