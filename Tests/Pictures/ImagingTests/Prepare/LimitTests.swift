import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

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

    @Test("without a limit on pixels, the memory still has one")
    func withoutPixelLimit() throws {
        let side = Int(Int32.max)
        let headers = [
            Made.png(width: side, height: side, bits: 16, color: 6),
            TIFFPage(Size(width: side, height: side), samples: 3, data: [0]).file(),
            try Real.webp(picture),
        ]
        for bytes in headers {
            for shape in [Output.Shape.fit(512), .exact(Size(width: 1, height: 1))] {
                let limits = Limits(pixels: .max, decodedBytes: 10_000)
                #expect(throws: ImageError.self) {
                    try prepare(.bytes(bytes), as: Recipe(Output(shape), allowsTruncated: true), limits: limits)
                }
            }
        }
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
    func memory() async {
        // A process of its own: all pictures of a process share the room, so this would wait for those of other tests.
        await #expect(processExitsWith: .success) {
            let picture = Pictures.scene(200, 150)
            let tiff = Real.tiff(picture)
            // A strip may hold the whole picture; the resize needs a little more.
            let need = picture.size.pixelCount * 3
            let error = #expect(throws: ImageError.self) {
                try prepare(.bytes(tiff), as: Recipe(.fit(50)), limits: Limits(decodedBytes: need))
            }
            guard case .tooLarge(.decode, let value, need, "bytes of decoded pixels") = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(value > need && value < 2 * need)
            // Room for one at a time, and four that want it.
            var done = 0
            Batch(checked: 4).prepare(
                [ImageInput](repeating: .bytes(tiff), count: 16), as: Recipe(.fit(50)),
                limits: Limits(decodedBytes: value, seconds: longestWait)
            ) { _, result in
                if case .success = result { done += 1 }
            }
            #expect(done == 16)
        }
    }

    @Test("a job that waits for memory ends when it is cancelled")
    func cancelledWait() throws {
        let forever = Deadline(time: .infinity, seconds: .infinity, cancellation: nil)
        let held = try MemoryReservation(1000, limit: .max, until: forever)
        let flag = Cancellation()
        flag.cancel()
        let cancelled = Deadline(time: .infinity, seconds: .infinity, cancellation: flag)
        #expect(throws: ImageError.cancelled(stage: .decode)) {
            _ = try MemoryReservation(1000, limit: 1000, until: cancelled)
        }
        let late = Deadline(time: 0, seconds: 7, cancellation: nil)
        #expect(throws: ImageError.timedOut(stage: .decode, seconds: 7)) {
            _ = try MemoryReservation(1000, limit: 1000, until: late)
        }
        _ = consume held
    }

    @Test("no more workspaces are kept than can be used at a time")
    func workspaces() throws {
        func lend(_ count: Int) throws(ImageError) {
            if count > 0 { try Workspace.with { _ throws(ImageError) in try lend(count - 1) } }
        }
        try lend(Batch.usableCores + 5)
        #expect(Workspace.idleCount <= Batch.usableCores)
    }

    @Test("a picture of which all rows are needed at once has to fit as a whole")
    func allRows() async {
        // A process of its own, as above.
        await #expect(processExitsWith: .success) {
            let png = try Real.png(Pictures.solid(300, 600, .white))
            let limits = Limits(decodedBytes: 400_000, seconds: longestWait)
            #expect(try prepare(.bytes(png), as: Recipe(.fit(100)), limits: limits).outputs.count == 1)
            let error = #expect(throws: ImageError.self) {
                try prepare(.bytes(png), as: Recipe(.exact(width: 300, height: 1)), limits: limits)
            }
            #expect(error?.code == "tooLarge")
        }
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
