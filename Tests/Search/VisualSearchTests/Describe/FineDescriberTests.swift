import CKernels
import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The fine describer")
struct FineDescriberTests {
    static let file = SharedData.package.appending(path: "Sources/Command/magpie/\(FineDescriber.fileName)")
    let fine: FineDescriber

    init() throws { fine = try FineDescriber(contentsOf: Self.file) }

    @Test("begins with the built-in vector, and adds what the learning program computed")
    func agreesWithLearning() throws {
        let pictures = try DescribedPicture.all("fine")
        #expect(pictures.count >= 6)
        for picture in pictures {
            let vector = try fine.describe(picture.pixels).vector
            #expect(vector.count == fine.dimensions && fine.dimensions == 384)
            #expect(try Array(vector.prefix(256)) == BuiltInDescriber.shared.describe(picture.pixels).vector)
            let differences = zip(vector.dropFirst(256), picture.vector).map { abs(Int($0) - Int($1)) }
            #expect(differences.count == 128 && differences.allSatisfy { $0 <= 1 })
            let length = vector.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot() / Double(fine.scale)
            #expect(abs(length - 1) < 0.02)
            // The classes of pictures read the beginning.
            let seen = try #require(PictureClasses.builtIn.strongest(in: vector))
            let beginning = try #require(PictureClasses.builtIn.strongest(in: Array(vector.prefix(256))))
            #expect(seen == beginning)
        }
        #expect(fine.parts.flatMap { Array($0.range) }.sorted() == Array(0..<384))
    }

    @Test("gives the same with plain loops, but for the rounding of a step, under the same name")
    func plainAgrees() throws {
        let plain = try FineDescriber(parameters: Array(Data(contentsOf: Self.file)), isa: CK_SCALAR)
        #expect(plain.identity == fine.identity && FineDescriber.isName(fine.identity))
        #expect(!BuiltInDescriber.isName(fine.identity))
        let pixels = drawn(width: 210, height: 150, seed: 3)
        let steps = zip(try plain.describe(pixels).vector, try fine.describe(pixels).vector)
        #expect(steps.allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    @Test("a file that is missing, damaged or of another describer is refused by its name")
    func unusable() throws {
        let whole = try Array(Data(contentsOf: Self.file))
        let folder = try TemporaryFolder()
        var cases: [[UInt8]] = [[], Array(whole.prefix(whole.count / 2)), whole + [0]]
        for table in ["scale", "weights"] {
            // Behind the name: the kind, the rows, the columns, the number.
            let name = [UInt8(table.utf8.count)] + Array(table.utf8)
            let place = try #require(whole.firstRange(of: name)).upperBound + 9
            for number in [Float.nan, .infinity, 0, -1, 1e30] {
                var bytes = whole
                let bits = number.bitPattern
                bytes.replaceSubrange(
                    place..<place + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) })
                cases.append(bytes)
            }
        }
        for (number, bytes) in cases.enumerated() {
            let file = URL(filePath: folder.path("\(number).describer"))
            try Data(bytes).write(to: file)
            let error = #expect(throws: DescribeError.self) { try FineDescriber(contentsOf: file) }
            #expect(error?.description.contains("\(number).describer") == true)
        }
        #expect(throws: DescribeError.self) {
            try FineDescriber(contentsOf: URL(filePath: folder.path("none.describer")))
        }
    }

    @Test("words find the same pictures as with the built-in describer, and copies are recognized by the same vectors")
    func wordsAndCopies() async throws {
        let folder = try TemporaryFolder()
        let names = ["watch-004", "shoe-001", "hat-002", "chair-003", "lamp-001", "vase-005"]
        var engines: [SearchEngine] = []
        for (name, describer) in [("built-in", nil), ("fine", fine)] as [(String, FineDescriber?)] {
            let engine = try SearchEngine(path: folder.path(name), describer: describer)
            try engine.insert(
                pictures: names.map {
                    ($0, Array(try Data(contentsOf: SharedData.package.appending(path: "samples/images/\($0).jpg"))))
                })
            engines.append(engine)
        }
        let answers = try engines.map { engine in
            try ["watch", "shoe", "chair", "lamp"].map { text in
                try engine.catalog.read(withPalettes: false) { snapshot throws(SearchError) in
                    try engine.classMatches(of: text, in: snapshot).matches
                }
            }
        }
        #expect(answers[0] == answers[1])
        #expect(answers[0].contains { !$0.isEmpty })
        let vectors = try engines.map { engine in
            try engine.catalog.read(withPalettes: false) { snapshot throws(SearchError) in
                try names.indices.map { slot throws(SearchError) in
                    try snapshot.vector(at: slot, by: BuiltInDescriber.shared.identity)
                }
            }
        }
        #expect(vectors[0] == vectors[1] && !vectors[0].contains(nil))
        let hits = try await engines[1].search(SearchRequest(.init(example: .item(id: "shoe-001")))).hits
        #expect(!hits.contains { $0.id == "shoe-001" })
    }
}
