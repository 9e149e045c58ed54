import CKernels

/// Pixels between two stages: 8-bit, interleaved, rows without padding.
///
/// The memory reaches `CK_ROW_PADDING` bytes past the last pixel, as the kernels demand; that is why a raster is
/// made by ``init(size:channels:filling:)`` only, and its bytes are never changed afterwards.
struct Raster {
    let size: Size
    /// 1 gray, 3 RGB, 4 CMYK.
    let channels: Int
    let bytes: [UInt8]

    /// `fill` must write every byte of the picture; it may write into the padding.
    init<Failure: Error>(
        size: Size, channels: Int, filling fill: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        self.size = size
        self.channels = channels
        let count = size.pixelCount * channels
        var failure: Failure?
        // Safe: the capacity includes the padding, and `fill` writes all `count` bytes or throws.
        unsafe bytes = [UInt8](unsafeUninitializedCapacity: count + Raster.padding) { buffer, initialized in
            do throws(Failure) {
                try unsafe fill(buffer.baseAddress!)
                initialized = count
            } catch {
                failure = error
                initialized = 0
            }
        }
        if let failure { throw failure }
    }

    /// Pictures of the same sides, one below the other; a single one as it is.
    init(stacked rasters: [Raster]) {
        guard rasters.count > 1 else {
            self = rasters[0]
            return
        }
        let (size, channels) = (rasters[0].size, rasters[0].channels)
        self = unsafe Raster(
            size: Size(width: size.width, height: size.height * rasters.count), channels: channels
        ) { out in
            let count = size.pixelCount * channels
            for (index, raster) in rasters.enumerated() {
                // Safe: there is room for as many pictures of these sides.
                unsafe raster.bytes.withUnsafeBufferPointer {
                    unsafe (out + index * count).update(from: $0.baseAddress!, count: count)
                }
            }
        }
    }

    static let padding = Int(CK_ROW_PADDING)

    var stride: Int { size.width * channels }
}
