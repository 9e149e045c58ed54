import ClientTestSupport
import Foundation
import PictureTestSupport
import SearchClientImaging
import TestSupport
import Testing

@testable import SearchClient

@Suite("Pictures on their way to a server of our own", .timeLimit(.minutes(5))) struct TransferableImageTests {
    private let folder: TemporaryFolder
    private let client = SearchClient(ClientConfiguration(.none), preparer: .imaging)

    init() throws { folder = try TemporaryFolder() }

    private func file(_ bytes: [UInt8]) throws -> ImageInput {
        let url = folder.url.appending(path: "picture")
        try Data(bytes).write(to: url)
        return .file(url)
    }

    @Test("a file up to the limit goes as it is, a larger one is made smaller")
    func limit() async throws {
        let bytes = try prepare(.pixels(Pictures.scene(1200, 900)), as: Recipe(.fit(1024))).outputs[0].bytes
        let whole = try await TransferableImage(try file(bytes), limit: bytes.count, client: client)
        #expect(whole.image == .bytes(bytes) && whole.scale == nil)
        let smaller = try await TransferableImage(try file(bytes), limit: bytes.count - 1, client: client)
        #expect(smaller.scale?.original == Size(width: 1024, height: 768))
        await #expect(throws: SearchError.image(.empty)) {
            try await TransferableImage(try file([]), limit: 10, client: client)
        }
    }

    @Test("a file beyond the limits of a picture is refused by its size")
    func tooLarge() async throws {
        let url = folder.url.appending(path: "sparse")
        try Data().write(to: url)
        try FileHandle(forWritingTo: url).truncate(atOffset: 1 << 40)
        await #expect(
            throws: SearchError.image(
                .tooLarge(stage: .read, value: 1 << 40, limit: Limits().inputBytes, unit: "bytes"))
        ) { try await TransferableImage(.file(url), limit: 6 << 20, client: client) }
    }

    @Test("a pipe that nobody writes to is refused without waiting for it, a missing file by its name")
    func noFile() async throws {
        let path = folder.url.appending(path: "pipe").path(percentEncoded: false)
        // Safe: the path ends with NUL.
        #expect(unsafe mkfifo(path, 0o600) == 0)
        await #expect(throws: SearchError.image(.unreadable(path: path, reason: "it is not a regular file"))) {
            try await TransferableImage(.file(URL(filePath: path)), limit: 1000, client: client)
        }
        let missing = folder.url.appending(path: "missing")
        await #expect(throws: SearchError.image(.notFound(path: missing.path(percentEncoded: false)))) {
            try await TransferableImage(.file(missing), limit: 1000, client: client)
        }
    }
}
