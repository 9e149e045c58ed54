import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie steps", .timeLimit(.minutes(5)))
struct StepsCommandTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        try place.write(Array(StepContract.lines.utf8), to: "rows.jsonl")
    }

    private func load() throws {
        let made = try place.magpie("steps", "import", "rows.jsonl", "-o", "addresses.store")
        #expect(made.code == 0 && made.text == "addresses.store holds 9 destinations, from 19 rows\n", "\(made.errors)")
    }

    @Test("states are printed as tables and as JSON")
    func states() throws {
        try load()
        let list = try place.magpie("steps", "addresses.store", "--path", "jp,11", "--locale", "en")
        #expect(list.text == "# Japan › Saitama\n111082\tSaitama-shi Minami-ku\tサイタマシミナミク\t9\n")
        let json = try place.magpie(
            "steps", "addresses.store", "--path", #"["jp","11"]"#, "--select", "111082", "--json")
        let answer = try #require(try json.json().first)
        #expect(answer["path"] as? [String] == ["jp", "11", "111082"] && answer["total"] as? Int == 4)
        let back = try place.magpie("steps", "addresses.store", "--path", "jp,11,111082", "--back", "9", "--limit", "1")
        #expect(back.text == "jp\t日本\t\t9\n")
        let end = try place.magpie("steps", "addresses.store", "--path", "jp,11,111082", "--select", "awa")
        #expect(end.text == "awa\t日本 › 埼玉県 › さいたま市南区 › 安房\n")
        let words = try place.magpie("steps", "addresses.store", "--words", "negishi 5", "--limit", "1")
        #expect(words.lines.last == "negishi-5\t日本 › 埼玉県 › さいたま市南区 › 根岸 › ５丁目")
        let page = try place.magpie(
            "steps", "addresses.store", "--path", "jp,11,111082", "--offset", "1", "--limit", "2")
        #expect(page.lines.count == 4 && page.lines.last == "# 1 more")
    }

    @Test(
        "what cannot be done is one line and an exit code",
        arguments: [
            (["nowhere.store"], 2, "there is no file nowhere.store; 'magpie steps import' makes one"),
            (["rows.jsonl"], 2, "cannot use the store rows.jsonl: it is not a Magpie store"),
            (["addresses.store", "--select", "11"], 2, "'11' is not one of the candidates of this step"),
            (["addresses.store", "--path", "jp,12"], 2, "the data changed; the path still holds up to 'jp'"),
            (
                ["addresses.store", "--path", "jp", "--select", "13"], 2,
                "the data ends at '13', which is not a destination"
            ),
            (["addresses.store", "--back", "0"], 1, "--back expects a whole number from 1, not '0'"),
            (["addresses.store", "--locale", "e'n"], 1, "locale must be a language tag such as en or en-GB"),
            (
                ["addresses.store", "other.store"], 1,
                "steps takes one file, addresses.store, but was also given 'other.store'"
            ),
            (["addresses.store", "-o", "x"], 1, "unknown option -o; it is an option of steps import"),
            ([], 1, "missing file"),
            (["import", "rows.jsonl"], 1, "import needs --output FILE"),
            (["import", "-o", "x.store"], 1, "import needs the files with the data"),
            (["import", "gone.csv", "-o", "x.store"], 2, "gone.csv: cannot be read"),
            (["import", "rows.jsonl", "-o", "no/x.store"], 2, "cannot use the store no/x.store: it cannot be opened"),
        ] as [([String], Int32, String)])
    func faults(words: [String], code: Int32, text: String) throws {
        try load()
        let ended = try Running(magpieBinary, ["steps"] + words, in: place.path).wait()
        #expect(
            ended.code == code && ended.errors.hasPrefix("magpie: \(text)") && ended.text.isEmpty, "\(ended.errors)")
    }

    @Test("without a terminal, lines of numbers and words are read")
    func numbers() throws {
        try load()
        let input = "1\n1\n99\n/さい\n1\nneg\n<\n<\nnegishi 5\n1\n3\n"
        let ended = try Running(
            magpieBinary, ["steps", "addresses.store"], in: place.path, input: Array(input.utf8)
        ).wait()
        #expect(ended.text == "h2\t日本 › 埼玉県 › さいたま市南区 › 根岸 › ５丁目 › 2-13-3\n", "\(ended.errors)")
        #expect(ended.code == 0 && ended.errors.contains("there is no 99 in the list"))
        let early = try Running(
            magpieBinary, ["steps", "addresses.store"], in: place.path, input: Array("1\n".utf8)
        ).wait()
        #expect(early.code == 2 && early.text.isEmpty && early.errors.contains("no destination was selected"))
    }

    @Test(
        "texts are as wide as a terminal shows them, and cut to fit",
        arguments: [
            ("abc", 3), ("日本", 4), ("ﾈｷﾞｼ", 4), ("５丁目", 6), ("e\u{301}", 1), ("か\u{3099}", 2), ("🐦", 2), ("‐", 1),
            ("…›▏", 3),
        ])
    func width(text: String, columns: Int) {
        #expect(text.columns == columns)
        for width in 0...8 {
            #expect(text.cut(to: width).columns <= width && text.cutAtFront(to: width).columns <= width)
        }
    }
}
