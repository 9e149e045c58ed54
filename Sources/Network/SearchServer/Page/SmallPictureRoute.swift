/// `/picture`: a picture of an item (`id`, and its number as `picture`) or of an upload (`im_id`) in a form for a page.
struct SmallPictureRoute: RouteGroup {
    private let context: RouteContext
    private let pictures: SmallPictures

    init(_ context: RouteContext) {
        self.context = context
        pictures = SmallPictures(context)
    }

    var routes: [String: HTTPRoute] {
        var route = HTTPRoute("/picture", .heavy)
        route.needs = .search
        route.bodyBytes = HTTPRoute.searchBytes
        return ["/picture": route]
    }

    var description: RouteDescription {
        RouteDescription(PackageResources.picture_json, ["side": PictureForm.standardSide])
    }

    func waitsForOthers(_ request: HTTPRequest) -> Bool {
        guard let (subject, form) = try? SmallPictureRoute.read(request) else { return false }
        return pictures.mustBeFetched(subject, form)
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        if let refusal = HTTPResponse.refusal(verdict, request) { return refusal }
        do throws(SearchError) {
            let (subject, form) = try SmallPictureRoute.read(request)
            guard let picture = try pictures.picture(of: subject, form) else {
                return .failure("There is no picture to show.", request, status: 404)
            }
            return .tagged(
                HTTPResponse.tag(of: picture.bytes), request, modified: picture.modified, type: form.mediaType,
                picture.bytes,
                headers: [
                    ("Cache-Control", "private, max-age=3600, stale-while-revalidate=604800"),
                    ("X-Content-Type-Options", "nosniff"),
                ] + (form.dependsOnAccept ? [("Vary", "Accept")] : []))
        } catch {
            context.storeFaults.note(error)
            if case .invalidArgument(let text) = error { return .failure(text, request, status: 400) }
            var response = HTTPResponse.failure("A system error is reported.", request, status: 500)
            response.reason = error.description
            return response
        }
    }

    private static func read(
        _ request: HTTPRequest
    ) throws(SearchError) -> (subject: SmallPictures.Subject, form: PictureForm) {
        let parameters = request.parameters
        let subject: SmallPictures.Subject
        switch (parameters["id"], parameters["im_id"]) {
        case (let id?, nil) where !id.isEmpty: subject = .item(id, picture: try number(parameters["picture"]))
        case (nil, let name?) where !name.isEmpty: subject = .upload(name)
        default: throw .invalidArgument("One of id and im_id must be given.")
        }
        return (subject, try PictureForm(parameters, accept: request.headers["Accept"]))
    }

    /// The number of a picture among those of its item; the first one where none is given.
    private static func number(_ text: String?) throws(SearchError) -> Int {
        guard let text else { return 1 }
        guard let number = Int(text), (1...Item.pictureLimit).contains(number) else {
            throw .invalidArgument("picture must be from 1 to \(Item.pictureLimit).")
        }
        return number
    }
}
