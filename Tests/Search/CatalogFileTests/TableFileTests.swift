import Foundation
import ImageTypes
import TestSupport
import Testing

@testable import CatalogFile

@Suite("Tables read in portions", .timeLimit(.minutes(5)))
struct TableFileTests {
    struct Row: Equatable {
        var line: Int
        var cells: [String]
    }

    /// The rows before the text ends or fails, and the reason that it fails.
    struct Outcome: Equatable {
        var rows: [Row] = []
        var fault: String?
    }

    private func parse(
        _ portions: [ArraySlice<UInt8>], separator: UInt8? = nil, longestRow: Int = CSVParser.longestRow
    ) -> Outcome {
        var outcome = Outcome()
        var parser = CSVParser(path: "x.csv", separator: separator, longestRow: longestRow)
        do throws(SearchError) {
            for (index, portion) in portions.enumerated() {
                _ = try parser.feed(portion, isLast: index == portions.count - 1) { line, cells in
                    outcome.rows.append(Row(line: line, cells: cells))
                    return true
                }
            }
        } catch {
            outcome.fault = error.description
        }
        return outcome
    }

    @Test("rows, lines and faults are those of a reader that looks ahead, wherever the text is cut")
    func portions() {
        var random = SplitMix(seed: 4)
        let pieces: [[UInt8]] =
            ["\"", "\"", "\"\"", ",", ";", "\t", "\n", "\r", "\r\n", "a", "é", " ", "東京", "\",\"", "\n\""].map {
                Array($0.utf8)
            }
            + [[0xEF], [0xEF, 0xBB, 0xBF], [0xFF]]
        for _ in 0..<Effort.inputs(1000, of: 4000) {
            var text: [UInt8] = Bool.random(using: &random) ? [0xEF, 0xBB, 0xBF] : []
            for _ in 0..<Int.random(in: 0...40, using: &random) { text += pieces.randomElement(using: &random)! }
            let separator = Array(",;\t".utf8).randomElement(using: &random)!
            let expected = ReferenceRows.outcome(text, separator: separator)
            #expect(parse([text[...]], separator: separator) == expected, "\(text)")
            var rest = text[...]
            var portions: [ArraySlice<UInt8>] = []
            while !rest.isEmpty {
                let count = Int.random(in: 0...min(rest.count, 5), using: &random)
                portions.append(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            portions.append([])
            #expect(parse(portions, separator: separator) == expected, "\(portions.map(Array.init))")
            #expect(parse(portions) == parse([text[...]]), "\(portions.map(Array.init))")
        }
    }

    @Test("a row that is too long is refused with its line, in one portion and in many")
    func longRows() {
        let fault = "x.csv: line 3: the row is longer than 100 bytes, the most that is read; a quote may be open"
        for long in [
            String(repeating: "a", count: 101), String(repeating: ",", count: 10),
            "\"" + String(repeating: "b\n", count: 60),
        ] {
            let text = Array("a,b\n\n\(long)\n1,2\n".utf8)
            for portions in [[text[...]], text.indices.map { text[$0...$0] } + [[]]] {
                let outcome = parse(portions, longestRow: 100)
                #expect(outcome == Outcome(rows: [Row(line: 1, cells: ["a", "b"])], fault: fault))
            }
        }
        let outcome = parse([Array(String(repeating: "a", count: 101).utf8)[...], []], longestRow: 100)
        #expect(outcome.fault?.hasPrefix("x.csv: line 1: ") == true)
    }

    @Test("a file is read row by row and line by line, with portions of any size, as far as it is wanted")
    func files() throws {
        let folder = try TemporaryFolder()
        let csv = folder.url.appending(path: "rows.csv").path
        try Data("\u{FEFF}id;label\r\n1;\"a;\nb\"\r\n\r\n2;c".utf8).write(to: URL(filePath: csv))
        let lines = folder.url.appending(path: "rows.jsonl").path
        try Data("\u{FEFF}{\"id\":1}\r\n \t\r\n{\"id\":2}\n{}".utf8).write(to: URL(filePath: lines))
        #expect(try TableFile.form(path: csv) == .csv && TableFile.form(path: lines) == .jsonLines)
        for portion in [1, 2, 3, 7, 1000] {
            var rows: [Row] = []
            try TableFile.eachRow(path: csv, portion: portion) { line, cells in
                rows.append(Row(line: line, cells: cells))
                return true
            }
            let expected = [(1, ["id", "label"]), (2, ["1", "a;\nb"]), (5, ["2", "c"])]
            #expect(rows == expected.map { Row(line: $0.0, cells: $0.1) })
            var texts: [Row] = []
            try TableFile.eachLine(path: lines, portion: portion) { line, bytes in
                texts.append(Row(line: line, cells: [String(decoding: bytes, as: UTF8.self)]))
                return texts.count < 2
            }
            #expect(texts == [Row(line: 1, cells: ["{\"id\":1}"]), Row(line: 3, cells: ["{\"id\":2}"])])
            try TableFile.eachRow(path: csv, portion: portion) { line, _ in
                #expect(line == 1)
                return false
            }
        }
    }

    @Test("a file that is missing, is a folder, is empty or has an endless line is an error with its name")
    func faults() throws {
        let folder = try TemporaryFolder()
        let empty = folder.url.appending(path: "empty.csv").path
        try Data("\u{FEFF} \r\n".utf8).write(to: URL(filePath: empty))
        #expect(try TableFile.form(path: empty) == nil)
        for path in [folder.url.path, folder.url.path + "/none.csv"] {
            #expect {
                try TableFile.form(path: path)
            } throws: { error in
                let text = "\(error)"
                return text.contains("\(path): cannot be read: No such file")
                    || text.contains("\(path): cannot be read: Is a dir")
            }
        }
        let long = folder.url.appending(path: "long.jsonl").path
        try Data(Array("{}\n".utf8) + Array(repeating: 0x61, count: TableFile.longestLine + 1)).write(
            to: URL(filePath: long))
        let reason = "\(long): line 2: it is longer than 16777216 bytes, the most that is read"
        #expect(throws: SearchError.invalidArgument(reason)) { try TableFile.eachLine(path: long) { _, _ in true } }
    }
}

/// CSV read byte by byte from the whole text, apart from the code under test.
private enum ReferenceRows {
    static func outcome(_ text: [UInt8], separator: UInt8) -> TableFileTests.Outcome {
        var outcome = TableFileTests.Outcome()
        var bytes = text[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let (quote, lf, cr) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var (cell, cells) = ([UInt8](), [String]())
        var (line, start, isQuoted) = (1, 1, false)
        var closed: Int?
        func end() {
            // With text behind its closing quote a cell is what it is written as.
            if let place = closed, cell[place...].contains(where: { $0 != 0x20 && $0 != 0x09 }) {
                cell = [quote] + cell[..<place] + [quote] + cell[place...]
            }
            closed = nil
            cells.append(String(decoding: cell, as: UTF8.self))
            cell = []
        }
        func endRow() {
            end()
            if cells != [""] { outcome.rows.append(.init(line: start, cells: cells)) }
            cells = []
        }
        while let byte = bytes.popFirst() {
            let isCRLF = byte == cr && bytes.first == lf
            if byte == lf || (byte == cr && !isCRLF) { line += 1 }
            if isQuoted, byte == quote, bytes.first == quote {
                cell.append(quote)
                _ = bytes.popFirst()
            } else if isQuoted, byte == quote {
                isQuoted = false
                closed = cell.count
            } else if isQuoted {
                cell.append(byte)
            } else if byte == quote, cell.isEmpty, closed == nil {
                isQuoted = true
            } else if byte == separator {
                end()
            } else if byte == lf || byte == cr {
                if isCRLF {
                    _ = bytes.popFirst()
                    line += 1
                }
                endRow()
                start = line
            } else {
                cell.append(byte)
            }
        }
        if isQuoted {
            outcome.fault = "x.csv: the quote opened in the row of line \(start) is not closed"
        } else if !cell.isEmpty || !cells.isEmpty {
            endRow()
        }
        return outcome
    }
}
