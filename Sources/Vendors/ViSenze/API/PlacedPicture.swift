extension ViSenze {
    /// A picture of a query that may be one of this machine.
    public protocol LocalPicture {
        /// A picture of this machine, which is prepared and uploaded.
        static func local(_ input: ImageInput) -> Self
    }

    /// The picture of a request with the places and objects in it that count.
    package protocol PlacedPicture: Hashable, Sendable {
        /// The protocol whose words name the faults.
        associatedtype Dialect: ViSenze.Dialect
        /// The part that counts; a box without an area selects the object under it.
        var box: Box? { get set }
        /// Places whose objects count.
        var points: [Point] { get set }
        /// The objects that count; nil leaves it to the service.
        var detection: DetectionChoice? { get set }
        /// The most objects to find, 1…30; nil for the default.
        var detectionLimit: Int? { get set }
        /// Nil for the default, low.
        var sensitivity: Detection.Sensitivity? { get set }
        /// Values that objects must have, by attribute.
        var detectionAttributes: [String: [String]] { get }

        /// Takes an earlier upload for the picture, by the name that its answer gave.
        mutating func take(upload id: String)
    }

    /// An answer to a request with a picture.
    package protocol PictureAnswer: Sendable {
        /// The name of the uploaded picture, for further requests.
        var imageID: String? { get }
    }
}

extension ViSenze.LocalPicture {
    /// The bytes of an image file, which are prepared and uploaded.
    public static func bytes(_ bytes: [UInt8]) -> Self { local(.bytes(bytes)) }
    /// Upright pixels that the caller already has, which are encoded and uploaded.
    public static func pixels(_ pixels: PixelBuffer) -> Self { local(.pixels(pixels)) }
}

extension ViSenze.PlacedPicture {
    package typealias Fault = ViSenze.Fault<Dialect>

    /// None, where a protocol has no such parameter.
    package var detectionAttributes: [String: [String]] { [:] }

    /// The box, or the first point.
    package var region: Region? { box.map(Region.init) ?? points.first.map(Region.point) }

    /// The objects to find, of the type that the request names, whether or not it asks for objects.
    package var fullDetection: Detection {
        let type: String? = if case .type(let type) = detection { type } else { nil }
        return Detection(
            type: type, limit: detectionLimit ?? ViSenze.Limits.defaultObjects, sensitivity: sensitivity ?? .low,
            attributes: detectionAttributes)
    }

    /// Reads the objects that count, and their limits, but for their attributes.
    package mutating func readDetection(_ reader: inout FormReader<Fault>) throws(Fault) {
        if let text = reader.raw("detection").first?.withoutBlanks {
            detection = text.isEmpty ? .off : text.lowercased() == "all" ? .all : .type(text)
        }
        let limits = ViSenze.Limits.objects
        detectionLimit = try reader.integer("detection_limit").map { min($0, limits.upperBound) }
        try checkDetection()
        if let text = reader.text("detection_sensitivity") {
            guard let value = Detection.Sensitivity(rawValue: text.lowercased()) else {
                let end = Dialect.namesValues ? ", not `\(text)`." : "."
                throw .invalid("detection_sensitivity must be low or high\(end)")
            }
            sensitivity = value
        }
    }

    /// Throws for less than one object.
    package func checkDetection() throws(Fault) {
        if let detectionLimit, detectionLimit < 1 {
            throw .outside("detection_limit", "must be no less than 1", "\(detectionLimit)")
        }
    }

    /// Writes the places and the objects that count, but for the attributes of objects.
    package func writePlaces(to parameters: inout Parameters) throws(Fault) {
        if let box {
            guard box.isSendable else { throw .invalid("box is invalid.") }
            parameters.append("box", box.corners)
        }
        for point in points {
            guard point.left >= 0, point.top >= 0 else { throw .invalid("point is invalid.") }
            parameters.append("point", "\(point.left),\(point.top)")
        }
        switch detection {
        case .all: parameters.append("detection", "all")
        case .type(let type): parameters.append("detection", type)
        case .off: parameters.append("detection", "")
        case nil: break
        }
        let limits = ViSenze.Limits.objects
        if let detectionLimit {
            guard limits.contains(detectionLimit) else {
                throw .outside("detection_limit", "must be from 1 to \(limits.upperBound)", "\(detectionLimit)")
            }
            parameters.append("detection_limit", String(detectionLimit))
        }
        parameters.append("detection_sensitivity", sensitivity?.rawValue)
    }
}
