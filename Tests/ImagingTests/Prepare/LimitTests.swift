import Foundation
import Imaging
import TestSupport
import Testing

@Suite("What would cost too much is refused")
struct LimitTests {
    private let picture = Pictures.scene(200, 150)

    private func files() throws -> [(name: String, bytes: [UInt8])] {
        [
            ("JPEG", try Real.jpeg(picture)), ("PNG", try Real.png(picture)), ("WebP", try Real.webp(picture)),
            ("TIFF", Real.tiff(picture)),
        ]
    }

    @Test("more pixels than allowed, by the header alone")
    func pixels() throws {
        for (name, bytes) in try files() {
            let count = picture.size.pixelCount
            #expect(
                throws: ImageError.tooLarge(stage: .inspect, value: count, limit: count - 1, unit: "pixels"), "\(name)"
            ) { try prepare(.bytes(bytes), limits: Limits(pixels: count - 1)) }
            #expect(try prepare(.bytes(bytes), limits: Limits(pixels: count)).uprightSize == picture.size)
            // A header that lies is enough: there need be no pixels behind it.
            #expect(throws: ImageError.self) {
                try prepare(.bytes(Array(bytes.prefix(bytes.count / 2))), limits: Limits(pixels: count - 1))
            }
        }
        #expect(throws: ImageError.self) { try prepare(.pixels(picture), limits: Limits(pixels: 100)) }
    }

    @Test("more time than allowed")
    func time() throws {
        for (name, bytes) in try files() {
            let error = #expect(throws: ImageError.self, "\(name)") {
                try prepare(.bytes(bytes), limits: Limits(seconds: 0))
            }
            #expect(error?.code == "timedOut", "\(name)")
        }
    }

    @Test("formats that are not allowed")
    func formats() throws {
        for (name, bytes) in try files() {
            let error = #expect(throws: ImageError.self, "\(name)") {
                try prepare(.bytes(bytes), limits: Limits(formats: [.gif]))
            }
            #expect(error?.code == "unsupportedFormat", "\(name)")
        }
    }

    @Test("formats that the caller asks for")
    func optional() throws {
        let drawing = ascii(
            "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><rect width='40' height='30' fill='#b8482a'/></svg>"
        )
        #expect(throws: ImageError.self) { try prepare(.bytes(drawing)) }
        let limits = Limits(formats: ImageFormat.standard.union([.svg, .jp2]))
        let made = try prepare(.bytes(drawing), as: Recipe(.pixels(fitting: 64)), limits: limits)
        #expect(made.outputs[0].pixels == Pictures.solid(40, 30, RGB(red: 0xB8, green: 0x48, blue: 0x2A)))
        // The size is known only now, and is checked then.
        let large = ascii("<svg xmlns='http://www.w3.org/2000/svg' width='90000' height='90000'/>")
        let error = #expect(throws: ImageError.self) { try prepare(.bytes(large), limits: limits) }
        #expect(error?.code == "tooLarge")
        // JPEG 2000 is never decoded, whatever is asked for.
        let codestream: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 0, 41] + [UInt8](repeating: 0, count: 60)
        let refused = #expect(throws: ImageError.self) { try prepare(.bytes(codestream), limits: limits) }
        #expect(refused?.code == "unsupportedFormat")
    }

    @Test("decoded pixels that never fit are refused, those that fit later wait")
    func memory() throws {
        let tiff = Real.tiff(picture)
        let need = picture.size.pixelCount * 3
        let error = #expect(throws: ImageError.self) {
            try prepare(.bytes(tiff), limits: Limits(decodedBytes: need - 1))
        }
        #expect(error == .tooLarge(stage: .decode, value: need, limit: need - 1, unit: "bytes of decoded pixels"))
        // Room for one at a time, and four that want it; other tests may be using some of it for a while.
        var done = 0
        Batch(workers: 4).prepare(
            [ImageInput](repeating: .bytes(tiff), count: 16), limits: Limits(decodedBytes: need, seconds: 300)
        ) { _, result in
            if case .success = result { done += 1 }
        }
        #expect(done == 16)
    }

    @Test(
        "more scans than allowed", .enabled(if: SharedData.folder("inputs") != nil, "skipped: there are no inputs"))
    func scans() throws {
        let file = try #require(SharedData.folder("inputs")).appending(path: "made/modes/progressive.jpg")
        let error = #expect(throws: ImageError.self) { try prepare(.file(file), limits: Limits(scans: 2)) }
        #expect(error == .tooLarge(stage: .inspect, value: 3, limit: 2, unit: "scans"))
        #expect(try prepare(.file(file)).uprightSize == Size(width: 320, height: 240))
    }

    @Test("after a refusal the next picture is as good as ever")
    func afterwards() throws {
        for (_, bytes) in try files() {
            let before = try prepare(.bytes(bytes))
            _ = try? prepare(.bytes(bytes), limits: Limits(seconds: 0))
            _ = try? prepare(.bytes(Array(bytes.prefix(bytes.count * 2 / 3))))
            #expect(try prepare(.bytes(bytes)) == before)
        }
    }
}
