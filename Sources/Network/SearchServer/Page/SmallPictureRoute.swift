internal import ViSearchAPI

/// `/picture`: a small picture of an item (`id`) or of an upload (`im_id`).
struct SmallPictureRoute {
    private let pictures: SmallPictures

    init(_ context: RouteContext) { pictures = SmallPictures(context) }

    /// The side where a request names none, in pixels.
    static let standardSide = 256

    func waitsForOthers(_ request: HTTPRequest) -> Bool {
        guard let (subject, side) = try? SmallPictureRoute.read(request.parameters) else { return false }
        return pictures.mustBeFetched(subject, side: side)
    }

    func respond(to request: HTTPRequest, _ context: RouteContext) -> HTTPResponse {
        do throws(ViSearch.Fault) {
            let (subject, side) = try SmallPictureRoute.read(request.parameters)
            let picture = try context.query { () throws(SearchError) in try pictures.picture(of: subject, side: side) }
            guard let picture else {
                return .failure(ViSearch.Fault("There is no picture to show."), request, status: 404)
            }
            return .tagged(
                HTTPResponse.tag(of: picture), request, type: "image/jpeg", picture,
                headers: [
                    ("Cache-Control", "private, max-age=3600, stale-while-revalidate=604800"),
                    ("X-Content-Type-Options", "nosniff"),
                ])
        } catch {
            return .failure(error, request, status: 400)
        }
    }

    private static func read(
        _ parameters: Parameters
    ) throws(ViSearch.Fault) -> (subject: SmallPictures.Subject, side: Int) {
        let subject: SmallPictures.Subject
        switch (parameters["id"], parameters["im_id"]) {
        case (let id?, nil) where !id.isEmpty: subject = .item(id)
        case (nil, let name?) where !name.isEmpty: subject = .upload(name)
        default: throw .invalid("One of id and im_id must be given.")
        }
        guard let text = parameters["side"] else { return (subject, standardSide) }
        guard let side = Int(text), SmallPictures.sides.contains(side) else {
            throw .invalid(
                "side must be from \(SmallPictures.sides.lowerBound) to \(SmallPictures.sides.upperBound).")
        }
        return (subject, side)
    }
}
