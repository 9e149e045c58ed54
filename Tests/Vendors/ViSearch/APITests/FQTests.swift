import Foundation
import Testing
import ViSearchAPI

@Suite("Filters of ViSearch's fq")
struct FQTests {
    let fields: [String: AttributeType] = [
        "brand": .string, "title": .text, "stock": .int, "price": .float, "new": .bool, "tags": .list, "made": .date,
    ]

    /// Seconds after the beginning of 2024-05-31.
    private static func moment(_ seconds: Double) -> AttributeValue {
        .date(Date(timeIntervalSince1970: 1_717_113_600).addingTimeInterval(seconds))
    }

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
            ("unheard:of", .or([])), ("brand:", .equal("brand", .string(""))),
            ("made:2024-05-31T00:00:00Z", .equal("made", .date(Date(timeIntervalSince1970: 1_717_113_600)))),
            ("made:2024-05-31", .between("made", moment(0), moment(86_400 - 0.001))),
            ("made:2024-05-30,2024-05-31", .between("made", moment(-86_400), moment(86_400 - 0.001))),
            ("made:,2024-05-31", .lessOrEqual("made", moment(86_400 - 0.001))),
            ("made:2024-05-31,", .greaterOrEqual("made", moment(0))),
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

    @Test("fq with a field that nobody has, or a range in a text, says its doubt")
    func doubts() throws {
        #expect(Filter.doubt(aboutFQ: "prise:1", fields: fields)?.contains("did you mean `price`?") == true)
        #expect(Filter.doubt(aboutFQ: "brand:10,50", fields: fields)?.contains("brand") == true)
        for text in ["brand:x", "price:1,2", "brand:a,b"] {
            #expect(Filter.doubt(aboutFQ: text, fields: fields) == nil)
        }
        #expect(try Filter(fq: "prise:1", fields: fields, isLenient: true) == .all)
    }

    @Test("a range that runs backward is an error that says how to write it")
    func backward() {
        let error = SearchError.invalidArgument("the range `50,10` of price runs backward; write `price:10,50`")
        #expect(throws: error) { try Filter(fq: "price:50,10", fields: fields) }
    }
}
