/// The size and the coding of a picture that `/picture` gives.
struct PictureForm: Hashable, Sendable {
    /// The way the picture fills both sides.
    enum Fit: String, CaseIterable {
        case inside, cover, pad
    }

    let shape: Output.Shape
    let format: ImageFormat
    /// The format was chosen by the header `Accept`.
    let dependsOnAccept: Bool

    /// The longer sides that `side` takes, in pixels.
    static let sides = 32...1024
    /// The longer side where a request names no size, in pixels.
    static let standardSide = 256
    /// The sides that `w` and `h` take, in pixels: so few that nobody makes the server encode for ever.
    static let steps = [
        32, 48, 64, 96, 128, 160, 200, 240, 256, 320, 400, 480, 512, 640, 720, 800, 960, 1024, 1280, 1600, 1920, 2048,
    ]
    /// The names of the formats; `auto` takes the first of ``preferred`` that the client accepts.
    private static let formats: [String: ImageFormat?] = ["jpeg": .jpeg, "webp": .webp, "avif": .avif, "auto": nil]
    private static let preferred = [ImageFormat.avif, .webp]

    /// Reads `side`, or `w`, `h` and `fit`, and `format`.
    init(_ parameters: Parameters, accept: String?) throws(SearchError) {
        let (width, height) = (try Self.step("w", parameters), try Self.step("h", parameters))
        if let text = parameters["side"] {
            guard width == nil, height == nil else { throw .invalidArgument("side goes without w and h.") }
            guard let side = Int(text), Self.sides.contains(side) else {
                throw .invalidArgument("side must be from \(Self.sides.lowerBound) to \(Self.sides.upperBound).")
            }
            shape = .fit(side)
        } else {
            shape = Self.shape(width, height, try Self.fit(parameters, hasBoth: width != nil && height != nil))
        }
        let name = parameters["format"] ?? "jpeg"
        guard let format = Self.formats[name] else {
            throw .invalidArgument("format must be one of \(Self.formats.keys.sorted().joined(separator: ", ")).")
        }
        self.format = format ?? Self.preferred.first { Self.accepts($0, accept ?? "") } ?? .jpeg
        dependsOnAccept = format == nil
    }

    var mediaType: String { "image/\(format.rawValue)" }

    /// True where the small picture of the store is enough: for `side`, which is for lists, whatever its size.
    func isServed(by thumbnail: [UInt8]?) -> Bool {
        guard let thumbnail else { return false }
        if case .fit = shape { return true }
        guard let size = (try? inspect(thumbnail))?.uprightSize else { return false }
        return switch shape {
        case .within(let asked): size.width >= asked.width || size.height >= asked.height
        case .fill(let asked): size.width >= asked.width && size.height >= asked.height
        default: size.width >= shape.longestSide || size.height >= shape.longestSide
        }
    }

    /// Somebody waits: a WebP takes a third less CPU than with the usual effort and has 3 % more bytes, an AVIF a quarter
    /// less and has as many (four photos of 1,024 px; SSIM .971 for .975, .964 for .964).
    var output: Output {
        switch format {
        case .webp:
            Output(shape, encoding: .webp(quality: 82), options: EncoderOptions(effort: 2), gravity: .attention)
        case .avif:
            Output(shape, encoding: .avif(quality: 60), options: EncoderOptions(effort: 1), gravity: .attention)
        default: Output(shape, encoding: .jpeg(quality: 82), gravity: .attention)
        }
    }

    private static func shape(_ width: Int?, _ height: Int?, _ fit: Fit) -> Output.Shape {
        switch (width, height) {
        case (let width?, let height?):
            let size = Size(width: width, height: height)
            return fit == .cover ? .fill(size) : fit == .pad ? .pad(size) : .within(size)
        case (let width?, nil): return .within(Size(width: width, height: Output.sides.upperBound))
        case (nil, let height?): return .within(Size(width: Output.sides.upperBound, height: height))
        case (nil, nil): return .fit(standardSide)
        }
    }

    private static func step(_ name: String, _ parameters: Parameters) throws(SearchError) -> Int? {
        guard let text = parameters[name] else { return nil }
        guard let side = Int(text), steps.contains(side) else {
            throw .invalidArgument("\(name) must be one of \(steps.map(String.init).joined(separator: ", ")).")
        }
        return side
    }

    private static func fit(_ parameters: Parameters, hasBoth: Bool) throws(SearchError) -> Fit {
        guard let text = parameters["fit"] else { return .inside }
        guard let fit = Fit(rawValue: text) else {
            throw .invalidArgument("fit must be one of \(Fit.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        guard hasBoth || fit == .inside else { throw .invalidArgument("fit=\(text) needs both w and h.") }
        return fit
    }

    /// A client that names the type, not only a wildcard: browsers name the formats that they show (RFC 9110, 12.5.1).
    private static func accepts(_ format: ImageFormat, _ accept: String) -> Bool {
        accept.split(separator: ",").contains { entry in
            let parts = entry.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
            return parts.first == "image/\(format.rawValue)"
                && !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
        }
    }
}
