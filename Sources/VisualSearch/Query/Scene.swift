public import Imaging
public import SearchAPI

/// A picture with the things in it: decoded once, for finding them and for describing them.
///
/// Usable without a store, for the boxes alone.
public struct Scene: Sendable {
    /// A thing, and how it is cut out of the picture.
    struct Place: Sendable {
        let object: RecognizedObject
        /// What the detector found, where it did; else a part of the picture is taken as it is.
        var detected: DetectedObject?
    }

    /// Longest sides of the pixels that things are found in, and of those that they are described from.
    private static let (findingSide, describingSide) = (512, 1024)
    private static let (small, large) = (0, 1)

    /// The sides of the original as a person sees it, in pixels.
    public var uprightSize: Size { prepared.uprightSize }
    private let prepared: Prepared

    /// Blocks; usable from many threads at once.
    public init(
        _ input: ImageInput, limits: Limits = Limits(), allowsTruncated: Bool = false
    ) throws(ImageError) {
        let recipe = Recipe(
            .pixels(fitting: Scene.findingSide), .pixels(fitting: Scene.describingSide),
            allowsTruncated: allowsTruncated)
        prepared = try prepare(input, as: recipe, limits: limits)
    }

    static func reading(_ input: ImageInput, limits: Limits = Limits()) throws(SearchError) -> Scene {
        do throws(ImageError) { return try Scene(input, limits: limits) } catch { throw .image(error) }
    }

    /// The things in the picture, best first; in the order of `boxes` where some are given. At least one: where nothing
    /// is found, it is the whole picture, flagged.
    ///
    /// A type that is asked for does not count, for only a store knows types.
    ///
    /// - Parameter boxes: Parts of the picture to take for things, in upright pixels of the original. A point stands
    ///   for the thing under it, or the nearest one.
    /// - Throws: `boxOutside` for a box that has nothing of the picture in it.
    public func objects(
        _ detection: Detection = Detection(), at boxes: [Box] = []
    ) throws(ImageError) -> [RecognizedObject] {
        try places(detection, at: boxes).map(\.object)
    }

    func places(_ detection: Detection, at boxes: [Box]) throws(ImageError) -> [Place] {
        if boxes.isEmpty { return found(detection) }
        let pixels = pixels(Scene.small)
        // Taken apart once, however many points there are.
        let everything = boxes.contains(where: \.isPoint) ? ObjectDetector.shared.everything(in: pixels) : []
        var places: [Place] = []
        for box in boxes {
            if box.isPoint {
                var point = prepared.map(box, to: Scene.small)
                point.left = min(max(point.left, 0), pixels.size.width - 1)
                point.top = min(max(point.top, 0), pixels.size.height - 1)
                places.append(place(ObjectDetector.object(at: point, among: everything, in: pixels.size)))
            } else {
                places.append(Place(object: RecognizedObject(box: try Box.clamped(box, to: uprightSize), score: 1)))
            }
        }
        return places
    }

    /// What the detector finds.
    func found(_ detection: Detection) -> [Place] {
        ObjectDetector.shared
            .objects(in: pixels(Scene.small), limit: detection.limit, sensitivity: detection.sensitivity).map(place)
    }

    var wholePicture: Place {
        Place(object: RecognizedObject(box: Box(covering: uprightSize), score: 0, isWholePicture: true))
    }

    /// What a place is described from. What was found is seen alone, without what is around it.
    func pixels(of place: Place) -> PixelBuffer {
        let large = pixels(Scene.large)
        guard let detected = place.detected else {
            return large.cropped(to: prepared.map(place.object.box, to: Scene.large))
        }
        return detected.scaled(from: pixels(Scene.small).size, to: large.size).cutOut(of: large)
    }

    private func place(_ detected: DetectedObject) -> Place {
        let box = prepared.unmap(detected.box, from: Scene.small)
        return Place(
            object: RecognizedObject(box: box, score: detected.score, isWholePicture: detected.isWholePicture),
            detected: detected)
    }

    private func pixels(_ index: Int) -> PixelBuffer {
        guard let pixels = prepared.outputs[index].pixels else { preconditionFailure("the recipe asks for pixels") }
        return pixels
    }
}

extension PixelBuffer {
    /// The pixels in a box, at least one; what lies outside is left out.
    fileprivate func cropped(to box: Box) -> PixelBuffer {
        let left = min(max(box.left, 0), size.width - 1)
        let top = min(max(box.top, 0), size.height - 1)
        let part = Size(
            width: max(min(box.right, size.width) - left, 1), height: max(min(box.bottom, size.height) - top, 1))
        if part == size { return self }
        var cut: [UInt8] = []
        cut.reserveCapacity(part.pixelCount * channels)
        for row in top..<top + part.height {
            let start = (row * size.width + left) * channels
            cut += bytes[start..<start + part.width * channels]
        }
        return PixelBuffer(size: part, channels: channels, bytes: cut) ?? self
    }
}
