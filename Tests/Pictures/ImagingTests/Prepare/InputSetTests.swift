import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@Suite(
    "Every file of the input set, to the last pixel",
    .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"))
struct InputSetTests {
    /// Files whose outcome is not the one in the manifest, and why ours is right.
    static let explained: [String: String] = [
        "repo/libavif/poc_b_506387278.avif": sequence,
        "repo/libavif/colors-animated-8bpc.avif": sequence,
        "repo/libavif/colors-animated-8bpc-audio.avif": sequence,
        "repo/libavif/colors-animated-8bpc-depth-exif-xmp.avif": sequence,
    ]
    private static let sequence =
        "an AVIF sequence: the generic opener of libvips does not know its brand, the named loader gives the first frame"

    private static let recipe = Recipe(.fit(512), .pixels(fitting: 64), colors: 3)

    /// A machine that is busy, or a sanitizer, must not change a verdict.
    private static let patient = Limits(seconds: 600)

    private struct Outcome {
        var row: ManifestRow
        var result: Result<Prepared, ImageError>
    }

    /// Each file alone.
    private static let outcomes = ManifestRow.all.map { row in
        Outcome(
            row: row,
            result: Result { () throws(ImageError) in try prepare(.file(row.url), as: recipe, limits: patient) })
    }

    @Test("the verdicts are those of the manifest, but for those that are explained")
    func verdicts() {
        let wrong = Self.outcomes.filter { Self.complaint(about: $0) != nil }
        let unexplained = wrong.filter { Self.explained[$0.row.file] == nil }
            .map { "\($0.row.file)\n    expected: \($0.row.expected)\n    \(Self.complaint(about: $0) ?? "")" }
        #expect(unexplained.isEmpty, "\(unexplained.joined(separator: "\n"))")
        #expect(Set(wrong.map(\.row.file)) == Set(Self.explained.keys), "a mismatch is gone: take it off the list")
        #expect(Self.outcomes.count > 400)
        #expect(Double(wrong.count) <= 0.01 * Double(Self.outcomes.count), "\(wrong.count) of \(Self.outcomes.count)")
    }

    @Test("files and bytes, alone and all mixed on four workers, give the same")
    func mixed() throws {
        let rows = ManifestRow.all
        let alone = Self.outcomes.map(\.result.withoutText)
        let bytes = try rows.map { ImageInput.bytes(try $0.bytes()) }
        let files = rows.map { ImageInput.file($0.url) }
        var mixed: [Int: Result<Prepared, ImageError>] = [:]
        try Batch(workers: 4, ordered: false).prepare(files + bytes, as: Self.recipe, limits: Self.patient) {
            mixed[$0] = $1.withoutText
        }
        #expect(mixed.count == 2 * rows.count)
        // A shortage asks for another try. Beside all other tests a bad AVIF was called one in two of three whole runs, and no
        // memory was short: an allocation had left its code.
        for (index, result) in mixed {
            guard case .failure(let error) = result, error.isOutOfMemory else { continue }
            let input = index < rows.count ? files[index] : bytes[index - rows.count]
            let again = Result { () throws(ImageError) in
                try prepare(input, as: Self.recipe, limits: Self.patient)
            }
            mixed[index] = again.withoutText
        }
        for index in rows.indices {
            #expect(mixed[index] == alone[index], "file: \(rows[index].file)")
            // The path stands in errors of files only; an empty file is found while it is read.
            #expect(mixed[index + rows.count] == alone[index], "bytes: \(rows[index].file)")
        }
    }

    @Test("the corners show that the picture is upright, whole, small and cropped")
    func corners() throws {
        let rows = ManifestRow.all.filter { $0.file.hasPrefix("made/orient/") }
        #expect(rows.count >= 17)
        for row in rows {
            for side in [1024, 200, 24] {
                let made = try prepare(.file(row.url), as: Recipe(.pixels(fitting: side)))
                #expect(made.uprightSize == Size(width: 320, height: 240), "\(row.file)")
                Self.check(try #require(made.outputs[0].pixels), row.file)
            }
            let box = Box(left: 40, top: 30, width: 240, height: 180)
            let cropped = try prepare(.file(row.url), as: Recipe(.pixels(fitting: 120), box: box))
            Self.check(try #require(cropped.outputs[0].pixels), "\(row.file), cropped")
            // One quarter at a time: each is of one color.
            let quarter = Box(left: 200, top: 10, width: 100, height: 90)
            let green = try prepare(.file(row.url), as: Recipe(.pixels(fitting: 50), box: quarter))
            let pixels = try #require(green.outputs[0].pixels)
            #expect(Self.name(pixels.pixel(25, 20)) == "green", "\(row.file), one quarter")
        }
    }

    @Test("no output carries more than its picture: no EXIF, GPS, XMP, profile or tail")
    func metadata() throws {
        var count = 0
        for case .success(let made) in Self.outcomes.map(\.result) {
            let jpeg = made.outputs[0].jpeg
            let markers = JPEGParts(jpeg).segments.map(\.marker)
            #expect(markers == [0xE0, 0xDB, 0xDB, 0xC0, 0xC4, 0xC4, 0xC4, 0xC4, 0xDA])
            // Inside the scan this pair cannot stand.
            let scan = jpeg.count - JPEGParts(jpeg).segments.reduce(2) { $0 + $1.content.count + 4 }
            #expect(Data(jpeg.suffix(scan)).range(of: Data([0xFF, 0xD9]))?.upperBound == scan)
            count += 1
        }
        #expect(count > 200)
    }

    @Test("what is refused in the pixels is flagged where it is allowed, and nothing else is")
    func lenience() {
        let lenient = Recipe(.pixels(fitting: 64), allowsTruncated: true)
        var flagged = 0
        for outcome in Self.outcomes where !outcome.row.file.contains("6900x6900") {
            guard let made = try? prepare(.file(outcome.row.url), as: lenient, limits: Self.patient) else { continue }
            switch outcome.result {
            case .success: #expect(!made.isTruncated, "\(outcome.row.file)")
            case .failure: #expect(made.isTruncated, "\(outcome.row.file)")
            }
            if made.isTruncated { flagged += 1 }
        }
        #expect(flagged >= 25)
    }

    /// Nil when the outcome is what the row asks for.
    private static func complaint(about outcome: Outcome) -> String? {
        let expected = outcome.row.expected
        switch outcome.result {
        case .success(let made):
            for refusal in ["must", "off by default", "untrusted loader"] where expected.hasPrefix(refusal) {
                return "accepted as \(made.uprightSize)"
            }
            let sizes = expected.split { !$0.isNumber && $0 != "x" }.filter { $0.contains("x") && $0.first != "x" }
            if let size = sizes.first, expected.hasPrefix("ok"), !sizes.contains("\(made.uprightSize)") {
                return "\(made.uprightSize) in place of \(size)"
            }
            return nil
        case .failure(let error):
            if expected.hasPrefix("ok"), !expected.contains(" or ") { return "refused: \(error)" }
            if expected.hasPrefix("must be rejected by the"), error.code != "tooLarge" {
                return "refused, but: \(error)"
            }
            if expected.hasPrefix("off by default"), error.code != "unsupportedFormat" {
                return "refused, but: \(error)"
            }
            return nil
        }
    }

    private static func check(_ pixels: PixelBuffer, _ name: String) {
        let (width, height) = (pixels.size.width, pixels.size.height)
        let (left, right, top, bottom) = (width / 6, width - 1 - width / 6, height / 6, height - 1 - height / 6)
        let found = [(left, top), (right, top), (left, bottom), (right, bottom)].map { self.name(pixels.pixel($0, $1)) }
        #expect(found == ["red", "green", "blue", "white"], "\(name)")
    }

    private static func name(_ color: RGB) -> String {
        switch (color.red > 128, color.green > 128, color.blue > 128) {
        case (true, false, false): "red"
        case (false, true, false): "green"
        case (false, false, true): "blue"
        case (true, true, true): "white"
        default: color.hex
        }
    }
}

extension Result<Prepared, ImageError> {
    /// The details that a library below gives may be another thread's, so they do not count.
    var withoutText: Self {
        mapError { error in
            switch error {
            case .undecodable(let stage, let format, _): .undecodable(stage: stage, format: format, detail: "")
            case .truncated(let stage, _): .truncated(stage: stage, detail: "")
            case .unreadable(let path, _): .unreadable(path: path, reason: "")
            default: error
            }
        }
    }
}
