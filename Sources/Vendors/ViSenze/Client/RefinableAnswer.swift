/// The answer to a search with a picture, which can be refined: the service still has the picture.
///
/// All of ``results`` can be read from it directly, such as its hits.
@dynamicMemberLookup
public struct RefinableAnswer<Results: Sendable>: Sendable {
    /// The answer of the service; its boxes are in pixels of the upload, see ``original(_:)``.
    public let results: Results
    /// The scale between the original and the upload; nil for a picture that was not uploaded.
    package let scale: UploadScale?
    private let search: @Sendable (Box?, [Point], ViSenze.DetectionChoice?) async throws(ClientError) -> RefinableAnswer

    /// Creates the answer to a search.
    ///
    /// - Parameters:
    ///   - results: The answer of the service.
    ///   - scale: The scale between the original and the upload; nil for a picture that was not uploaded.
    ///   - picture: The picture of the search.
    ///   - search: Searches with another picture, and else as before.
    package init<Picture: ViSenze.PlacedPicture>(
        _ results: Results, scale: UploadScale?, _ picture: Picture,
        search: @escaping @Sendable (Picture) async throws(ClientError) -> Results
    ) where Results: ViSenze.PictureAnswer {
        self.results = results
        self.scale = scale
        self.search = {
            (box: Box?, points: [Point], detection: ViSenze.DetectionChoice?) async throws(ClientError) in
            guard let id = results.imageID, !id.isEmpty else {
                throw .invalidArgument("the answer has no im_id; the picture has to be uploaded again")
            }
            var part = picture
            part.take(upload: id)
            (part.box, part.points) = (box, points)
            if let detection { part.detection = detection }
            if let scale { try part.move(by: scale) }
            return RefinableAnswer(try await search(part), scale: scale, part, search: search)
        }
    }

    /// Reads a member of ``results``.
    public subscript<Value>(dynamicMember path: KeyPath<Results, Value>) -> Value { results[keyPath: path] }

    /// A box of the answer, such as that of an object, in upright pixels of the original.
    public func original(_ box: Box) -> Box { scale?.unmap(box) ?? box }

    /// Asks again for another part of the same picture, without another upload.
    ///
    /// - Parameters:
    ///   - box: In upright pixels of the original, as in the first call; nil for all of the picture.
    ///   - points: Places whose objects are searched with, in upright pixels of the original.
    ///   - detection: The objects that count. Nil, the default, keeps those of the first call.
    /// - Throws: `invalidArgument` when the service gave the picture no name, or for a place outside.
    public func refine(
        box: Box? = nil, points: [Point] = [], detection: ViSenze.DetectionChoice? = nil
    ) async throws(ClientError) -> RefinableAnswer {
        try await search(box, points, detection)
    }
}

extension ViSenze.PlacedPicture {
    /// Carries box and points from the original to the upload.
    package mutating func move(by scale: UploadScale) throws(ClientError) {
        (box, points) = try scale.moved(box, points)
    }
}
