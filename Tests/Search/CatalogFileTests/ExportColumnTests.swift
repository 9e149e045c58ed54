import Foundation
import Testing

@testable import CatalogFile

@Suite("Columns of shops' exports: HTML, lists, costs and long values", .timeLimit(.minutes(5)))
struct ExportColumnTests {
    private func table(
        _ text: String, _ options: CatalogTable.Options = CatalogTable.Options()
    ) throws -> (columns: [String: AttributeType], rows: [[String: AttributeValue]], warnings: [String]) {
        let table = try CatalogTable(TableText(Array(text.utf8), path: "t.csv"), options: options)
        var rows: [[String: AttributeValue]] = []
        try table.eachRow { row in rows.append(row.attributes) }
        let columns = Dictionary(table.columns.map { ($0.name, $0.type) }) { first, _ in first }
        return (columns, rows, table.warnings)
    }

    @Test(arguments: [
        ("<p style=\"color:red\">Roomy tote</p>", "Roomy tote"),
        (
            "<p>For <strong>books</strong> &amp; caf&eacute; tables.</p><ul><li class=\"x\">light</li></ul>",
            "For books & café tables. light"
        ),
        ("<a href='https://x.example/leather-care?a>b'>Care</a> <!-- black friday --> soft", "Care soft"),
        ("Caf&eacute; brown &ndash; 100&nbsp;% wool&lt;br&gt;", "Café brown – 100 % wool<br>"),
        ("<b>for</b>est<sup>2</sup> H<sub>2</sub>O<br>blue<br/>green", "forest2 H2O blue green"),
        ("<style>p { color: red }</style><script>let a = '<p>'</script>Tea", "Tea"),
        ("a < b and c > d &", "a < b and c > d &"),
        ("&#8364;5 &#x1F600; &unknown; &amp;lt;", "€5 😀 &unknown; &lt;"), ("<p>cut off", "cut off"),
        ("5 <3 6", "5 <3 6"),
        ("<p title=\"a\n b\">x</p>\n\n<div>y</div>", "x y"), ("<!DOCTYPE html><p>x", "x"), ("<script>never ends", ""),
    ])
    func `HTML is the text that a browser shows`(html: String, shown: String) {
        #expect(HTMLText.shown(html) == shown)
    }

    @Test func `A column of HTML is text, and one of other signs stays as it is written`() throws {
        let text = "id,Body (HTML),note\n1,<p>Red &amp; <b>blue</b></p>,a < b\n2,plain words,<3\n"
        let found = try table(text)
        #expect(found.columns == ["Body (HTML)": .text, "note": .text] || found.columns["note"] == .string)
        #expect(found.rows[0]["Body (HTML)"] == .text("Red & blue"))
        #expect(found.rows[1]["Body (HTML)"] == .text("plain words"))
        #expect(found.rows[0]["note"]?.written == "a < b")
    }

    @Test(
        arguments: [
            ("id,Tags\n1,\"canvas, everyday, sale\"\n2,knit\n", "Tags", ["canvas", "everyday", "sale"]),
            ("ID,Categories\n1,\"Bags > Handbags, Sale\"\n", "Categories", ["Bags > Handbags", "Sale"]),
            ("ID,Attribute 1 value(s)\n1,\"Red, Blue\\, dark\"\n", "Attribute 1 value(s)", ["Red", "Blue, dark"]),
            ("id\timage_link\tavailability\tcolor\n1\ta\tin_stock\tWhite/Gray\n", "color", ["White", "Gray"]),
            ("id,tags\n1,a|b\n2,\"c, d\"\n", "tags", ["a", "b"]),
        ] as [(String, String, [String])])
    func `Several values in a cell are a list`(text: String, column: String, expected: [String]) throws {
        let found = try table(text)
        #expect(found.columns[column] == .list, "\(found.columns)")
        #expect(found.rows[0][column] == .list(expected))
    }

    @Test func `A comma in other columns, and a slash elsewhere, divides nothing`() throws {
        let found = try table("id,title,color\n1,\"Bag, red\",White/Gray\n")
        #expect(found.rows[0]["title"]?.written == "Bag, red" && found.rows[0]["color"] == .string("White/Gray"))
        let told = try table("id,sizes\n1,S;M;L\n", CatalogTable.Options(listSigns: ["sizes": ";"]))
        #expect(told.rows[0]["sizes"] == .list(["S", "M", "L"]))
        #expect(throws: SearchError.self) {
            try table("id,sizes\n1,S\n", CatalogTable.Options(listSigns: ["size": ";"]))
        }
    }

    @Test func `What a shop pays is left out and told, unless it is asked for`() throws {
        let text = "id,Price,Cost per item\n1,49.00,20.00\n"
        let found = try table(text)
        #expect(found.columns == ["Price": .float])
        #expect(found.warnings.first?.contains("the column Cost per item is left out, because shops pay it") == true)
        #expect(try table(text, CatalogTable.Options(taken: ["Cost per item"])).columns == ["Cost per item": .float])
        #expect(try table(text, CatalogTable.Options(schema: ["Cost per item": .float])).columns.count == 2)
        let omitted = try table(text, CatalogTable.Options(omitted: ["Price", "Cost per item"]))
        #expect(omitted.columns.isEmpty && omitted.warnings.isEmpty)
        #expect {
            try table(text, CatalogTable.Options(omitted: ["Prices"]))
        } throws: { error in "\(error)".contains("did you mean `Price`?") }
    }

    @Test func `Cells of shop systems that hold several fields become those fields`() throws {
        let magento = try table(
            """
            sku,attribute_set_code,base_image,categories,additional_attributes
            a,Top,/a.jpg,"Default/Men/Tops,Default","has_options=0,size=XS,color=Black,climate=Cold|Mild,note=one, or two"
            b,Top,/b.jpg,Default/Men,

            """)
        #expect(magento.rows[0]["size"] == .string("XS") && magento.rows[0]["climate"] == .list(["Cold", "Mild"]))
        #expect(magento.rows[0]["note"]?.written == "one, or two" && magento.rows[0]["has_options"] == nil)
        #expect(magento.rows[0]["categories"] == .list(["Default > Men > Tops", "Default"]))
        #expect(magento.columns["additional_attributes"] == nil && magento.rows[1]["color"] == nil)
        let woo = try table(
            """
            ID,SKU,Name,Images,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 2 name,Attribute 2 value(s)
            1,a,Bag,a.jpg,20,Color,"Red, Blue",1,Name,x
            2,b,Mug,b.jpg,30,Volume,0.3 l,1,,

            """)
        #expect(woo.rows[0]["Color"] == .list(["Red", "Blue"]) && woo.rows[1]["Volume"] == .string("0.3 l"))
        #expect(woo.rows[0]["Name"]?.written == "Bag" && !woo.columns.keys.contains { $0.hasPrefix("Attribute") })
    }

    @Test func `One long value makes no prose of a column of names`() throws {
        let brands = (0..<40).map { "Brand \($0)" } + ["Marc by Marc Jacobs"]
        let text =
            "id,brand,title\n"
            + brands.map { "1,\($0),\($0 == "Brand 3" ? "a bag for books" : "bag \($0)")" }.joined(separator: "\n")
        let found = try table(text)
        #expect(found.columns == ["brand": .string, "title": .text])
        let prose =
            "id,material\n"
            + (0..<10).map { "1,\($0 < 3 ? "made of soft red leather \($0)" : "wool \($0)")" }.joined(separator: "\n")
        #expect(try table(prose).columns == ["material": .text])
    }
}
