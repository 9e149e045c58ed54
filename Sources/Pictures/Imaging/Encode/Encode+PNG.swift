import CPNG
import CVipsShim

extension Encode {
    /// A PNG of our own writer, for which libvips is not started.
    static func png(
        _ raster: Raster, _ coding: Coding, icc: [UInt8], _ deadline: Deadline
    ) throws(ImageError) -> [UInt8] {
        var file: UnsafeMutablePointer<UInt8>?
        var count = 0
        var stop = unsafe deadline.stop
        // Safe: the raster has three bytes per pixel; `stop` outlives the call; the file is copied, then freed.
        let code = unsafe withUnsafePointer(to: &stop) { stop in
            let asked = unsafe cpn_stop(
                is_over: { unsafe cvs_is_over($0!.assumingMemoryBound(to: cvs_stop.self).pointee) }, context: stop)
            return unsafe cpn_write(
                raster.bytes, CInt(raster.size.width), CInt(raster.size.height), CInt(coding.effort ?? 0),
                icc, icc.count, asked, &file, &count)
        }
        switch code {
        case .timedOut: throw deadline.stopped(.encode)
        case .noMemory: throw .outOfMemory(.encode)
        case .noLibrary: throw .missingZlib
        default: break
        }
        guard code == .ok, let file = unsafe file else {
            throw .internal(stage: .encode, detail: "the PNG cannot be written")
        }
        defer { unsafe cpn_free(file) }
        return unsafe [UInt8](UnsafeBufferPointer(start: file, count: count))
    }
}
