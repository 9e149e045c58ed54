import Imaging
import TestSupport
import Testing

@Suite(
    "The first look at every file of the input set",
    .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"))
struct ManifestTests {
    /// Files that must be refused, and whose headers are in order: what is wrong only a decoder can see.
    static let leftToTheDecoder: [String: String] = [
        "repo/Pillow/crash-0c7e0e8e11ce787078f00b5b0ca409a167f070e0.tif": "a strip lies outside",
        "repo/Pillow/crash-1152ec2d1a1a71395b6f2ce6721c38924d025bf3.tif": "a strip lies outside",
        "repo/Pillow/crash-2020-10-test.tif": "a strip lies outside",
        "repo/Pillow/crash-338516dbd2f0e83caddb8ce256c22db3bd6dc40f.tif": "a strip lies outside",
        "repo/Pillow/crash-63b1dffefc8c075ddc606c0a2f5fdc15ece78863.tif": "a strip lies outside",
        "repo/Pillow/crash-86214e58da443d2b80820cff9677a38a33dcbbca.tif": "a strip lies outside",
        "repo/Pillow/crash-f46f5b2f43c370fe65706c11449f567ecc345e74.tif": "a strip lies outside",
        "repo/image-png/x_interlaced_chck.png": "a checksum of pixels",
        "repo/libavif/circle-trns-before-plte.png": "tRNS before PLTE",
        "repo/go-fuzz-corpus/b2c494c8c5124c63445a9dba6f2247e414f3e3c3-1": "pixels are missing",
        "repo/libheif/clusterfuzz-testcase-minimized-file-fuzzer-5671864958976000.heic": "coded picture",
        "repo/libheif/clusterfuzz-testcase-minimized-file-fuzzer-5752063708495872.heic": "coded picture",
        "repo/libheif/clusterfuzz-testcase-minimized-file-fuzzer-6045213633282048.heic": "cut off",
        "repo/libheif/uaf_heif_context.h_117_1.heic": "cut off",
        "repo/libheif/rgb_generic_compressed_zlib_rows.heic": "a coding that libheif 1.15 does not know",
        "repo/libheif/rgb_generic_compressed_zlib_tiled.heic": "a coding that libheif 1.15 does not know",
        "repo/libavif/clap_irot_imir_non_essential.avif": "libheif 1.15 fails on the crop",
        "repo/libavif/poc_b_506387278.avif": "coded picture",
        "repo/libavif/draw_points_idat_metasize0.avif": "libheif 1.15 fails on a box without length",
        "repo/libavif/draw_points_idat_progressive_metasize0.avif": "libheif 1.15 fails on a box without length",
        "repo/libavif/pyramid_pymd.avif": "libheif 1.15 fails on the groups",
        "repo/libavif/colors-animated-8bpc.avif": "libheif 1.15 has no image sequences",
        "repo/libavif/colors-animated-8bpc-audio.avif": "libheif 1.15 has no image sequences",
        "repo/libavif/colors-animated-8bpc-depth-exif-xmp.avif": "libheif 1.15 has no image sequences",
        "repo/avif-sample-images/kimono.rotate90.avif": "libheif 1.15 fails on turned pictures",
        "repo/avif-sample-images/kimono.rotate270.avif": "libheif 1.15 fails on turned pictures",
        "repo/avif-sample-images/kimono.crop.avif": "libheif 1.15 fails on cropped pictures",
        "repo/seed-corpora/55.jpg": "scan data",
        "repo/seed-corpora/jpeg-image-001.jpg": "scan data",
        "repo/seed-corpora/id_000002_src_000000_op_flip1_pos_296": "scan data",
        "repo/go-fuzz-corpus/11b89b84df72ba4ef373c55249e57b434570efda-1": "scan data",
    ]

    @Test("format, upright size, orientation and verdict are those of the manifest")
    func verdicts() throws {
        let rows = ManifestRow.all
        #expect(rows.count > 400)
        var mismatches: [String] = []
        for row in rows {
            let bytes = try row.bytes()
            let outcome = Result { () throws(ImageError) in try inspect(bytes) }
            if let complaint = complaint(about: outcome, for: row) {
                mismatches.append("\(row.file)\n    expected: \(row.expected)\n    \(complaint)")
            }
        }
        #expect(mismatches.isEmpty, "\(mismatches.count) of \(rows.count):\n\(mismatches.joined(separator: "\n"))")
    }

    @Test("what waits for the decoder is still in the manifest")
    func exceptionsExist() {
        let files = Set(ManifestRow.all.map(\.file))
        #expect(Self.leftToTheDecoder.keys.filter { !files.contains($0) } == [])
    }

    /// Nil when the outcome is what the row asks for.
    private func complaint(about outcome: Result<ImageHeader, ImageError>, for row: ManifestRow) -> String? {
        let expected = row.expected
        switch outcome {
        case .success(let header):
            if expected.hasPrefix("must be rejected by the") { return "accepted above the limit" }
            if expected.hasPrefix("off by default") || expected.hasPrefix("untrusted loader") {
                return "accepted though off by default"
            }
            if expected.hasPrefix("must fail"), Self.leftToTheDecoder[row.file] == nil { return "accepted: \(header)" }
            if expected.hasPrefix("ok"), !expected.contains("flag"), header.isTruncated { return "called truncated" }
            return difference(of: header, from: row)
        case .failure(let error):
            if expected.hasPrefix("ok") { return "refused: \(error)" }
            if expected.hasPrefix("must be rejected by the") {
                guard case .tooLarge(.inspect, _, _, "pixels") = error else { return "refused, but: \(error)" }
            }
            if expected.hasPrefix("off by default") || expected.hasPrefix("untrusted loader") {
                guard case .unsupportedFormat = error else { return "refused, but: \(error)" }
            }
            if expected.contains("scan limit") {
                guard case .tooLarge(.inspect, _, _, "scans") = error else { return "refused, but: \(error)" }
            }
            return nil
        }
    }

    /// The manifest's upright size and orientation are those that stock libvips found.
    private func difference(of header: ImageHeader, from row: ManifestRow) -> String? {
        if row.format != "unknown", row.format != header.format.rawValue { return "format \(header.format)" }
        if !row.uprightSize.isEmpty, row.uprightSize != "\(header.uprightSize)" { return "size \(header.uprightSize)" }
        if !row.orientation.isEmpty, row.orientation != "\(header.orientation)" {
            return "orientation \(header.orientation)"
        }
        return nil
    }
}
