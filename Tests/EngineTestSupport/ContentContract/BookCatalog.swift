public import ContentAPI
internal import Foundation
import TestSupport

/// Real books and their authors as content, from ../shared/data/catalog/books. Each call gives the same.
public struct BookCatalog: Sendable {
    public let instances: [ContentInstance]

    /// All modules. The books have a field of each kind, translated titles, and a relation in both directions.
    public static let modules = [
        ContentModule(
            "books", id: "b00c5",
            fields: [
                ContentField("title", .text, isRequired: true, isTranslated: true),
                ContentField("blurb", .longText, isTranslated: true),
                ContentField("authors", .relations, module: "authors", inverse: "books"),
                ContentField("editor", .relation, module: "authors", inverse: "edited"),
                ContentField("sequel", .relation, module: "books", inverse: "prequels"),
                ContentField("language", .choice), ContentField("genres", .choices, choices: genres),
                ContentField("rating", .number), ContentField("ratings", .number), ContentField("editions", .number),
                ContentField("published", .date), ContentField("isClassic", .boolean), ContentField("opens", .time),
                ContentField("cover", .image), ContentField("trailer", .video), ContentField("page", .website),
                ContentField("binding", .color), ContentField("isbn", .text), ContentField("marks", .list),
                ContentField("counts", .object),
            ], defaultLocale: "en"),
        ContentModule(
            "authors",
            fields: [
                ContentField("name", .text, isRequired: true), ContentField("initial", .choice),
                ContentField("rating", .number), ContentField("bio", .longText, isTranslated: true),
            ]),
    ]

    public static let genres = ["art", "crime", "essay", "fantasy", "history", "poetry", "science", "travel"]

    /// - Parameter count: The number of books, up to 10,000.
    /// - Returns: Nil where the data are missing.
    public init?(count: Int) throws {
        guard let folder = SharedData.folder("catalog/books") else { return nil }
        let tags = try Self.tags.get()
        let rows = Array(try Self.rows(folder.appending(path: "books.csv"), limit: count))
        var instances: [ContentInstance] = []
        var authors: [String: ContentInstance] = [:]
        for (place, row) in rows.enumerated() {
            let names = (row["authors"] ?? "").split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            for name in names {
                let id = Self.id(name)
                if authors[id] == nil { authors[id] = Self.author(name, id, Self.hash(name)) }
            }
            var book = Self.book(row, place, Self.hash("book \(row["book_id"] ?? "")"), tags)
            book.values["authors"] = .array(names.map { .string(Self.id($0)) })
            if place % 7 == 3, let editor = names.last { book.values["editor"] = .string(Self.id(editor)) }
            // The last one leads to nothing.
            if place % 5 == 0 { book.values["sequel"] = .string("book-\(place + 2)") }
            instances.append(book)
        }
        self.instances = instances + authors.values.sorted { $0.id < $1.id }
    }

    /// Read once: there are 34,000.
    private static let tags = Result {
        guard let folder = SharedData.folder("catalog/books") else { return [String]() }
        return try lines(ofCSV: folder.appending(path: "tags.csv")).dropFirst().map { fields(ofCSV: $0)[1] }
            .filter { $0.count > 3 }
    }

    private static func author(_ name: String, _ id: String, _ hash: UInt64) -> ContentInstance {
        var author = ContentInstance(id: id, module: "authors", name: name, dates: dates(hash))
        author.values["name"] = .string(name)
        author.values["initial"] = name.first.map { .string(String($0)) }
        if hash % 3 == 0 { author.values["rating"] = .number(Double(hash % 50) / 10) }
        if hash % 4 == 0 {
            author.values["bio"] = ["en": .string("\(name) writes."), "fr": .string("\(name) écrit.")]
        } else if hash % 4 == 1 {
            author.values["bio"] = ["fr-CA": .string("\(name) écrit ici."), "de": .null]
        }
        author.tags = [ContentTag("group", value: "\(hash % 3)")]
        return author
    }

    private static func book(_ row: [String: String], _ place: Int, _ hash: UInt64, _ tags: [String]) -> ContentInstance
    {
        let title = row["title"] ?? ""
        var book = ContentInstance(
            id: "book-\(place + 1)", module: "books", name: title, dates: dates(hash),
            people: ContentInstance.People(
                creator: "editor-\(hash % 4)", updater: hash % 2 == 0 ? "editor-\(hash % 3)" : nil,
                deleter: hash % 17 == 0 ? "keeper" : nil))
        func number(_ key: String) -> Double? { row[key].flatMap { Double($0) } }
        var titles: [String: JSONValue] = ["en": .string(title)]
        if let original = row["original_title"], !original.isEmpty {
            let language = String((row["language_code"] ?? "").prefix(2))
            titles[["en", ""].contains(language) ? "en-GB" : language] = .string(original)
            if hash % 3 == 0 { titles["fr"] = .string("« \(original) »") }
        }
        // Some are not translated, which counts for every language.
        book.values["title"] = hash % 11 == 0 ? .string(title) : .object(titles)
        if hash % 2 == 0 {
            book.values["blurb"] = [
                "en": .string("A book by \(row["authors"] ?? "nobody")"), "fr": .string("Un livre"),
            ]
        }
        if let language = row["language_code"], !language.isEmpty { book.values["language"] = .string(language) }
        book.values["genres"] = .array((0..<hash % 3).map { .string(genres[Int((hash >> 8) + $0 * 3) & 7]) })
        book.values["rating"] = number("average_rating").map(JSONValue.number)
        book.values["ratings"] = number("ratings_count").map { .int(Int($0)) }
        book.values["editions"] = hash % 9 == 0 ? .null : number("books_count").map { .int(Int($0)) }
        if let year = number("original_publication_year") {
            // Proleptic years of 365.2425 days; half of them as text, as far as ISO 8601 has four digits.
            let milliseconds = Int((year - 1970) * 31_556_952) * 1000
            book.values["published"] =
                hash % 2 == 0 && 1600...2100 ~= year ? .string("\(Int(year))-06-01T12:00:00Z") : .int(milliseconds)
        }
        if hash % 5 != 0 { book.values["isClassic"] = .bool((number("original_publication_year") ?? 2000) < 1950) }
        if hash % 4 == 0 { book.values["opens"] = .string("\(10 + hash % 12):\(10 + hash % 50)") }
        book.values["cover"] = row["image_url"].map(JSONValue.string)
        if hash % 13 == 0 { book.values["trailer"] = .string("https://example.org/trailers/\(place + 1).mp4") }
        if hash % 6 == 0 { book.values["page"] = .string("https://example.org/books/\(place + 1)") }
        if hash % 3 == 1 { book.values["binding"] = .string(["#112233", "#A0B0C0", "#ffffff"][Int(hash % 9) / 3]) }
        if let isbn = row["isbn"], !isbn.isEmpty { book.values["isbn"] = .string(isbn) }
        if hash % 3 != 0 {
            book.values["marks"] = .array([
                .string(tags[Int(hash >> 20) % tags.count]), .int(Int(hash % 100)), .bool(hash % 2 == 0),
                .number(Double(hash % 8) / 4),
            ])
        } else if hash % 2 == 0 {
            book.values["marks"] = []
        }
        if hash % 5 == 1 { book.values["counts"] = ["text": .int(Int(number("work_text_reviews_count") ?? 0))] }
        book.tags = (0..<hash % 4).map { ContentTag("shelf", value: tags[Int((hash >> 4) + $0) % 40]) }
        if hash % 6 == 0 { book.tags.append(ContentTag("staff pick")) }
        return book
    }

    /// Days of 2024 and 2025; few enough for instances to share them.
    private static func dates(_ hash: UInt64) -> ContentInstance.Dates {
        func day(_ number: UInt64) -> Date {
            Date(timeIntervalSince1970: 1_704_067_200 + 86_400 * Double(number % 730))
        }
        var dates = ContentInstance.Dates(created: day(hash))
        if hash % 2 == 0 { dates.updated = day(hash % 730 + 5) }
        if hash % 4 != 0 { dates.published = day(hash >> 3) }
        if hash % 8 == 1 { dates.removed = day((hash >> 3) % 700 + 30) }
        if hash % 10 == 2 { dates.archived = day(hash >> 5) }
        if hash % 17 == 0 { dates.deleted = day(hash >> 6) }
        return dates
    }

    private static func id(_ name: String) -> String {
        "author-" + name.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    }

    /// FNV-1a of 64 bits (Fowler, Noll, Vo), with its bits mixed once more, as its low ones are weak.
    static func hash(_ text: String) -> UInt64 {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return (hash ^ hash >> 29) &* 0xbf58_476d_1ce4_e5b9 >> 8
    }

    private static func rows(_ file: URL, limit: Int = .max) throws -> [[String: String]] {
        let lines = try lines(ofCSV: file)
        let names = fields(ofCSV: lines[0])
        return lines.dropFirst().prefix(limit).map { line in
            Dictionary(zip(names, fields(ofCSV: line))) { first, _ in first }
        }
    }
}
