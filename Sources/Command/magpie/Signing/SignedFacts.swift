import Essentials
import Imaging
import WireFormat

/// The facts about an output that its signing program gets: a line of JSON.
struct SignedFacts: Hashable, Sendable {
    /// As the user named it.
    var input: Path
    /// Nil where the input was pixels.
    var inputFormat: ImageFormat?
    /// The path that the output will have; `-` for standard output.
    var target: Path
    var format: ImageFormat
    var size: Size
    /// The actions of C2PA 2.2 that made it of the input, in their order.
    var actions: [String]
    /// The digital source type of the input; nil where it names none.
    var sourceType: String?

    var line: String {
        JSONWriter.line { json in
            json.member("input", input)
            if let inputFormat { json.member("inputMediaType", inputFormat.mediaType) }
            json.member("target", target)
            json.member("mediaType", format.mediaType)
            json.member("width", size.width)
            json.member("height", size.height)
            json.member("actions", array: actions) { json, action in json.object { $0.member("action", action) } }
            if let sourceType { json.member("digitalSourceType", sourceType) }
        }
    }

    /// The actions that lead from a picture to an output.
    static func actions(_ prepared: Prepared, _ output: Encoded, _ shape: Output.Shape, _ format: ImageFormat)
        -> [String]
    {
        let box = prepared.box
        var actions: [String] = []
        // A fill cuts the longer side off where its own are not in the same proportion.
        let leaning = abs(box.width * output.size.height - box.height * output.size.width)
        let isFilled = shape.isFill && leaning > max(box.width, box.height, output.size.width, output.size.height)
        if isFilled || box != Box(covering: prepared.uprightSize) { actions.append("c2pa.cropped") }
        if output.size != Size(width: box.width, height: box.height) { actions.append("c2pa.resized") }
        if case .pad = shape { actions.append("c2pa.edited") }
        if prepared.header?.format != format { actions.append("c2pa.converted") }
        return actions
    }
}

extension ImageFormat {
    /// The extension that programs know.
    var usualExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The registered type of the formats that are read.
    fileprivate var mediaType: String {
        self == .svg ? "image/svg+xml" : self == .pdf ? "application/pdf" : "image/\(rawValue)"
    }
}
