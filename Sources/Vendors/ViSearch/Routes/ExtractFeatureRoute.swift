internal import Essentials
internal import SearchServer
internal import ViSearchAPI

/// The vector of a picture, to be compared by those who keep vectors of their own.
struct ExtractFeatureRoute: ViSearchRoute {
    let operation = ViSearch.Operation.extractFeature
    let context: RouteContext

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Features {
        let call = try ViSearch.ExtractFeature(request.allParameters, hasImage: request.hasImage)
        guard let source = call.picture.source else { throw .missingImage }
        let picture = try context.picture(source, request)
        let example = try context.query(
            context.onCore("describe", isLowPriority: request.namesPictureByURL) { _ throws(SearchError) in
                try context.withinPicture(call.picture.region, picture.bytes) { region throws(SearchError) in
                    try context.engine.describePart(
                        of: .bytes(picture.bytes), region, call.picture.detectionWanted, limits: context.limits)
                }
            })
        let vector = Data(example.vector.map { UInt8(bitPattern: $0) })
        return ViSearch.Features(
            [vector.base64EncodedString()], imageID: context.kept(picture, request), requestID: request.id)
    }
}
