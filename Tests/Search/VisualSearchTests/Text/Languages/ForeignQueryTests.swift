import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Searches in a shop of another language", .timeLimit(.minutes(15)))
struct ForeignQueryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let languages: [CatalogLanguage] = [.german, .french, .spanish, .italian, .dutch]

    private func engine(_ path: String, readIn language: CatalogLanguage? = nil) throws -> SearchEngine {
        var settings = SearchEngine.Settings()
        settings.language = language
        return try SearchEngine(path: path, mode: .create, settings: settings)
    }

    private func shop(_ language: CatalogLanguage) throws -> String {
        let path = folder.path("\(language.code).magpie")
        if !FileManager.default.fileExists(atPath: path) {
            try ForeignShop(language).fill(engine(path))
        }
        return path
    }

    /// The queries whose hits are the right ones, and the mean of the harmonic mean of precision and recall.
    private func score(
        _ engine: SearchEngine, _ queries: [ForeignQueries.Query], prints: Bool = false
    ) throws -> (right: Int, mean: Double) {
        var (right, sum) = (0, 0.0)
        for query in queries {
            let answer = try engine.searchBlocking(SearchRequest(.init(text: query.text, readsPhrases: true)))
            let found = Set(answer.hits.map(\.id))
            if found == query.right { right += 1 }
            if prints, found != query.right {
                print(
                    "`\(query.text)` found \(found.sorted()), not \(query.right.sorted()); "
                        + "read \(answer.phrases.map(\.label)), \(answer.notices.map(\.text))")
            }
            let both = Double(found.intersection(query.right).count)
            if both > 0 { sum += 2 * both / Double(found.count + query.right.count) }
        }
        return (right, sum / Double(queries.count))
    }

    @Test(
        "the language of a shop is found by its words, and nearly all queries in it find the right items",
        arguments: languages)
    func queries(language: CatalogLanguage) throws {
        let queries = ForeignQueries.queries(language)
        #expect(queries.count == 18)
        let path = try shop(language)
        let own = try engine(path)
        #expect(try own.store.language() == StoreLanguage(language: language, isDerived: true))
        let found = try score(own, queries, prints: true)
        let asEnglish = try score(engine(path, readIn: .english), queries)
        print(
            "\(language.name): \(found.right) of 18 right (\(found.mean)), read as English \(asEnglish.right) (\(asEnglish.mean))"
        )
        #expect(found.right >= 16)
        #expect(found.mean >= 0.95)
        #expect(found.right > asEnglish.right)
    }
}
