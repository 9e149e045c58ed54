/// The part of a query picture that is searched with.
struct PicturePart: Sendable {
    /// Describes the part.
    var vector: [Int8]
    /// In upright pixels of the original.
    var box: Box
    /// The objects in the picture, best first; the one at the region where one was given. Empty without detection.
    var objects: [RecognizedObject] = []
    /// It is an object that covers little of the picture.
    var isSmall = false

    /// An object that covers less of its picture may be a spot of something larger, such as a leaf of a plant.
    static let smallShare = 0.2
}

extension SearchEngine {
    /// Returns the part of a picture that a request searches with: the box, the object at the point, the best object of
    /// the detection, or the whole picture.
    func part(
        of input: ImageInput, _ region: Region?, _ detection: Detection?, _ options: CallOptions
    ) throws(SearchError) -> PicturePart {
        if let region { return try part(of: input, at: region, detection, options) }
        if let detection, try detection.type.map({ type throws(SearchError) in try name(ofType: type) != nil }) ?? true
        {
            let scene = try Scene(input, seenAs: describer.input, options)
            let objects = try recognize(in: scene, at: [], detection, takesItself: true, options).objects
            if let best = objects.first {
                let share = Double(best.seenBox.size.pixelCount) / Double(max(scene.uprightSize.pixelCount, 1))
                return PicturePart(
                    vector: best.vector, box: best.seenBox, objects: objects.map(\.object),
                    isSmall: share < PicturePart.smallShare)
            }
        }
        let (vector, box) = try describeExample(input, box: nil, options)
        return PicturePart(vector: vector, box: box)
    }

    /// The object at a point, or in a box that detection gives as well. Any other box is described from the original,
    /// which has more pixels of it than the scene.
    private func part(
        of input: ImageInput, at region: Region, _ detection: Detection?, _ options: CallOptions
    ) throws(SearchError) -> PicturePart {
        let scene = try Scene(input, seenAs: describer.input, options)
        var places: [Scene.Place] = []
        do throws(ImageError) { places = try scene.places(Detection(), at: [region]) } catch { throw .image(error) }
        let type = try detection?.type.flatMap { type throws(SearchError) in try name(ofType: type) }
        if let found = try describe(places.filter { $0.detected != nil }, in: scene, options).first {
            let object = type.flatMap(found.taken)?.object ?? found.object
            return PicturePart(vector: found.vector, box: found.seenBox, objects: [object])
        }
        let box: Box? = if case .box(let box) = region { box } else { nil }
        let (vector, used) = try describeExample(input, box: box, options)
        guard detection != nil else { return PicturePart(vector: vector, box: used) }
        let object = DescribedObject(
            RecognizedObject(box: used, score: 1), vector: vector, neighborVote: try neighborVote(of: vector))
        return PicturePart(
            vector: vector, box: used, objects: [type.flatMap(object.taken)?.object ?? object.object])
    }

    /// Returns the vector of the part of a picture that a search with it compares, and its box.
    package func describePart(
        of input: ImageInput, _ region: Region?, _ detection: Detection?, limits: Limits
    ) throws(SearchError) -> (vector: [Int8], box: Box) {
        let options = try CallOptions(limits)
        let part = try steadily { () throws(SearchError) in try self.part(of: input, region, detection, options) }
        return (part.vector, part.box)
    }
}
