import CKernels

extension PixelBuffer {
    /// No pixel of a part is transparent, not even a little.
    func isOpaque(in part: Box) -> Bool {
        guard channels == 4 else { return true }
        return (part.top..<part.bottom).allSatisfy { y in
            let row = y * size.width
            return (part.left..<part.right).allSatisfy { bytes[4 * (row + $0) + 3] == 255 }
        }
    }

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
