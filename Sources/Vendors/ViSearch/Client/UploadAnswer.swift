/// The answer to a search with a picture, which can be refined: the service still has the picture.
///
/// All of ``/ViSearchAPI/ViSearch/Results`` can be read from it directly: `answer.hits`.
@dynamicMemberLookup
public struct UploadAnswer: Sendable {
    /// The answer of the service; its boxes are in pixels of the upload, see ``original(_:)``.
    public let results: ViSearch.Results
    /// The scale between the original and the upload; nil for a picture that was not uploaded.
    let scale: UploadScale?
    let picture: ViSearch.Picture
    /// Searches with another picture, and else as before.
    let search: @Sendable (ViSearch.Picture) async throws(ClientError) -> ViSearch.Results

    /// Reads a member of ``results``.
    public subscript<Value>(dynamicMember path: KeyPath<ViSearch.Results, Value>) -> Value {
        results[keyPath: path]
    }

    /// A box of the answer, such as that of an object, in upright pixels of the original.
    public func original(_ box: Box) -> Box { scale?.unmap(box) ?? box }

    /// Asks again for another part of the same picture, without another upload.
    ///
    /// - Parameters:
    ///   - box: in upright pixels of the original, as in the first call; nil for all of the picture.
    ///   - points: Places whose objects are searched with, in upright pixels of the original.
    ///   - detection: nil keeps that of the first call.
    /// - Throws: `invalidArgument` when the service gave the picture no name, or for a place outside.
    public func refine(
        box: Box? = nil, points: [Point] = [], detection: ViSearch.DetectionChoice? = nil
    ) async throws(ClientError) -> UploadAnswer {
        guard let id = results.imageID, !id.isEmpty else {
            throw .invalidArgument("the answer has no im_id; the picture has to be uploaded again")
        }
        var picture = picture
        picture.source = .id(id)
        picture.box = box
        picture.points = points
        if let detection { picture.detection = detection }
        if let scale { try picture.move(by: scale) }
        return UploadAnswer(results: try await search(picture), scale: scale, picture: picture, search: search)
    }
}
