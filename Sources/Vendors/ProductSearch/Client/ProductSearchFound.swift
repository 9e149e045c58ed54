/// The answer to a search with a picture, which can be refined: the service still has the picture.
///
/// All of ``/ProductSearchAPI/ProductSearch/Results`` can be read from it directly: `found.products`.
@dynamicMemberLookup
public struct ProductSearchFound: Sendable {
    /// The answer of the service; its boxes are in pixels of the upload, see ``original(_:)``.
    public let results: ProductSearch.Results
    /// The scale between the original and the upload; nil for a picture that was not uploaded.
    let scale: UploadScale?
    let query: ProductSearch.Query
    /// Searches with another query, and else as before.
    let search: @Sendable (ProductSearch.Query) async throws(ClientError) -> ProductSearch.Results

    /// Reads a member of ``results``.
    public subscript<Value>(dynamicMember path: KeyPath<ProductSearch.Results, Value>) -> Value {
        results[keyPath: path]
    }

    /// A box of the answer, such as that of an object, in upright pixels of the original.
    public func original(_ box: Box) -> Box { scale?.unmap(box) ?? box }

    /// Asks again for another part of the same picture, without another upload.
    ///
    /// - Parameters:
    ///   - box: In upright pixels of the original, as in the first call; nil for all of the picture.
    ///   - points: Places whose objects are searched with, in upright pixels of the original.
    ///   - detection: Nil keeps that of the first call.
    /// - Throws: `invalidArgument` when the service gave the picture no name, or for a place outside.
    public func refine(
        box: Box? = nil, points: [Point] = [], detection: ProductSearch.DetectionChoice? = nil
    ) async throws(ClientError) -> ProductSearchFound {
        guard let id = results.imageID, !id.isEmpty else {
            throw .invalidArgument("the answer has no im_id; the picture has to be uploaded again")
        }
        var query = query
        query.image = .id(id)
        query.box = box
        query.points = points
        if let detection { query.detection = detection }
        if let scale { try query.move(by: scale) }
        return ProductSearchFound(results: try await search(query), scale: scale, query: query, search: search)
    }
}

extension ProductSearch.Query {
    /// Carries box and points from the original to the upload.
    mutating func move(by scale: UploadScale) throws(ClientError) {
        (box, points) = try scale.moved(box, points)
    }
}
