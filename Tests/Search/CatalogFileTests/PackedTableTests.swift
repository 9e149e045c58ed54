import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import CatalogFile

/// Tables that gzip and Python's `zipfile` have packed.
@Suite(
    "Packed tables", .timeLimit(.minutes(5)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "skipped: there is no /usr/bin/python3"))
struct PackedTableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    /// Runs a program of Python in the folder.
    private func python(_ program: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", program]
        process.currentDirectoryURL = folder.url
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private static let packing = """
        import gzip, io, os, sys, zipfile
        text = open('t.csv', 'rb').read()
        gzip.open('one.gz', 'wb').write(text)
        half = len(text) // 2
        open('two.gz', 'wb').write(gzip.compress(text[:half]) + gzip.compress(text[half:]) + bytes(600))
        for name, method in (('deflated.zip', zipfile.ZIP_DEFLATED), ('stored.zip', zipfile.ZIP_STORED)):
            with zipfile.ZipFile(name, 'w', method) as file:
                file.writestr('export/', b'')
                file.writestr('export/t.csv', text)
                file.writestr('__MACOSX/export/._t.csv', os.urandom(3000))
        class Pipe(io.RawIOBase):
            def __init__(self): self.file = open('streamed.zip', 'wb')
            def writable(self): return True
            def write(self, data): return self.file.write(data)
        pipe = Pipe()
        for is_long in (False, True):
            pipe.file = open('streamed64.zip' if is_long else 'streamed.zip', 'wb')
            with zipfile.ZipFile(pipe, 'w', zipfile.ZIP_DEFLATED) as file:
                with file.open('t.csv', 'w', force_zip64=is_long) as entry: entry.write(text)
            pipe.file.close()
        """

    private static func rows(_ path: String) throws -> [AttributeTable.Row] { try AttributeTable(path: path).rows }

    @Test("are the tables that were packed, from a file, from memory and line by line", arguments: 0..<6)
    func equal(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        var text = "id,title,price\n"
        // The last ones take several portions.
        for number in 0..<[1, 5, 100, 3000, 20_000, 60_000][seed] {
            let words = (0..<Int.random(in: 1..<8, using: &random)).map { _ in
                String(UInt32.random(in: 0..<(1 << 20), using: &random), radix: 36)
            }
            text += "i\(number),\"Bag, \(words.joined(separator: " ")) – é\",\(number % 90).50\n"
        }
        try Data(text.utf8).write(to: folder.url.appending(path: "t.csv"))
        try python(Self.packing)
        let expected = try Self.rows(path("t.csv"))
        let names = ["one.gz", "two.gz", "deflated.zip", "stored.zip", "streamed.zip", "streamed64.zip"]
        for name in names {
            #expect(try Self.rows(path(name)) == expected, "\(name)")
            let bytes = Array(try Data(contentsOf: folder.url.appending(path: name)))
            #expect(try AttributeTable(bytes, path: name).rows == expected, "\(name)")
            for portion in [7, 4096] where seed < 3 {
                var count = 0
                try TableFile.eachRow(path: path(name), portion: portion) { _, _ in
                    count += 1
                    return true
                }
                #expect(count == expected.count + 1, "\(name)")
            }
        }
    }

    @Test("that are cut off or damaged are errors, and never another table")
    func damaged() throws {
        let text = "id,title\n" + (0..<200).map { "i\($0),Bag \($0 * 7919 % 1000)\n" }.joined()
        try Data(text.utf8).write(to: folder.url.appending(path: "t.csv"))
        try python(Self.packing)
        let expected = try Self.rows(path("t.csv"))
        var random = SplitMix(seed: 8)
        for name in ["one.gz", "deflated.zip", "stored.zip", "streamed.zip"] {
            let whole = Array(try Data(contentsOf: folder.url.appending(path: name)))
            func read(_ bytes: [UInt8]) throws -> [AttributeTable.Row]? {
                do { return try AttributeTable(bytes, path: name).rows } catch SearchError.invalidArgument {
                    return nil
                }
            }
            for count in stride(from: 8, to: whole.count, by: 23) {
                let rows = try read(Array(whole.prefix(count)))
                // Of an archive only the directory may be missing in part.
                #expect(rows == nil || name.hasSuffix("zip") && rows == expected, "\(name) \(count)")
            }
            for _ in 0..<Effort.inputs(400, of: 5000) {
                var bytes = whole
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                if let rows = try read(bytes) { #expect(rows == expected || !Unpacking.isPacked(bytes), "\(name)") }
            }
        }
    }

    @Test("with more than one table, a password, or a workbook in them are named with the way out")
    func refused() throws {
        try python(
            """
            import zipfile
            for name, files in (('two.zip', ['a.csv', 'b.csv']), ('book.xlsx', ['[Content_Types].xml', 'xl/workbook.xml']),
                                ('none.zip', ['__MACOSX/x'])):
                with zipfile.ZipFile(name, 'w') as file:
                    for entry in files: file.writestr(entry, b'id,title\\n1,Bag\\n')
            data = bytearray(open('two.zip', 'rb').read())
            data[6] |= 1
            open('secret.zip', 'wb').write(data)
            """)
        for (name, reason) in [
            ("two.zip", "is a ZIP archive of several files, a.csv and b.csv; unpack it and name the table"),
            ("book.xlsx", "is a workbook (XLSX, ODS); save the sheet as CSV in UTF-8"),
            ("none.zip", "is a ZIP archive without a table"), ("secret.zip", "that needs a password; unpack it first"),
        ] {
            #expect {
                try AttributeTable(path: path(name))
            } throws: { "\($0)".contains(reason) }
        }
    }

    @Test("that stand for more than a table has are refused before they fill the memory")
    func bomb() throws {
        try python(
            """
            import gzip, zipfile
            gzip.open('b.gz', 'wb').write(b'id,title\\n' + bytes(300 << 20))
            with zipfile.ZipFile('b.zip', 'w', zipfile.ZIP_DEFLATED) as file:
                file.writestr('__MACOSX/._t.csv', bytes(300 << 20))
                file.writestr('t.csv', b'id,title\\n')
            """)
        for name in ["b.gz", "b.zip"] {
            let bytes = Array(try Data(contentsOf: folder.url.appending(path: name)))
            var unpacking = Unpacking(path: name, limit: 1 << 20)
            #expect {
                _ = try unpacking.feed(bytes[...], isLast: true) { _ throws(SearchError) in true }
            } throws: { "\($0)".contains("more than 1 MiB of text") }
        }
    }
}
