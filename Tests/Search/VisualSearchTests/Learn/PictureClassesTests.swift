import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Words that find pictures without a text", .timeLimit(.minutes(15)))
struct PictureClassesTests {
    private let classes = PictureClasses.builtIn

    private func names(_ text: String) -> [String] {
        (ClassQuery(text, classes)?.weights ?? []).map { classes.names[$0.number] }
    }

    @Test("the table belongs to the built-in describer: Benchmarks/Learning/classes.py makes it anew")
    func identity() {
        #expect(classes.identity == BuiltInDescriber.shared.identity)
        #expect(classes.names.count == 1000 && classes.terms.count > 3000)
    }

    @Test(
        "a word stands for the classes that it names, and for those that are kinds of it",
        arguments: [
            ("chairs", "rocking chair"), ("dog", "chihuahua"), ("red shoes", "running shoe"), ("laptop", "laptop"),
            ("electric guitar", "electric guitar"),
        ])
    func named(_ text: String, _ name: String) {
        let query = ClassQuery(text, classes)
        #expect(names(text).contains(name))
        #expect(abs((query?.weights ?? []).reduce(0) { $0 + $1.weight } - 1) < 0.01)
    }

    @Test("a color is a color, and what nobody knows is nothing")
    func colors() {
        #expect(ClassQuery("red", classes)?.color != nil && names("red").isEmpty)
        #expect(ClassQuery("red shoes", classes)?.color == ClassQuery("red", classes)?.color)
        for text in ["", " ", "asdf", "qwrtzp asdf", "zx8000"] { #expect(ClassQuery(text, classes) == nil) }
    }

    /// The classes of which a picture must show one.
    private func shown(_ text: String) -> Set<String> {
        guard let query = ClassQuery(text, classes) else { return [] }
        return Set(zip(classes.names, query.shown).filter(\.1).map(\.0))
    }

    @Test(
        "the head noun of a phrase rules, and what describes it names no class of its own",
        arguments: [
            ("coffee table", "dining table", "espresso"), ("bench with shoe storage", "park bench", "running shoe"),
            ("bag for a laptop", "backpack", "laptop"), ("dress with strawberries", "gown", "strawberry"),
            ("coat for a dog", "fur coat", "chihuahua"), ("candle in a bottle", "candle", "beer bottle"),
        ])
    func head(_ text: String, _ meant: String, _ other: String) {
        let found = shown(text)
        #expect(found.contains(meant) && !found.contains(other), "\(found.sorted())")
        #expect(!names(text).contains(other))
    }

    @Test("a term of several words is one kind, also behind other words and written as two")
    func terms() {
        #expect(
            shown("golden retriever") == ["golden retriever"]
                && shown("a young golden retriever") == ["golden retriever"])
        #expect(shown("chest of drawers") == ["chiffonier"])
        #expect(shown("tea pot").contains("teapot") && shown("bird house").contains("birdhouse"))
        #expect(shown("cats and dogs").isSuperset(of: ["persian cat", "dalmatian"]))
        // The color is a part of the name.
        #expect(shown("brown bear").contains("brown bear") && ClassQuery("brown bear", classes)?.color == nil)
    }

    @Test("a color is read before and behind the head noun, and in a list of colors")
    func colorsOfPhrases() {
        for text in ["red shoes", "shoes red", "red and white shoes", "a pair of red shoes"] {
            #expect(ClassQuery(text, classes)?.color == ClassQuery("red", classes)?.color, "\(text)")
            #expect(shown(text).contains("running shoe"), "\(text): \(shown(text))")
        }
        #expect(ClassQuery("shoes with a red sole", classes)?.color == nil)
    }

    @Test(
        "a thing that no class is, and that means much the same as none, names no class",
        arguments: ["cat tree", "lemon squeezer", "strawberry jam", "bird cage", "water lily", "carrots"])
    func unnamed(_ text: String) { #expect(shown(text).isEmpty, "\(shown(text))") }

    @Test("a picture shows a kind where one class of it stands out, also if the classes have little in common")
    func view() throws {
        let dogs = try #require(ClassQuery("dog", classes))
        let dalmatian = try #require(classes.names.firstIndex(of: "dalmatian"))
        #expect(dogs.shown[dalmatian] && dogs.shown.count { $0 } > 100)
        // The picture that has the most evidence for the one class.
        let (direction, _) = classes.direction(of: [.init(number: dalmatian, weight: 1)])
        let picture = try #require(WordSpace.unit(direction))
        func view(_ query: ClassQuery, joint: Float = 0) -> PictureClasses.View {
            classes.view(of: picture, query.shown, rivals: query.rivals, joint: joint)
        }
        let (seen, other) = (view(dogs), view(try #require(ClassQuery("chair", classes))))
        #expect(seen.share >= 1 && other.share < 0.8)
        #expect(view(dogs, joint: 100).evidence == 100)
    }

    @Test("a class that no picture can tell from what is asked for is no rival")
    func indistinct() throws {
        let query = try #require(ClassQuery("sunglasses", classes))
        let one = try #require(classes.names.firstIndex(of: "sunglass"))
        let (other, car) = try (
            #require(classes.names.firstIndex(of: "sunglasses")), #require(classes.names.firstIndex(of: "minivan"))
        )
        #expect(query.shown[other] && !query.rivals[other] && !query.rivals[one] && query.rivals[car])
        #expect(query.rivals.count { !$0 } < 10)
    }

    @Test("chairs and sunglasses among the drawn pictures of the samples are found without a word")
    func drawn() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("plain.magpie"), mode: .create)
        let place = SharedData.package.appending(path: "samples/images")
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".jpg") }
        let entries = files.sorted().map { Entry(Item(id: $0), image: .file(place.appending(path: $0))) }
        for result in try engine.insertBlocking(entries) { try result.get() }
        func found(_ text: String) throws -> [String] {
            try engine.searchBlocking(SearchRequest(.init(text: text))).hits.map(\.id)
        }
        for (word, least) in [("chair", 8), ("sunglasses", 5)] {
            // One drawn hat passes for a chair.
            let found = try found(word)
            #expect(found.prefix(least + 1).count { $0.hasPrefix(word) } >= least, "\(found)")
        }
        #expect(try found("chair with sunglasses").first?.hasPrefix("chair") == true)
        #expect(try found("sunglasses for a chair").first?.hasPrefix("sunglasses") == true)
    }

    @Test(
        "pictures are found though their items have names of files, folders and cameras, and not where somebody described them"
    )
    func named() throws {
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("album.magpie"), mode: .create)
        let place = SharedData.package.appending(path: "samples/images")
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasPrefix("chair") }
            .sorted()
        func insert(_ change: (Int, inout [String: AttributeValue]) -> Void) throws {
            let entries = files.enumerated().map { number, file in
                var attributes: [String: AttributeValue] = [
                    "file_name": .string("IMG_\(number)"), "folder": .list(["Holiday"]), "camera": .string("Canon EOS"),
                    "stars": .int(3), Item.pictureText: .text("Made in Japan"),
                ]
                change(number, &attributes)
                return Entry(Item(id: file, attributes: attributes), image: .file(place.appending(path: file)))
            }
            for result in try engine.insertBlocking(entries) { try result.get() }
        }
        func total(_ text: String) throws -> Int { try engine.searchBlocking(SearchRequest(.init(text: text))).total }
        try insert { number, attributes in if number == 1 { attributes["keywords"] = .list([]) } }
        let all = try total("chair")
        #expect(all >= 8)
        #expect(try total("holiday") == files.count && total("japan") == files.count)
        try insert { number, attributes in if number < 4 { attributes["keywords"] = .list(["Kitchen"]) } }
        #expect(try (all - 4..<all).contains(total("chair")))
        #expect(try total("kitchen") == 4)
    }

    @Test("no text disturbs it", arguments: Hostile.strings)
    func hostile(_ text: String) {
        let weights = ClassQuery(text, classes)?.weights ?? []
        #expect(weights.allSatisfy { $0.weight >= 0 && $0.weight <= 1.01 })
    }

    @Test(
        "an album without any word is searched by what its pictures show; its items with a text come first",
        .enabled(if: SharedData.folder("retrieval") != nil, "skipped: there is no ../shared/data/retrieval"))
    func album() throws {
        let shared = try #require(SharedData.folder("retrieval"))
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("album.magpie"), mode: .create)
        let labels = [
            "airplanes", "laptop", "umbrella", "Motorbikes", "dalmatian", "strawberry", "scorpion", "revolver",
        ]
        for label in labels {
            let place = shared.appending(path: "caltech/\(label)")
            let files = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted().prefix(5)
            let entries = files.map { file in
                Entry(Item(id: "\(label)/\(file)"), image: .file(place.appending(path: file)))
            }
            for result in try engine.insertBlocking(entries) { try result.get() }
        }
        func search(_ text: String) throws -> SearchAnswer {
            var request = SearchRequest(.init(text: text))
            request.explains = true
            return try engine.searchBlocking(request)
        }
        for (text, label) in [
            ("laptop", "laptop"), ("umbrella", "umbrella"), ("dog", "dalmatian"), ("gun", "revolver"),
        ] {
            let answer = try search(text)
            #expect(answer.hits.first?.id.hasPrefix(label) == true, "\(text)")
            let first = try #require(answer.hits.first?.explanation)
            #expect(first.shown > 0 && first.text == 0 && first.shownClass != nil)
            #expect(answer.notices.contains { $0.text.contains("seem to show") })
        }
        #expect(try search("asdf").hits.isEmpty)
        for text in ["sofa", "piano", "sandwich", "elephant", "church", "toaster", "violin"] {
            #expect(try search(text).hits.isEmpty, "no picture shows a \(text)")
            #expect(try engine.suggestBlocking(SuggestRequest(text)).isEmpty)
        }
        let animals = try search("animal").hits.map { $0.id.prefix { $0 != "/" } }
        #expect(Set(animals).isSubset(of: ["dalmatian", "scorpion"]) && animals.count > 5, "\(animals)")
        #expect(try engine.suggestBlocking(SuggestRequest("lapt")).map(\.text).contains("laptop"))
        _ = try engine.insertBlocking([
            Entry(
                Item(id: "said", attributes: ["title": .text("Laptop sleeve")]),
                image: .pixels(Pictures.solid(32, 32, RGB(hex: "#202020")!)))
        ])
        let joined = try search("laptop")
        #expect(joined.hits.first?.id == "said" && joined.hits.dropFirst().first?.id.hasPrefix("laptop") == true)
        var settings = SearchEngine.Settings()
        settings.usesWordMeanings = false
        let plain = try SearchEngine(path: folder.path("album.magpie"), mode: .readOnly, settings: settings)
        #expect(try plain.searchBlocking(SearchRequest(.init(text: "umbrella"))).hits.isEmpty)
    }
}
