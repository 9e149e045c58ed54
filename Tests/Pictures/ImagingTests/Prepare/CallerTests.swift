import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("What a Swift program meets")
struct CallerTests {
    private let picture = Pictures.scene(400, 300)

    @Test("errors say the same to LocalizedError as in print")
    func localized() {
        let error = ImageError.notFound(path: "/a.jpg")
        #expect((error as any Error).localizedDescription == "there is no file at /a.jpg")
    }

    @Test("the URL of a web page is no file on this machine")
    func remote() throws {
        let url = try #require(URL(string: "https://example.org/a.jpg"))
        for call in [{ _ = try prepare(.file(url)) }, { _ = try inspect(url) }] {
            #expect(throws: ImageError.self) { try call() }
            do { try call() } catch {
                #expect("\(error)".contains("https://example.org/a.jpg: it is not a file on this machine"))
            }
        }
    }

    @Test("nothing prints bytes")
    func printing() throws {
        let jpeg = try Real.jpeg(picture)
        let prepared = try prepare(.bytes(jpeg), as: Recipe(.fit(100), .pixels(fitting: 50), colors: 2))
        let count = prepared.outputs[0].bytes.count
        #expect("\(prepared)".hasPrefix("jpeg 400x300: 100x75 jpeg, \(count) bytes, quality 97"))
        #expect("\(prepared)".count < 120)
        #expect("\(prepared.outputs[1])" == "50x38 pixels")
        #expect("\(ImageInput.bytes(jpeg))" == "\(jpeg.count) bytes")
        #expect("\(ImageInput.pixels(picture))" == "400x300 pixels of 3 channels")
    }

    @Test("a file is inspected as its bytes are, and Data goes in and comes out")
    func files() throws {
        let folder = try TemporaryFolder()
        let jpeg = try Real.jpeg(picture)
        let file = folder.url.appending(path: "a.jpg")
        try Data(jpeg).write(to: file)
        #expect(try inspect(file) == inspect(jpeg))
        let missing = folder.url.appending(path: "b.jpg")
        #expect(throws: ImageError.notFound(path: missing.path(percentEncoded: false))) { try inspect(missing) }
        let output = try prepare(.data(Data(jpeg)), as: Recipe(.fit(64))).outputs[0]
        #expect(output.data == Data(output.bytes))
        let copy = folder.url.appending(path: "copy.jpg")
        try output.write(to: copy)
        #expect(try Data(contentsOf: copy) == output.data)
        #expect(throws: ImageError.self) { try output.write(to: folder.url.appending(path: "no/copy.jpg")) }
        let pixels = try prepare(.pixels(picture), as: Recipe(.pixels(fitting: 9))).outputs[0]
        #expect(throws: ImageError.self) { try pixels.write(to: copy) }
        #expect(try Data(contentsOf: copy) == output.data)
    }

    @Test("a task gets the same picture without being blocked", .timeLimit(.minutes(5)))
    func tasks() async throws {
        let jpeg = try Real.jpeg(picture)
        let recipe = Recipe(.fit(64), colors: 2)
        let here = try prepare(.bytes(jpeg), as: recipe)
        let there = await withTaskGroup(of: Prepared?.self) { group in
            for _ in 0..<20 { group.addTask { try? await ImageInput.bytes(jpeg).prepared(as: recipe) } }
            return await group.reduce(into: [Prepared?]()) { $0.append($1) }
        }
        #expect(there.count == 20 && there.allSatisfy { $0 == here })
        await #expect(throws: ImageError.empty) { try await ImageInput.bytes([]).prepared() }
    }

    @Test("a cancelled task stops between rows", .timeLimit(.minutes(5)))
    func cancelling() async throws {
        let large = try Real.png(Pictures.scene(1024, 1024))
        let task = Task {
            // Begins only when it is cancelled, whatever else this machine does.
            while !Task.isCancelled { await Task.yield() }
            return try await ImageInput.bytes(large).prepared()
        }
        task.cancel()
        let result = await task.result
        #expect { try result.get() } throws: { ($0 as? ImageError)?.code == "cancelled" }
    }
}
