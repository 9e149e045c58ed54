extension SearchEngine {
    /// Finds every object in a picture and the items that look like each, off the threads of tasks.
    public func discover(_ request: DiscoverRequest) async throws(SearchError) -> DiscoverAnswer {
        try await offload { () throws(SearchError) in try self.discoverBlocking(request) }
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
    public func discoverBlocking(
        _ request: DiscoverRequest, limits: Limits = Limits(), workers: Int = Batch.usableCores
    ) throws(SearchError) -> DiscoverAnswer {
        try request.check()
        let scene = try Scene.reading(request.image, limits: limits)
        let recognized = try recognize(in: scene, at: request.boxes, request.detection, workers: workers)
        let found = try each(recognized.things, workers: workers) { thing throws(SearchError) -> DiscoverAnswer.Found in
            var each = request.each
            each.query.example = nil
            var answer = try self.answer(each, vector: thing.vector)
            answer.queryBox = thing.object.box
            return DiscoverAnswer.Found(thing.object, answer: answer)
        }
        return DiscoverAnswer(
            uprightSize: scene.uprightSize, objects: found, others: recognized.others.map(\.object))
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
        in scene: Scene, at boxes: [Box], _ detection: Detection, workers: Int
    ) throws(SearchError) -> Recognized {
        guard boxes.isEmpty, detection.type != nil || !detection.attributes.isEmpty else {
            let places: [Scene.Place]
            do throws(ImageError) {
                places = try scene.places(detection, at: boxes)
                for place in places { try scene.checkDescribable(place) }
            } catch {
                throw .image(error)
            }
            return Recognized(things: try describe(places, in: scene, workers: workers))
        }
        let type = try detection.type.flatMap { wanted throws(SearchError) in try name(ofType: wanted) }
        guard detection.type == nil || type != nil else {
            return Recognized(things: try describe([scene.wholePicture], in: scene, workers: workers))
        }
        var all = detection
        // Any of them may be the only one that fits.
        all.limit = Detection.limits.upperBound
        var recognized = Recognized(things: [])
        for thing in try describe(scene.found(all), in: scene, workers: workers) {
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

    func describe(_ places: [Scene.Place], in scene: Scene, workers: Int) throws(SearchError) -> [DescribedObject] {
        try each(places, workers: workers) { place throws(SearchError) -> DescribedObject in
            let vector: [Int8]
            do throws(DescribeError) {
                vector = try self.describer.describe(scene.pixels(of: place)).vector
            } catch {
                throw .service("the picture could not be described: \(error)")
            }
            return DescribedObject(place.object, vector: vector, neighborVote: try self.neighborVote(of: vector))
        }
    }

    /// What `work` gives for each element, in order; of several errors the first one is thrown.
    private func each<Element: Sendable, Value: Sendable>(
        _ elements: [Element], workers: Int, _ work: @escaping @Sendable (Element) throws(SearchError) -> Value
    ) throws(SearchError) -> [Value] {
        var results: [Result<Value, SearchError>] = []
        Batch(workers: min(workers, elements.count)).run(
            elements, work: { element in Result { () throws(SearchError) -> Value in try work(element) } },
            deliver: { _, result in results.append(result) })
        var values: [Value] = []
        for result in results { values.append(try result.get()) }
        return values
    }
}
