import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import Dictionaries

@Suite("Dictionaries of dictd", .timeLimit(.minutes(5)))
struct DictdFileTests {
    private static let entries: [(headword: String, entry: String)] = [
        ("00databaseinfo", "00-database-info\nabout\n"), ("", "nothing\nnothing\n"), (" ab", "x\nx\n"),
        (
            "nachttisch",
            "Nachttisch /nˈaxtɪʃ/ <masc, n, sg>\nbedside locker <n>, nightstand <n> [Am.]\n   Synonym: {Nachtkästchen}\n\n"
                + " see: {Nachttische}\n"
        ),
        ("nachttisch", "Nachttisch /nˈaxtɪʃ/ <masc>\nnight table <n> [Am.] , bedside table <n> (Br.)\n"),
        ("straße", "Straße /x/\n [traffic] street; road\n      \"auf der Straße\"  - in the street\n"),
        ("tasche", "Tasche\n1. bag, pouch\n2. to pocket\n         Note: of cloth\n"), ("hand", "Hand\nhand\n"),
        ("rojo", "rojo /rˈoxo/\nred\n"), ("zapato", "zapato\nshoe\n"), ("leer", "leer\n"),
        ("long", "long\nan explanation of more than four words\n"), ("bad", "bad \u{FFFD}\nbath 24/7, bath\n"),
    ]

    /// The files of a dictionary: the text as it is, or packed without compression in chunks as dictzip has them.
    static func write(
        _ entries: [(headword: String, entry: String)], to base: String, chunk: Int? = nil, name: String? = nil
    ) throws {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        func number(_ value: Int) -> String {
            var (text, rest) = ("", value)
            repeat { (text, rest) = (String(digits[rest % 64]) + text, rest / 64) } while rest > 0
            return text
        }
        var (index, text) = ("", [UInt8]())
        for (headword, entry) in entries {
            index += "\(headword)\t\(number(text.count))\t\(number(entry.utf8.count))\n"
            text += entry.utf8
        }
        try Data(index.utf8).write(to: URL(filePath: base + ".index"))
        guard let chunk else {
            try Data(text).write(to: URL(filePath: base + ".dict"))
            return
        }
        func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
        let parts = stride(from: 0, to: text.count, by: chunk).map { Array(text[$0..<min($0 + chunk, text.count)]) }
        let packed = parts.map { [0] + little($0.count) + little($0.count ^ 0xFFFF) + $0 }
        let sizes = packed.flatMap { little($0.count) }
        let extra = Array("RA".utf8) + little(6 + sizes.count) + little(1) + little(chunk) + little(parts.count) + sizes
        var file: [UInt8] = [0x1F, 0x8B, 8, name == nil ? 4 : 12, 0, 0, 0, 0, 0, 3] + little(extra.count) + extra
        if let name { file += Array(name.utf8) + [0] }
        try Data(file + packed.flatMap(\.self) + [3, 0]).write(to: URL(filePath: base + ".dict.dz"))
    }

    @Test("is read as it is and packed, by any of its files", arguments: [nil, 7, 64, 60_000])
    func forms(chunk: Int?) throws {
        let folder = try TemporaryFolder()
        let base = folder.path("freedict-deu-eng")
        try Self.write(Self.entries, to: base, chunk: chunk, name: chunk == 64 ? "x.dict" : nil)
        for path in [base, base + ".index", base + (chunk == nil ? ".dict" : ".dict.dz")] {
            let dictionary = try DictdFile(path: path)
            #expect(dictionary.count == Self.entries.count - 3)
            let found = try dictionary.translations(of: "Nachttisch").first
            #expect(found == ["bedside locker", "nightstand", "night table", "bedside table"])
            #expect(try dictionary.translations(of: "STRASSE").isEmpty)
            #expect(try dictionary.translations(of: "Straße").first == ["street", "road"])
            #expect(try dictionary.translations(of: "tasche").first == ["bag", "pouch", "pocket"])
            #expect(try dictionary.translations(of: "bad").first == ["bath"])
        }
    }

    @Test("forms of a word and the last part of a compound come after the word itself")
    func groups() throws {
        let folder = try TemporaryFolder()
        try Self.write(Self.entries, to: folder.path("freedict-deu-eng"))
        try Self.write(Self.entries, to: folder.path("freedict-spa-eng"))
        let german = try DictdFile(path: folder.path("freedict-deu-eng"))
        #expect(try german.translations(of: "Handtasche") == [["bag", "pouch", "pocket"]])
        #expect(try german.translations(of: "Handtaschen") == [["bag", "pouch", "pocket"]])
        #expect(try german.translations(of: "Nachttische").first?.contains("nightstand") == true)
        let spanish = try DictdFile(path: folder.path("freedict-spa-eng"))
        #expect(try spanish.translations(of: "roja") == [["red"]] && spanish.translations(of: "zapatos") == [["shoe"]])
        #expect(try spanish.translations(of: "handtasche").isEmpty)
        // A long word is not cut into its parts, whose last one is in the dictionary.
        #expect(try german.translations(of: String(repeating: "x", count: DictdFile.termLimit) + "tasche").isEmpty)
        for unknown in ["", "leer", "long", "qqq", "00databaseinfo", String(repeating: "x", count: 10_000)] {
            #expect(try german.translations(of: unknown).isEmpty, "\(unknown.prefix(20))")
        }
    }

    @Test("an index in another order is read like one in the order of its bytes")
    func order() throws {
        let folder = try TemporaryFolder()
        var random = SplitMix(seed: 4)
        let words = (0..<300).map { "w\($0 * 37 % 300)" }
        let entries = words.map { (headword: $0, entry: "\($0)\nof \($0.dropFirst()) letters\n") }
        try Self.write(entries.shuffled(using: &random), to: folder.path("a"), chunk: 100)
        try Self.write(entries.sorted { $0.headword < $1.headword }, to: folder.path("b"))
        let (one, other) = (try DictdFile(path: folder.path("a")), try DictdFile(path: folder.path("b")))
        for word in words { #expect(try one.translations(of: word) == other.translations(of: word)) }
    }

    @Test("what is no dictionary is an error that says what one is")
    func wrong() throws {
        let folder = try TemporaryFolder()
        #expect { try DictdFile(path: folder.path("gone")) } throws: {
            "\($0)".contains("NAME.index beside NAME.dict.dz")
        }
        try Data("word without numbers\n".utf8).write(to: URL(filePath: folder.path("a.index")))
        try Data().write(to: URL(filePath: folder.path("a.dict")))
        #expect { try DictdFile(path: folder.path("a")) } throws: { "\($0)".contains("a.index, line 1") }
        try Self.write(Self.entries, to: folder.path("b"), chunk: 64)
        try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0]).write(to: URL(filePath: folder.path("b.dict.dz")))
        #expect { try DictdFile(path: folder.path("b")) } throws: { "\($0)".contains("not by dictzip") }
    }

    @Test("a damaged or cut file is an error or has other translations, and never ends the program")
    func damage() throws {
        let folder = try TemporaryFolder()
        let base = folder.path("d")
        try Self.write(Self.entries, to: base, chunk: 64)
        var random = SplitMix(seed: 9)
        for end in [".index", ".dict.dz"] {
            let url = URL(filePath: base + end)
            let whole = [UInt8](try Data(contentsOf: url))
            for _ in 0..<Effort.inputs(200, of: 20_000) {
                var bytes = whole
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
                try Data(bytes).write(to: url)
                for word in ["nachttisch", "tasche", "bad", "handtasche"] {
                    // An error, or another translation; memory stays within that of the file.
                    do throws(SearchError) {
                        let found = try DictdFile(path: base).translations(of: word)
                        #expect(found.allSatisfy { $0.count <= 16 })
                    } catch {
                        #expect("\(error)".contains(folder.url.lastPathComponent))
                    }
                }
            }
            try Data(whole).write(to: url)
        }
    }

    private static let installed = "/usr/share/dictd/freedict-deu-eng.index"

    @Test(
        "the German dictionary of Debian knows a bedside table, a bag and shoes",
        .enabled(
            if: FileManager.default.fileExists(atPath: installed), "skipped: needs the package dict-freedict-deu-eng"))
    func freedict() throws {
        let dictionary = try DictdFile(path: Self.installed)
        #expect(dictionary.count > 300_000)
        #expect(try dictionary.translations(of: "Nachttisch").first?.contains("bedside table") == true)
        #expect(try dictionary.translations(of: "Tasche").first?.contains("bag") == true)
        #expect(try dictionary.translations(of: "Schuhe").first?.contains("shoes") == true)
    }
}

extension TemporaryFolder {
    fileprivate func path(_ name: String) -> String { url.appending(path: name).path }
}
