import Testing

@testable import magpie

@Suite("Tables of a terminal")
struct TextTableTests {
    private static let hits = TextTable(
        columns: [.init(kind: .name, isAtRight: true), .value, .name, .text, .reason],
        header: ["", "score", "id", "title", "why"],
        rows: [
            ["1", "1.000", "shoe-001", "Pink checked sneaker with a white sole", "image 0.800 + words 0.200"],
            ["10", "0.912", "靴-2", "ピンクのチェック柄スニーカー、白いソール", "image 0.912"],
        ])

    private static let counts = TextTable(
        columns: [.text, .number, .number, .number], header: ["query", "searches", "nothing found", "95% interval"],
        rows: [["red shoe", "1,200", "0", "9.13% to 16.6%"], [String(repeating: "long ", count: 11), "1", "1", ""]])

    @Test("without a terminal it has its full width, with wide letters in two columns")
    func full() {
        let lines = Self.hits.lines(to: nil).flatMap { $0 }
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("    score  id        title  ") && lines[0].hasSuffix("  why"))
        #expect(
            lines[1] == " 1  1.000  shoe-001  Pink checked sneaker with a white sole    image 0.800 + words 0.200")
        #expect(lines[2] == "10  0.912  靴-2      ピンクのチェック柄スニーカー、白いソール  image 0.912")
        #expect(Self.hits.lines(to: 200) == Self.hits.lines(to: nil))
    }

    @Test("no line is wider than the terminal", arguments: [200, 120, 80, 60, 40, 30])
    func widths(columns: Int) {
        for table in [Self.hits, Self.counts] {
            for line in table.lines(to: columns).flatMap({ $0 }) { #expect(line.columns <= columns, "\(line)") }
        }
    }

    @Test("reasons are folded first, then texts are cut, and names are whole")
    func order() {
        let folded = Self.hits.lines(to: 80)
        #expect(folded[0] == ["    score  id        title"])
        #expect(
            folded[1] == [
                " 1  1.000  shoe-001  Pink checked sneaker with a white sole", "    image 0.800 + words 0.200",
            ])
        let cut = Self.hits.lines(to: 40)
        #expect(cut[1] == [" 1  1.000  shoe-001  Pink checked sneak…", "    image 0.800 + words 0.200"])
        #expect(cut[2] == ["10  0.912  靴-2      ピンクのチェック柄…", "    image 0.912"])
        #expect(Self.hits.lines(to: 20).allSatisfy { !($0.first ?? "").contains("shoe-0…") })
    }

    @Test("further columns are folded from the right, with their titles")
    func values() {
        let lines = Self.counts.lines(to: 40)
        #expect(lines[0].count == 1 && lines[0][0].hasSuffix("  searches  nothing found"))
        #expect(lines[1].dropFirst() == ["    95% interval 9.13% to 16.6%"])
        #expect(lines[2].count == 1 && lines[2][0].contains("…"))
        #expect(
            Self.counts.lines(to: 30)[1].dropFirst() == ["    nothing found 0, 95%", "    interval 9.13% to 16.6%"])
    }

    @Test("facts hang beside their name where there is room, and follow below where there is none")
    func facts() {
        let table = TextTable(
            columns: [.name, .reason], rows: [["color", "red 12, blue 3, green 2"], ["", "brown 1"]], indent: 2)
        #expect(table.lines(to: nil) == [["  color  red 12, blue 3, green 2"], ["         brown 1"]])
        #expect(table.lines(to: 34)[0] == ["  color  red 12, blue 3, green 2"])
        #expect(table.lines(to: 30)[0] == ["  color", "      red 12, blue 3, green 2"])
        let wide = TextTable(
            columns: [.name, .reason], rows: [["color", "red 12, blue 3, green 2, yellow 1"]], indent: 2)
        #expect(wide.lines(to: 35)[0] == ["  color  red 12, blue 3, green 2,", "         yellow 1"])
    }

    @Test("a text is folded at blanks, and a word that is wider in the middle")
    func folding() {
        #expect("a bc  d".folded(to: 7) == ["a bc  d"])
        #expect("a bc  d".folded(to: 4) == ["a bc", "d"])
        #expect("abcdefg hi".folded(to: 3) == ["abc", "def", "g", "hi"])
        #expect("白いソール".folded(to: 5) == ["白い", "ソー", "ル"])
        #expect("".folded(to: 0) == [""] && "ab".folded(to: 0) == ["a", "b"])
    }
}
