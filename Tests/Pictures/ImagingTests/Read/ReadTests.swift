import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Files are read whole, or refused at once")
struct ReadTests {
    private let folder: TemporaryFolder
    private let picture: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        picture = try Real.jpeg(Pictures.scene(40, 30))
    }

    private func code(_ url: URL, _ limits: Limits = Limits()) -> String {
        do throws(ImageError) {
            return "ok \(try prepare(.file(url), limits: limits).uprightSize)"
        } catch {
            return error.code
        }
    }

    private func file(_ name: String) throws -> URL {
        let url = folder.url.appending(path: name)
        try Data(picture).write(to: url)
        return url
    }

    @Test("a path that leads nowhere is not found")
    func missing() throws {
        #expect(code(folder.url.appending(path: "missing.jpg")) == "notFound")
        #expect(code(try file("a.jpg").appending(path: "b.jpg")) == "notFound")
    }

    @Test("an empty file is empty")
    func empty() throws {
        let url = folder.url.appending(path: "empty.jpg")
        try Data().write(to: url)
        #expect(code(url) == "empty")
        #expect(throws: ImageError.empty) { try prepare(.bytes([])) }
    }

    @Test(
        "a folder, a pipe nobody writes to, a device and a socket are refused without waiting", .timeLimit(.minutes(5))
    )
    func special() throws {
        #expect(code(folder.url) == "unreadable")
        let pipe = folder.url.appending(path: "pipe.jpg")
        // Safe: the path lives until the call returns.
        try #require(unsafe mkfifo(pipe.path(percentEncoded: false), 0o600) == 0)
        #expect(code(pipe) == "unreadable")
        let device = folder.url.appending(path: "zero.jpg")
        try FileManager.default.createSymbolicLink(at: device, withDestinationURL: URL(filePath: "/dev/zero"))
        #expect(code(device) == "unreadable")
    }

    @Test("links are followed, circles of links are not")
    func links() throws {
        let real = try file("real.jpg")
        let link = folder.url.appending(path: "link.jpg")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
        #expect(code(link) == "ok 40x30")
        let (one, two) = (folder.url.appending(path: "one.jpg"), folder.url.appending(path: "two.jpg"))
        try FileManager.default.createSymbolicLink(at: one, withDestinationURL: two)
        try FileManager.default.createSymbolicLink(at: two, withDestinationURL: one)
        #expect(code(one) == "unreadable")
    }

    @Test("a file without permission is unreadable", .enabled(if: geteuid() != 0, "skipped: root may read everything"))
    func permission() throws {
        let url = try file("secret.jpg")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path(percentEncoded: false))
        #expect(code(url) == "unreadable")
    }

    @Test("ten gigabytes are refused before they are read")
    func sparse() throws {
        let url = try file("big.jpg")
        try FileHandle(forWritingTo: url).truncate(atOffset: 10 << 30)
        #expect(throws: ImageError.tooLarge(stage: .read, value: 10 << 30, limit: 64 << 20, unit: "bytes")) {
            try prepare(.file(url))
        }
        #expect(code(try file("small.jpg"), Limits(inputBytes: picture.count - 1)) == "tooLarge")
        #expect(code(try file("fits.jpg"), Limits(inputBytes: picture.count)) == "ok 40x30")
        #expect(throws: ImageError.self) { try prepare(.bytes(picture), limits: Limits(inputBytes: picture.count - 1)) }
    }

    @Test(
        "hard names are names and nothing else",
        arguments: [
            "with space.jpg", "new\nline.jpg", "opts.jpg[page=99]", "per%20cent%2F.jpg", "-dash.jpg", "日本語🍎.jpg",
            "quote'\".jpg", "$(id);&|.jpg", "back\\slash.jpg", "no-extension", "cafe\u{301}.jpg", "caf\u{e9}.jpg",
            String(repeating: "n", count: 255),
        ])
    func names(name: String) throws {
        #expect(code(try file(name)) == "ok 40x30")
    }

    @Test("a name that is not text is refused, and shown with its bytes")
    func bytesAsName() throws {
        let url = try #require(URL(string: "file:///tmp/fo%FF%FEo.jpg"))
        #expect(throws: ImageError.unreadable(path: "/tmp/fo%FF%FEo.jpg", reason: "the name is not valid UTF-8")) {
            try prepare(.file(url))
        }
    }

    @Test("a file that shrinks and grows while it is read does not crash")
    func changing() throws {
        let url = try file("changing.jpg")
        let handle = try FileHandle(forWritingTo: url)
        let size = UInt64(picture.count)
        let stop = Cancellation()
        let writer = Thread {
            while !stop.isCancelled {
                try? handle.truncate(atOffset: size / 3)
                try? handle.truncate(atOffset: size)
            }
        }
        writer.start()
        defer { stop.cancel() }
        for _ in 0..<300 {
            // Anything but a crash will do: what was cut off comes back as zeros.
            _ = code(url)
        }
    }

    @Test("no descriptor stays open")
    func descriptors() throws {
        let url = try file("a.jpg")
        guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"),
            !descriptors.isEmpty
        else { return }
        for _ in 0..<200 {
            _ = code(url)
            _ = code(folder.url)
        }
        // Other tests run at the same time and have files of their own open, but none below this folder.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { descriptor in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return target?.contains(folder.url.lastPathComponent) == true
        }
        #expect(open.isEmpty)
    }
}
