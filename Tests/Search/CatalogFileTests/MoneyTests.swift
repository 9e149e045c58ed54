import Foundation
import Testing

@testable import CatalogFile

@Suite("Prices as countries write them", .timeLimit(.minutes(5)))
struct MoneyTests {
    private func read(
        _ cells: [String], column: String = "price"
    ) throws -> (values: [AttributeValue?], warnings: [String]) {
        let lines =
            ["id,\(column)"] + cells.enumerated().map { "\($0),\"\($1.replacing("\"", with: "\"\""))\"" }
        let table = try CatalogTable(TableText(Array(lines.joined(separator: "\n").utf8), path: "t.csv"))
        var values: [AttributeValue?] = []
        try table.eachRow { row in values.append(row.attributes[column]) }
        return (values, table.warnings)
    }

    @Test(
        arguments: [
            // Money without fractions: three digits behind a mark are thousands.
            (["¥12,340", "¥980"], [12340, 980]), (["￥1,234"], [1234]), (["₩9,900", "₩12,000"], [9900, 12000]),
            (["99.000 ₫", "1.250.000 ₫"], [99000, 1_250_000]), (["1,234円", "500円"], [1234, 500]),
            (["Rp1.234.000", "Rp 99.000"], [1_234_000, 99000]), (["JPY 1,234"], [1234]), (["12,900원"], [12900]),
            // A fraction of three digits.
            (["12.500 KWD", "3.250 KWD"], [12.5, 3.25]), (["OMR 0.750", "OMR 12.500"], [0.75, 12.5]),
            (["BHD 1,234.500"], [1234.5]),
            // The point of an abbreviation.
            (["Rs. 1,23,456.00", "Rs. 99"], [123_456, 99]), (["Rs 500", "Rs.750"], [500, 750]),
            (["kr. 1.234,50", "kr. 20"], [1234.5, 20]),
            // A dash in place of the fraction.
            (["1 234:-", "99:-"], [1234, 99]), (["1.234,-", "19,95"], [1234, 19.95]), (["50.–", "20.50"], [50, 20.5]),
            (["CHF 50.-", "CHF 1'250.--"], [50, 1250]), (["12,- €", "9,99 €"], [12, 9.99]),
            // Nothing to pay.
            (["0", "49.00 EUR", "Free"], [0, 49, 0]), (["12.5", "kostenlos"], [12.5, 0]),
        ] as [([String], [Double])])
    func `They are numbers where the whole column agrees`(cells: [String], expected: [Double]) throws {
        let found = try read(cells)
        #expect(found.values == expected.map { .float($0) }, "\(cells): \(found)")
        #expect(found.warnings == [])
    }

    @Test(arguments: [
        ["49.00", "on request"], ["EUR 49.00", "49.00 USD"], ["Free", "free"], ["5-", "6-"], ["12:30", "09:15"],
        ["¥1,234", "¥12,50"],
    ])
    func `A column of prices that is text is named`(cells: [String]) throws {
        let found = try read(cells)
        #expect(found.values == cells.map { .string($0) }, "\(found)")
        #expect(found.warnings.count == (cells[0] == "Free" ? 0 : 1), "\(found.warnings)")
        let elsewhere = try read(cells, column: "note").values
        #expect(elsewhere == cells.map { .string($0) })
    }

    @Test func `The word for nothing to pay is a word where the column is none of prices`() throws {
        #expect(
            try read(["12", "Free", "3"], column: "sugar").values == [.string("12"), .string("Free"), .string("3")])
        #expect(try read(["12", "Free", "3"]).values == [.float(12), .float(0), .float(3)])
    }

    @Test(arguments: [["FR 38", "FR 40"], ["RS 3", "RS 6"], ["RP 12.5", "RP 14"], ["PEN 10", "PEN 20"]])
    func `Sizes, models and codes that begin like money stay text`(cells: [String]) throws {
        let found = try read(cells, column: "model")
        #expect(found.values == cells.map { .string($0) } && found.warnings == [], "\(found)")
    }

    @Test func `Amounts beside the word for 0 are named where the column is none of prices`() throws {
        let cells = ["4.99 €", "Free", "5.99 €"]
        let found = try read(cells, column: "shipping")
        #expect(found.values == cells.map { .string($0) })
        #expect(found.warnings.count == 1 && found.warnings[0].contains("`Free` is not"), "\(found.warnings)")
    }

    @Test func `Prices that are strings of JSON are named`() throws {
        let lines = #"{"id":"1","price":"49.00"}"# + "\n" + #"{"id":"2","price":"12.00"}"#
        let table = try CatalogTable(TableText(Array(lines.utf8), path: "t.jsonl"))
        #expect(table.columns.map(\.type) == [.string])
        #expect(table.warnings.count == 1 && table.warnings[0].contains("--schema price=float"), "\(table.warnings)")
    }
}
