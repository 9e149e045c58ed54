extension ViSearch {
    /// The picture of a request: where it comes from, and which part of it counts.
    ///
    /// Box and points are pixels of the picture as the service gets it, from its upper left corner, upright.
    package struct Picture: Hashable, Sendable, Codable {
        /// Nil where a request needs no picture and has none.
        package var source: Source?
        /// The part to search with; a point (a box without area) selects the object under it. The service takes a box
        /// that leaves the picture as none.
        package var box: Box?
        /// Places whose objects are searched with.
        package var points: [Point]
        /// Nil, the default, leaves it to the service: discover search looks for all, the others for nothing.
        package var detection: DetectionChoice?
        /// The most objects to find, 1…30; nil for the default, 5. A server takes more as 30.
        package var detectionLimit: Int?
        /// Nil for the default, low.
        package var sensitivity: Detection.Sensitivity?
        /// Values that objects must have, by attribute. Where no object has them, the whole picture counts.
        package var detectionAttributes: [String: [String]]

        /// Creates the picture of a request; what is not named is left to the service.
        package init(
            _ source: Source? = nil, box: Box? = nil, points: [Point] = [], detection: DetectionChoice? = nil,
            detectionLimit: Int? = nil, sensitivity: Detection.Sensitivity? = nil, attributes: [String: [String]] = [:]
        ) {
            (self.source, self.box, self.points) = (source, box, points)
            (self.detection, self.detectionLimit, self.sensitivity) = (detection, detectionLimit, sensitivity)
            detectionAttributes = attributes
        }
    }

    /// The source of a picture.
    package enum Source: Hashable, Sendable, Codable {
        /// The part `image` of the same request.
        case upload
        /// The address of the picture, which the service fetches.
        case url(String)
        /// An earlier upload, by the name that its answer gave.
        case id(String)
        /// A feature that ``ExtractFeature`` gave, as base64.
        case feature(String)
    }
}

extension ViSearch.Picture: ViSenze.PlacedPicture {
    package typealias Dialect = ViSearch

    package mutating func take(upload id: String) { source = .id(id) }

    /// - Parameter hasImage: the request has a file part `image`.
    /// Of several sources, the feature wins, then the earlier upload, the file, the URL.
    init(_ reader: inout ParameterReader, hasImage: Bool) throws(ViSearch.Fault) {
        let (feature, id, url) = (reader.text("im_feature"), reader.text("im_id"), reader.text("im_url"))
        self.init(
            feature.map { .feature($0) } ?? id.map { .id($0) } ?? (hasImage ? .upload : nil) ?? url.map { .url($0) })
        box = try reader.tuples("box", of: 4).first.flatMap(Box.init(corners:))
        points = try reader.tuples("point", of: 2).map { Point(left: $0[0], top: $0[1]) }
        try readDetection(&reader)
        for (key, value) in try reader.keyed("detection_attribute") {
            let values = value.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
            if !values.isEmpty { detectionAttributes[key, default: []] += values }
        }
    }

    func write(to parameters: inout Parameters) throws(ViSearch.Fault) {
        switch source {
        case .upload: break
        case .url(let url):
            guard url.contains("://") else { throw .invalidImage }
            parameters.append("im_url", url)
        case .id(let id):
            guard !id.isEmpty else { throw .missingImageID }
            parameters.append("im_id", id)
        case .feature(let feature):
            guard !feature.isEmpty else { throw .invalid("im_feature is missing.") }
            parameters.append("im_feature", feature)
        case nil: break
        }
        try writePlaces(to: &parameters)
        for (key, values) in detectionAttributes.sorted(by: { $0.key < $1.key }) {
            parameters.append("detection_attribute[\(key)]", values.joined(separator: ","))
        }
    }
}
