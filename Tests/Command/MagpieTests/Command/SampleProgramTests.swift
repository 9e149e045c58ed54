import Foundation
import TestSupport
import Testing

@testable import magpie

/// The sample programs, run as their comments say.
@Suite("Sample programs", .timeLimit(.minutes(15)))
struct SampleProgramTests {
    private let images = SharedData.package.appending(path: "samples/images").path
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("prepare-folder writes a copy of each photo and prints its colors")
    func prepareFolder() throws {
        let photos = folder.url.appending(path: "photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        for name in ["bag-007.jpg", "mug-001.jpg"] {
            try FileManager.default.copyItem(atPath: "\(images)/\(name)", toPath: photos.appending(path: name).path)
        }
        try Data("no picture".utf8).write(to: photos.appending(path: "note.jpg"))
        let copies = folder.url.appending(path: "copies").path
        let ended = try run(program("prepare-folder"), [photos.path, copies])
        #expect(ended.code == 3, "\(ended.errors)")
        #expect(ended.lines.count == 3)
        #expect(ended.lines.first?.hasPrefix("bag-007.jpg ") == true)
        #expect(ended.lines.first?.contains("512") == true)
        #expect(ended.lines.last?.hasPrefix("note.jpg: ") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copies).sorted() == ["bag-007.jpg", "mug-001.jpg"])
    }

    @Test("search-by-photo finds the photo itself first")
    func searchByPhoto() throws {
        let photos = folder.url.appending(path: "photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        for name in ["bag-007.jpg", "mug-001.jpg", "shoe-001.jpg"] {
            try FileManager.default.copyItem(atPath: "\(images)/\(name)", toPath: photos.appending(path: name).path)
        }
        let store = folder.url.appending(path: "store.magpie").path
        let ended = try run(program("search-by-photo"), [photos.path, "\(images)/bag-007.jpg", store])
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.lines.first?.hasPrefix("bag-007 1.0") == true, "\(ended.text)")
    }

    @Test("embed-engine serves its store until it is told to stop")
    func embedEngine() throws {
        let store = folder.url.appending(path: "store.magpie").path
        let running = try Running(program("embed-engine"), [store, "0"])
        running.wait { !running.output.isEmpty }
        running.send(SIGTERM)
        let ended = try running.wait()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.text.hasPrefix("http://127.0.0.1:"))
        #expect(ended.text.hasSuffix("/ serves 0 items\n"))
    }

    /// A program beside the built command.
    private func program(_ name: String) -> String {
        URL(filePath: magpieBinary).deletingLastPathComponent().appending(path: name).path
    }
}
