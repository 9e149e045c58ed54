import CKernels

extension PixelBuffer {
    /// The picture as RGB, transparent pixels over `background`.
    func flattened(on background: RGB) -> Raster {
        unsafe Raster(size: size, channels: 3) { out in
            // Safe: `out` has three bytes per pixel.
            unsafe bytes.withUnsafeBufferPointer { pixels in
                if channels == 4 {
                    unsafe ck_flatten(
                        pixels.baseAddress!, out, size.pixelCount, background.red, background.green, background.blue)
                } else {
                    unsafe out.update(from: pixels.baseAddress!, count: pixels.count)
                }
            }
        }
    }
}
