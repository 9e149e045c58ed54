/// `/picture`: a small picture of an item (`id`) or of an upload (`im_id`).
struct SmallPictureRoute: RouteGroup {
    private let context: RouteContext
    private let pictures: SmallPictures

    init(_ context: RouteContext) {
        self.context = context
        pictures = SmallPictures(context)
    }

    /// The side where a request names none, in pixels.
    static let standardSide = 256

    var routes: [String: HTTPRoute] {
        var route = HTTPRoute("/picture", .heavy)
        route.needs = .search
        route.bodyBytes = HTTPRoute.searchBytes
        return ["/picture": route]
    }

    var description: RouteDescription {
        RouteDescription(PackageResources.picture_json, ["side": SmallPictureRoute.standardSide])
    }

    func waitsForOthers(_ request: HTTPRequest) -> Bool {
        guard let (subject, side) = try? SmallPictureRoute.read(request.parameters) else { return false }
        return pictures.mustBeFetched(subject, side: side)
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        if let refusal = HTTPResponse.refusal(verdict, request) { return refusal }
        do throws(SearchError) {
            let (subject, side) = try SmallPictureRoute.read(request.parameters)
            guard let picture = try pictures.picture(of: subject, side: side) else {
                return .failure("There is no picture to show.", request, status: 404)
            }
            return .tagged(
                HTTPResponse.tag(of: picture), request, type: "image/jpeg", picture,
                headers: [
                    ("Cache-Control", "private, max-age=3600, stale-while-revalidate=604800"),
                    ("X-Content-Type-Options", "nosniff"),
                ])
        } catch {
            context.storeFaults.note(error)
            if case .invalidArgument(let text) = error { return .failure(text, request, status: 400) }
            var response = HTTPResponse.failure("A system error is reported.", request, status: 500)
            response.reason = error.description
            return response
        }
    }

    private static func read(
        _ parameters: Parameters
    ) throws(SearchError) -> (subject: SmallPictures.Subject, side: Int) {
        let subject: SmallPictures.Subject
        switch (parameters["id"], parameters["im_id"]) {
        case (let id?, nil) where !id.isEmpty: subject = .item(id)
        case (nil, let name?) where !name.isEmpty: subject = .upload(name)
        default: throw .invalidArgument("One of id and im_id must be given.")
        }
        guard let text = parameters["side"] else { return (subject, standardSide) }
        guard let side = Int(text), SmallPictures.sides.contains(side) else {
            throw .invalidArgument(
                "side must be from \(SmallPictures.sides.lowerBound) to \(SmallPictures.sides.upperBound).")
        }
        return (subject, side)
    }
}
