import ImageTypes
import TestSupport
import Testing

@testable import StepwiseSearch

@Suite("Folded text", .timeLimit(.minutes(5)))
struct FoldedTextTests {
    @Test(
        "spellings of one name are equal",
        arguments: [
            ("ネギシ", "ねぎし"), ("ﾈｷﾞｼ", "ねぎし"), ("Minami-ku", "minamiku"), ("ＭＩＮＡＭＩ　ＫＵ", "minamiku"), ("Chūō", "chuo"),
            ("５丁目", "5丁目"), ("五丁目", "5丁目"), ("二十三丁目", "23丁目"), ("十丁目", "10丁目"), ("2番13号", "2-13"),
            ("2番地の13", "2-13"), ("2－13", "2-13"), ("2ー13", "2-13"), ("2 13", "2-13"), ("3番地", "3"), ("霞ヶ関", "霞け関"),
            ("霞ケ関", "霞け関"), ("十条", "十条"), ("スーパー", "すーぱー"), ("Crème", "creme"), ("1番町", "1番町"), ("が", "が"),
            ("か\u{3099}", "が"), ("２の４", "2-4"), ("Straße", "strasse"), ("Łódź", "lodz"), ("Øster Å", "ostera"),
            ("Ёлкино", "елкино"),
            ("Майская", "майская"), ("Ρόδος", "ροδοσ"),
        ])
    func folding(text: String, key: String) {
        // Strings that are equal may have different scalars, which a file does not take for each other.
        #expect(Array(text.folded.unicodeScalars) == Array(key.unicodeScalars))
    }

    @Test("numbers are ordered by value, and before letters")
    func order() {
        let names = ["1", "1-2", "1-10", "2", "2-3", "007", "10", "100", "a2", "a10", "あ"]
        #expect(names.shuffled().sorted { $0.naturalOrder < $1.naturalOrder } == names)
    }

    @Test(
        "readings become Latin letters",
        arguments: [
            ("ネギシ", "negishi"), ("トウキョウ", "tokyo"), ("オオサカ", "osaka"), ("ニッポン", "nippon"), ("アッソ", "asso"),
            ("イッチョウ", "itcho"), ("シンジュク", "shinjuku"), ("チュウオウク", "chuoku"), ("ツチノコ", "tsuchinoko"),
        ])
    func romaji(kana: String, letters: String) { #expect(kana.romanized == letters) }

    @Test("text that is not kana has no letters of its own")
    func noRomaji() { #expect("根岸".romanized == nil && "".romanized == nil && "ねgishi".romanized == nil) }

    @Test("random text is folded without failing, and hardly grows when it is folded again")
    func random() {
        var random = SplitMix(seed: 7)
        let letters = Array("aZ09-ー　 ５五十丁目番地号の、ネねﾈヶÄ\u{301}\u{3099}号番🐦".unicodeScalars)
        for _ in 0..<Effort.inputs(1000, of: 3000) {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                text.append(letters.randomElement(using: &random) ?? "a")
            }
            let key = FoldedText(String(text)).key
            // A numeral may stand before `丁目` only now, where a blank or a mark was between them: 十 becomes 10.
            let most = key.unicodeScalars.count + text.count { $0 == "丁" }
            #expect(FoldedText(key).key.unicodeScalars.count <= most, "\(text)")
        }
    }
}
