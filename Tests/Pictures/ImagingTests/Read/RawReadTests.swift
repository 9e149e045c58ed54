import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Reading a RAW file without the data of its sensor")
struct RawReadTests {
    /// Prepares the bytes as a file.
    private func prepared(_ bytes: [UInt8], as recipe: Recipe = Recipe(.pixels(fitting: 480)), limit: Int = 64 << 20)
        throws -> Prepared
    {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "photo.nef")
        try Data(bytes).write(to: file)
        return try prepare(.file(file), as: recipe, limits: Limits(inputBytes: limit))
    }

    @Test("a file is the same picture as its bytes", arguments: RawPreviewTests.Case.all.filter(\.isLittle))
    func same(_ test: RawPreviewTests.Case) throws {
        let bytes = try test.file(storedAs: test.kind == .raf ? 1 : 6, raw: 6, sensorBytes: 5 << 18)
        let whole = try prepare(.bytes(bytes), as: Recipe(.pixels(fitting: 480)))
        // Memory that was used before holds other bytes between the parts.
        _ = try prepared([UInt8](repeating: 0x55, count: 2 << 20).withHead(of: try Real.jpeg(Pictures.corners(64, 64))))
        let parts = try prepared(bytes)
        #expect(parts == whole)
        #expect(RawPreviewTests.showsCorners(parts.pixels()))
    }

    @Test("the limit of bytes is one for the parts that are read", arguments: RawParts.Kind.allCases)
    func limit(_ kind: RawParts.Kind) throws {
        var parts = try RawParts()
        parts.sensorBytes = 5 << 18
        let bytes = parts.file(kind)
        // Directories in a few blocks of 64 KiB, and the preview.
        let made = try prepared(bytes, limit: 1 << 19)
        #expect(RawPreviewTests.showsCorners(made.pixels()))
        #expect(throws: ImageError.tooLarge(stage: .read, value: bytes.count, limit: 1000, unit: "bytes")) {
            try prepared(bytes, limit: 1000)
        }
        #expect(throws: ImageError.self, "whoever gives the bytes has them in memory") {
            try prepare(.bytes(bytes), as: Recipe(.fit(16)), limits: Limits(inputBytes: 1 << 19))
        }
    }

    @Test("a large TIFF is read whole, and refused above the limit")
    func plain() throws {
        let picture = Pictures.corners(800, 600)
        let file = Real.tiff(picture)
        #expect(file.count > 1 << 20)
        #expect(try prepared(file, as: Recipe(.pixels(fitting: 800))).pixels() == picture)
        #expect(throws: ImageError.tooLarge(stage: .read, value: file.count, limit: 1 << 20, unit: "bytes")) {
            try prepared(file, limit: 1 << 20)
        }
    }

    @Test("damaged files are the same error or picture as their bytes", arguments: RawParts.Kind.allCases)
    func damaged(_ kind: RawParts.Kind) throws {
        var parts = try RawParts()
        parts.sensorBytes = 1 << 20
        let file = parts.file(kind)
        // The directories and the preview stand at both ends.
        let ends = 1 << 16
        var random = SplitMix(seed: 11)
        for _ in 0..<Effort.inputs(8, of: 100) {
            var damaged = file
            for _ in 0..<4 {
                let place = Int.random(in: 0..<ends, using: &random)
                damaged[Bool.random(using: &random) ? place : file.count - 1 - place] = .random(
                    in: 0...255, using: &random)
            }
            let (one, other) = (
                result { try prepare(.bytes(damaged), as: Recipe(.pixels(fitting: 480))) },
                result { try prepared(damaged) }
            )
            #expect(one == other)
        }
    }

    private func result(_ body: () throws -> Prepared) -> Result<Prepared, ImageError> {
        do { return .success(try body()) } catch { return .failure(error as? ImageError ?? .empty) }
    }
}

extension [UInt8] {
    /// The same length, beginning with other bytes.
    fileprivate func withHead(of head: [UInt8]) -> [UInt8] { head + dropFirst(head.count) }
}
