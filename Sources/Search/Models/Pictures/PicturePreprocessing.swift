import Essentials
package import ImageTypes

/// The way from a picture to the input of a picture tower.
package struct PicturePreprocessing: Hashable, Sendable {
    /// The resize before the crop.
    package enum Resize: Hashable, Sendable {
        /// None: the picture keeps its size.
        case keep
        /// To these sides; the aspect ratio changes.
        case squash(Size)
        /// The short side to so many pixels, the long side in proportion, cut off to a whole number.
        case shortSide(Int)
    }

    /// The program whose rounding is kept, of the long side and of the tensor's numbers.
    package enum Rounding: Hashable, Sendable {
        /// immich: the long side is `int(long / short * side)`, a number `v / 255 * (1 / std) - mean / std`.
        case immich
        /// Transformers, torchvision, fastembed: `int(side * long / short)` and `(v * factor - mean) / std`.
        case transformers
    }

    /// The resize before the crop.
    package var resize: Resize
    /// The sides of the center crop; nil for none, which goes with `squash` only.
    ///
    /// The crop starts at the difference of the sides divided by 2, rounded down, as in immich, Transformers and
    /// fastembed (torchvision rounds half of an odd difference to the even number). Beyond the picture it is black.
    package var crop: Size?
    /// The filter of the resize.
    package var filter: ResampleFilter
    /// The factor of each pixel before mean and deviation; 1/255 by default, 1 without rescaling.
    package var factor: Double
    /// The mean that is subtracted from red, green and blue; 0 for models without normalization.
    package var mean: [Double]
    /// The deviation that divides red, green and blue, above 0; 1 for models without normalization.
    package var deviation: [Double]
    /// The program whose rounding is kept.
    package var rounding: Rounding

    /// Creates a preprocessing from its parts; see ``ModelFolder`` for that of a model.
    ///
    /// - Precondition: `mean` and `deviation` have three numbers; without `crop` the resize is `squash`.
    package init(
        resize: Resize, crop: Size?, filter: ResampleFilter, factor: Double = 1 / 255, mean: [Double] = [0, 0, 0],
        deviation: [Double] = [1, 1, 1], rounding: Rounding
    ) {
        precondition(mean.count == 3 && deviation.count == 3)
        if crop == nil { guard case .squash = resize else { preconditionFailure("the tensor has no fixed size") } }
        self.resize = resize
        self.crop = crop
        self.filter = filter
        self.factor = factor
        self.mean = mean
        self.deviation = deviation
        self.rounding = rounding
    }

    /// The sides of the tensor, in pixels.
    package var size: Size {
        if let crop { return crop }
        guard case .squash(let size) = resize else { preconditionFailure("the tensor has no fixed size") }
        return size
    }

    /// The sides of a picture after the resize, before the crop.
    package func resized(_ picture: Size) -> Size {
        switch resize {
        case .keep: return picture
        case .squash(let size): return size
        case .shortSide(let side):
            let (short, long) = (min(picture.width, picture.height), max(picture.width, picture.height))
            let scaled =
                switch rounding {
                case .immich: Int(Double(long) / Double(short) * Double(side))
                case .transformers: Int(Double(side * long) / Double(short))
                }
            return picture.width < picture.height
                ? Size(width: side, height: scaled) : Size(width: scaled, height: side)
        }
    }
}
