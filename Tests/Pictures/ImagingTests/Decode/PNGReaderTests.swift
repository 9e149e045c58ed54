import CVipsShim
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Our reader of PNG gives the pixels that libvips gives")
struct PNGReaderTests {
    struct Rows: Equatable {
        var size: Size
        var bands: Int
        var profile: [UInt8]?
        var bytes: [UInt8]
    }

    /// All rows of a source, or the code of its error.
    private func rows(
        _ file: [UInt8], vips: Bool, room: Int = 1 << 20, isLenient: Bool = false
    ) throws -> Result<Rows, ImageError> {
        let header = try inspect(file)
        return unsafe file.withUnsafeBufferPointer { bytes in
            Result { () throws(ImageError) -> Rows in
                let source: any PixelSource =
                    if vips {
                        try unsafe VipsSource(
                            bytes, header: header, isLenient: isLenient, scale: 1, keepsProfile: false)
                    } else {
                        try unsafe PNGSource(
                            bytes, header: header, isLenient: isLenient, keepsProfile: false, room: room)!
                    }
                let stride = source.size.width * source.bands
                var pixels = [UInt8](repeating: 0, count: stride * source.size.height)
                // In strips, as the pipeline reads them.
                for top in Swift.stride(from: 0, to: source.size.height, by: 7) {
                    let area = Box(
                        left: 0, top: top, width: source.size.width, height: min(7, source.size.height - top))
                    let strip = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * area.height)
                    defer { unsafe strip.deallocate() }
                    // Safe: the strip has room for the rows of the area.
                    try unsafe source.read(area, of: 0, into: strip, stride: stride, isCut: false)
                    for index in 0..<(stride * area.height) { pixels[top * stride + index] = unsafe strip[index] }
                }
                return Rows(size: source.size, bands: source.bands, profile: source.profile, bytes: pixels)
            }
        }
    }

    @Test("of any kind, at once and in portions", arguments: [1 << 20, 0])
    func random(room: Int) throws {
        for seed in 0..<UInt64(Effort.inputs(300, of: 10_000)) {
            let file = RandomPNG(seed: seed)
            let own = try rows(file.bytes, vips: false, room: room).get()
            let other = try rows(file.bytes, vips: true).get()
            #expect(own.size == other.size && own.bands == other.bands, "\(file.name)")
            let difference = zip(own.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
            // Versions of libvips round gray of 16 bits differently.
            #expect(difference <= (file.name.contains("color 0, 16 bits") ? 1 : 0), "\(file.name)")
        }
    }

    @Test("a damaged file is refused by both or by none")
    func damaged() throws {
        var faults = 0
        for seed in 0..<UInt64(Effort.inputs(600, of: 20_000)) {
            var file = RandomPNG(seed: seed)
            file.damage()
            guard (try? inspect(file.bytes)) != nil else { continue }
            let own = try rows(file.bytes, vips: false)
            let other = try rows(file.bytes, vips: true)
            #expect((try? own.get().size) == (try? other.get().size), "\(file.name): \(own) \(other)")
            if case .failure(let error) = own {
                faults += 1
                guard case .failure(let fault) = other else { continue }
                #expect(error.code == fault.code && error.stage == fault.stage, "\(file.name)")
            }
        }
        #expect(faults > 50)
    }

    @Test("thousands of chunks, empty chunks and bytes behind the end do not matter")
    func chunks() throws {
        let picture = Pictures.numbered(60, 40)
        let raw = (0..<40).flatMap { row in [0] + picture.bytes[(row * 180)..<(row * 180 + 180)] }
        let stream = PNGPicture.stored(raw)
        for length in [1, 3, stream.count] {
            let parts = stride(from: 0, to: stream.count, by: length).map { start in
                Made.chunk("IDAT", []) + Made.chunk("IDAT", Array(stream[start..<min(start + length, stream.count)]))
            }
            let file =
                Made.png(width: 60, height: 40, join(parts), Made.chunk("IEND"), isComplete: false)
                + [UInt8](repeating: 7, count: 5000)
            for room in [1 << 20, 0] { #expect(try rows(file, vips: false, room: room).get().bytes == picture.bytes) }
        }
    }

    @Test("libvips is not asked for a PNG, whatever its kind, nor to write one")
    func withoutVips() throws {
        let output = Output(.fit(20), encoding: .png)
        for seed in 0..<60 {
            let file = RandomPNG(seed: UInt64(seed))
            let before = HostProcess.usesOfVips
            let prepared = try prepare(.bytes(file.bytes), as: Recipe(output, Output(.fit(30)), colors: 2))
            #expect(prepared.outputs.count == 2)
            #expect(HostProcess.usesOfVips == before, "\(file.name)")
        }
        let before = HostProcess.usesOfVips
        let interlaced = Output(.original, encoding: .png, options: EncoderOptions(isProgressive: true))
        _ = try prepare(.pixels(Pictures.solid(9, 9, .white)), as: Recipe(interlaced))
        #expect(HostProcess.usesOfVips > before)
    }

    @Test("a fault behind the part that is used does not matter")
    func part() throws {
        let picture = Pictures.numbered(40, 300)
        var bytes = PNGPicture.file(width: 40, height: 300, color: 2) {
            Array(picture.bytes[($0 * 120)..<($0 * 120 + 120)])
        }
        bytes[bytes.count - 2000] ^= 1
        let recipe = Recipe(.pixels(fitting: 512), box: Box(left: 0, top: 0, width: 40, height: 100))
        #expect(try prepare(.bytes(bytes), as: recipe).outputs[0].pixels?.size == Size(width: 40, height: 100))
        #expect { try prepare(.bytes(bytes), as: Recipe(.pixels(fitting: 512))) } throws: {
            ($0 as? ImageError)?.code == "undecodable"
        }
    }
}
