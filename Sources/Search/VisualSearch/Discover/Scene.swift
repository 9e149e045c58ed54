/// A picture with the objects in it: decoded once, for finding them and for describing them.
///
/// Usable without a store, for the boxes alone.
package struct Scene: Sendable {
    /// An object, and the box or mask to cut it out of the picture with.
    struct Place: Sendable {
        let object: RecognizedObject
        /// The detected object; nil for a part of the picture that is used as it is.
        var detected: DetectedObject?
        /// For an object that nobody pointed at: the further ones in the picture, as detection finds them by default.
        var others: Int?
    }

    /// Longest sides of the pixels for detecting objects, and of those for describing them.
    private static let (findingSide, describingSide) = (512, 1024)
    private static let (small, large, whole) = (0, 1, 2)

    /// The sides of the original as a person sees it, in pixels.
    package var uprightSize: Size { prepared.uprightSize }
    private let prepared: Prepared

    /// Blocks; usable from many threads at once.
    package init(
        _ input: ImageInput, limits: Limits = Limits(), allowsTruncated: Bool = false
    ) throws(ImageError) {
        prepared = try prepare(input, as: Scene.recipe(allowsTruncated: allowsTruncated), limits: limits)
    }

    /// The picture that a recipe has its outputs from: cut off where it allows that, and of a RAW file developed where it
    /// develops it.
    package init(_ input: ImageInput, limits: Limits, beside recipe: Recipe) throws(ImageError) {
        var own = Scene.recipe(allowsTruncated: recipe.allowsTruncated)
        own.developsRaw = recipe.developsRaw
        own.outputsForPreview = recipe.outputsForPreview ?? recipe.outputs
        prepared = try prepare(input, as: own, limits: limits)
    }

    /// - Parameter seen: The form in which a describer sees whole pictures, so that the picture of an item is described as that
    ///   item was.
    init(_ input: ImageInput, seenAs seen: Output, _ options: CallOptions) throws(SearchError) {
        var recipe = Scene.recipe()
        recipe.outputs.append(seen)
        prepared = try options.prepare(input, as: recipe)
    }

    private static func recipe(allowsTruncated: Bool = false) -> Recipe {
        Recipe(
            .pixels(fitting: Scene.findingSide), .pixels(fitting: Scene.describingSide),
            allowsTruncated: allowsTruncated)
    }

    /// The objects in the picture, best first; in the order of `regions` where some are given. At least one: where
    /// nothing is found, it is the whole picture, flagged.
    ///
    /// A type that is asked for does not count, for only a store knows types.
    ///
    /// - Parameters:
    ///   - detection: Limit, sensitivity and lowest score of the objects that are found.
    ///   - regions: Parts of the picture to take for objects, in upright pixels of the original.
    /// - Throws: `invalidRecipe` for a limit or a score out of its range, `boxOutside` for a box that has nothing of the
    ///   picture in it.
    package func objects(
        _ detection: Detection = Detection(), at regions: [Region] = []
    ) throws(ImageError) -> [RecognizedObject] {
        if let misfit = detection.misfit {
            throw .invalidRecipe(property: misfit.property, value: misfit.value, allowed: misfit.allowed)
        }
        return try places(detection, at: regions).map(\.object)
    }

    func places(_ detection: Detection, at regions: [Region]) throws(ImageError) -> [Place] {
        if regions.isEmpty { return found(detection) }
        let regions = try regions.map { region throws(ImageError) -> Region in
            if case .box(let box) = region { .box(try Box.clamped(box, to: uprightSize)) } else { region }
        }
        let pixels = prepared.pixels(of: Scene.small)
        // The picture is segmented once, whatever the number of regions.
        let needsCandidates = regions.contains { region in
            if case .box(let box) = region { !box.isNearlyAll(of: uprightSize) } else { true }
        }
        let candidates = needsCandidates ? ObjectDetector.shared.candidates(in: pixels) : []
        return regions.map { region in
            switch region {
            case .box(let box):
                let object = RecognizedObject(box: box, score: 1)
                return Place(object: object, detected: detected(in: box, among: candidates))
            case .point(let point):
                let small = prepared.outputs[Scene.small].map(point)
                return place(ObjectDetector.shared.object(at: small, among: candidates, of: pixels.size))
            }
        }
    }

    /// The overlap from which a box is treated as that of a detected object. Tolerates a few pixels for clients that
    /// scale and round the boxes of an answer.
    private static let sameBox = 0.9

    /// Returns the detected object that a box was drawn around, or came from: it is cut out in the same way, so that a
    /// search with a box of an earlier answer gives the same hits. Nil for any other box.
    private func detected(in box: Box, among candidates: [DetectedObject]) -> DetectedObject? {
        if box.isNearlyAll(of: uprightSize) { return nil }
        let overlaps = candidates.map { candidate in
            candidate.isWholePicture ? 0 : prepared.outputs[Scene.small].unmap(candidate.box).overlap(box)
        }
        guard let best = overlaps.max(), best >= Scene.sameBox, let index = overlaps.firstIndex(of: best) else {
            return nil
        }
        return candidates[index]
    }

    /// Returns the objects that the detector finds.
    func found(_ detection: Detection) -> [Place] {
        let (objects, usual) = ObjectDetector.shared.found(in: prepared.pixels(of: Scene.small), detection)
        return objects.map { object in
            var place = place(object)
            if !object.isWholePicture { place.others = max(usual - 1, 0) }
            return place
        }
    }

    var wholePicture: Place {
        Place(object: RecognizedObject(box: Box(covering: uprightSize), score: 0, isWholePicture: true))
    }

    /// Returns the pixels to describe an object from. A detected object is cut out of its surroundings.
    func pixels(of place: Place) -> PixelBuffer {
        if place.object.isWholePicture, prepared.outputs.indices.contains(Scene.whole) {
            return prepared.pixels(of: Scene.whole)
        }
        let large = prepared.pixels(of: Scene.large)
        guard let detected = place.detected else {
            return large.cropped(to: prepared.outputs[Scene.large].map(place.object.box))
        }
        return detected.scaled(from: prepared.pixels(of: Scene.small).size, to: large.size).cutOut(of: large)
    }

    /// Throws `boxTooSmall` for a part of the picture that is used as it is and has too few pixels to be described from
    /// this scene. An object of the detector, or of an earlier answer, is accepted however small it is.
    func checkDescribable(_ place: Place) throws(ImageError) {
        if place.detected != nil || place.object.isWholePicture { return }
        let (all, kept) = (uprightSize, prepared.pixels(of: Scene.large).size)
        let scale = max(Double(all.width) / Double(kept.width), Double(all.height) / Double(kept.height), 1)
        try place.object.box.checkDescribable(in: all, scaledDownBy: scale)
    }

    private func place(_ detected: DetectedObject) -> Place {
        let box = prepared.outputs[Scene.small].unmap(detected.box)
        return Place(
            object: RecognizedObject(box: box, score: detected.score, isWholePicture: detected.isWholePicture),
            detected: detected)
    }
}

extension Box {
    /// The detector returns no box of more than 95 % of the picture.
    fileprivate func isNearlyAll(of size: Size) -> Bool { self.size.pixelCount * 20 > size.pixelCount * 19 }
}

extension PixelBuffer {
    /// Returns the pixels in a box, at least one; parts outside of the picture are left out.
    func cropped(to box: Box) -> PixelBuffer {
        let part = box.inside(size)
        if part.size == size { return self }
        var cut: [UInt8] = []
        cut.reserveCapacity(part.size.pixelCount * channels)
        for row in part.top..<part.bottom {
            let start = (row * size.width + part.left) * channels
            cut += bytes[start..<start + part.width * channels]
        }
        return PixelBuffer(size: part.size, channels: channels, bytes: cut) ?? self
    }
}
