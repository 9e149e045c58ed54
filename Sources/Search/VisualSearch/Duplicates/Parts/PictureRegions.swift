internal import Imaging

/// The parts of a picture that may be pictures of their own, to be described one by one.
struct PictureRegions {
    /// Longest side of the pixels that parts are cut from.
    static let side = 512
    /// Boxes of the detector.
    private static let mostObjects = 6
    /// A side of a part has at least so many pixels.
    private static let leastPixels = 24.0
    /// Windows of a fixed grid: their share of each side, and the number of places on each.
    private static let windows = [(share: 0.75, places: 2), (share: 0.5, places: 3)]

    /// In pixels of the picture, without the whole: rectangles with borders, then objects, then the grid.
    let areas: [PictureArea]

    init(_ pixels: PixelBuffer, _ summed: SummedPicture) {
        let (width, height) = (Double(pixels.size.width), Double(pixels.size.height))
        let unit = Size(width: 1, height: 1)
        var areas = BorderLines(summed).rectangles.map { $0.scaled(from: unit, to: pixels.size) }
        let objects = ObjectDetector.shared.objects(in: pixels, limit: Self.mostObjects, sensitivity: .high)
        areas += objects.filter { !$0.isWholePicture }.map { PictureArea($0.box) }
        for window in Self.windows {
            for row in 0..<window.places {
                for column in 0..<window.places {
                    let step = (1 - window.share) / Double(window.places - 1)
                    areas.append(
                        PictureArea(
                            left: step * Double(column) * width, top: step * Double(row) * height,
                            width: window.share * width, height: window.share * height))
                }
            }
        }
        var kept: [PictureArea] = []
        for area in areas where min(area.width, area.height) >= Self.leastPixels {
            if area.share(of: pixels.size) < 0.95, kept.allSatisfy({ $0.overlap(area) < 0.85 }) { kept.append(area) }
        }
        self.areas = kept
    }
}

extension PixelBuffer {
    /// The pixels of an area, from the nearest ones.
    func cut(_ area: PictureArea) -> PixelBuffer { cropped(to: area.box(in: size)) }
}
