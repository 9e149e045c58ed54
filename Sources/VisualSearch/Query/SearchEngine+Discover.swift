public import Imaging
public import SearchAPI

extension SearchEngine {
    public func discover(_ request: DiscoverRequest) async throws(SearchError) -> DiscoverAnswer {
        try await offload { () throws(SearchError) in try self.discoverNow(request) }
    }

    /// ``discover(_:)``, blocking. The picture is decoded once; its things are described and searched for beside each
    /// other, and the answer is the same whatever the number of workers.
    ///
    /// A write meanwhile may be seen by the search for one thing and not by that for another.
    ///
    /// - Parameter workers: Things that are worked on at the same time. Default: the cores this process may use.
    public func discoverNow(
        _ request: DiscoverRequest, limits: Limits = Limits(), workers: Int = Batch.usableCores
    ) throws(SearchError) -> DiscoverAnswer {
        try request.check()
        let scene = try Scene.reading(request.image, limits: limits)
        let things = try recognize(in: scene, at: request.boxes, request.detection, workers: workers)
        let found = try each(things, workers: workers) { thing throws(SearchError) -> DiscoverAnswer.Found in
            var each = request.each
            each.query.look = nil
            var answer = try self.answer(each, vector: thing.vector)
            answer.queryBox = thing.object.box
            return DiscoverAnswer.Found(thing.object, answer: answer)
        }
        return DiscoverAnswer(uprightSize: scene.uprightSize, objects: found)
    }

    /// The things in a picture, described and recognized: those in the boxes and at the points, or else those that are
    /// found, best first. At least one: the whole picture, where nothing else is found.
    func recognize(
        in scene: Scene, at boxes: [Box], _ detection: Detection, workers: Int
    ) throws(SearchError) -> [Thing] {
        guard boxes.isEmpty, detection.type != nil || !detection.attributes.isEmpty else {
            let places: [Scene.Place]
            do throws(ImageError) { places = try scene.places(detection, at: boxes) } catch { throw .image(error) }
            return try describe(places, in: scene, workers: workers)
        }
        let type = try detection.type.flatMap { wanted throws(SearchError) in try name(ofType: wanted) }
        if detection.type == nil || type != nil {
            // Any of them may be the only one that fits.
            let all = Detection(limit: Detection.limits.upperBound, sensitivity: detection.sensitivity)
            var things = try describe(scene.found(all), in: scene, workers: workers)
            if let type { things = things.compactMap { $0.taken(for: type) } }
            let fitting = things.filter { $0.object.has(detection.attributes) }
            if !fitting.isEmpty { return Array(fitting.prefix(detection.limit)) }
        }
        return try describe([scene.wholePicture], in: scene, workers: workers)
    }

    private func describe(_ places: [Scene.Place], in scene: Scene, workers: Int) throws(SearchError) -> [Thing] {
        try each(places, workers: workers) { place throws(SearchError) -> Thing in
            let vector: [Int8]
            do throws(DescribeError) {
                vector = try self.describer.describe(scene.pixels(of: place)).vector
            } catch {
                throw .service("the picture could not be described: \(error)")
            }
            return Thing(place.object, vector: vector, kinship: try self.kinship(of: vector))
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
