import CKernels

extension Raster {
    /// The raster turned by an EXIF orientation, 1…8.
    func upright(_ orientation: Int) -> Raster {
        guard (2...8).contains(orientation) else { return self }
        return unsafe Raster(size: orientation < 5 ? size : size.transposed, channels: channels) { out in
            // Safe: both hold the same number of pixels.
            unsafe bytes.withUnsafeBufferPointer {
                unsafe ck_orient($0.baseAddress!, size.width, size.height, channels, CInt(orientation), out)
            }
        }
    }
}
