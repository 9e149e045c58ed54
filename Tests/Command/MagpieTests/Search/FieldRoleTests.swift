import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import magpie

@Suite("Roles of fields, however their names are written", .timeLimit(.minutes(5)))
struct FieldRoleTests {
    @Test(
        arguments: [
            (["Title", "id"], FieldRole.title, ["Title"]),
            (["Product Name", "name"], .title, ["name", "Product Name"]),
            (["CATEGORY", "Product Type"], .type, ["Product Type", "CATEGORY"]), (["Group-ID"], .group, ["Group-ID"]),
            (["Variant Price", "Price"], .price, ["Price", "Variant Price"]),
            (["title", "Title"], .title, ["title", "Title"]),
            (["subtitle"], .title, []),
        ] as [([String], FieldRole, [String])])
    func `A field has a role by its plain name`(known: [String], role: FieldRole, expected: [String]) {
        #expect(role.fields(among: known) == expected)
    }

    @Test func `A spreadsheet's capital letters cost no titles, types and variants`() throws {
        let place = try Workplace()
        let kinds = ["Bags", "Shoes", "Mugs"]
        var rows = "File,Id,Title,Category\n"
        for number in 0..<18 {
            try place.write(try picture(seed: number), to: "in/p\(number).jpg")
            rows += "p\(number).jpg,i\(number),Thing \(number),\(kinds[number % 3])\n"
        }
        try place.write(Array(rows.utf8), to: "rows.csv")
        let ended = try place.magpie("index", "in", "--catalog", "rows.csv")
        #expect(ended.text.contains("learned from 18 items of 3 types"), "\(ended.text)")
        let found = try place.magpie("search", "--text", "thing 7", "--limit", "1")
        #expect(found.text.contains("Thing 7"), "\(found.text)")
    }

    @Test func `Kinds of articles in a shop system are no types of products`() throws {
        let place = try Workplace()
        var rows = "file,id,product_type,categories\n"
        for number in 0..<15 {
            try place.write(try picture(seed: number), to: "in/p\(number).jpg")
            rows +=
                "p\(number).jpg,i\(number),\(number % 2 == 0 ? "simple" : "configurable"),"
                + "\(["Gear > Bags", "Gear > Watches", "Tops"][number % 3])\n"
        }
        try place.write(Array(rows.utf8), to: "rows.csv")
        let ended = try place.magpie("index", "in", "--catalog", "rows.csv")
        #expect(ended.text.contains("learned from 15 items of"), "\(ended.text)")
    }
}
