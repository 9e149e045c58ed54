import Foundation
import Testing
import VisualSearch

@Suite("Filters written as text")
struct FilterTextTests {
    let fields: [String: AttributeType] = [
        "brand": .string, "title": .text, "stock": .int, "price": .float, "new": .bool, "tags": .list, "made": .date,
    ]

    @Test(
        "fq forms",
        arguments: [
            ("brand:acme", .equal("brand", .string("acme"))), ("brand: a:b ", .equal("brand", .string(" a:b "))),
            ("brand:a,b", .equal("brand", .string("a,b"))), ("price:0, 199", .between("price", .float(0), .float(199))),
            ("price: 9.5 ", .equal("price", .float(9.5))), ("stock:3", .equal("stock", .int(3))),
            ("stock:1,2.5", .between("stock", .int(1), .float(2.5))),
            ("price:10,", .greaterOrEqual("price", .float(10))),
            ("price:,10", .lessOrEqual("price", .float(10))), ("new:True", .equal("new", .bool(true))),
            ("tags:a|b", .equal("tags", .string("a|b"))), ("title:red bag", .equal("title", .text("red bag"))),
            ("unheard:of", .all), ("brand:", .equal("brand", .string(""))),
            ("made:2024-05-31", .equal("made", .date(Date(timeIntervalSince1970: 1_717_113_600)))),
        ] as [(String, Filter)])
    func fq(_ text: String, _ filter: Filter) throws {
        #expect(try Filter(fq: text, fields: fields) == filter)
    }

    @Test(
        "fq that cannot be",
        arguments: ["", "brand", "price:cheap", "price:,", "price:1,2,3", "new:perhaps", "stock:nan", "made:soon"])
    func refused(_ text: String) {
        #expect(throws: SearchError.self) { try Filter(fq: text, fields: fields) }
    }

    @Test("several fq all have to hold")
    func several() throws {
        #expect(try Filter(fq: [], fields: fields) == .all)
        #expect(
            try Filter(fq: ["new:1", "brand:x"], fields: fields)
                == .and([.equal("new", .bool(true)), .equal("brand", .string("x"))]))
    }

    @Test(
        "expressions",
        arguments: [
            ("price:>=10", .greaterOrEqual("price", .float(10))), ("stock:<3", .less("stock", .int(3))),
            ("!brand:acme", .not(.equal("brand", .string("acme")))), ("tags:*", .exists("tags")),
            ("brand:a|b", .or([.equal("brand", .string("a")), .equal("brand", .string("b"))])),
            ("price:10,50", .between("price", .float(10), .float(50))),
        ] as [(String, Filter)])
    func expression(_ text: String, _ filter: Filter) throws {
        #expect(try Filter(expression: text, fields: fields) == filter)
    }

    @Test("an expression about a field that is not there names those that are")
    func unknown() {
        #expect(
            throws: SearchError.invalidArgument(
                "there is no field `colour`; the store has: brand, made, new, price, stock, tags, title")
        ) {
            try Filter(expression: "colour:red", fields: fields)
        }
    }

    @Test("a range that runs backward is an error that says how to write it")
    func backward() {
        let error = SearchError.invalidArgument("the range `50,10` of price runs backward; write `price:10,50`")
        #expect(throws: error) { try Filter(expression: "price:50,10", fields: fields) }
        #expect(throws: error) { try Filter(fq: "price:50,10", fields: fields) }
    }

    @Test("a mistyped field is answered with the one that was meant")
    func meant() {
        #expect(
            throws: SearchError.invalidArgument(
                "there is no field `prise`; did you mean `price`? The store has: brand, made, new, price, stock, tags, "
                    + "title")
        ) {
            try Filter(expression: "prise:1", fields: fields)
        }
    }

    @Test("values read back what they write")
    func roundTrip() {
        let values: [AttributeValue] = [
            .string("a b"), .int(-3), .float(0.1), .float(1e300), .float(-2), .bool(false), .list(["a", "", "b"]),
            .date(Date(timeIntervalSince1970: 1_717_113_600)), .date(Date(timeIntervalSince1970: 1_717_113_600.5)),
        ]
        for value in values { #expect(AttributeValue(value.written, as: value.type) == value) }
    }
}
