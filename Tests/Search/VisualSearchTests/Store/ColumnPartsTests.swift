import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Columns that are read in parts")
struct ColumnPartsTests {
    @Test(
        "a column of two parts is the column of the whole",
        arguments: [AttributeType.string, .text, .list, .int, .float, .date, .bool], [Column.Form.whole, .words])
    func parts(type: AttributeType, form: Column.Form) throws {
        let database = try Database(path: ":memory:", access: .create)
        try database.script("CREATE TABLE v(slot, ordinal, value)")
        var random = SplitMix(seed: 3)
        let size = 500
        for slot in 0..<size where slot % 7 != 2 {
            // Some values are in one part alone, most are in both.
            let number = Int.random(in: slot / 100..<slot / 100 + 9, using: &random)
            for ordinal in 0..<(type == .list ? slot % 4 : 1) {
                let value: Value =
                    switch type {
                    case .string, .text, .list: .text("type \(number + ordinal)")
                    default: .integer(number)
                    }
                try database.run(
                    "INSERT INTO v VALUES (?, ?, ?)", .integer(slot), .integer(ordinal), value)
            }
        }
        func column(_ range: Range<Int>) throws -> Column {
            var column = Column(type: type, form: form)
            try column.update { values throws(SearchError) in
                values.resize(to: range.count)
                try database.each(
                    "SELECT slot, value FROM v WHERE slot >= ? AND slot < ? ORDER BY slot, ordinal",
                    .integer(range.lowerBound), .integer(range.upperBound)
                ) { values.read($0, column: 1, slot: $0.integer(0) - range.lowerBound) }
            }
            return column
        }
        let whole = try column(0..<size)
        var joined = try column(0..<192)
        joined.append(try column(192..<256))
        joined.append(try column(256..<size))
        #expect(joined.present == whole.present)
        switch (whole, joined) {
        case (.strings(let whole), .strings(let joined)):
            for slot in 0..<size {
                #expect(whole[slot].map { whole.strings[Int($0)] } == joined[slot].map { joined.strings[Int($0)] })
            }
            for text in ["type 1", "type 9", "type", "3", "none"] {
                #expect(whole.matching(anyOf: [text]) == joined.matching(anyOf: [text]), "\(text)")
            }
        case (.integers(let whole), .integers(let joined)): #expect(whole.values == joined.values)
        case (.floats(let whole), .floats(let joined)): #expect(whole.values == joined.values)
        default: Issue.record("two kinds")
        }
    }

    @Test("a large store has the same matches as SQL, the first time and after changes")
    func largeStore() throws {
        let folder = try TemporaryFolder()
        let store = try CatalogStore(path: folder.path("store"), describer: .small, mode: .create)
        let size = 120_000
        for first in stride(from: 0, to: size, by: 10_000) {
            _ = try store.upsert(
                (first..<first + 10_000).map { StoredItem("\($0)", ["type": .string("kind \($0 * 7919 % 101)")]) })
        }
        func check() throws {
            // A second process has no column yet.
            let other = try CatalogStore(path: folder.path("store"), describer: .small, mode: .readOnly)
            for store in [store, other] {
                try store.read { snapshot throws(SearchError) in
                    guard let field = try snapshot.field("type"),
                        case .strings(let column) = try snapshot.column(field, .whole)
                    else {
                        Issue.record("no column")
                        return
                    }
                    #expect(column.present.count == size)
                    for kind in [0, 50, 100] {
                        let wanted = try snapshot.database.integer(
                            "SELECT count(*) FROM attributes WHERE value = ?", .text("kind \(kind)"))
                        #expect(column.matching(anyOf: ["kind \(kind)"]).count == wanted)
                    }
                }
            }
        }
        try check()
        _ = try store.upsert((0..<300).map { StoredItem("\($0)", ["type": .string("kind 50")]) })
        try check()
    }
}
