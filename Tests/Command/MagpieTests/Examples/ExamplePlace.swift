import Foundation
import Recommendations
import TestSupport

@testable import magpie

/// A folder with everything that the examples of the help and of the README name.
final class ExamplePlace: Sendable {
    let place: Workplace
    private static let photos = ["bag-001", "bag-002", "shoe-001", "shoe-002"]
    private static let samples = SharedData.package.appending(path: "samples")

    /// - Parameter store: The name of the store that the examples expect, and of its copies.
    init(stores: [String] = ["catalog.magpie", "shop.magpie", "photos.magpie"]) throws {
        place = try Workplace()
        try place.link("samples", to: Self.samples.path)
        try place.link("Tests", to: SharedData.package.appending(path: "Tests").path)
        for (folder, names) in [
            ("photos", Self.photos), ("backup", ["bag-001", "mug-001"]),
            ("shoes", ["shoe-001", "shoe-002", "shoe-003"]),
        ] {
            for name in names { try copy("images/\(name).jpg", to: "\(folder)/my-\(name).jpg") }
        }
        for (name, source) in [
            ("photo", "images/bag-007"), ("x", "images/shoe-003"), ("shoe", "images/shoe-001"),
            ("shelf", "scenes/scene-04"), ("room", "scenes/scene-02"),
        ] {
            try copy("\(source).jpg", to: "\(name).jpg")
        }
        try writeTables()
        try index(stores)
    }

    private func copy(_ sample: String, to name: String) throws {
        try place.write(Array(try Data(contentsOf: Self.samples.appending(path: sample))), to: name)
    }

    private func index(_ stores: [String]) throws {
        let store = try Self.indexed.get().place / "catalog.magpie"
        for name in stores { try place.write(try contents(of: store), to: name) }
    }

    /// The samples, indexed once for all examples.
    private static let indexed = Result {
        let place = try Workplace()
        let catalog = samples.appending(path: "catalog.csv").path
        let arguments = ["index", samples.appending(path: "images").path, "--catalog", catalog, "-q"]
        let ended = try Running(magpieBinary, arguments, in: place.path).wait()
        guard ended.code == 0 else { throw SetupError(ended.errors) }
        return SharedWorkplace(place: place)
    }
    private struct SharedWorkplace: Sendable { let place: Workplace }

    private func writeTables() throws {
        let tables = [
            "shop.csv": "file,id,category,brand,price\nphotos/my-bag-001.jpg,my-bag,Bags,Lumo,12.50\n",
            "all.txt": Self.photos.map { "photos/my-\($0).jpg\n" }.joined(),
            "synonyms.txt": "bag, sack\n",
            "labels.csv": "file,class,coarse_class,split\n"
                + (1...6).map { number in
                    ["bag", "shoe", "mug"].map {
                        "samples/images/\($0)-00\(number).jpg,\($0),\($0),\(number < 3 ? "query" : "gallery")\n"
                    }.joined()
                }.joined(),
            "categories.json": """
            [{"id": "personalization", "legitimate_interest": false, "sources": {"page": true},
              "translations": {"en": {"name": "Personal recommendations", "description": "From what you looked at."}}}]
            """,
            "models.json": #"{"page": {"blend": {"similar": 2, "complementary": 1}}}"#,
            "books.csv": """
            book_id,title,language,rating
            b-1,Voyage au centre de la Terre,fre,4.5
            b-2,Der Zauberberg,ger,4.3
            b-3,Moby-Dick,eng,4.1

            """,
            "keys.txt": "app shop-key\n",
        ]
        for (name, text) in tables { try place.write(Array(text.utf8), to: name) }
    }

    /// Runs a line as a shell would, with the built command first in the path and without a network.
    @discardableResult
    func run(_ line: String) throws -> Ended {
        let folder = URL(filePath: magpieBinary).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return try Running(
            "/bin/sh", ["-c", line], in: place.path,
            environment: ["PATH": "\(place.path.text)/bin:\(folder):\(path)", "HOME": place.path.text]
        ).wait()
    }
}
