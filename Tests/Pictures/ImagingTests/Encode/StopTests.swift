import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("An encoder stops when nobody wants its file any more")
struct StopTests {
    /// Encoders that ask for rows one after the other, or that tell of their progress.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case jpeg, progressiveJPEG, png, webp, losslessWebP, animatedWebP, animatedGIF

        var testDescription: String { rawValue }

        var output: Output {
            switch self {
            case .jpeg: Output(.original, encoding: .jpeg(quality: 90))
            case .progressiveJPEG:
                Output(.original, encoding: .jpeg(quality: 90), options: EncoderOptions(isProgressive: true))
            case .png: Output(.original, encoding: .png)
            case .webp: Output(.original, encoding: .webp())
            case .losslessWebP:
                Output(.original, encoding: .webp(), options: EncoderOptions(isLossless: true))
            case .animatedWebP: Output(.original, encoding: .webp())
            case .animatedGIF: Output(.original, encoding: .gif)
            }
        }

        var frames: Int { [.animatedWebP, .animatedGIF].contains(self) ? 4 : 1 }
    }

    private func encode(_ kind: Kind, until deadline: Deadline) throws(ImageError) -> PreparedOutput {
        // libvips asks between strips of rows, of which a smaller picture has one.
        let picture = Pictures.scene(320, kind == .png ? 2400 : 240).flattened(on: .white)
        let frames = Encode.Frames(
            [Raster](repeating: picture, count: kind.frames),
            Animation(storedDelays: [Int](repeating: 50, count: kind.frames), plays: 0))
        return try Workspace.with { workspace throws(ImageError) in
            try Encode.run(
                frames, as: kind.output, at: Placement(of: picture.size, resizedTo: picture.size), of: nil,
                metadata: Encode.Metadata(), codec: workspace.codec, deadline: deadline)
        }
    }

    @Test("a cancelled job ends inside its encoder, and the next one is whole", arguments: Kind.allCases)
    func cancelled(kind: Kind) throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: ImageError.cancelled(stage: .encode)) {
            _ = try encode(kind, until: Deadline(time: .infinity, seconds: 30, cancellation: cancellation))
        }
        let whole = try encode(kind, until: Deadline(time: .infinity, seconds: 30, cancellation: nil))
        #expect(whole.frames == kind.frames && !whole.bytes.isEmpty)
    }

    @Test("a job whose time is over ends inside its encoder", arguments: Kind.allCases)
    func timedOut(kind: Kind) throws {
        #expect(throws: ImageError.timedOut(stage: .encode, seconds: 30)) {
            _ = try encode(kind, until: Deadline(time: 0, seconds: 30, cancellation: nil))
        }
    }
}
