internal import CKernels
internal import Imaging

extension Box {
    /// The least sides, in pixels, of a box that is described: one pixel for each cell of the describer's grid of
    /// edges. With fewer, cells would repeat one another and all vectors would be alike.
    package static let leastDescribedSide = Int(CKD_EDGE_CELLS)

    /// Throws `boxTooSmall` for a part of a picture that is smaller than ``leastDescribedSide`` though the picture is
    /// not.
    ///
    /// - Parameter scale: The pixels of the picture for each described pixel, along one side.
    func checkDescribable(in picture: Size, scaledDownBy scale: Double = 1) throws(ImageError) {
        // A small tolerance, as sides were rounded to whole pixels.
        let side = Int((Double(Box.leastDescribedSide) * scale - 0.01).rounded(.up))
        let least = Size(width: min(side, picture.width), height: min(side, picture.height))
        if width < least.width || height < least.height { throw .boxTooSmall(box: self, least: least) }
    }
}
