import Testing
import Imaging

struct Explore {
    @Test func explore() throws {
        for row in ManifestRow.all {
            let result = Result { () throws(ImageError) in try inspect(try! row.bytes()) }
            switch result {
            case .success(let h):
                print("@@", row.file, "|", row.expected, "|", row.uprightSize, row.orientation, "|", h.format, h.uprightSize, h.orientation, "c\(h.components) b\(h.bitDepth) f\(h.frames) s\(h.scans)", h.hasAlpha ? "alpha" : "", h.isInterlaced ? "inter" : "", h.isTruncated ? "TRUNC" : "", h.hasProfile ? "icc\(h.profile?.count ?? -1)":"", "exif\(h.exif?.count ?? 0)")
            case .failure(let e):
                print("@@", row.file, "|", row.expected, "|", row.uprightSize, row.orientation, "| ERR", e.code, e)
            }
        }
    }
}
