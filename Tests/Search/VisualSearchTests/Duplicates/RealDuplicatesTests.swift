import Foundation
import Imaging
import TestSupport
import Testing

@testable import VisualSearch

@Suite(
    "Duplicates among real pictures", .timeLimit(.minutes(15)),
    .enabled(
        if: SharedData.folder("photos") != nil && SharedData.folder("retrieval") != nil,
        "skipped: there is no ../shared/data/photos or ../shared/data/retrieval"))
struct RealDuplicatesTests {
    /// Pictures of the shared data that are the same as another one, seen by eye.
    private static let known: Set<Set<String>> = [
        ["image_0076.jpg", "image_0079.jpg"], ["mp09-black_main.jpg", "mp09-blue_main.jpg"],
        ["mp12-black_main.jpg", "mp12-blue_main.jpg"],
    ]

    /// A photo with a second picture behind it, of which no copy has all.
    private static let several: Set<String> = ["p029.jpg"]

    /// The large originals of some products are in a folder of their own, under the same name.
    private static func name(_ file: URL) -> String {
        let name = file.lastPathComponent
        return name.hasPrefix("g_") || name.hasPrefix("q_") ? String(name.dropFirst(2)) : name
    }

    /// Of so many pictures one is tried. All take four minutes of a core, and a sanitizer takes hours for them.
    private static let step = Sanitizer.isOn ? 20 : Effort.isFull ? 1 : 12

    private static func pictures(of name: String, every step: Int) throws -> [URL] {
        let folder = try #require(SharedData.folder(name))
        let all = (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? [])
            .compactMap { $0 as? URL }.filter { ["jpg", "webp", "png"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        return stride(from: 0, to: all.count, by: step).map { all[$0] }
    }

    @Test("99 of 100 mild copies of photos and products are found, and no other two join")
    func mildCopies() throws {
        let originals =
            try Self.pictures(of: "photos", every: Self.step) + Self.pictures(of: "retrieval", every: 12 * Self.step)
        let folder = try DuplicateFolder()
        var origins: [Int] = []
        for (number, original) in originals.enumerated() {
            let bytes = Array(try Data(contentsOf: original))
            try folder.write(bytes, to: "\(number)-\(original.lastPathComponent)")
            origins.append(number)
            let header = try inspect(original)
            let size = header.orientation > 4 ? header.storedSize.transposed : header.storedSize
            let side = min(size.longestSide, 1024)
            let crop = Box(
                left: size.width / 40, top: size.height / 50, width: size.width * 19 / 20, height: size.height * 19 / 20
            )
            let recipes = [
                Recipe(.fit(side, quality: 60)), Recipe(.fit(side, quality: 80)),
                Recipe(.fit(min(max(size.longestSide / 2, 1), 1024), quality: 85)),
                Recipe(.fit(min(max(size.longestSide / 4, 1), 1024), quality: 85)),
                Recipe(.fit(side, quality: 85), box: crop),
                Recipe(Output(.fit(side), encoding: .webp(quality: 75))),
            ]
            for (kind, recipe) in recipes.enumerated() {
                let copy = try prepare(.bytes(bytes), as: recipe).outputs[0].bytes
                try folder.write(copy, to: "\(number)-copy\(kind)")
                origins.append(number)
            }
        }
        let found = try folder.find()
        #expect(found.failures.isEmpty)
        var home: [Int: Int] = [:]
        for group in found.groups where group.kind == .picture {
            for member in [group.kept] + group.others { home[member.file] = group.kept.file }
            let names = Set(([group.kept] + group.others).map { Self.name(originals[origins[$0.file]]) })
            #expect(names.count == 1 || Self.known.contains(names), "\(names)")
        }
        // Of files of the same bytes, the kept one stands in the group of the picture.
        for group in found.groups where group.kind == .bytes {
            for member in group.others { home[member.file] = home[group.kept.file] ?? group.kept.file }
            home[group.kept.file] = home[group.kept.file] ?? group.kept.file
        }
        var missed: [Int: Int] = [:]
        var copies = 0
        for file in origins.indices where file % 7 > 0 {
            let original = file / 7 * 7
            if Self.several.contains(originals[origins[file]].lastPathComponent) {
                #expect(home[original] == nil)
                continue
            }
            copies += 1
            if home[file] == nil || home[file] != home[original] { missed[file % 7, default: 0] += 1 }
        }
        let share = 1 - Double(missed.values.reduce(0, +)) / Double(copies)
        #expect(share >= 0.99, "\(share) of \(copies); missed by kind: \(missed)")
    }

    @Test("pictures that are not copies stay apart")
    func distinct() throws {
        let files = try Self.pictures(of: "photos", every: Self.step) + Self.pictures(of: "retrieval", every: Self.step)
        let found = try DuplicateFinder().findBlocking(in: files)
        for group in found.groups where group.kind == .picture {
            let names = Set(([group.kept] + group.others).map { Self.name(files[$0.file]) })
            #expect(names.count == 1 || Self.known.contains(names), "\(names)")
        }
    }
}
