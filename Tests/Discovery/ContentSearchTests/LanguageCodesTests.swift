import Foundation
import SQLite
import Testing

@Suite("Codes of languages")
struct LanguageCodesTests {
    @Test("the codes are those of Foundation")
    func codes() {
        #expect(LanguageCodes.all == Set(Locale.LanguageCode.isoLanguageCodes.map(\.identifier)))
    }
}
