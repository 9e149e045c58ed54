import Foundation
import Testing

@testable import CatalogFile

@Suite(
    "Fields that a shop's export tells in its own way: the price that is paid, currency, stock", .timeLimit(.minutes(5))
)
struct ShopFieldTests {
    private func rows(
        _ text: String, schema: [String: AttributeType] = [:]
    ) throws -> [[String: AttributeValue]] {
        try AttributeTable(Array(text.utf8), path: "t", schema: schema).rows.map(\.attributes)
    }

    @Test func `The price that is paid is that of the sale, and the regular one stands beside it`() throws {
        let google = try rows("id\ttitle\tprice\tsale_price\n1\ta\t89.50 EUR\t79.00 EUR\n2\tb\t75.00 EUR\t\n")
        #expect(google[0]["price"] == .float(79) && google[0]["regular_price"] == .float(89.5))
        #expect(google[1]["price"] == .float(75) && google[1]["regular_price"] == nil)
        let woo = try rows("ID,Name,Sale price,Regular price\n1,a,79.00,89.50\n2,b,,75.00\n3,c,,\n")
        #expect(woo.map { $0["price"] } == [.float(79), .float(75), nil])
        #expect(woo[0]["Regular price"] == .float(89.5))
        // Whole prices beside a sale with fractions.
        let whole = try rows("id,Price,sale_price\n1,90,79.5\n2,75,\n")
        #expect(whole.map { $0["Price"] } == [.float(79.5), .float(75)])
        #expect(try rows("id,Regular price\n1,20\n")[0]["price"] == .float(20))
        #expect(try rows("id,price\n1,20\n")[0] == ["price": .int(20)])
    }

    @Test(arguments: [
        ("2020-01-01T00:00Z/2020-02-01T00:00Z", 90.0), ("2020-01-01T00:00Z/2999-02-01T00:00Z", 79), ("", 79),
        ("2999-01-01T00:00Z/2999-02-01T00:00Z", 90), ("some day", 79),
        ("2020-01-01T13:00-0800/2020-02-01T15:30-0800", 90),
        ("2020-01-01T13:00:00+02:00/2999-02-01", 79),
    ])
    func `A sale counts within its days`(days: String, price: Double) throws {
        let text = "id,price,sale_price,sale_price_effective_date\n1,90.0,79.0,\(days)\n"
        #expect(try rows(text)[0]["price"] == .float(price))
        guard days.contains("/") else { return }
        let sides = days.split(separator: "/").map { $0.prefix(10) }
        let woo =
            "ID,Sale price,Regular price,Date sale price starts,Date sale price ends\n1,79.0,90.0,\(sides[0]),\(sides[1])\n"
        #expect(try rows(woo)[0]["price"] == .float(price))
    }

    @Test func `A count of pieces tells what is in stock, unless the shop sells beyond it`() throws {
        #expect(try rows("id,Stock\n1,12\n2,0\n3,-1\n4,\n").map { $0["in_stock"] } == [true, false, false, nil])
        // A cell of a table program without a number: nobody knows.
        #expect(ShopFields.isInStock("nan") == nil && ShopFields.isInStock("NaN") == nil)
        let shopify = try rows(
            "Handle,Variant Inventory Qty,Variant Inventory Policy\na,0,deny\nb,0,continue\nc,2,deny\n")
        #expect(shopify.map { $0["in_stock"] } == [false, true, true])
        #expect(try rows("id,Lagerbestand,Verfügbarkeit\n1,5,out of stock\n")[0]["in_stock"] == false)
    }

    @Test func `An article number with a wrong check digit stays as it is, and is told`() throws {
        let text = "id,EAN,shelf\n1,4006381333931,4006381333932\n2,4006381333932,1\n3,12345,2\n4,036000291453,3\n"
        let table = try CatalogTable(TableText(Array(text.utf8), path: "t"))
        #expect(
            table.warnings == [
                "the column EAN has 2 numbers with a wrong check digit, the first is 4006381333932 (line 3)"
            ])
        #expect(try rows(text)[1]["EAN"] == .string("4006381333932"))
    }

    @Test func `The last day of a sale belongs to it`() throws {
        let day = Date().formatted(.iso8601.year().month().day())
        for (end, price) in [(day, 79.0), ("\(day)T00:00Z", 90)] {
            let text = "id,price,sale_price,sale_price_effective_date\n1,90.0,79.0,2020-01-01/\(end)\n"
            #expect(try rows(text)[0]["price"] == .float(price), "\(end)")
        }
        let woo = "ID,Sale price,Regular price,Date sale price ends\n1,79.0,90.0,\(day)\n"
        #expect(try rows(woo)[0]["price"] == .float(79))
    }

    @Test(arguments: [
        ("49.00 EUR", "EUR"), ("€ 49,50", "EUR"), ("£49.00", "GBP"), ("49 CHF", "CHF"), ("$49.00", nil), ("49.00", nil),
    ])
    func `The sign of a price is its currency, where it is of one alone`(cell: String, code: String?) throws {
        let found = try rows("id,price\n1,\"\(cell)\"\n2,\n")
        #expect(found[0]["currency"]?.written == code)
        #expect(found[1]["currency"] == nil)
        #expect(try rows("id,price,currency\n1,\"\(cell)\",XXX\n")[0]["currency"] == .string("XXX"))
    }

    @Test(
        arguments: [
            (
                "availability", ["in_stock", "out of stock", "preorder", "in stock", "soon"],
                [true, false, false, true, nil]
            ),
            ("In stock?", ["1", "0", "backorder"], [true, false, false]),
            ("is_in_stock", ["1", "0"], [true, false]),
            ("availability", ["https://schema.org/InStock", "http://schema.org/OutOfStock"], [true, false]),
        ] as [(String, [String], [Bool?])])
    func `The words for stock are a flag`(column: String, cells: [String], expected: [Bool?]) throws {
        let text = "id,\(column)\n" + cells.enumerated().map { "\($0.offset),\($0.element)" }.joined(separator: "\n")
        #expect(try rows(text).map { $0["in_stock"] } == expected.map { $0.map(AttributeValue.bool) })
    }

    @Test func `A flag of the shop's own, and a field of the store of another type, stay as they are`() throws {
        let own = try rows("id,in_stock,availability\n1,yes,out_of_stock\n2,no,in_stock\n")
        #expect(own.map { $0["in_stock"] } == [.bool(true), .bool(false)])
        let table = try CatalogTable(
            TableText(Array("id,availability\n1,in_stock\n".utf8), path: "t"),
            options: CatalogTable.Options(schema: ["in_stock": .string]))
        #expect(!table.columns.contains { $0.name == "in_stock" })
    }

    @Test func `Objects in a line are fields by their paths, and offers and brands what they stand for`() throws {
        let line = #"""
            {"@context":"https://schema.org/","@type":"Product","sku":"a","name":"Bag","image":["x.jpg","y.jpg"],
             "brand":{"@type":"Brand","name":"Lumo"},"size":{"width":3,"unit":{"name":"cm"}},"tags":[{"a":1}],
             "offers":{"@type":"Offer","price":"49.00","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}
            """#.replacing("\n", with: " ")
        let row = try #require(try AttributeTable(Array(line.utf8), path: "t").rows.first)
        #expect(row.id == "a" && row.pictures.files.map(\.file) == ["x.jpg", "y.jpg"])
        let found = row.attributes
        #expect(
            found["brand"] == .string("Lumo") && found["price"] == .float(49) && found["currency"] == .string("EUR"))
        #expect(
            found["in_stock"] == .bool(true) && found["size.width"] == .int(3) && found["size.unit"] == .string("cm"))
        #expect(found["@type"] == nil && found["offers"] == nil && found["tags"] != nil)
        let several = #"{"id":"1","offers":[{"price":"5"},{"price":"9"}]}"#
        #expect(try rows(several)[0]["price"] == .float(5))
        // The product's own price counts more.
        #expect(try rows(#"{"id":"1","price":7,"offers":{"price":"5"}}"#)[0]["price"] == .int(7))
    }
}
