import Foundation
import Testing
import VisualSearch

@Suite("Filters written as text")
struct FilterTextTests {
    let fields: [String: AttributeType] = [
        "brand": .string, "title": .text, "stock": .int, "price": .float, "new": .bool, "tags": .list, "made": .date,
    ]

    /// Seconds after the beginning of 2024-05-31.
    private static func moment(_ seconds: Double) -> AttributeValue {
        .date(Date(timeIntervalSince1970: 1_717_113_600).addingTimeInterval(seconds))
    }

    @Test(
        "expressions",
        arguments: [
            ("price:>=10", .greaterOrEqual("price", .float(10))), ("stock:<3", .less("stock", .int(3))),
            ("!brand:\"acme\"", .not(.equal("brand", .string("acme")))), ("tags:*", .exists("tags")),
            ("brand:acme", .or([.equal("brand", .string("acme")), .like("brand", "acme > %")])),
            ("brand:a|b", .or([Field("brand").isWithin("a"), Field("brand").isWithin("b")])),
            ("price:10,50", .between("price", .float(10), .float(50))),
            ("made:>2024-05-31", .greater("made", moment(86_400 - 0.001))),
            ("made:>=2024-05-31", .greaterOrEqual("made", moment(0))), ("made:<2024-05-31", .less("made", moment(0))),
            ("made:<=2024-05-31", .lessOrEqual("made", moment(86_400 - 0.001))),
        ] as [(String, Filter)])
    func expression(_ text: String, _ filter: Filter) throws {
        #expect(try Filter(expression: text, fields: fields) == filter)
    }

    @Test(
        "an order or a range of numbers in a field of text is an error that names the field",
        arguments: ["brand:<20", "brand:>=M", "title:>5", "tags:<=3", "brand:10,50", "title:10,", "tags:,3"])
    func order(_ text: String) {
        #expect {
            try Filter(expression: text, fields: fields)
        } throws: { "\($0)".contains("have no order of numbers") }
    }

    @Test("conditions take variables of Swift's types")
    func variables() {
        let (age, price, brand, isNew) = (18, 9.5, "acme", true)
        let (day, names, sizes) = (Date(timeIntervalSince1970: 0), ["a", "b"], [38, 39])
        let filters: [(Filter, Filter)] = [
            (Field("age") >= age, .greaterOrEqual("age", .int(18))),
            (Field("price") < price, .less("price", .float(9.5))),
            (Field("brand") == brand, .equal("brand", .string("acme"))),
            (Field("new") != isNew, .not(.equal("new", .bool(true)))),
            (Field("made") > day, .greater("made", .date(day))),
            (Field("n").isOne(of: names), .oneOf("n", [.string("a"), .string("b")])),
            (Field("s").isNone(of: sizes), .not(.oneOf("s", [.int(38), .int(39)]))),
            (.equal("brand", brand), .equal("brand", .string("acme"))), (.oneOf("n", names), .oneOf("n", ["a", "b"])),
            (.between("price", price, price), .between("price", .float(9.5), .float(9.5))),
            (Field("a").isOne(of: "x", 1), .oneOf("a", [.string("x"), .int(1)])),
        ]
        for (written, meant) in filters { #expect(written == meant) }
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
