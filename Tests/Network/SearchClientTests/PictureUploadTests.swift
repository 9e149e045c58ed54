import Foundation
import PictureTestSupport
import SearchClientImaging
import TestSupport
import Testing

@Suite("Pictures of an upload", .timeLimit(.minutes(5)))
struct PictureUploadTests {
    private let bare = SearchClient(ClientConfiguration(.none), preparer: nil)

    private func refusal(
        _ picture: ImageInput, _ settings: UploadSettings = .standard, of client: SearchClient? = nil
    ) async -> ClientError? {
        do throws(ClientError) {
            _ = try await (client ?? bare).upload(picture, settings)
            return nil
        } catch {
            return error
        }
    }

    @Test("without a preparer the bytes of a picture go as they are, from memory and from a file")
    func asItIs() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "picture.jpg")
        try Data([1, 2, 3]).write(to: url)
        let link = folder.url.appending(path: "link.jpg")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        for picture in [ImageInput.bytes([1, 2, 3]), .file(url), .file(link)] {
            let upload = try await bare.upload(picture, .standard)
            #expect(upload.bytes == [1, 2, 3] && upload.scale == nil)
        }
    }

    @Test("without a preparer pixels, a part, and what is too large for the service are refused with the remedy")
    func refusals() async throws {
        let folder = try TemporaryFolder()
        let large = folder.url.appending(path: "large")
        try Data().write(to: large)
        try FileHandle(forWritingTo: large).truncate(atOffset: 10_000_001)
        var part = UploadSettings.standard
        part.crop = Box(x1: 0, y1: 0, x2: 5, y2: 5)
        for failure in [
            await refusal(.pixels(Pictures.scene(8, 8))), await refusal(.bytes([1]), part),
            await refusal(.file(large)), await refusal(.bytes(Array(repeating: 0, count: 10_000_001))),
        ] {
            guard case .invalidArgument(let text)? = failure, text.contains("PicturePreparer") else {
                Issue.record("\(String(describing: failure))")
                continue
            }
        }
        #expect(await refusal(.file(large))?.description.contains("10000001 bytes") == true)
        let missing = folder.url.appending(path: "missing")
        #expect(await refusal(.file(missing)) == .image(.notFound(path: missing.path(percentEncoded: false))))
        #expect(await refusal(.bytes([])) == .image(.empty))
        guard case .image(.unreadable)? = await refusal(.file(folder.url)) else {
            Issue.record("a folder was read")
            return
        }
    }

    @Test("the scale of an upload is that of the preparer: boxes and points go where its pixels go")
    func scale() async throws {
        var random = SplitMix(seed: 7)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        for _ in 0..<60 {
            let size = Size(width: number(1...300), height: number(1...300))
            let left = number(0...size.width - 1)
            let top = number(0...size.height - 1)
            let part = Box(x1: left, y1: top, x2: number(left + 1...size.width), y2: number(top + 1...size.height))
            let bytes = [UInt8](repeating: 90, count: size.width * size.height * 3)
            let picture = ImageInput.pixels(try #require(PixelBuffer(size: size, bytes: bytes)))
            let side = number(1...200)
            let prepared = try await picture.prepared(as: Recipe(.fit(side, quality: 80), box: part))
            let ready = try await ImagingPreparer().prepare(picture, side: side, quality: 80, box: part)
            #expect(ready.jpeg == prepared.outputs[0].jpeg && ready.uprightSize == size && ready.box == part)
            let scale = UploadScale(from: size, part: ready.box, to: ready.size)
            let inside = Box(
                x1: number(part.left...part.right - 1), y1: number(part.top...part.bottom - 1), x2: part.right,
                y2: part.bottom)
            let moved = try #require(scale.map(inside))
            let mapped = prepared.outputs[0].map(inside)
            #expect(moved.left == min(mapped.left, ready.size.width - 1), "\(size) \(part) \(inside) \(ready.size)")
            #expect(moved.top == min(mapped.top, ready.size.height - 1), "\(size) \(part) \(inside) \(ready.size)")
            #expect(moved.right <= ready.size.width && moved.bottom <= ready.size.height)
            #expect(scale.unmap(moved) == prepared.outputs[0].unmap(moved))
            let point = Point(left: inside.left, top: inside.top)
            #expect(scale.map(point) == prepared.outputs[0].map(point))
        }
    }

    @Test("nothing outside of the part that is sent has a place in the upload")
    func outside() {
        let scale = UploadScale(
            from: Size(width: 1600, height: 1200), part: Box(x1: 400, y1: 300, x2: 1200, y2: 900),
            to: Size(width: 512, height: 384))
        #expect(scale.map(Box(x1: 0, y1: 0, x2: 400, y2: 300)) == nil)
        #expect(scale.map(Point(left: 399, top: 300)) == nil && scale.map(Point(left: 1200, top: 300)) == nil)
        #expect(scale.map(Box(x1: 0, y1: 0, x2: 800, y2: 600)) == Box(x1: 0, y1: 0, x2: 256, y2: 192))
        #expect(scale.unmap(Box(x1: 0, y1: 0, x2: 512, y2: 384)) == Box(x1: 400, y1: 300, x2: 1200, y2: 900))
    }
}
