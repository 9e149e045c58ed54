import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie with the fine describer")
struct FineDescriberCommandTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        for name in ["bag-001", "bag-002", "shoe-001"] {
            let file = SharedData.package.appending(path: "samples/images/\(name).jpg")
            try place.write(Array(Data(contentsOf: file)), to: "in/\(name).jpg")
        }
    }

    private func run(_ words: String...) throws -> Ended {
        try Running(magpieBinary, words, in: place.path).wait()
    }

    @Test("a store keeps it, and each command finds it by the store alone")
    func kept() throws {
        #expect(try run("index", "in", "--describer", "fine").code == 0)
        let told = try run("info")
        #expect(String(decoding: told.output, as: UTF8.self).contains("fine-"), "\(told.errors)")
        let found = try run("search", "in/bag-001.jpg", "--json")
        #expect(found.code == 0 && found.errors.isEmpty, "\(found.errors)")
        #expect(String(decoding: found.output, as: UTF8.self).contains("bag-001"))
        let again = try run("index", "in")
        #expect(again.code == 0 && String(decoding: again.output, as: UTF8.self).contains("3 unchanged"), "\(again)")
        let duplicates = try run("duplicates", "in", "--store", "catalog.magpie")
        #expect(duplicates.code == 0, "\(duplicates.errors)")
    }

    @Test("store describe goes over to it and back, and a search answers with either")
    func changed() throws {
        #expect(try run("index", "in").code == 0)
        for (words, name) in [(["--describer", "fine"], "fine-"), ([], "magpie-2-")] {
            let ended = try Running(magpieBinary, ["store", "describe"] + words, in: place.path).wait()
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(String(decoding: try run("info").output, as: UTF8.self).contains(name))
            let found = try run("search", "in/shoe-001.jpg", "--json")
            #expect(found.code == 0 && String(decoding: found.output, as: UTF8.self).contains("shoe-001"))
        }
    }

    @Test("a store of the other describer says so, and an unknown name what would be right")
    func refused() throws {
        #expect(try run("index", "in").code == 0)
        let mixed = try run("index", "in", "--describer", "fine")
        #expect(mixed.code == 2 && mixed.errors.contains("fine-"), "\(mixed.code) \(mixed.errors)")
        let unknown = try run("index", "in", "--describer", "fein")
        #expect(unknown.code == 1 && unknown.errors.contains("'fine'"), "\(unknown.errors)")
        let both = try run("index", "in", "--describer", "fine", "--model", "x")
        #expect(both.code == 1 && both.errors.contains("not both"))
    }
}
