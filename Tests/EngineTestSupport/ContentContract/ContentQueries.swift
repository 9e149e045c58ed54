public import ContentAPI
internal import Foundation

/// Sixty queries over the books and authors of ``BookCatalog``, which together use every parameter that a query has
/// but words and pictures.
public struct ContentQueries: Sendable, CustomStringConvertible {
    public let description: String
    public let query: ContentQuery

    private init(_ description: String, _ query: ContentQuery) {
        self.description = description
        self.query = query
    }

    public static let all: [ContentQueries] = kinds + lists + missing + languages + members + parts

    private static let books = ContentQuery("books").page(1, limit: 50)
    private static func day(_ number: Int) -> AttributeValue {
        .date(Date(timeIntervalSince1970: 1_704_067_200 + 86_400 * Double(number)))
    }

    private static let kinds = [
        ContentQueries("a title as a whole", books.where(Field("isbn") == "439023483")),
        ContentQueries("titles in order", books.where(Field("isbn") >= "4" && Field("isbn") < "5")),
        ContentQueries("a range of fractions", books.where(Field("rating").isBetween(4.2, 4.5))),
        ContentQueries("whole numbers above", books.where(Field("ratings") > 1_000_000)),
        ContentQueries("a whole number for a fraction", books.where(Field("rating") >= 4 && Field("rating") < 4.05)),
        ContentQueries("a number that is at most", books.where(Field("editions") <= 40)),
        ContentQueries("another number", books.where(.differs("editions", 40))),
        ContentQueries("numbers that are not listed", books.where(.differsFromAll("editions", [40, 50, 60]))),
        ContentQueries("a string for a number", books.where(Field("ratings") == "1000")),
        ContentQueries("a flag", books.where(Field("isClassic") == true)),
        ContentQueries("a flag as text", books.where(Field("isClassic") == "false")),
        ContentQueries("a moment", books.where(Field("published") < .date(Date(timeIntervalSince1970: -1e9)))),
        ContentQueries(
            "a range of moments",
            books.where(
                .between(
                    "published", .date(Date(timeIntervalSince1970: 0)), .date(Date(timeIntervalSince1970: 1e9))))),
        ContentQueries("a time of day", books.where(Field("opens") >= "15:00")),
        ContentQueries("a choice of several", books.where(Field("language").isOne(of: "en-US", "en-GB", "fre"))),
        ContentQueries("a color", books.where(Field("binding") == "#A0B0C0" || Field("binding") == "#ffffff")),
        ContentQueries("a part of an address", books.where(Field("cover").contains("IMAGES.gr-assets"))),
        ContentQueries("a pattern", books.where(Field("page").isLike("%/books/_"))),
        ContentQueries("a video, and no page", books.where(Field("trailer").isPresent && Field("page").isMissing)),
    ]

    private static let lists = [
        ContentQueries("a choice among several", books.where(Field("genres") == "crime")),
        ContentQueries("none of several choices", books.where(.differs("genres", "crime"))),
        ContentQueries("choices in order", books.where(Field("genres") > "poetry")),
        ContentQueries("one of two choices", books.where(Field("genres").isOne(of: "art", "travel"))),
        ContentQueries("a number in a list", books.where(Field("marks") == 42 || Field("marks") == "17")),
        ContentQueries("a fraction in a list", books.where(Field("marks") == 1.25)),
        ContentQueries("a flag in a list", books.where(Field("marks") == true)),
        ContentQueries("a part of an element of a list", books.where(Field("marks").contains("read"))),
        ContentQueries("elements between two", books.where(Field("marks").isBetween("a", "m"))),
        ContentQueries("a list that is there", books.where(Field("marks").isPresent)),
        ContentQueries("an object that is there", books.where(Field("counts").isPresent)),
        ContentQueries("a relation by its id", books.where(Field("authors") == "author-j-k--rowling")),
    ]

    private static let missing = [
        ContentQueries("without a language", books.where(Field("language").isMissing)),
        ContentQueries("another language or none", books.where(Field("language") != "eng")),
        ContentQueries(
            "none of two languages, or none at all", books.where(Field("language").isNone(of: "eng", "en-US"))),
        ContentQueries("not below", books.where(!(Field("editions") < 100))),
        ContentQueries(
            "conditions in conditions",
            books.where(
                (Field("rating") >= 4.3 && (Field("isClassic") == true || !(Field("ratings") > 50_000)))
                    || .not(.or([Field("language").isPresent, Field("editions") > 3])))),
        ContentQueries("nothing", books.where(.or([]))),
        ContentQueries(
            "a field of some modules", ContentQuery().where(Field("initial") == "A" || Field("ratings") > 2e6)),
    ]

    private static let languages = [
        ContentQueries("a title in any language", books.where(Field("title").contains("the"))),
        ContentQueries(
            "a title in French", books.where(Field("title").isLike("« %e%")).localized(in: "fr")),
        ContentQueries(
            "British titles, or English ones",
            books.where(Field("title") < "C").localized(in: "en-GB").sorted(by: Field("title"))),
        ContentQueries("a language that nothing has", books.localized(in: "xx-Latn-XX")),
        ContentQueries("texts in a language", books.where(Field("blurb") == "Un livre").localized(in: "fr-CA")),
        ContentQueries("another text in one language", books.where(.differs("title", "Twilight"))),
        ContentQueries(
            "lives without a default language",
            ContentQuery("authors").where(Field("bio").isPresent).localized(in: "fr-CA").page(1, limit: 40)),
        ContentQueries("titles in order, in all languages", books.sorted(by: Field("title"), .descending)),
    ]

    private static let members = [
        ContentQueries("by id", ContentQuery().ids(["book-3", "book-1", "nobody", "author-j-k--rowling"])),
        ContentQueries("one module by its second name", ContentQuery("b00c5").where(Field.contentName < "B")),
        ContentQueries("two modules", ContentQuery("books", "authors").sorted(by: .contentName).page(2, limit: 25)),
        ContentQueries("created and changed", books.where(Field.createdAt >= day(300) && Field.updatedAt > day(400))),
        ContentQueries("what is published", books.where(.isPublished(at: Date(timeIntervalSince1970: 1_735_689_600)))),
        ContentQueries(
            "drafts, archived, expired and changed ones",
            books.where(
                .isDraft || .isArchived || .isExpired(at: Date(timeIntervalSince1970: 1_735_689_600))
                    || .isUpdated(since: Date(timeIntervalSince1970: 1_765_000_000)))),
        ContentQueries(
            "by people",
            books.where(Field.createdBy == "editor-2" && Field.updatedBy.isPresent && Field.deletedBy != "keeper")),
        ContentQueries("deleted ones by name", books.where(Field.deletedAt.isPresent && Field.contentID != "book-1")),
    ]

    private static let parts = [
        ContentQueries(
            "books of an author, and the author with the books",
            ContentQuery("books").related(to: ["author-j-k--rowling", "author-suzanne-collins"], through: "authors")
                .populating("authors").returning("title", "authors").sorted(by: Field("published"))),
        ContentQueries(
            "authors of books",
            ContentQuery("authors").related(to: ["book-1", "book-2"], through: "books").populating()),
        ContentQueries(
            "with an editor, and with a book before",
            books.related(through: "editor").related(through: "prequels").populating("prequels", "sequel")),
        ContentQueries(
            "on any of two shelves, and no more than their titles",
            books.tagged(ContentTag("staff pick"), ContentTag("shelf", value: "-fiction")).returning("title")),
        ContentQueries(
            "for an audience as a whole, in several orders, everything",
            ContentQuery("authors").tagged(ContentTag("group", value: "1"), mode: .all)
                .sorted(by: Field("rating"), .descending).sorted(by: Field("initial")).everything()),
        ContentQueries(
            "everything with everything, from the cache",
            ContentQuery("books").where(Field("rating") > 4.5).populating().localized(in: "fr")
                .sorted(by: .publishedAt, .descending).cached(seconds: 60).everything()),
    ]
}
