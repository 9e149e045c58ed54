import Essentials
internal import ImageTypes
package import Imaging

extension PicturePreprocessing {
    /// The pixels to ask `prepare` for: enough of them for the vector that those of the whole picture give.
    ///
    ///     let prepared = try prepare(input, as: Recipe(preprocessing.output))
    ///     let rgb = preprocessing.pixels(of: prepared.pixels(), decodedFrom: prepared.uprightSize)
    ///
    /// A JPEG is decoded to a half, a quarter or an eighth of its sides where those are at least ``decodeFactor`` times
    /// as long as the resize makes them. With a box in the recipe, `decodedFrom` is the size of the box.
    package var output: Output {
        switch resize {
        case .keep: Output(.original, encoding: .pixels)
        case .squash(let size): .pixels(covering: Self.decoded(size))
        case .shortSide(let side): .pixels(covering: Self.decoded(Size(width: side, height: side)))
        }
    }

    /// The decoded sides as a multiple of those after the resize, at least.
    ///
    /// Measured with EfficientNet-Lite0 on the 50 photos of the shared data with the longest short sides (480…3,120
    /// pixels), against Pillow's full decode and resize: the least cosine of two vectors, and the photos below 0.999.
    ///
    ///     factor   256, crop 224: bilinear   bicubic      224 x 224: bilinear   bicubic
    ///     1        0.9658, 32                0.9818, 31   0.9881, 42            0.9924, 37
    ///     1.5      0.9952, 9                 0.9965, 7    0.9977, 10            0.9977, 5
    ///     2        0.9980, 3                 0.9988, 1    0.9981, 2             0.9991, 0
    ///     3        0.9991, 0                 0.9995, 0    0.9994, 0             0.9992, 0
    ///     4        0.9996, 0                 0.9995, 0    0.9994, 0             0.9995, 0
    ///
    /// Pillow's pixels were converted to sRGB where the file has a profile (7 photos). At a factor of 3 only the 16 or 17
    /// photos with the longest sides are decoded smaller; the others come whole.
    ///
    /// A photo took 31 ms with it, 26 with a factor of 2 and 21 with 1, decoding included.
    static let decodeFactor = 3

    /// Without a side beyond those that a recipe may have.
    private static func decoded(_ size: Size) -> Size {
        let limit = Output.sides.upperBound
        return Size(width: min(size.width * decodeFactor, limit), height: min(size.height * decodeFactor, limit))
    }
}
