import VisualSearch
import WireFormat

/// The language that a call gives a store.
enum LanguageChoice: Hashable, Sendable {
    case given(CatalogLanguage)
    /// The one that the words of the catalog tell.
    case auto

    var language: CatalogLanguage? { if case .given(let language) = self { language } else { nil } }
}

extension OptionValue<LanguageChoice> {
    /// A language, or `auto`.
    static var languageChoice: OptionValue {
        .code(further: ["auto"]) { text in text == "auto" ? .auto : CatalogLanguage(rawValue: text).map { .given($0) } }
    }
}

extension OptionValue<CatalogLanguage> {
    static var language: OptionValue { .code { CatalogLanguage(rawValue: $0) } }
}

extension OptionValue {
    fileprivate static func code(further: [String] = [], parse: @escaping (String) -> Value?) -> OptionValue {
        let codes = CatalogLanguage.allCases.map(\.code) + further
        let expected = codes.dropLast().joined(separator: ", ") + " or " + (codes.last ?? "")
        var value = OptionValue(codes.joined(separator: "|"), expected: expected, parse: parse)
            .completed(as: .words(codes), near: codes)
        let near = value.meant
        value.meant = { CatalogLanguage.meant(by: $0)?.code ?? near($0) }
        return value
    }
}

extension StoreLanguage {
    /// For people: `German (de), by its words`.
    var text: String { "\(language.name) (\(language.code))" + (isDerived ? ", by its words" : "") }

    func write(to json: inout JSONWriter) {
        json.member("code", language.code)
        json.member("name", language.name)
        json.member("derived", isDerived)
    }
}
