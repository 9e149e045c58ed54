import Essentials
package import ImageTypes

extension PicturePreprocessing {
    /// The pixels of the tensor before rescaling: 8-bit RGB, shape [1, height, width, 3], for graphs that normalize.
    ///
    /// - Parameters:
    ///   - picture: Upright; an alpha channel is dropped.
    ///   - original: The sides of the picture before a reduced decode, which the rounding of the resize follows; nil,
    ///     the default, for those of `picture`. Of no effect where the resize is `keep`.
    package func pixels(of picture: PixelBuffer, decodedFrom original: Size? = nil) -> [UInt8] {
        let (scaled, size) = (resized(resize == .keep ? picture.size : original ?? picture.size), size)
        let (left, top) = ((scaled.width - size.width) >> 1, (scaled.height - size.height) >> 1)
        let columns = max(left, 0)..<min(left + size.width, scaled.width)
        let rows = max(top, 0)..<min(top + size.height, scaled.height)
        let window = picture.resampled(to: scaled, columns: columns, rows: rows, filter)
        guard columns.count < size.width || rows.count < size.height else { return window }
        var canvas = [UInt8](repeating: 0, count: size.pixelCount * 3)
        let stride = columns.count * 3
        for row in 0..<rows.count {
            let place = ((rows.lowerBound - top + row) * size.width + columns.lowerBound - left) * 3
            canvas.replaceSubrange(place..<place + stride, with: window[row * stride..<(row + 1) * stride])
        }
        return canvas
    }

    /// The tensor of a picture: 32-bit floats, shape [1, 3, height, width], red, green and blue one after the other.
    ///
    /// The parameters are those of ``pixels(of:decodedFrom:)``.
    package func tensor(of picture: PixelBuffer, decodedFrom original: Size? = nil) -> [Float] {
        tensor(ofPixels: pixels(of: picture, decodedFrom: original))
    }

    /// The tensor of pixels in its size, RGB row by row.
    package func tensor(ofPixels pixels: [UInt8]) -> [Float] {
        let plane = pixels.count / 3
        var tensor = [Float](repeating: 0, count: plane * 3)
        for channel in 0..<3 {
            let values = values(of: channel)
            for index in 0..<plane { tensor[channel * plane + index] = values[Int(pixels[index * 3 + channel])] }
        }
        return tensor
    }

    /// The numbers of the 256 levels of a channel, in 32-bit steps as the program named by ``rounding`` computes them.
    private func values(of channel: Int) -> [Float] {
        let (mean, deviation) = (Float(mean[channel]), Float(deviation[channel]))
        return (0..<256).map { level in
            switch rounding {
            case .immich: Float(level) / 255 * (1 / deviation) - mean / deviation
            case .transformers: (Float(Double(level) * factor) - mean) / deviation
            }
        }
    }
}
