import Essentials
import Imaging
import WireFormat

extension Outcome {
    /// The JSON line of one input. Parts of a sharded job name their part, for `magpie merge`.
    func line(shard: Shard) -> String {
        JSONWriter.line { json in
            json.member("path", path)
            switch result {
            case .success(let product):
                json.member("ok", true)
                product.write(to: &json)
                json.member("ms", seconds * 1000, places: 1)
            case .failure(let error):
                json.member("ok", false)
                json.member("error", error)
            }
            json.add(shard)
        }
    }
}

extension Product {
    fileprivate func write(to json: inout JSONWriter) {
        if wasThere { json.member("skipped", true) }
        if outputs.contains(where: { $0.size == nil }) { json.member("dryRun", true) }
        if let picture {
            if let format = picture.format { json.member("format", format.rawValue) }
            json.member("width", picture.uprightSize.width)
            json.member("height", picture.uprightSize.height)
            if let preview = picture.preview {
                json.member("preview", true)
                if let sensor = preview.sensorSize {
                    json.member("sensorWidth", sensor.width)
                    json.member("sensorHeight", sensor.height)
                }
            }
            if picture.isDeveloped { json.member("developed", true) }
            json.member("orientation", picture.orientation)
            if picture.isTruncated { json.member("truncated", true) }
            if picture.frames > 1 { json.member("frames", picture.frames) }
            if let duration = picture.duration { json.member("duration", duration, places: 3) }
            json.member("opaque", picture.isOpaque)
            if picture.hasGainMap, !outputs.isEmpty { json.member("hdr", hasKeptGainMap ? "kept" : "dropped") }
            if let provenance, !outputs.isEmpty { json.member("provenance", provenance.rawValue) }
            if let type = picture.aiSourceType { json.member("ai", type) }
        }
        if !outputs.isEmpty { json.member("outputs", array: outputs) { $0.value($1) } }
        writeFindings(to: &json)
        if let box = picture?.box { json.member("box", box) }
        if isClipped { json.member("clipped", true) }
    }

    /// All outputs have the gain map of the picture.
    private var hasKeptGainMap: Bool {
        keepsGainMap && files.allSatisfy { $0.size != nil && !$0.leftOut.contains(.gainMap) }
    }

    /// The colors and the measurements.
    func writeFindings(to json: inout JSONWriter) {
        if let colors {
            json.member("colors", array: colors) { json, color in
                json.object {
                    $0.member("hex", color.hex)
                    $0.member("share", color.share, places: 4)
                }
            }
        }
        measurements?.write(to: &json)
    }
}

// The members that lines of several commands have.
extension JSONWriter {
    /// The name as text. JSON holds UTF-8 only, so any other name is added in Base64, which `--list` reads.
    mutating func member(_ name: String, _ path: Path) {
        member(name, path.text)
        if !path.isUTF8 { member(name + "Base64", Data(path.bytes).base64EncodedString()) }
    }

    /// `[x1, y1, x2, y2]`, as ViSearch writes it.
    mutating func member(_ name: String, _ box: Box) {
        member(name, array: [box.left, box.top, box.right, box.bottom]) { $0.value($1) }
    }

    mutating func member(_ name: String, _ error: ImageError) {
        member(name) { json in
            json.member("code", error.code)
            json.member("stage", error.stage.rawValue)
            json.member("message", error.description)
        }
    }

    /// The part by which `magpie merge` identifies a line; nothing where the job is whole.
    mutating func add(_ shard: Shard) {
        if shard == .whole { return }
        member("shard", shard.description)
        member("version", Version.number)
    }

    mutating func value(_ file: OutputFile) {
        object { json in
            json.member("path", file.path)
            if let size = file.size {
                json.member("width", size.width)
                json.member("height", size.height)
            }
            if let obstacle = file.obstacle { return json.member("error", obstacle) }
            if file.size != nil { json.member("bytes", file.bytes) }
            if let quality = file.quality { json.member("quality", quality) }
            if let similarity = file.similarity { json.member("similarity", similarity, places: 4) }
            if file.frames > 1 { json.member("frames", file.frames) }
            if file.gamut != .sRGB { json.member("profile", file.gamut.rawValue) }
            let names = [(Recipe.Metadata.exif, "exif"), (.gainMap, "gainmap"), (.rights, "rights")]
            let leftOut = names.filter { file.leftOut.contains($0.0) }.map(\.1)
            if !leftOut.isEmpty { json.member("leftOut", array: leftOut) { $0.value($1) } }
        }
    }
}
