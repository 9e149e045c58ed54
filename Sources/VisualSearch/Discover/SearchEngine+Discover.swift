extension SearchEngine {
    /// Finds every object in a picture and the items that look like each, off the threads of tasks.
    public func discover(_ request: DiscoverRequest) async throws(SearchError) -> DiscoverAnswer {
        try await offload { cancellation throws(SearchError) in
            try self.discoverBlocking(request, cancellation: cancellation)
        }
    }

    /// ``discover(_:)``, blocking. The picture is decoded once; its objects are described and searched for beside each
    /// other, and the answer is the same whatever the number of workers.
    ///
    /// A write meanwhile may be seen by the search for one object and not by that for another.
    ///
    /// - Parameters:
    ///   - request: The picture, and the search for each of its objects.
    ///   - limits: What the picture may cost.
    ///   - workers: Objects that are worked on at the same time. Default: the cores this process may use.
    ///   - cancellation: Ends the call at its next step with `cancelled`. Default: never.
    public func discoverBlocking(
        _ request: DiscoverRequest, limits: Limits = Limits(), workers: Int = Batch.usableCores,
        cancellation: Cancellation = Cancellation()
    ) throws(SearchError) -> DiscoverAnswer {
        let options = try CallOptions(limits, workers: workers, cancellation)
        try request.check()
        let scene = try Scene(request.image, options)
        let recognized = try recognize(in: scene, at: request.boxes, request.detection, options)
        let found = try options.map(recognized.things) { thing throws(SearchError) -> DiscoverAnswer.Found in
            var each = request.each
            each.query.example = nil
            var answer = try self.answer(each, vector: thing.vector)
            answer.queryBox = thing.object.box
            return DiscoverAnswer.Found(thing.object, answer: answer)
        }
        return DiscoverAnswer(
            uprightSize: scene.uprightSize, objects: found, others: recognized.others.map(\.object))
    }

    /// Throws what would refuse a request whatever its picture is.
    package func check(_ request: DiscoverRequest) throws(SearchError) {
        try request.check()
        try store.read { snapshot throws(SearchError) in try request.each.checkFields(in: snapshot) }
    }

    /// Objects that were described and recognized.
    struct Recognized {
        /// To search with, best first or in the order of the boxes asked for.
        var things: [DescribedObject]
        /// What was found, but is not of the type or has not the attributes asked for.
        var others: [DescribedObject] = []
    }

    /// The objects in a picture: those in the boxes and at the points, or else those that are found. Where nothing
    /// stands out, and for a type that no item has, it is the whole picture. Nothing where the type or the attributes
    /// asked for fit no object.
    func recognize(
        in scene: Scene, at boxes: [Box], _ detection: Detection, _ options: CallOptions
    ) throws(SearchError) -> Recognized {
        guard boxes.isEmpty, detection.type != nil || !detection.attributes.isEmpty else {
            let places: [Scene.Place]
            do throws(ImageError) {
                places = try scene.places(detection, at: boxes)
                for place in places { try scene.checkDescribable(place) }
            } catch {
                throw .image(error)
            }
            return Recognized(things: try describe(places, in: scene, options))
        }
        let type = try detection.type.flatMap { wanted throws(SearchError) in try name(ofType: wanted) }
        guard detection.type == nil || type != nil else {
            return Recognized(things: try describe([scene.wholePicture], in: scene, options))
        }
        var all = detection
        // Any of them may be the only one that fits.
        all.limit = Detection.limits.upperBound
        var recognized = Recognized(things: [])
        for thing in try describe(scene.found(all), in: scene, options) {
            let taken = type.map(thing.taken) ?? thing
            if let taken, taken.object.has(detection.attributes) {
                recognized.things.append(taken)
            } else if !thing.object.isWholePicture {
                recognized.others.append(thing)
            }
        }
        recognized.things = Array(recognized.things.prefix(detection.limit))
        return recognized
    }

    func describe(
        _ places: [Scene.Place], in scene: Scene, _ options: CallOptions
    ) throws(SearchError) -> [DescribedObject] {
        try options.map(places) { place throws(SearchError) -> DescribedObject in
            let vector = try self.descriptor(of: scene.pixels(of: place)).vector
            return DescribedObject(place.object, vector: vector, neighborVote: try self.neighborVote(of: vector))
        }
    }
}
