extension SearchEngine {
    /// Finds every object in a picture and the items that look like each, off the threads of tasks.
    public func discover(_ request: DiscoverRequest) async throws(SearchError) -> DiscoverAnswer {
        try await threads.offload { cancellation throws(SearchError) in
            try self.discoverBlocking(request, cancellation: cancellation)
        }
    }

    /// ``discover(_:)``, blocking. The picture is decoded once; its objects are described and searched for beside each
    /// other, and the answer is the same whatever the number of workers.
    ///
    /// A write meanwhile may be seen by the search for one object and not by that for another.
    ///
    /// An object that is found is searched with alone, or with all of its picture where the store has an item more similar to
    /// that: ``/SearchAPI/SearchAnswer/queryBox`` says which. Regions of the request are searched with alone.
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
        return try steadily { () throws(SearchError) in try discover(request, options) }
    }

    private func discover(
        _ request: DiscoverRequest, _ options: CallOptions
    ) throws(SearchError) -> DiscoverAnswer {
        let scene = try Scene(request.image, seenAs: describer.input, options)
        let recognized = try recognize(in: scene, at: request.regions, request.detection, options)
        let (words, phrases, notices) = try readPhrases(of: request.each)
        let examples = try describedExamples(of: request.each, options)
        let found = try options.map(recognized.objects) {
            described throws(SearchError) -> DiscoverAnswer.ObjectAnswer in
            var each = words
            each.query.example = nil
            // Its other parts say which objects are found.
            each.detection = request.detection.type.map { Detection(type: $0) }
            var answer = try self.answer(each, vector: described.vector, examples, seenType: described.object.type)
            answer.queryBox = described.seenBox
            answer.phrases = phrases
            answer.notices += notices
            return DiscoverAnswer.ObjectAnswer(described.object, answer: answer)
        }
        return DiscoverAnswer(
            uprightSize: scene.uprightSize, objects: found, others: recognized.others.map(\.object))
    }

    /// Checks all of a request but its picture.
    package func check(_ request: DiscoverRequest) throws(SearchError) {
        try request.check()
        try store.read { snapshot throws(SearchError) in try request.each.checkFields(in: snapshot) }
    }

    /// The described objects of a picture.
    struct Recognized {
        /// The objects to search with, best first or in the order of the requested regions.
        var objects: [DescribedObject]
        /// The objects that are not of the requested type or lack the requested attributes.
        var others: [DescribedObject] = []
    }

    /// Returns the objects in a picture: those in the boxes and at the points, or else the detected ones. Where nothing
    /// stands out, and for a type that no item has, it is the whole picture. Empty where no object has the requested
    /// type and attributes.
    ///
    /// - Parameter takesItself: As ``describe(_:in:takesItself:_:)`` takes it.
    func recognize(
        in scene: Scene, at regions: [Region], _ detection: Detection, takesItself: Bool = false,
        _ options: CallOptions
    ) throws(SearchError) -> Recognized {
        guard regions.isEmpty, detection.type != nil || !detection.attributes.isEmpty else {
            let places: [Scene.Place]
            do throws(ImageError) {
                places = try scene.places(detection, at: regions)
                for place in places { try scene.checkDescribable(place) }
            } catch {
                throw .image(error)
            }
            return Recognized(objects: try describe(places, in: scene, takesItself: takesItself, options))
        }
        let type = try detection.type.flatMap { wanted throws(SearchError) in try name(ofType: wanted) }
        guard detection.type == nil || type != nil else {
            return Recognized(objects: try describe([scene.wholePicture], in: scene, options))
        }
        var all = detection
        // Any of them may be the only one that fits.
        all.limit = Detection.limits.upperBound
        var recognized = Recognized(objects: [])
        for described in try describe(scene.found(all), in: scene, takesItself: takesItself, options) {
            let taken = type.map(described.taken) ?? described
            if let taken, taken.has(detection.attributes) {
                recognized.objects.append(taken)
            } else if !described.object.isWholePicture {
                recognized.others.append(described)
            }
        }
        recognized.objects = Array(recognized.objects.prefix(detection.limit))
        return recognized
    }
}
