import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Letters that count as the same")
struct FoldingTests {
    private func found(_ text: String, in titles: [String]) throws -> [String] {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        _ = try store.upsert(titles.enumerated().map { StoredItem("\($0)", ["title": .text($1)]) })
        return try store.read { snapshot throws(SearchError) in
            try snapshot.wordMatches(text).matches.map { titles[$0.slot] }
        }
    }

    @Test(
        "a word finds the title that it stands in, as it stands there, in capitals, and in both forms of Unicode",
        arguments: [
            "Чай зелёный", "Ёжик", "Йод", "Їжак", "Ўзбек", "Straße", "Weißbier", "ﬁnely", "ﬃne", "ＦＵＬＬ", "Łódź",
            "Øresund", "Đorđe", "Ħamrun", "Þingvellir", "œuvre", "Ægir", "ıspanak", "İstanbul", "ΐ", "Ρόδος",
            "Ὀδυσσεύς",
            "Å", "São", "Tiếng", "कहाँ", "हिन्दी", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "ਪੰਜਾਬੀ", "ગુજરાતી", "සිංහල", "שָׁלוֹם",
            "مُحَمَّد", "گربه", "ไทย", "ລາວ", "ខ្មែร", "မြန်မာ", "ｶﾞﾗｽ", "グラス", "한국어", "東京", "naïve", "été", "x²", "½", "①",
        ])
    func itself(_ title: String) throws {
        for spelling in [
            title, title.uppercased(), title.lowercased(), title.decomposedStringWithCanonicalMapping,
            title.precomposedStringWithCanonicalMapping,
        ] {
            #expect(try found(spelling, in: ["nothing", title]) == [title], "\(spelling)")
            #expect(try found(title, in: ["nothing", spelling]) == [spelling], "\(spelling)")
        }
    }

    @Test(
        "other spellings of a letter find it, either way",
        arguments: [
            ("ёлка", "елка"), ("Straße", "strasse"), ("Łódź", "lodz"), ("Größe", "grosse"), ("Größe", "groesse"),
            ("Müller", "mueller"), ("Øresund", "oeresund"), ("Øresund", "oresund"), ("Ålborg", "aalborg"),
            ("Ålborg", "alborg"), ("Æbleskiver", "aebleskiver"), ("Đorđe", "dorde"), ("Þór", "thor"),
            ("ıspanak", "ispanak"),
            ("œuvre", "oeuvre"), ("ＦＵＬＬ", "full"), ("ｶﾞﾗｽ", "ガラス"), ("مُحَمَّد", "محمد"), ("إسلام", "اسلام"),
            ("שָׁלוֹם", "שלום"),
            ("حـجـر", "حجر"), ("x²", "x2"), ("٢٠٢٤", "2024"), ("Ὀδυσσεύς", "οδυσσευσ"), ("co\u{AD}op", "coop"),
        ])
    func same(_ left: String, _ right: String) throws {
        #expect(try found(right + " ", in: [left]) == [left])
        #expect(try found(left + " ", in: [right]) == [right])
    }

    @Test("letters that only look alike are two", arguments: [("чаи", "чай"), ("ії", "іі"), ("कल", "काल")])
    func different(_ left: String, _ right: String) {
        #expect(Array(Words(left)) != Array(Words(right)))
    }

    @Test("suggestions begin as typed, in the spelling of the items")
    func suggestions() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let titles = ["Чай зелёный", "Чаи в подарок", "Straße", "Fußball Tor", "Größe", "東京タワー模型"]
        _ = try store.upsert(titles.enumerated().map { StoredItem("\($0)", ["title": .text($1)]) })
        for (typed, word) in [
            ("чай", "чай"), ("straß", "straße"), ("fuß", "fußball"), ("FUSS", "fußball"), ("gro", "größe"),
            ("東京", "東京タワー模型"),
        ] {
            let found = try store.read { snapshot throws(SearchError) in
                try snapshot.suggestions(for: SuggestRequest(typed), blocking: BlockList([String]()))
            }
            #expect(found.contains { $0.text.lowercased() == word }, "\(typed): \(found.map(\.text))")
        }
    }
}
