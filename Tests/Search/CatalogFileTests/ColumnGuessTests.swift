import Foundation
import TestSupport
import Testing

@testable import CatalogFile

@Suite("The types of columns are guessed without changing a value")
struct ColumnGuessTests {
    private func table(_ cells: [String], options: CatalogTable.Options = CatalogTable.Options()) throws -> (
        column: CatalogTable.Column, values: [AttributeValue?], warnings: [String]
    ) {
        let quoted = cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
        let lines = ["id,x"] + quoted.enumerated().map { "i\($0),\($1)" }
        let table = try CatalogTable(
            TableText(Array(lines.joined(separator: "\n").utf8), path: "t.csv"), options: options)
        var values: [AttributeValue?] = []
        try table.eachRow { row in values.append(row.attributes["x"]) }
        return (table.columns[0], values, table.warnings)
    }

    @Test(
        "codes that a number would change stay what they are",
        arguments: [
            ["12E4", "15E4"], ["3e5", "7E2"], ["32E0134", "47D90"], ["1e400", "2e5"], ["007", "01", "0"],
            ["12345678901234567890", "99999999999999999999"], ["1234567890123456789012"], ["+4915112345", "+49"],
            ["12345678901234567.25", "1.5"], ["0.1234567890123456789", "1"], ["9007199254740993", "1.5"], ["-01", "5"],
            ["1_000", "2_000"], ["0x10", "0b11"], ["nan", "inf"], ["00.5", "1.5"], ["1-2", "3-4"], ["12:30", "09:15"],
        ])
    func codes(_ cells: [String]) throws {
        let (column, values, _) = try table(cells)
        #expect(column.type == .string)
        #expect(values == cells.map { AttributeValue.string($0) })
    }

    @Test(
        "numbers as programs write them are numbers",
        arguments: [
            (["1", "-2", "9007199254740993"], [AttributeValue.int(1), .int(-2), .int(9_007_199_254_740_993)]),
            (["1.0", "2.50", "3"], [.float(1), .float(2.5), .float(3)]), ([".5", ".25"], [.float(0.5), .float(0.25)]),
            (["0.1", "1234567.891", "19.90"], [.float(0.1), .float(1234567.891), .float(19.9)]),
            (["1e3", "2.5e2"], [.float(1000), .float(250)]), (["1E-5", "3e-7"], [.float(1e-5), .float(3e-7)]),
            (["1.299", "2.450"], [.float(1.299), .float(2.45)]),
        ] as [([String], [AttributeValue])])
    func plain(_ cells: [String], _ expected: [AttributeValue]) throws {
        let (_, values, warnings) = try table(cells)
        #expect(values == expected)
        #expect(warnings == [])
    }

    @Test(
        "decimal commas, thousands and currencies are read where the whole column agrees",
        arguments: [
            (["12,50", "1.299,00"], [12.5, 1299]), (["$12.50", "1,299.00"], [12.5, 1299]),
            (["1,50", "2,75", "3"], [1.5, 2.75, 3]), (["1 299,00 €", "19,90 €"], [1299, 19.9]),
            (["CHF 1'299.50", "CHF 20"], [1299.5, 20]), (["-$5.25", "$-6.50", "7"], [-5.25, -6.5, 7]),
            (["€10", "€12"], [10, 12]), (["1.299.000,5", "0,125"], [1_299_000.5, 0.125]),
            (["₹1,23,456.50", "₹99"], [123456.5, 99]), (["1\u{202F}299,5", "2"], [1299.5, 2]),
        ] as [([String], [Double])])
    func forms(_ cells: [String], _ expected: [Double]) throws {
        let (column, values, warnings) = try table(cells)
        #expect(values == expected.map { .float($0) })
        #expect(column.type == .float && column.meaning != nil)
        #expect(warnings == [])
    }

    @Test("thousands without a fraction are whole numbers")
    func thousands() throws {
        #expect(try table(["1,234,567", "12"]).values == [.int(1_234_567), .int(12)])
    }

    @Test(
        "a column that does not agree stays text, and a warning names it and two of its values",
        arguments: [
            (["12,50", "1,299.00"], ["12,50", "1,299.00"]), (["$10", "€12"], ["$10", "€12"]),
            (["1,234", "5,678"], ["1,234", "5,678"]), (["1,50", "on request"], ["1,50", "on request"]),
            (["1 000", "2 500"], ["1 000", "2 500"]), (["2024-02-30", "2024-01-01"], ["2024-02-30"]),
            (["2024-01-01", "2023-02-29"], ["2023-02-29", "2024-01-01"]),
            (["2024-01-01T25:00:00Z", "2024-01-01T10:00:00Z"], ["2024-01-01T25:00:00Z"]),
            (["2024-01-01T23:60:00Z"], ["2024-01-01T23:60:00Z"]), (["2024-13-01"], ["2024-13-01"]),
            (["2024-01-01T10:00:60Z"], ["2024-01-01T10:00:60Z"]),
        ])
    func doubts(_ cells: [String], _ named: [String]) throws {
        let (column, values, warnings) = try table(cells)
        #expect(column.type == .string)
        #expect(values == cells.map { .string($0) })
        #expect(warnings.count == 1 && warnings[0].contains("column x"))
        for text in named { #expect(warnings[0].contains("`\(text)`"), "\(warnings)") }
    }

    @Test("a declared column of numbers says what is unclear, and --decimal clears it")
    func declared() throws {
        let float = CatalogTable.Options(schema: ["x": .float])
        #expect(throws: SearchError.self) { try table(["1,234", "5,678"], options: float) }
        #expect(try table(["1,234"], options: CatalogTable.Options(schema: ["x": .int])).values == [.int(1234)])
        var options = float
        options.decimal = .comma
        #expect(try table(["1,234", "1.299"], options: options).values == [.float(1.234), .float(1299)])
        options.decimal = .point
        #expect(try table(["1,234", "1.299"], options: options).values == [.float(1234), .float(1.299)])
        #expect(try table(["1 000"], options: CatalogTable.Options(schema: ["x": .int])).values == [.int(1000)])
        #expect(throws: SearchError.wrongType(field: "x (t.csv, line 3)", expected: .float, value: "soon")) {
            try table(["1,5", "soon"], options: float)
        }
        #expect(throws: SearchError.wrongType(field: "x (t.csv, line 2)", expected: .date, value: "2024-02-30")) {
            try table(["2024-02-30"], options: CatalogTable.Options(schema: ["x": .date]))
        }
    }

    @Test("the other columns of a file tell what one column leaves open")
    func neighbors() throws {
        func values(_ text: String) throws -> [AttributeValue?] {
            try AttributeTable(Array(text.utf8), path: "t.csv").rows.map { $0.attributes["x"] }
        }
        #expect(try values("id;x;y\na;1,234;2,5\nb;5,678;1") == [.float(1.234), .float(5.678)])
        #expect(try values("id;x;y\na;1,234;2.5\nb;5,678;1") == [.int(1234), .int(5678)])
        // Thousands, or numbers of another source: neither is certain.
        #expect(try values("id;x;y\na;1.299;2,5\nb;2.450;1") == [.string("1.299"), .string("2.450")])
    }

    @Test("flags need both values")
    func flags() throws {
        #expect(try table(["NO", "NO"]).values == [.string("NO"), .string("NO")])
        #expect(try table(["true", "true"]).column.type == .string)
        #expect(try table(["yes", "no"]).values == [.bool(true), .bool(false)])
        #expect(try table(["TRUE", "False"]).values == [.bool(true), .bool(false)])
        #expect(
            try table(["NO"], options: CatalogTable.Options(schema: ["x": .bool])).values == [.bool(false)])
    }

    @Test("strings of JSON stay strings, whatever is in them; dates have no other form")
    func json() throws {
        let lines = """
            {"id":"a","zip":"81234","c":"12E4","flag":"yes","bar":"x|y","n":9223372036854775808,"day":"2024-05-31","p":1E2}
            {"id":"b","zip":"99999","c":"13","flag":"no","bar":"z","n":1,"day":"2024-06-01","p":19.990,"on":true}
            """
        let table = try AttributeTable(Array(lines.utf8), path: "t.jsonl")
        #expect(
            table.rows[0].attributes == [
                "zip": .string("81234"), "c": .string("12E4"), "flag": .string("yes"), "bar": .string("x|y"),
                "n": .string("9223372036854775808"), "day": AttributeValue("2024-05-31", as: .date)!, "p": .float(100),
            ])
        #expect(table.rows[1].attributes["on"] == .bool(true))
        #expect(table.rows[1].attributes["n"] == .string("1"))
    }

    @Test("a backslash before a bar makes it one of the string")
    func bars() throws {
        let column = try table(["a\\|b|c", "d"])
        #expect(column.values == [.list(["a|b", "c"]), .list(["d"])])
        #expect(column.values[0]?.written == "a\\|b|c")
        #expect(AttributeValue.list(["x\\", "y|z"]).written == "x\\\\|y\\|z")
        #expect(AttributeValue("x\\\\|y\\|z", as: .list) == .list(["x\\", "y|z"]))
        #expect(AttributeValue("C:\\x|y", as: .list) == .list(["C:\\x", "y"]))
    }
}

@Suite("Columns of codes")
struct CodeColumnTests {
    @Test("are strings whatever digits they have, unless a schema says otherwise", arguments: [",", "json"])
    func strings(form: String) throws {
        let text =
            form == ","
            ? "id,Variant Barcode,EAN,sku,stock\na,4006381333931,96385074,1001,3\nb,036000291452,12345670,1002,4\n"
            : """
            {"id":"a","Variant Barcode":4006381333931,"EAN":96385074,"sku":1001,"stock":3}
            {"id":"b","Variant Barcode":36000291452,"EAN":12345670,"sku":1002,"stock":4}

            """
        let table = try AttributeTable(Array(text.utf8), path: "t")
        let types = Dictionary(uniqueKeysWithValues: table.fields.map { ($0.name, $0.type) })
        #expect(
            types == ["Variant Barcode": .string, "EAN": .string, "sku": .string, "stock": .int, "in_stock": .bool])
        #expect(table.rows[0].attributes["Variant Barcode"] == .string("4006381333931"))
        let numbers = try AttributeTable(Array(text.utf8), path: "t", schema: ["sku": .int])
        #expect(numbers.rows[1].attributes["sku"] == .int(1002))
    }
}
