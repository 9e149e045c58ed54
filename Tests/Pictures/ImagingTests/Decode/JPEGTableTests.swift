import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite("A JPEG owes nothing to the one before")
struct JPEGTableTests {
    private let recipe = Recipe(.pixels(fitting: 512))

    /// The file without the segments of one marker.
    private func without(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        let parts = JPEGParts(bytes)
        let scan = bytes.count - parts.segments.reduce(2) { $0 + $1.content.count + 4 }
        let kept = parts.segments.filter { $0.marker != marker }.flatMap { Made.segment($0.marker, $0.content) }
        return [0xFF, 0xD8] + kept + bytes.suffix(scan)
    }

    /// Leaves tables of its own behind, in the decoder that is used next.
    private func spoil() throws {
        _ = try prepare(.bytes(BlockJPEG.file(columns: 2, blocks: [[10, 20, 30], [40, 50, 60]])), as: recipe)
    }

    @Test("without Huffman tables it is read with the standard ones")
    func standardTables() throws {
        let bytes = try Real.jpeg(Pictures.scene(64, 48))
        let whole = try prepare(.bytes(bytes), as: recipe).outputs
        for _ in 0..<20 {
            try spoil()
            #expect(try prepare(.bytes(without(0xC4, bytes)), as: recipe).outputs == whole)
        }
    }

    @Test("without quantization tables it is no picture")
    func noQuantization() throws {
        let bytes = without(0xDB, try Real.jpeg(Pictures.scene(64, 48)))
        for _ in 0..<20 {
            try spoil()
            let error = #expect(throws: ImageError.self) { try prepare(.bytes(bytes), as: recipe) }
            #expect(error?.code == "undecodable")
        }
    }
}
