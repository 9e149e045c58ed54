import ImageTypes
import TestSupport
import Testing
import WireFormat

@testable import CatalogFile

@Suite("Feeds in XML")
struct XMLFeedTests {
    private func cells(_ row: String) -> [String: String] {
        XMLMembers.cells(Array(row.utf8)[...]).compactMapValues(\.text)
    }

    private func rows(_ text: String) throws -> [AttributeTable.Row] {
        try AttributeTable(Array(text.utf8), path: "feed.xml").rows
    }

    /// RSS as Google's help has it (support.google.com/merchants/answer/160589, read in 2026-11), drawn anew.
    private static let rss = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE rss [ <!ENTITY shop "<item>no</item>"> ]>
        <rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>A shop</title>
        <!-- <item><g:id>old</g:id></item> -->
        <item>
          <title>Bag</title> <g:id>B-1</g:id> <g:title><![CDATA[Bag <b>& more</b>]]></g:title>
          <link>https://shop.example/b?x=1&amp;y=2</link>
          <g:image_link>https://cdn.example/b1.jpg</g:image_link>
          <g:additional_image_link>https://cdn.example/b2.jpg</g:additional_image_link>
          <g:additional_image_link>https://cdn.example/b3.jpg</g:additional_image_link>
          <g:price>1,049.50 EUR</g:price><g:availability>in_stock</g:availability><g:gtin>0036000291452</g:gtin>
          <g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping>
          <g:shipping><g:country>AT</g:country><g:price>9.90 EUR</g:price></g:shipping>
        </item>
        <item><g:id>B-2</g:id><g:title>Gr&#xFC;n &#8211; &uuml;ber</g:title><g:image_link>c.jpg</g:image_link>
          <g:price>20 EUR</g:price><g:availability>out_of_stock</g:availability></item></channel></rss>
        """

    @Test func `A feed for Google Merchant has the fields that its table of tabs would have`() throws {
        var places: [CatalogTable.Place] = []
        let table = try CatalogTable(TableText(Array(Self.rss.utf8), path: "f.xml")) { place, _, _ in
            places.append(place)
        }
        #expect(table.kind == .google && places.map(\.line) == [5, 15])
        let rows = try places.map { try table.row(at: $0) }
        #expect(rows.map(\.id) == ["B-1", "B-2"])
        #expect(rows[0].pictures.all.map(\.file) == (1...3).map { "https://cdn.example/b\($0).jpg" })
        let values = rows[0].attributes.mapValues(\.written)
        #expect(values["title"] == "Bag & more" && values["link"] == "https://shop.example/b?x=1&y=2")
        #expect(values["price"] == "1049.5" && values["currency"] == "EUR" && values["in_stock"] == "true")
        #expect(values["gtin"] == "0036000291452")
        #expect(rows[0].attributes["shipping.country"] == .list(["DE", "AT"]))
        #expect(rows[1].attributes["title"]?.written == "Grün – über" && rows[1].attributes["in_stock"] == .bool(false))
    }

    @Test func `Atom, and the feeds of price comparisons, are read by the names of their elements`() throws {
        let atom = try rows(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>S</title><entry><id>1</id><title>Bag</title>
            <link rel="alternate" href="https://s.example/1"/><g:image_link>a.jpg</g:image_link></entry></feed>
            """)
        #expect(atom.map(\.id) == ["1"] && atom[0].file == "a.jpg")
        #expect(atom[0].attributes["link"]?.written == "https://s.example/1")
        let offers = try rows(
            """
            <yml_catalog><shop><offers><offer id="12" available="true"><name>Tee</name><price>5</price>
            <picture>a.jpg</picture><picture>b.jpg</picture><param name="Color">Red</param></offer>
            <offer id="13"><name>Tee</name><price currency="EUR">6</price><param name="Color">Blue</param></offer>
            </offers></shop></yml_catalog>
            """)
        #expect(offers.map(\.id) == ["12", "13"])
        #expect(offers[0].pictures.all.map(\.file) == ["a.jpg", "b.jpg"])
        #expect(offers.map { $0.attributes["Color"]?.written } == ["Red", "Blue"])
        #expect(cells("<SHOPITEM><PRICE currency='CZK'>1 290</PRICE></SHOPITEM>") == ["PRICE": "1 290 CZK"])
    }

    @Test func `Elements alike are a list, those with a prefix count before others, and what lies deep is kept`() {
        #expect(cells("<item><c>a|b</c><c>d</c><c> </c></item>") == ["c": #"a\|b|d"#])
        #expect(
            cells("<item><title>x</title><g:title>y</g:title><g:title>z</g:title><title>w</title></item>") == [
                "title": "y|z"
            ])
        #expect(cells("<item id='1'><id>2</id></item>") == ["id": "2"])
        #expect(cells("<item><a>x<b>y</b>z</a></item>") == ["a": "xz", "a.b": "y"])
        #expect(cells("<item><a><b><c><d><e>1</e>2</d></c></b></a></item>")["a.b.c.d"] == "1|2")
        #expect(
            cells("<item><t>&unknown; &#0; &amp;lt; &#x110000;</t></item>") == ["t": "&unknown; &#0; &lt; &#x110000;"])
    }

    @Test(arguments: [
        ("<rss><item><a>x</item></rss>", "line 1: </item> ends <a>"),
        ("<rss>\n<item><id>1</id>", "line 2: the text is cut off"),
        ("<rss><item><id>1</id></item></rss><!-- ", "line 1: the text is cut off"),
        ("<rss></rss>", "without a product"),
    ])
    func `A feed that is damaged is refused with the line`(text: String, reason: String) {
        #expect { try rows(text) } throws: { "\($0)".contains(reason) }
    }

    @Test func `A product without an end takes no more memory than the longest line`() {
        let portion = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for start in ["<item>", "<item><![CDATA[", "<rss><!--"] {
            var rows = XMLRows(path: "f")
            #expect {
                _ = try rows.feed(Array(start.utf8)[...], isLast: false) { _, _, _ in true }
                for _ in 0...TableFile.longestLine >> 20 {
                    _ = try rows.feed(portion[...], isLast: false) { _, _, _ in true }
                }
            } throws: { "\($0)".contains("line 1: it is longer than") }
        }
    }

    @Test func `Whatever the portions, tables that are written as XML have the rows of their CSV`() throws {
        var random = SplitMix(seed: 11)
        let words = [
            "Bag", "a < b", "R&D", "\"q\"", "1.50", "x|y", "Größe", "]]>", "<b>", "two\nlines", "&amp;", "'", "007",
            "-",
        ]
        for _ in 0..<200 {
            let names = ["id", "title", "note", "price"].filter { _ in Bool.random(using: &random) }
            // A line of CSV with one empty cell is no row.
            guard names.count > 1 else { continue }
            let cells = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                names.map { _ in Bool.random(using: &random) ? words.randomElement(using: &random)! : "" }
            }
            var csv = names.joined(separator: ",") + "\n"
            var xml = "<?xml version='1.0'?><!-- a > b --><rss><channel x='<item>'>"
            for row in cells {
                csv += row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
                xml +=
                    "<item>" + zip(names, row).map { Self.element($0, $1, &random) }.joined(separator: "\n") + "</item>"
            }
            xml += "</channel></rss>"
            let expected = try AttributeTable(Array(csv.utf8), path: "t").rows
            let read = try rows(xml)
            #expect(read.map(\.attributes) == expected.map(\.attributes), "\(xml)")
            #expect(read.map(\.id) == expected.map(\.id), "\(xml)")
            // In portions of any size, the same products at the same places.
            func products(_ portion: Int) throws -> [Int] {
                var (starts, parser) = ([Int](), XMLRows(path: "f"))
                for start in stride(from: 0, through: xml.utf8.count, by: portion) {
                    let bytes = Array(xml.utf8.dropFirst(start).prefix(portion))
                    _ = try parser.feed(bytes[...], isLast: false) { _, start, bytes in
                        starts.append(contentsOf: [start, bytes.count])
                        return true
                    }
                }
                return starts
            }
            #expect(try products(Int.random(in: 1...9, using: &random)) == products(xml.utf8.count + 1))
        }
    }

    /// An element with a text, written in one of the ways that mean it.
    private static func element(_ name: String, _ text: String, _ random: inout SplitMix) -> String {
        var inner = ""
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where !text.contains("]]>"): inner = "<![CDATA[\(text)]]>"
        case 1: inner = text.unicodeScalars.map { "&#\($0.value);" }.joined()
        default:
            inner = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("]]>", with: "]]&gt;")
            inner = inner.prefix(1) + "<!-- </item> -->" + inner.dropFirst(1)
            // A reference is not divided.
            if text.hasPrefix("&") || text.hasPrefix("<") {
                inner = "<?x ?>" + inner.replacing("<!-- </item> -->", with: "")
            }
        }
        return "<\(name) at = \"a>b\">\(inner)</\(name)>"
    }
}
